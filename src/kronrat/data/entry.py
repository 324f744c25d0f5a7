"""What every entry of every table has in common."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Source = Literal["rulebook", "public", "reconstruction", "owner"]
Count = Annotated[int, Meta(ge=0, le=99)]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of printed figures in which a misspelt name is an error."""


class Entry(Strict, kw_only=True, frozen=True):
    """One card, building or other component, with the origin of its figures.

    A figure that follows from another one counts as that one; where it is one interpretation among several it counts
    as a reconstruction, and the note says what it was inferred from. `owner` means read off somebody's real copy of
    the game and is for override folders only.
    """

    source: Source
    sources: dict[str, Source] = field(default_factory=dict)  # for single figures that come from elsewhere
    note: str = ""
    reconstructed: str = ""  # the part that is not known and was made up to fit; `source` holds for the rest


PROVENANCE = frozenset(Entry.__struct_fields__)
