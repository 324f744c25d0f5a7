"""Pearl divers on the terminal: the sea, the market and the players, drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kronrat.cli.drawing import Foresee, View
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision
from kronrat.core.game import Rows
from kronrat.words import Words

HEADLINES = frozenset({"RoundBegan", "PhaseBegan"})
KINDS = {"wares": "ware", "places": "place"}
COLOURS = ("bright_red", "bright_blue", "bright_yellow", "bright_green")
FIGURES = ("pearls", "hand", "divers")


def variant(options: Mapping[str, str]) -> str:
    return ""


def draw(out: Console, words: Words, rows: Rows, view: View) -> None:
    out.print()
    out.rule(Text(_when(words, view), "bold"))
    for name in ("pile", "reef", "deck"):
        out.print(f"{_term(words, name)}: {view[name]}")
    if view["dived"]:
        out.print(f"{_term(words, 'dived')}: {', '.join(map(str, view['dived']))}")
    out.print()
    if view["market"]:
        out.print(_market(words, view))
    out.print(_players(words, view))


def _when(words: Words, view: View) -> str:
    said = words.say("caption", round=view["round"], rounds=view["rounds"])
    return said if view["over"] else f"{said} · {words.say('phase.' + view['phase'])}"


def _term(words: Words, name: str) -> str:
    said = words.say(f"term.{name}")
    return said[:1].upper() + said[1:]


def _table(words: Words, *columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for name in columns:
        table.add_column(_term(words, name), justify="right" if name in FIGURES else "left")
    return table


def _market(words: Words, view: View) -> Table:
    table = _table(words, "ware", "price", "worth", "left")
    for row in view["market"]:
        table.add_row(words.say(f"ware.{row['ware']}"), *[str(row[name]) for name in ("price", "worth", "left")])
    return table


def _players(words: Words, view: View) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    table.add_column("", no_wrap=True)
    for name in FIGURES:
        table.add_column(_term(words, name), justify="right")
    for name in ("wares", "cove", "plan"):
        table.add_column(_term(words, name))
    for seat, player in enumerate(view["players"]):
        arrow = "▸ " if seat in view["deciding"] else "  "
        me = f" ({words.say('cli.you')})" if seat == view["seat"] else ""
        who = Text.assemble(arrow, (words.player(seat), f"bold {COLOURS[seat]}"), me)
        wares = ", ".join([words.say(f"ware.{ware}") for ware in player["wares"]])
        secret = "?" if player["cove"] is None else str(player["cove"])
        plan = ", ".join([_place(words, place) for place in player["plan"] or ()])
        table.add_row(
            who, *[str(player[figure]) for figure in FIGURES], wares, secret if player["has_cove"] else "–", plan
        )
    return table


def _place(words: Words, place: int) -> str:
    return words.say({0: "place.0", -1: "place.minus"}.get(place, "place.plus"))


# -- options and cards ---------------------------------------------------------------------------------------------


def heading(words: Words, rows: Rows, choice: Choice) -> str:
    return ""


def label(words: Words, rows: Rows, choice: Choice, decision: Decision, foresee: Foresee) -> str:
    return words.choice(choice, decision)


def detail(words: Words, rows: Rows, choice: Choice) -> str:
    return words.say(f"ware.{choice[1]}.text") if choice[0] == "buy" else ""


def telling(words: Words, rows: Rows, event: Event) -> str:
    return words.event(event)


def without_names(words: Words, rows: Rows, typed: str) -> str:
    """Wares may be called by their names."""
    for id in rows["wares"]:
        typed = typed.replace(words.say(f"ware.{id}").lower(), id)
    return typed


def tidied(choice: Choice) -> Choice:
    return choice


def about(words: Words, rows: Rows, topic: str) -> str | None:
    """A ware, by its id or its name."""
    for id in rows["wares"]:
        if topic.lower() in (id, words.say(f"ware.{id}").lower()):
            return words.say(f"ware.{id}.text")
    return None
