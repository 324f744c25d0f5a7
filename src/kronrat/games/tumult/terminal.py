"""Tumult Royal on the terminal: the centre, the landscape and the players, drawn from a view and the tables."""

from __future__ import annotations

import re
from collections.abc import Mapping

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
from kronrat.words import Words

HEADLINES = frozenset({"RoundBegan", "PhaseBegan"})
KINDS = {
    "goods": "goods",
    "fields": "field",
    "disc": "disc",
    "chronicle": "chronicle",
    "land": "land",
    "tables": "tables",
    "layouts": "layouts",
    "components": "component",
}
GOODS = ("bread", "marble", "tools")
HIDDEN = "·"
RAID = 2
SLOTS_IN_A_LINE = 9
FIELD_STYLES = {"meadow": "green", "forest": "dark_green", "mountain": "grey70", "village": "orange3", "castle": "red"}


def draw(out: Console, words: Words, rows: Rows, view: View) -> None:
    out.print()
    out.rule(Text(when(words, view), "bold"))
    _print_situation(out, words, rows, view)
    if view["raid"]["slots"]:
        _print_centre(out, words, view)
    out.print(_board(rows, view))
    out.print(_legend(words, rows))
    out.print()
    out.print(_players(words, view))


def when(words: Words, view: View) -> str:
    phase = words.say(f"phase.{view['phase']}")
    return f"{words.say('event.round_began', round=view['round']).rstrip('.')} · {phase}" if view["round"] else phase


def _print_situation(out: Console, words: Words, rows: Rows, view: View) -> None:
    wants = [
        f"{words.say(f'kind.{kind}')} {'?' if number is None else number}"
        for kind, number in zip(GOODS, view["demand"], strict=True)
    ]
    out.print(Text.assemble((f"{words.say('term.demand')}: ", "bold"), ", ".join(wants)))
    line = Text.assemble((f"{words.say('term.chronicle')}: ", "bold"))
    for place, space in enumerate(rows["chronicle"].values()):
        king = view["chronicle"][place] if place < len(view["chronicle"]) else None
        mark = HIDDEN if king is None else mark_of(king)
        line.append(mark * space["statues"], "dim" if king is None else f"bold {colour_of(king)}")
        if space["number"] >= 0:
            line.append(f"({space['number']}{doubt(space)})", "dim")
        line.append(" ")
    out.print(line)
    out.print(Text(f"{words.say('term.supply')}: {words.say('count.followers', n=view['supply'])}"))
    out.print()


def _print_centre(out: Console, words: Words, view: View) -> None:
    """The slots with what the viewer may see; in brackets whose a tile is, with `!` while it is in a hand."""
    raid = view["raid"]
    aside = words.say("count.tiles", n=raid["aside"])
    out.print(Text.assemble((words.say("term.centre"), "bold"), (f"  ({words.say('term.aside')}: {aside})", "dim")))
    grid = Table.grid(padding=(0, 2, 0, 0))
    cells = [_slot(raid, slot) for slot in range(len(raid["slots"]))]
    for begin in range(0, len(cells), SLOTS_IN_A_LINE):
        grid.add_row(*cells[begin : begin + SLOTS_IN_A_LINE])
    out.print(grid)
    out.print()


def _slot(raid: View, slot: int) -> Text:
    state, *owner = raid["slots"][slot]
    face = raid["faces"].get(str(slot), "--")
    cell = Text.assemble((f"{slot:2} ", "dim"), (face, "bold" if state == "free" else "dim"))
    if owner:
        cell.append(f"[{mark_of(owner[0])}{'!' if state == 'held' else ''}]", colour_of(owner[0]))
    return cell


# -- the landscape -------------------------------------------------------------------------------------------------


def _board(rows: Rows, view: View) -> Table:
    """Every field by its letter, followed by the letter of the seat whose statues are on it."""
    board = view["board"]
    letters = {id: row["letter"] for id, row in rows["fields"].items()}
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_row("", *[Text(f"{column:2}", "dim") for column in range(board["columns"])])
    for row in range(board["rows"]):
        cells = []
        for column in range(board["columns"]):
            field = row * board["columns"] + column
            cells.append(_field(letters, board["fields"][field], board["owners"][field]))
        grid.add_row(Text(f"{row:2}", "dim"), *cells)
    return grid


def _field(letters: Mapping[str, str], kind: str | None, owner: int | None) -> Text:
    cell = Text(HIDDEN, "dim") if kind is None else Text(letters[kind], FIELD_STYLES[kind])
    cell.append(" " if owner is None else mark_of(owner), "" if owner is None else f"bold {colour_of(owner)}")
    return cell


def _legend(words: Words, rows: Rows) -> Text:
    """What the letters mean and cost; what is reconstructed has its sign."""
    legend = [
        f"{row['letter']} {words.say(f'field.{id}')} ({_cost(words, rows, id)}{doubt(row)})"
        for id, row in rows["fields"].items()
    ]
    return Text("  ".join([*legend, f"{DOUBT} {words.say('term.reconstructed')}"]), "dim")


def _cost(words: Words, rows: Rows, field: str, factor: int = 1) -> str:
    row = rows["fields"][field]
    return words.say("amounts.goods", **{good: factor * row[good] for good in GOODS})


# -- players -------------------------------------------------------------------------------------------------------


def _players(words: Words, view: View) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    table.add_column("", no_wrap=True, min_width=20)
    for term in ("statues", "followers"):
        table.add_column(words.say(f"term.{term}").capitalize(), justify="right", no_wrap=True)
    table.add_column(words.say("term.castle_board").capitalize(), no_wrap=True)
    table.add_column("")
    for seat in view["order"]:
        player = view["players"][seat]
        arrow = "▸ " if seat in view["deciding"] else "  "
        me = f" ({words.say('cli.you')})" if seat == view["seat"] else ""
        female = "rank_female" if player["side"] == "female" else "rank"
        name = Text.assemble(arrow, (mark_of(seat), f"bold {colour_of(seat)}"), f" {words.player(seat)}{me}")
        name.append(f", {words.say(f'{female}.' + str(player['rank']))}", "dim")
        castle = (
            " ".join(player["castle"]) if player["castle"] is not None else words.say("count.tiles", n=player["tiles"])
        )
        mercy = Text(words.say("term.mercy") if player["mercy"] else "", "dim")
        table.add_row(name, str(player["statues"]), str(player["followers"]), castle, mercy)
    return table


# -- options and cards ---------------------------------------------------------------------------------------------


def heading(words: Words, rows: Rows, choice: Choice) -> str:
    """The numbers of an order are listed together."""
    return words.say(f"order.{choice[1]}") if choice[0] == "set" and len(choice) == 3 else ""


def label(words: Words, rows: Rows, choice: Choice, decision: Decision, foresee: Foresee) -> str:
    if choice[0] == "set":
        return str(choice[2])
    said = words.choice(choice, decision)
    if choice[0] != "pay":
        return said
    gained = [event.facts() for event in foresee() if type(event).__name__ == "FollowersGained"]
    return f"{said} → +{words.say('count.followers', n=gained[0]['followers'])}" if gained else said


def detail(words: Words, rows: Rows, choice: Choice) -> str:
    return ""


def telling(words: Words, rows: Rows, event: Event) -> str:
    return words.event(event)


def without_names(words: Words, rows: Rows, typed: str) -> str:
    """Tiles may be called by their symbols, as `2 bread`."""
    names = {words.say(f"tile.{letter}{n}").lower(): f"{letter}{n}" for letter in "bmt" for n in (1, 2, 3)}
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda name: names[name[0]], typed)


def tidied(choice: Choice) -> Choice:
    """Tiles in the order of the notation."""
    if choice[0] != "pay":
        return choice
    return (choice[0], *sorted(choice[1:], key=str))


def about(words: Words, rows: Rows, topic: str) -> str | None:
    """A kind of field, by id or name."""
    wanted = topic.lower()
    for id, row in rows["fields"].items():
        if wanted in (id, words.say(f"field.{id}").lower()):
            said = words.say("card.field", id=id, cost=_cost(words, rows, id), statues=row["statues"])
            if row["anywhere"]:
                said += " " + words.say("card.free", id=id, cost=_cost(words, rows, id, 2))
            return said
    return None


def odds(out: Console, words: Words, rows: Rows, view: View, odds: Odds) -> bool:
    """What the people will probably have left."""
    left = odds["left"]
    if left is None:
        return False
    tiles = range(0, min(len(kind["enough"]) for kind in left.values()), 2)
    heads = [words.say(f"web.tr.odds.{head}") for head in ("kind", "left", "demand")]
    columns = [*heads, words.say("web.odds.now"), *[f"−{n}" for n in tiles[1:]]]
    kinds = []
    for good, kind in left.items():
        likely = f"{kind['likely'] / 10:.1f}".replace(".", words.say("join.decimal"))
        demand = "?" if kind["demand"] is None else str(kind["demand"])
        chances = [kind["enough"][n] / 1_000 for n in tiles]
        kinds.append((words.say(f"kind.{good}"), [likely, demand, *chances]))
    print_part(out, words, words.say("web.tr.odds"), words.say("web.tr.odds.text"), False, columns, kinds)
    return True
