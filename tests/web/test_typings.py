"""The types that are written for scripts: every way in which the rules can say what a key holds."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from kronrat.box import box_ids, box_of
from kronrat.typings import _Types, types_of


class Inner(TypedDict):
    number: int


class Outer(TypedDict, total=False):
    sometimes: Inner


class Whole(Outer):
    seat: int | None
    names: list[str | int]
    pairs: tuple[tuple[str, int], ...]
    by_kind: dict[Literal["reef", "shell"], Annotated[int, "a count"]]
    by_name: dict[str, Inner]
    seldom: NotRequired[Literal[True, 2, "three"]]
    anything: Any


def test_every_kind_of_key_is_said() -> None:
    types = _Types(box_of(box_ids()[0]))
    assert types.said(Whole) == "Whole"
    assert types.written == [
        "export type Whole = {\n"
        "  sometimes?: Inner;\n"
        "  seat: number | null;\n"
        "  names: (string | number)[];\n"
        "  pairs: [string, number][];\n"
        '  by_kind: Partial<Record<"reef" | "shell", number>>;\n'
        "  by_name: Record<string, Inner>;\n"
        '  seldom?: true | 2 | "three";\n'
        "  anything: unknown;\n"
        "};\n",
        "export type Inner = {\n  number: number;\n};\n",
    ]


@pytest.mark.parametrize("game", box_ids())
def test_the_types_of_a_game_name_all_that_its_page_is_told(game: str) -> None:
    text = types_of(box_of(game))
    for name in ("View", "Hints", "Events", "GameEvent", "Rows", "Questions"):
        assert text.count(f"export type {name} = ") == 1, name
