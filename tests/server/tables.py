"""Tables, records and summaries as short as a test of the store needs them."""

from __future__ import annotations

from collections.abc import Sequence

from kronrat.server import wire
from kronrat.server.records import Chatted, Record, Summary, TableRow


def row(table: str, listed: bool = True, created: int = 1) -> TableRow:
    return TableRow(table, "tiny", {"rounds": "5"}, "live", "free", 0, listed, "owner", b"\0secret", created, 3)


def record(version: int, command: str = "", at: int | None = None) -> Record:
    body = Chatted("Grüße", f"{version}\0", version % 3)
    return Record(version, 1_000 + version if at is None else at, body, command)


def batch(first: int, length: int, command: str = "") -> list[Record]:
    """The records of one append; only the first one carries the command."""
    return [record(first, command), *(record(version) for version in range(first + 1, first + length))]


def summary(
    stage: wire.Stage = "playing",
    guests: Sequence[str] = ("anna", "ben"),
    deciding: Sequence[int] = (0,),
    deadlines: dict[str, int] | None = None,
    held: str = "",
) -> Summary:
    """Guests sit on the first seats, bots on the rest."""
    seats = [wire.Seat("human", guest, held="" if place else held) for place, guest in enumerate(guests)]
    seats += [wire.Seat("bot", bot="greedy")] * (3 - len(guests))
    sitting = {str(seat): guest for seat, guest in enumerate(guests)}
    return Summary(stage, seats, list(deciding), {"says": "year"}, deadlines or {}, sitting)
