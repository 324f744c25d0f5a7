"""Records golden journals: one random game of Kingsburg for each edition, number of seats and with all modules."""

from __future__ import annotations

from pathlib import Path

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.match import Match

FOLDER = Path(__file__).parent
ALL_MODULES = "buildings,governors,army"
GAMES = [(edition, seats) for edition in ("1e", "2e", "2e-modules") for seats in (2, 3, 4, 5)]


def path_of(edition: str, seats: int) -> Path:
    return FOLDER / f"kingsburg-{edition}-{seats}.journal"


def record(edition: str, seats: int) -> Match:
    """A game in which everybody takes any option, with the digest of the position whenever a year begins or ends."""
    game = kronrat.load("kingsburg")
    table = {"edition": edition[:2]}
    if edition.endswith("modules"):
        table["modules"] = ALL_MODULES
    match = Match(game, seats, table, seed=f"golden {edition} {seats}")
    chooser = Dice(seed_of_text(f"golden choices {edition} {seats}"))
    year = 0
    while not match.over:
        if game.view(match.state, None)["year"] != year:
            year += 1
            match.checkpoint()
        seat = match.state.deciding()[0]
        options = match.state.options(seat)
        match.play(seat, options[chooser.below(len(options))])
    match.checkpoint()
    match.journal.header["scores"] = scores(match)
    return match


def scores(match: Match) -> str:
    """The points of all seats, for the reader of a journal and for the test."""
    points = {result.seat: result.score for result in match.state.standing()}
    return " ".join(str(points[seat]) for seat in range(match.state.seats))


def write_all() -> list[Path]:
    files = []
    for edition, seats in GAMES:
        path = path_of(edition, seats)
        path.write_text(record(edition, seats).journal.text(), encoding="utf-8")
        files.append(path)
    return files
