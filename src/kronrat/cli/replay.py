"""`kronrat replay` and `kronrat verify`: a saved game told in words, and its dice proven."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from kronrat.cli.drawing import drawing_of
from kronrat.cli.errors import Refused
from kronrat.cli.files import read_game
from kronrat.cli.speech import console, words_of
from kronrat.cli.telling import print_events, print_standing, print_table_options
from kronrat.core.bends import bends_of
from kronrat.core.flow import CHANCE
from kronrat.core.header import seats_of
from kronrat.core.journal import BrokenJournal
from kronrat.core.replay import Replay
from kronrat.core.replay import verify as check_dice
from kronrat.core.variation import verify_origin


def tell(file: Path, to: int | None, lang: str | None, data: Path | None) -> None:
    """Tell a saved game up to line `to`, or to its end; up to there it must be sound."""
    journal, game = read_game(file, data)
    lines = len(journal.lines)
    if to is not None and not 0 <= to <= lines:
        raise Refused(f"--to {to}: {file} has lines 1 to {lines}")
    try:
        run = Replay(game, journal)
        story = [run.step() for _ in range(lines if to is None else to)]
    except BrokenJournal as problem:
        raise Refused(f"{file}: {problem}") from None
    match, drawing, out = run.match, drawing_of(game.id), console()
    words = words_of(lang, game.id, game.variant(match.options), journal.names)
    out.print(words.say("cli.title", game=game.id), style="bold")
    print_table_options(out, words, match.options)
    for line, events in zip(journal.lines, story, strict=False):
        if line.undoes is not None and line.seat != CHANCE:  # dice go back with the choice they followed
            taken = journal.lines[line.undoes - 1]
            out.print(Text(f"  {words.say('cli.replay_undo', seat=line.seat, choice=taken.choice)}", "yellow"))
        print_events(out, words, game.rows, events)
    if match.over:
        print_standing(out, words, match.state.standing())
    else:
        drawing.draw(out, words, game.rows, game.view(match.state, None))
        out.print(words.say("cli.replay_open", told=len(story), lines=lines), style="dim")


def prove(file: Path, origin: Path | None, lang: str | None, data: Path | None) -> None:
    """Check every chance answer of a saved game against the seed it committed to, and the beginning of a variation
    against the game that it is said to go on from.
    """
    journal, game = read_game(file, data)
    try:
        checked = check_dice(game, journal)
        if origin is not None:
            verify_origin(game, journal, read_game(origin, data)[0])
        bends = bends_of(journal, seats_of(journal))
    except BrokenJournal as problem:
        raise Refused(f"{file}: {problem}") from None
    words = words_of(lang)
    out = console()
    out.print(words.say("cli.verified", n=checked), style="green")
    if "commitment" in journal.header:
        out.print(words.say("cli.verified_commitment", commitment=journal.header["commitment"]))
    if bends:
        last, said = bends[-1], "named" if origin is None else "proved"
        facts = {"at": last.place, "origin": last.digest, "dice": "same" if last.seat is None else "new"}
        out.print(words.say(f"cli.verified_origin.{said}", **facts))
