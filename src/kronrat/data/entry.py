"""What every entry of every table has in common."""

from dataclasses import field
from typing import Annotated, Literal

from kronrat.data.shapes import Record, Within, field_names

Source = Literal["rulebook", "public", "reconstruction", "owner"]
Count = Annotated[int, Within(0, 99)]


class Entry(Record):
    """One card, building or other component, with the origin of its figures.

    A figure that follows from another one counts as that one; where it is one interpretation among several it counts
    as a reconstruction, and the note says what it was inferred from. `owner` means read off somebody's real copy of
    the game and is for override folders only.
    """

    source: Source
    sources: dict[str, Source] = field(default_factory=dict)  # for single figures that come from elsewhere
    note: str = ""
    reconstructed: str = ""  # the part that is not known and was made up to fit; `source` holds for the rest


PROVENANCE = frozenset(field_names(Entry))
