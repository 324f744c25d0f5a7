"""Time that counts, over weekends, holidays, summer time and time zones."""

from __future__ import annotations

from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from kronrat.server.calendar import Calendar

HOUR = 3_600_000
DAY = 24 * HOUR
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/Havana",
    "UTC",
)


def at(text: str, zone: str = "Europe/Berlin") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1_000)


@pytest.mark.parametrize(
    ("zone", "asked", "hours", "due"),
    [
        ("Europe/Berlin", "2023-10-27 12:00", 24, "2023-10-30 12:00"),  # over the Sunday of 25 hours
        ("Europe/Berlin", "2023-03-24 12:00", 24, "2023-03-27 12:00"),  # over that of 23
        ("Europe/Berlin", "2023-10-28 09:00", 1, "2023-10-30 01:00"),  # asked on a Saturday
        ("Europe/Berlin", "2023-10-25 12:00", 24, "2023-10-26 12:00"),  # within the week
        ("America/New_York", "2023-11-03 12:00", 24, "2023-11-06 12:00"),
        ("Asia/Tokyo", "2023-10-27 12:00", 24, "2023-10-30 12:00"),
        ("Europe/Berlin", "2023-10-27 12:00", 24 * 10, "2023-11-10 12:00"),  # two weekends
        ("Europe/Berlin", "2023-10-27 12:00", 12, "2023-10-28 00:00"),  # just before the weekend
    ],
)
def test_weekends_do_not_count(zone: str, asked: str, hours: int, due: str) -> None:
    calendar = Calendar(zone, weekends=True)
    assert calendar.after(at(asked, zone), hours * HOUR) == at(due, zone)
    assert calendar.between(at(asked, zone), at(due, zone)) == hours * HOUR


def test_without_weekends_a_day_has_24_hours_also_when_summer_time_ends() -> None:
    assert Calendar("Europe/Berlin").after(at("2023-10-28 12:00"), DAY) == at("2023-10-29 11:00")


def test_a_weekend_is_that_of_the_table_not_of_the_player() -> None:
    friday_evening = at("2023-10-27 20:00", "America/New_York")  # it is Saturday in Berlin
    assert Calendar("America/New_York", weekends=True).after(friday_evening, HOUR) == friday_evening + HOUR
    assert Calendar("Europe/Berlin", weekends=True).after(friday_evening, HOUR) == at("2023-10-30 01:00")


def test_holidays_do_not_count_and_may_meet_weekends() -> None:
    pauses = [(at("2023-10-26 12:00"), at("2023-10-28 12:00")), (at("2023-10-30 00:00"), at("2023-10-31 00:00"))]
    calendar = Calendar("Europe/Berlin", weekends=True, pauses=pauses)
    assert calendar.after(at("2023-10-26 00:00"), DAY) == at("2023-10-31 12:00")
    assert calendar.between(at("2023-10-26 00:00"), at("2023-10-31 12:00")) == DAY


def test_an_unknown_zone_is_that_of_greenwich() -> None:
    assert Calendar("Nowhere/At_All", weekends=True).after(at("2023-10-27 23:00", "UTC"), 2 * HOUR) == at(
        "2023-10-30 01:00", "UTC"
    )


@pytest.mark.parametrize("zone", ZONES)
def test_what_counts_until_it_is_over_is_what_was_given(zone: str) -> None:
    random = Random(f"calendar {zone}")
    for _ in range(200):
        start = at("2023-01-01 00:00", zone) + random.randrange(400 * DAY)
        ends = sorted([start + random.randrange(-5 * DAY, 40 * DAY) for _ in range(4)])
        pauses = [(ends[0], ends[1]), (ends[2], ends[3])]
        calendar = Calendar(zone, weekends=random.random() < 0.7, pauses=pauses[: random.randrange(3)])
        some, more = sorted([random.randrange(1, 20 * DAY) for _ in range(2)])
        first, second = calendar.after(start, some), calendar.after(start, more)
        assert start < first <= second
        assert calendar.between(start, first) == some
        assert calendar.between(start, second) == more
        assert calendar.after(first, more - some) == (second if more > some else first)
        middle = random.randrange(start, second + 1)
        assert calendar.between(start, middle) + calendar.between(middle, second) == more
