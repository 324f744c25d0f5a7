"""Counted games as tables of data, for those who want to know more: as CSV, or as Parquet with `kronrat[stats]`.

`seats` has a row for each seat of each game, `counts` one for everything that a seat did, `dice` one for each face, and
`summary` the statistics with their intervals.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from kronrat.study.tallying import Line, Statistics, Tally

Rows = list[dict[str, Any]]
OF_TABLE = ("journal", "game", "kind", "players")
COLUMNS = {  # also of a table that has no rows
    "seats": (*OF_TABLE, "seat", "level", "points", "won", "choices"),
    "counts": (*OF_TABLE, "seat", "level", "points", "won", "what", "value", "n"),
    "dice": (*OF_TABLE, "what", "face", "n"),
    "summary": ("game", "kind", "players", "games", *[field.name for field in fields(Line)]),
}


def tables_of(tallies: Sequence[tuple[str, Tally]], statistics: Sequence[Statistics]) -> dict[str, Rows]:
    """All tables by their names; games are named as their journals are."""
    seats: Rows = []
    counts: Rows = []
    dice: Rows = []
    for name, one in tallies:
        table = {"journal": name, "game": one.game, "kind": one.kind, "players": one.seats}
        for seat in range(one.seats):
            own = {"seat": seat, "level": one.levels[seat], "points": one.scores[seat], "won": one.won[seat]}
            seats.append({**table, **own, "choices": one.choices})
            for what, values in one.counted[seat].items():
                counts += [{**table, **own, "what": what, "value": value, "n": n} for value, n in values.items()]
        for what, values in one.dice.items():
            dice += [{**table, "what": what, "face": face, "n": n} for face, n in values.items()]
    summary = [
        {"game": one.game, "kind": one.kind, "players": one.seats, "games": one.games, **asdict(line)}
        for one in statistics
        for line in one.lines
    ]
    return {"seats": seats, "counts": counts, "dice": dice, "summary": summary}


def write_csv(folder: Path, tables: Mapping[str, Rows]) -> None:
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("x", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS[name], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def write_parquet(folder: Path, tables: Mapping[str, Rows]) -> None:
    import pyarrow
    from pyarrow import parquet

    for name, rows in tables.items():
        parquet.write_table(pyarrow.Table.from_pylist(rows), folder / f"{name}.parquet")
