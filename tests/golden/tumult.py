"""Records golden journals of Tumult Royal: a random game for each number of seats and way to rob, in both variants."""

from __future__ import annotations

from pathlib import Path

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.match import Match
from tests.golden.record import scores

FOLDER = Path(__file__).parent
RAIDS = ("live", "draft", "orders")
GAMES = [(raid, seats) for raid in RAIDS for seats in (2, 3, 4)]
ORDERED = 12  # choices of an order after which it is submitted


def path_of(raid: str, seats: int) -> Path:
    return FOLDER / f"tumult-{raid}-{seats}.journal"


def record(raid: str, seats: int) -> Match:
    """A game in which anybody who may choose takes any option; the digest stands where a round begins."""
    game = kronrat.load("tumult")
    variant = "gamblers" if seats == 3 else "normal"
    match = Match(game, seats, {"raid": raid, "variant": variant}, seed=f"golden {raid} {seats}")
    chooser = Dice(seed_of_text(f"golden choices {raid} {seats}"))
    round = 0
    while not match.over:
        if game.view(match.state, None)["round"] != round:
            round += 1
            match.checkpoint()
        deciding = match.state.deciding()
        seat = deciding[chooser.below(len(deciding))]
        options = match.state.options(seat)
        number = chooser.below(len(options))
        if ("submit",) in options and number % ORDERED == 0:
            number = options.index(("submit",))
        match.play(seat, options[number])
    match.checkpoint()
    match.journal.header["scores"] = scores(match)
    return match


def write_all() -> list[Path]:
    files = []
    for raid, seats in GAMES:
        path = path_of(raid, seats)
        path.write_text(record(raid, seats).journal.text(), encoding="utf-8")
        files.append(path)
    return files
