"""The wayfarers have no tables of their own."""

from collections.abc import Iterator

from kronrat.data.entry import Entry
from kronrat.data.tables import Rows

TABLES: dict[str, type[Entry]] = {}
FIXED: dict[str, tuple[str, ...]] = {}
OPS_IN: tuple[str, ...] = ()
MARKERS = 1


def check(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """Nothing can be wrong."""
    yield from ()
