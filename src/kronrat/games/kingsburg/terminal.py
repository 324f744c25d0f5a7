"""Kingsburg on the terminal: the court, the players and the province sheet, drawn from a view and the tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kronrat.cli.chances import Odds, print_part
from kronrat.cli.drawing import Foresee, View, colour_of, mark_of
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision
from kronrat.core.game import Rows
from kronrat.words import Words

NEUTRAL = -3
WIDE = 110  # columns from which names are written out
NARROW = 80  # and below which advisors are listed in one column
LAST_YEAR = 5
MORE_SOLDIERS = 5  # columns of the odds of a battle, beside that of now
SEASONS = (2, 4, 6)  # the phases in which advisors are influenced
HEADLINES = frozenset({"YearBegan", "PhaseBegan"})
KINDS = {
    "buildings": "building",
    "enemies": "enemy",
    "advisors": "advisor",
    "components": "component",
    "governors": "governor",
    "army": "army",
}
GOODS = ("gold", "wood", "stone")

Row = Mapping[str, Any]


def draw(out: Console, words: Words, rows: Rows, view: View) -> None:
    out.print()
    out.rule(Text(when(words, view), "bold"))
    _print_situation(out, words, rows, view)
    if view["phase"] in SEASONS:
        out.print(_court(words, rows, view, out.width))
        if any(group[0] == NEUTRAL for groups in view["court"].values() for group in groups):
            out.print(Text(f" {mark(NEUTRAL)} {words.say('cli.neutral')}", "dim"))
        out.print()
    out.print(_players(words, rows, view))
    out.print()
    out.print(_sheet(words, rows, view))


def when(words: Words, view: View) -> str:
    year = words.say("cli.year_of", year=view["year"], last=LAST_YEAR)
    return f"{year} · {words.say('event.phase_began', phase=view['phase']).rstrip('.')}"


def _print_situation(out: Console, words: Words, rows: Rows, view: View) -> None:
    out.print(Text.assemble((f"{words.say('cli.enemy')}: ", "bold"), _enemy(words, rows, view)))
    envoy = view["envoy"]
    said = words.say("cli.envoy_free") if envoy is None else words.say("cli.envoy_at", seat=envoy)
    out.print(Text(said))
    out.print()


def _enemy(words: Words, rows: Rows, view: View) -> str:
    low, high = view["enemy_range"]
    if view["enemy"] is None:
        return words.say("cli.enemy_hidden", low=low, high=high)
    card = enemy_card(words, rows["enemies"][view["enemy"]])
    return words.say("cli.enemy_open" if view["enemy_open"] else "cli.enemy_secret", enemy=card)


def enemy_card(words: Words, row: Row) -> str:
    penalty = words.say("amounts.penalty", **row["penalty"])
    reward = words.say("amounts.reward", **row["reward"])
    facts = {name: row[name] for name in ("type", "year", "strength")}
    return words.say("card.enemy", **facts, penalty=penalty, reward=reward)


# -- the court ---------------------------------------------------------------------------------------------------


def _court(words: Words, rows: Rows, view: View, width: int) -> Table:
    """The advisors, side by side if there is room, with the letters of those whose dice lie there."""
    advisors = sorted(rows["advisors"].items(), key=lambda entry: entry[1]["rank"])
    cells = [_seat_at_court(words, view, *advisor, width >= WIDE) for advisor in advisors]
    columns = 1 if width < NARROW else 2
    height = len(cells) // columns
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(columns):
        grid.add_column(justify="right", no_wrap=True, min_width=2)
        grid.add_column(justify="right", no_wrap=True, min_width=2)
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
    for line in range(height):
        grid.add_row(*[part for seat in cells[line::height] for part in seat])
    return grid


def _seat_at_court(words: Words, view: View, id: str, row: Row, wide: bool) -> list[Text]:
    groups = view["court"].get(str(row["rank"]), [])
    marks = Text()
    for group in groups:
        marks.append(mark(group[0]), colour(group[0]))
    gives = Text(short_yield(words, row), "dim" if groups else "")
    if wide:
        for group in groups:
            gives.append(f"  {_owner(words, group[0])}: {_lying(group[1:])}", colour(group[0]))
    return [marks, Text(str(row["rank"]), "bold"), Text(words.say(f"advisor.{id}"), "" if groups else "bold"), gives]


def mark(seat: int) -> str:
    return "#" if seat == NEUTRAL else mark_of(seat)


def colour(seat: int) -> str:
    return "white" if seat == NEUTRAL else f"bold {colour_of(seat)}"


def _owner(words: Words, seat: int) -> str:
    return words.say("owner.neutral") if seat == NEUTRAL else words.player(seat)


def _lying(group: Iterable[str | int]) -> str:
    """The dice of a group, as they lie there."""
    return " ".join({"bonus": "|", "plus2": "+2"}.get(str(word), str(word)) for word in group)


def short_yield(words: Words, row: Row) -> str:
    """What an advisor gives, short enough for the court."""
    if row["trade"]:
        return words.say("cli.short.trade")
    gain = dict(row["gain"])
    parts: list[str] = []
    if all(gain[good] == 1 for good in GOODS):
        parts.append(words.say("cli.short.each"))
        gain |= dict.fromkeys(GOODS, 0)
    parts += [
        words.say(f"cli.short.{kind}", n=gain[kind]) for kind in (*GOODS, "vp", "soldiers", "plus2") if gain[kind]
    ]
    if row["one_of"]:
        parts.append("/".join(words.say(f"good.{good}") for good in row["one_of"]))
    if row["choose"]:
        parts.append(words.say("count.goods", n=row["choose"]))
    if row["peek"]:
        parts.append(words.say("cli.short.peek"))
    gives = ", ".join(parts)
    return words.say("cli.short.price", gives=gives, vp=row["pay"]["vp"]) if row["pay"]["vp"] else gives


# -- players -----------------------------------------------------------------------------------------------------


def _players(words: Words, rows: Rows, view: View) -> Table:
    """Everybody in turn order, with all that lies before them but the buildings."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(words.say("cli.order"), no_wrap=True, min_width=20)
    for column in ("vp", "gold", "wood", "stone", "tokens", "soldiers", "battle"):
        table.add_column(words.say(f"cli.head.{column}"), justify="right", no_wrap=True)
    table.add_column(words.say("cli.dice"), no_wrap=True)
    table.add_column("")
    placed = any(group[0] != NEUTRAL for groups in view["court"].values() for group in groups)
    rolled = placed or any(player["dice"] for player in view["players"])
    for seat in view["order"]:
        player = view["players"][seat]
        amounts = [str(player[name]) for name in ("vp", *GOODS, "plus2", "soldiers")]
        amounts.append(f"{sum(rows['buildings'][id]['battle'] for id in player['buildings']):+}")
        table.add_row(_name(words, view, seat), *amounts, _dice(words, player, rolled), _remarks(words, view, seat))
    return table


def _name(words: Words, view: View, seat: int) -> Text:
    arrow = "▸ " if seat in view["deciding"] else "  "
    me = f" ({words.say('cli.you')})" if seat == view["seat"] else ""
    return Text.assemble(arrow, (mark(seat), colour(seat)), f" {words.player(seat)}{me}")


def _dice(words: Words, player: Row, rolled: bool) -> Text:
    """Dice that are not placed yet; before the roll, how many bonus dice will be rolled."""
    dice = Text(" ".join(map(str, player["dice"])), "bold")
    if player["bonus"]:
        dice.append(f" + {' '.join(map(str, player['bonus']))}", "bold white")
    elif player["extra_dice"] and not rolled:
        dice.append(f"+{words.say('count.bonus_dice', n=player['extra_dice'])}", "dim")
    return dice


def _remarks(words: Words, view: View, seat: int) -> Text:
    remarks = []
    if view["players"][seat]["governor"]:
        remarks.append(words.say(f"governor.{view['players'][seat]['governor']}"))
    if view["players"][seat]["tokens"]:
        tokens = "".join(map(str, view["players"][seat]["tokens"]))
        remarks.append(words.say("cli.army_tokens", tokens=tokens))
    if view["envoy"] == seat:
        remarks.append(words.say("cli.envoy"))
    if seat in view["passed"] and len(view["passed"]) < view["seats"]:
        remarks.append(words.say("cli.passed"))
    return Text(", ".join(remarks), "dim")


# -- the province sheet --------------------------------------------------------------------------------------------


def _sheet(words: Words, rows: Rows, view: View) -> Table:
    """All buildings with cost and points, and behind each the letters of its owners."""
    modules = ["", *view["options"].get("modules", "").split(",")]
    buildings = rows["buildings"].items()
    cells = {(row["row"], row["column"]): (id, row) for id, row in buildings if row["module"] in modules}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False, expand=True)
    table.add_column("")
    columns = sorted({column for _, column in cells})
    for column in columns:
        table.add_column(words.say(f"year.{column}"), ratio=1, no_wrap=True)
    for letter in sorted({letter for letter, _ in cells}):
        row = [cells.get((letter, column)) for column in columns]  # not every row is as long as the longest
        table.add_row(Text(letter, "bold"), *[_building(words, view, *cell) if cell else Text() for cell in row])
    return table


def _building(words: Words, view: View, id: str, row: Row) -> Text:
    owners = [seat for seat, player in enumerate(view["players"]) if id in player["buildings"]]
    cell = Text(words.say(f"short.{id}"), "bold" if view["seat"] in owners else "")
    cell.append(" ")
    for seat in owners:
        cell.append(mark(seat), colour(seat))
    cell.append(f"\n{short_cost(words, row)}", "dim")
    return cell


def short_cost(words: Words, row: Row) -> str:
    cost = " ".join(f"{row[good]}{words.say(f'cli.letter.{good}')}" for good in GOODS if row[good])
    return f"{cost} → {words.say('cli.short.vp', n=row['vp'])}"


# -- options and cards -------------------------------------------------------------------------------------------


def heading(words: Words, rows: Rows, choice: Choice) -> str:
    """Ways to influence one advisor of the King are grouped."""
    if not _at_court(choice):
        return ""
    rank = int(choice[1])
    row = next(row for row in rows["advisors"].values() if row["rank"] == rank)
    return f"{words.say(f'rank.{rank}')}: {short_yield(words, row)}"


def _at_court(choice: Choice) -> bool:
    """Whether dice go to the King's court, and not to an advisor on a card of one's own."""
    return choice[0] == "influence" and "private" not in choice


def label(words: Words, rows: Rows, choice: Choice, decision: Decision, foresee: Foresee) -> str:
    if _at_court(choice):
        return words.say("cli.placing", group=choice[2:])
    if choice[0] != "build":
        return words.choice(choice, decision)
    paid = [event.facts() for event in foresee() if type(event).__name__ == "GoodsPaid"]
    said = words.choice(choice, decision, cost=words.say("amounts.goods", **paid[0]) if paid else "")
    return f"{said} → {detail(words, rows, choice)}"


def detail(words: Words, rows: Rows, choice: Choice) -> str:
    """What the building of this choice is worth and does."""
    if choice[0] != "build":
        return ""
    vp = rows["buildings"][str(choice[1])]["vp"]
    return f"{words.say('cli.short.vp', n=vp)}. {words.say(f'text.{choice[1]}')}"


def telling(words: Words, rows: Rows, event: Event) -> str:
    """The enemy is named with all that is printed on its card, corrections included."""
    kind, facts = type(event).__name__, event.facts()
    if kind == "EnemyRevealed":
        return words.say("cli.enemy_revealed", enemy=enemy_card(words, rows["enemies"][facts["enemy"]]))
    if kind == "EnemySeen":
        card = enemy_card(words, rows["enemies"][facts["enemy"]])
        return words.say("cli.enemy_seen", seat=facts["seat"], enemy=card)
    return words.event(event)


def without_names(words: Words, rows: Rows, typed: str) -> str:
    """Buildings, governors and goods may be called by their names."""
    ids = {words.say(f"good.{good}").lower(): good for good in GOODS}
    ids |= {words.say(f"governor.{id}").lower(): id for id in rows["governors"]}
    ids |= {words.say(f"building.{id}").lower(): id for id in rows["buildings"]}
    names = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda name: ids[name[0]], typed)


def tidied(choice: Choice) -> Choice:
    """Dice ascending and goods in their order; the rank stays in front, and what a card is used for as it is."""
    ahead = 2 if choice[0] in ("influence", "use") else 1
    runs = [sorted(run, key=_place) for _, run in groupby(choice[ahead:], key=_sort_of)]
    mended = (*choice[:ahead], *[word for run in runs for word in run])
    return choice if choice[0] == "use" and any(word in GOODS for word in choice) else mended


def _sort_of(word: str | int) -> str:
    """Neighbouring words of one sort may change places; other words keep theirs."""
    return "die" if isinstance(word, int) else "good" if word in GOODS else word


def _place(word: str | int) -> int:
    return word if isinstance(word, int) else GOODS.index(word) if word in GOODS else 0


def about(words: Words, rows: Rows, topic: str) -> str | None:
    """A building, an advisor, a governor or an enemy, by id or name."""
    wanted = topic.lower()
    for id, row in rows["buildings"].items():
        if wanted in (id, words.say(f"building.{id}").lower()):
            return words.say("card.building", id=id, cost=words.say("amounts.goods", **row), vp=row["vp"])
    for id, row in rows["advisors"].items():
        if wanted in (id, words.say(f"advisor.{id}").lower()):
            return words.say("card.advisor", id=id, rank=row["rank"])
    for id, row in rows["governors"].items():
        if wanted in (id, words.say(f"governor.{id}").lower()):
            return words.say("card.governor", id=id, reconstructed=row["reconstructed"])
    for id, row in rows["enemies"].items():
        if wanted == id:
            return enemy_card(words, row)
    return None


def odds(out: Console, words: Words, rows: Rows, view: View, odds: Odds) -> bool:
    """The battle with more and more soldiers, and what rivals can reach."""
    battle, rivals = odds["battle"], odds["rivals"]
    if battle:
        text = words.say("web.kb.odds.battle.text", n=battle["enemies"])
        title = words.say("web.kb.odds.battle")
        print_part(out, words, title, text, True, *_gauge(words, battle))
    if rivals:
        names = {str(row["rank"]): words.say(f"advisor.{id}") for id, row in rows["advisors"].items()}
        reach = [(f"{rank:>2} {names[rank]}", [" ".join(map(mark_of, seats))]) for rank, seats in rivals.items()]
        text = words.say("web.kb.odds.reach.text")
        print_part(out, words, words.say("web.kb.odds.reach"), text, True, ["", ""], reach)
    return bool(battle or rivals)


def _gauge(words: Words, battle: Mapping[str, Any]) -> tuple[list[str], list[tuple[str, list[float]]]]:
    """Heads and rows: with army tokens the chance of victory of each, otherwise how the battle may end."""
    ways: dict[str, list[list[int]]] = battle["tokens"] or {"": battle["more"]}
    soldiers = range(min(MORE_SOLDIERS + 1, max(map(len, ways.values()))))
    columns = [words.say("web.kb.odds.soldiers"), words.say("web.odds.now"), *[f"+{n}" for n in soldiers[1:]]]
    rows: list[tuple[str, list[float]]] = []
    for token, more in ways.items():
        cases = [more[min(n, len(more) - 1)] for n in soldiers]
        for place, result in enumerate(("victory",) if token else ("victory", "draw", "defeat")):
            head = words.say("web.kb.odds.token", n=int(token)) if token else words.say(f"web.kb.odds.{result}")
            rows.append((head, [case[place] / sum(case) for case in cases]))
    return columns, rows
