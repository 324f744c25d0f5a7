"""Records: what is read from files, and what is said of values that are not as they should be."""

from __future__ import annotations

from dataclasses import field
from datetime import date
from typing import Annotated, Any, Literal

import pytest

from kronrat.data.shapes import Called, Matching, Misshapen, Record, Within, field_names, plain, read

Figure = Annotated[int, Within(0, 9)]


class Inner(Record):
    figure: Figure = 0


class Outer(Record):
    needed: int
    letter: Literal["a", "b"] = "a"
    either: Literal["x"] | Annotated[str, Matching("^[0-9]+$")] = "x"
    three: Annotated[list[Figure], Within(3, 3)] = field(default_factory=lambda: [1, 2, 3])
    inner: Inner = field(default_factory=Inner)
    many: list[Inner] = field(default_factory=list)
    by_letter: dict[Literal["a", "b"], Figure] = field(default_factory=dict)
    share: float = 0.0
    sure: bool = False
    odd: Annotated[str, Called("1st")] = ""
    absent: Figure | None = None


def test_what_is_left_out_has_its_default_and_what_may_be_absent_is_not_there() -> None:
    assert plain(read({"needed": 1}, Outer)) == {
        "needed": 1,
        "letter": "a",
        "either": "x",
        "three": [1, 2, 3],
        "inner": {"figure": 0},
        "many": [],
        "by_letter": {},
        "share": 0.0,
        "sure": False,
        "1st": "",
    }


def test_what_is_given_is_kept() -> None:
    given = {
        "needed": -(2**70),
        "letter": "b",
        "either": "12",
        "three": [9, 0, 9],
        "inner": {"figure": 3},
        "many": [{"figure": 1}, {}],
        "by_letter": {"b": 2},
        "share": 1,
        "sure": True,
        "1st": "first",
        "absent": 4,
    }
    record = read(given, Outer)
    assert (record.odd, record.absent, record.many[0]) == ("first", 4, Inner(figure=1))
    assert type(record.share) is float
    assert plain(record) == {**given, "many": [{"figure": 1}, {"figure": 0}]}
    assert list(field_names(Outer))[-2:] == ["1st", "absent"]
    assert read(plain(record), Outer) == record


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "expected object, got array"),
        ({}, "missing required field 'needed'"),
        ({"needed": "1"}, "needed: expected int, got str"),
        ({"needed": True}, "needed: expected int, got bool"),
        ({"needed": 1.0}, "needed: expected int, got float"),
        ({"needed": date(2020, 1, 1)}, "needed: expected int, got date"),
        ({"needed": None}, "needed: expected int, got null"),
        ({"needed": 1, "other": 2}, "unknown field 'other'"),
        ({"needed": 1, "odd": 2}, "unknown field 'odd'"),
        ({"needed": 1, "letter": "c"}, "letter: unknown value 'c'"),
        ({"needed": 1, "letter": 1}, "letter: expected str, got int"),
        ({"needed": 1, "either": "y"}, "either: expected str matching regex '^[0-9]+$'"),
        ({"needed": 1, "either": "1\n"}, "either: expected str matching regex '^[0-9]+$'"),
        ({"needed": 1, "three": [1, 2]}, "three: expected array of length >= 3"),
        ({"needed": 1, "three": [1, 2, 3, 4]}, "three: expected array of length <= 3"),
        ({"needed": 1, "three": [1, 2, 10]}, "three[2]: expected int <= 9"),
        ({"needed": 1, "inner": {"figure": -1}}, "inner.figure: expected int >= 0"),
        ({"needed": 1, "inner": {"figures": 1}}, "inner: unknown field 'figures'"),
        ({"needed": 1, "many": [{}, {"figure": "x"}]}, "many[1].figure: expected int, got str"),
        ({"needed": 1, "by_letter": {"c": 1}}, "by_letter: unknown value 'c'"),
        ({"needed": 1, "by_letter": {"a": 10}}, "by_letter: expected int <= 9"),
        ({"needed": 1, "share": "1"}, "share: expected float, got str"),
        ({"needed": 1, "sure": 1}, "sure: expected bool, got int"),
        ({"needed": 1, "absent": "x"}, "absent: expected int, got str"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(given: Any, said: str) -> None:
    with pytest.raises(Misshapen) as wrong:
        read(given, Outer)
    assert str(wrong.value) == said


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Inner().figure = 2  # type: ignore[misc]
