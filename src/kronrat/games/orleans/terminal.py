"""Orléans Stories on the terminal: map, market, deeds, boards and tasks, drawn from a view and the tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kronrat.cli.chances import Odds, print_part
from kronrat.cli.doubt import DOUBT, doubt
from kronrat.cli.drawing import Foresee, View, colour_of, mark_of
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision
from kronrat.core.game import Rows
from kronrat.games.orleans.rules.registry import STORIES as NAMES
from kronrat.games.orleans.stories import STORIES as PACKAGES
from kronrat.words import Words

STORIES: dict[str, ModuleType] = {  # how each story is drawn
    story: import_module(f"{package}.terminal") for story, package in zip(NAMES, PACKAGES, strict=True)
}
HEADLINES = frozenset({"RoundBegan", "PhaseBegan"}).union(*[story.HEADLINES for story in STORIES.values()])
KINDS = {
    "numbers": "number",
    "goods": "token",
    "followers": "token",
    "lands": "land",
    "places": "place",
    "deeds": "deed",
    "areas": "area",
    "track": "mark",
    "epochs": "epoch",
    "refills": "refill",
    "starts": "start",
    "components": "component",
} | {table: kind for story in STORIES.values() for table, kind in story.KINDS.items()}
LANDS = {"hill": "h", "pasture": "p", "forest": "w", "lake": "s", "field": "f"}
LAND_STYLES = {"hill": "red", "pasture": "green", "forest": "dark_green", "lake": "blue", "field": "yellow"}
VILLAGE, CHURCH, FORTRESS = "V", "+", "#"
FREE = "·"
HALF = 4  # letters that a step of the map's doubled x is wide
PLACES_IN_A_LINE = 3


def draw(out: Console, words: Words, rows: Rows, view: View) -> None:
    out.print()
    out.rule(Text(when(words, view), "bold"))
    out.print(_map(rows, view))
    out.print(_legend(words))
    out.print()
    out.print(Text.assemble((f"{words.say('term.market')}: ", "bold"), _tokens(words, view["market"])))
    _print_deeds(out, words, rows, view)
    out.print()
    out.print(_players(words, view))
    if view["seat"] is not None:
        out.print()
        _print_board(out, words, rows, view)
        _print_tasks(out, words, rows, view)


def when(words: Words, view: View) -> str:
    phase = words.say(f"phase.{view['phase']}")
    if not view["round"]:
        return phase
    parts = [words.say("event.round_began", round=view["round"]).rstrip("."), phase]
    if view["seat"] is not None:
        parts.append(words.say(f"epoch.{view['players'][view['seat']]['epoch']}"))
    return " · ".join(parts)


def _tokens(words: Words, counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {words.say(f'token.{token}')}" for token, count in counts.items()) or "–"


# -- the map -------------------------------------------------------------------------------------------------------


def _map(rows: Rows, view: View) -> Text:
    """Every area at its place: its name, what it shows, and who is there."""
    lines: dict[int, list[tuple[int, str]]] = {}
    for id in view["areas"]:
        lines.setdefault(rows["areas"][id]["y"], []).append((rows["areas"][id]["x"], id))
    drawn = Text()
    for _, line in sorted(lines.items()):
        at = 0
        for x, id in sorted(line):
            drawn.append(" " * (HALF * x - at))
            cell = _area(view["areas"][id], id)
            drawn.append_text(cell)
            at = HALF * x + len(cell)
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def _area(area: Mapping[str, Any], id: str) -> Text:
    land = area["land"]
    shows = (VILLAGE, "bold") if area["village"] else (LANDS.get(land, FREE), LAND_STYLES.get(land, "dim"))
    cell = Text.assemble((id, "dim"), shows)
    cell.append(CHURCH if area["church"] else "")
    if area["fortress"] is not None:
        cell.append(FORTRESS, colour_of(area["fortress"]))
    for seat in area["settlers"]:
        cell.append(mark_of(seat), f"bold {colour_of(seat)}")
    return cell


def _legend(words: Words) -> Text:
    lands = [f"{letter} {words.say(f'land.{land}')}" for land, letter in LANDS.items()]
    built = [(VILLAGE, "village"), (CHURCH, "church"), (FORTRESS, "fortress")]
    buildings = [f"{sign} {words.say(f'building.{kind}')}" for sign, kind in built]
    return Text("  ".join([*lands, *buildings]), "dim")


# -- deeds and players ---------------------------------------------------------------------------------------------


def _print_deeds(out: Console, words: Words, rows: Rows, view: View) -> None:
    out.print(Text(words.say("term.deeds"), "bold"))
    for deed in view["deeds"]:
        row = rows["deeds"][deed["id"]]
        line = Text.assemble(f"  {words.say('deed.' + deed['id'])}{doubt(row)}: ")
        for shown, token in zip(row["fields"], deed["fields"], strict=True):
            name = words.say(f"token.{token or shown}")
            line.append(f"[{name}] ", "dim strike" if token else "")
        line.append(_text(words, rows, "deeds", deed["id"]), "dim")
        out.print(line)
    out.print(Text(f"  {DOUBT} {words.say('term.reconstructed')}", "dim"))


def _players(words: Words, view: View) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    table.add_column("", no_wrap=True, min_width=16)
    for term in ("epoch", "fame", "coins", "settlers", "bag"):
        table.add_column(words.say(f"term.{term}"), justify="right", no_wrap=True)
    table.add_column(words.say("term.green"))
    table.add_column(words.say("term.supply"))
    for seat, player in enumerate(view["players"]):
        arrow = "▸ " if seat in view["deciding"] else "  "
        me = f" ({words.say('cli.you')})" if seat == view["seat"] else ""
        name = Text.assemble(arrow, (mark_of(seat), f"bold {colour_of(seat)}"), f" {words.player(seat)}{me}")
        green = _tokens(words, player["green"])
        drawn = f" +{player['drawn']}" if player["drawn"] else ""
        supply = dict(player["goods"])
        if player["technology"]:
            supply["technology"] = player["technology"]
        figures = [player[term] for term in ("epoch", "fame", "coins", "settlers", "in_bag")]
        table.add_row(name, *map(str, figures), green + drawn, _tokens(words, supply))
    return table


# -- the own board -------------------------------------------------------------------------------------------------


def _print_board(out: Console, words: Words, rows: Rows, view: View) -> None:
    """The viewer's places with what is on their spaces; a free space shows what it takes."""
    mine = view["players"][view["seat"]]
    if mine["bag"]:
        out.print(Text.assemble((f"{words.say('term.bag')}: ", "bold"), _tokens(words, mine["bag"])))
    cells = [_place(words, rows, id, tokens) for id, tokens in mine["places"].items()]
    grid = Table.grid(padding=(0, 3, 0, 0))
    for begin in range(0, len(cells), PLACES_IN_A_LINE):
        grid.add_row(*cells[begin : begin + PLACES_IN_A_LINE])
    out.print(grid)


def _place(words: Words, rows: Rows, id: str, tokens: list[str | None]) -> Text:
    row = rows["places"][id]
    cell = Text.assemble((words.say(f"place.{id}"), "bold"), f"{doubt(row)} ")
    for shown, token in zip(row["spaces"], tokens, strict=True):
        if token is not None:
            cell.append(f"[{words.say(f'token.{token}')}]")
        else:
            cell.append(f"({_shown(words, shown)})", "dim")
    return cell


def _shown(words: Words, shown: str) -> str:
    if shown == "any":
        return FREE
    return "/".join(words.say(f"token.{kind}") for kind in shown.removeprefix("=").split("|"))


def _print_tasks(out: Console, words: Words, rows: Rows, view: View) -> None:
    """What the viewer works for, as the story has it."""
    story = STORIES[view["options"]["story"]]
    out.print(story.line(words, rows, view["players"][view["seat"]]["story"]))


# -- options and cards ---------------------------------------------------------------------------------------------


def _text(words: Words, rows: Rows, table: str, id: str) -> str:
    """What a place or a deed does, with the figures of its row."""
    row = rows[table][id]
    facts: dict[str, Any] = {"autumn_coins": row.get("autumn_coins", 0), "least": 0}
    for op in row["ops"]:
        facts[op["do"]] = op["n"]
        facts["least"] = max(facts["least"], op["least"])
    return words.say(f"{'text' if table == 'places' else 'deed_text'}.{id}", **facts)


def heading(words: Words, rows: Rows, choice: Choice) -> str:
    """All spaces for one token are grouped."""
    return words.say(f"token.{choice[1]}") if choice[0] == "place" and len(choice) == 4 else ""


def label(words: Words, rows: Rows, choice: Choice, decision: Decision, foresee: Foresee) -> str:
    if choice[0] == "place" and len(choice) == 4:
        place, space = str(choice[2]), int(choice[3])
        shown = _shown(words, rows["places"][place]["spaces"][space])
        return f"{words.say(f'place.{place}')} ({shown})"
    return words.choice(choice, decision)


def detail(words: Words, rows: Rows, choice: Choice) -> str:
    """What a place does that could be used or taken."""
    return _text(words, rows, "places", str(choice[1])) if choice[0] in ("use", "card") else ""


def telling(words: Words, rows: Rows, event: Event) -> str:
    return words.event(event)


def without_names(words: Words, rows: Rows, typed: str) -> str:
    """Tokens, places and deeds may be called by their names."""
    names: dict[str, str] = {}
    for table, kind in (("places", "place"), ("deeds", "deed"), ("followers", "token"), ("goods", "token")):
        names.update({words.say(f"{kind}.{id}").lower(): id for id in rows[table]})
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda name: names[name[0]], typed)


def tidied(choice: Choice) -> Choice:
    return choice


def about(words: Words, rows: Rows, topic: str) -> str | None:
    """A place or a deed, by id or name."""
    wanted = topic.lower()
    for table, kind in (("places", "place"), ("deeds", "deed")):
        for id in rows[table]:
            name = words.say(f"{kind}.{id}")
            if wanted in (id, name.lower()):
                return f"{name}: {_text(words, rows, table, id)}"
    return None


def odds(out: Console, words: Words, rows: Rows, view: View, odds: Odds) -> bool:
    """What the next draw brings, and which places it can fill."""
    draw = odds["draw"]
    if not draw or not draw["count"]:
        return False
    most = range(1, 1 + min(4, max(map(len, draw["odds"].values()))))
    columns = [words.say("web.os.bag.kind"), *[words.say("web.os.bag.least", n=n) for n in most]]
    kinds = [
        (words.say(f"token.{kind}"), [chances[n - 1] / 1_000 if n <= len(chances) else "–" for n in most])
        for kind, chances in draw["odds"].items()
    ]
    text = words.say("web.os.bag.text", n=draw["count"])
    print_part(out, words, words.say("web.os.odds.draw"), text, True, columns, kinds)
    if draw["places"]:
        best = sorted(draw["places"].items(), key=lambda place: -place[1])
        places = [(words.say(f"place.{id}"), [chance / 1_000]) for id, chance in best]
        columns = [words.say("web.os.odds.place"), words.say("web.os.odds.filled")]
        text = words.say("web.os.odds.places.text")
        print_part(out, words, words.say("web.os.odds.places"), text, True, columns, places)
    return True
