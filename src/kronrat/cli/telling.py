"""Events and results in words, on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kronrat.cli.drawing import drawing_of
from kronrat.core.events import Event, Forced
from kronrat.core.game import Rows, Standing
from kronrat.words import Words


def print_table_options(out: Console, words: Words, options: Mapping[str, str]) -> None:
    """The options of a table, and what was chosen; options left empty are not named."""
    chosen: list[str] = []
    for name, value in options.items():
        if value:
            values = ", ".join(words.say(f"switch.{name}.{one}") for one in value.split(","))
            chosen.append(f"{words.say(f'switch.{name}')}: {values}")
    if chosen:
        out.print(words.say("cli.options", options="; ".join(chosen)))


def print_events(out: Console, words: Words, rows: Rows, events: Iterable[Event], seat: int | None = None) -> None:
    """One line for each event, with the rule behind it; for a seat, only what that seat may know."""
    headlines = drawing_of(words.game).HEADLINES
    for event in events:
        if _worth_telling(event, seat):
            headline = type(event).__name__ in headlines
            out.print(event_line(words, rows, event, "bold" if headline else ""))


def _worth_telling(event: Event, seat: int | None) -> bool:
    """That others had no choice is not worth a line; its effects have lines of their own."""
    if isinstance(event, Forced):
        return event.seat == seat
    return seat is None or event.seen_by(seat)


def event_line(words: Words, rows: Rows, event: Event, style: str = "") -> Padding:
    line = Text.assemble((drawing_of(words.game).telling(words, rows, event), style), (f"  {event.rule}", "dim"))
    return Padding(line, (0, 0, 0, 2), expand=False)


def print_standing(out: Console, words: Words, standing: Sequence[Standing]) -> None:
    """The ranking with what broke ties, and who has won."""
    out.print()
    out.print(words.say("cli.standing"), style="bold")
    for result in standing:
        out.print(f"  {words.standing(result)}", style="bold green" if result.place == 1 else None)
    out.print(outcome(words, standing), style="bold")


def outcome(words: Words, standing: Sequence[Standing]) -> str:
    """Who has won."""
    winners = [result.seat for result in standing if result.place == 1]
    if len(winners) > 1:
        return words.say("cli.shared", winners=winners)
    return words.say("cli.winner", seat=winners[0], score=standing[0].score)
