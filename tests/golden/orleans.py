"""Records golden journals of Orléans Stories: a game for each number of seats and story, played by hands that act."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.match import Match
from tests.golden.record import scores

FOLDER = Path(__file__).parent
OPTIONS: dict[str, dict[str, str]] = {
    "first-kingdom": {"story": "first-kingdom", "rounds": "12"},
    "kings-favor": {"story": "kings-favor", "favourites": "2"},
}
GAMES = [(story, seats) for story in OPTIONS for seats in (2, 3, 4)]
LAZY = (("pass",), ("ready",), ("enough",), ("decline",))  # taken one time in four, so that something happens


def path_of(story: str, seats: int) -> Path:
    return FOLDER / f"orleans-{story}-{seats}.journal"


def record(story: str, seats: int) -> Match:
    """Anybody who may choose takes any option, seldom an idle one; the digest stands where a round begins."""
    game = kronrat.load("orleans")
    match = Match(game, seats, OPTIONS[story], seed=f"golden {story} {seats}")
    chooser = Dice(seed_of_text(f"golden choices {story} {seats}"))
    round = 0
    while not match.over:
        state: Any = match.state
        if state.round != round:
            round = state.round
            match.checkpoint()
        deciding = match.state.deciding()
        seat = deciding[chooser.below(len(deciding))]
        options = match.state.options(seat)
        busy = [option for option in options if option not in LAZY]
        if busy and chooser.below(4):
            options = busy
        match.play(seat, options[chooser.below(len(options))])
    match.checkpoint()
    match.journal.header["scores"] = scores(match)
    return match


def write_all() -> list[Path]:
    files = []
    for story, seats in GAMES:
        path = path_of(story, seats)
        path.write_text(record(story, seats).journal.text(), encoding="utf-8")
        files.append(path)
    return files
