"""Profiles: all games count, however many, and what the database adds up is what one would add up by hand."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import groupby
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from kronrat.server import care, wire
from kronrat.server.profiles import (
    CAREER_MS,
    MANY_GAMES,
    SHOWN_FAVOURITES,
    SHOWN_GAMES,
    SHOWN_STEPS,
    Careers,
    Who,
    note_review,
    profile_of,
    set_private,
)
from kronrat.server.records import Guest
from kronrat.server.schema import placings, results
from kronrat.server.standings import count_waiting
from kronrat.server.store import Store
from tests.profile import amount, on_sqlite_daily

pytestmark = pytest.mark.anyio
Plain = dict[str, Any]
MARKS = [("i-a", "find.a"), ("i-b", "find.b"), ("i-c", "place.c"), *[(f"i-{n}", f"find.{n}") for n in range(9)]]


def games_of_anna(random: Random, count: int) -> list[tuple[Plain, list[Plain]]]:
    """Results with their placings; Anna sat at each, Ben and Cara at many."""
    found = []
    for number in range(count):
        game, seats, rated = random.choice(["tiny", "other"]), random.choice([2, 3, 4]), random.random() < 0.6
        common = {
            "table_id": f"t{number:05d}",
            "game": game,
            "pace": "live",
            "seats": seats,
            "ended": 7 * (number // 2),
        }
        who = ["anna", *random.choices(["ben", "cara", ""], k=seats - 1)]
        who = [guest if guest and who.count(guest) == 1 else "" for guest in who]
        rows = []
        for seat, (guest, place) in enumerate(zip(who, random.sample(range(1, seats + 1), seats), strict=True)):
            gone, helped = rated and random.random() < 0.05, rated and random.random() < 0.1
            rows.append(
                {
                    **common,
                    "seat": seat,
                    "guest": guest,
                    "bot": "" if guest else "page",
                    "place": place,
                    "score": random.randrange(60),
                    "counts": rated and bool(guest) and not helped,
                    "helped": "hints" if helped else "",
                    "gone": gone,
                    "marks": json.dumps(random.sample(MARKS, random.choice([0, 3]))),
                }
            )
        found.append(({**common, "rated": rated, "deal": ""}, rows))
    return found


def keep(c: Connection, some: list[tuple[Plain, list[Plain]]]) -> None:
    c.execute(insert(results), [result for result, _ in some])
    c.execute(insert(placings), [row for _, rows in some for row in rows])


async def profile(store: Store, viewer: str = "anna") -> wire.Profile:
    found = await store.look_up(lambda c: profile_of(c, Who("anna", viewer), {}, 10**6))
    assert found is not None
    return found


@on_sqlite_daily
async def test_all_games_count_however_many(store: Store) -> None:
    for name in ("anna", "ben", "cara"):
        await store.add_guest(Guest(name, name.title()), f"token of {name}", 0)
    assert (await profile(store)).games == 0
    played = games_of_anna(Random(3), amount(620, 3_000))
    await store.care(lambda c: keep(c, played))
    while await store.care(count_waiting):
        pass
    reviewed = [rows for _, rows in played[::5]]
    for rows in reviewed:
        notes = [{"seat": row["seat"], "luck": 0.25, "result": 0.5, "accuracy": 0.75} for row in rows]
        await store.care(partial(note_review, table=rows[0]["table_id"], seats=notes))

    mine = sorted([rows[0] for _, rows in played], key=lambda row: (-row["ended"], row["table_id"]))
    found = await profile(store)
    won = [row["place"] == 1 for row in mine]
    assert (found.games, found.wins) == (len(mine), sum(won))
    runs = [len(list(some)) for one, some in groupby(won) if one]
    assert (found.streak, found.longest) == (runs[0] if won[0] else 0, max(runs))
    for line in found.seats:
        these = [row for row in mine if row["seats"] == line.seats]
        assert (line.games, line.wins) == (len(these), len([row for row in these if row["place"] == 1]))
        assert line.reviewed == len([rows for rows in reviewed if rows[0]["seats"] == line.seats])
        assert line.adjusted == pytest.approx(0.25 * line.reviewed)
    assert [line.seats for line in found.seats] == [2, 3, 4]
    agreed = [row for row in mine if row["counts"] or row["helped"] or row["gone"]]
    assert found.finished == pytest.approx(len([row for row in agreed if not row["gone"]]) / len(agreed))
    assert found.accuracy == pytest.approx(0.75)

    liked: dict[tuple[str, str], Counter[str]] = {}
    for row in mine:
        for _, says in json.loads(row["marks"]):
            liked.setdefault((row["game"], says.partition(".")[0]), Counter())[says] += 1
    assert [(group.game, group.kind) for group in found.favourites] == sorted(liked)
    for group in found.favourites:
        counts = liked[group.game, group.kind]
        assert group.games == len([row for row in mine if row["game"] == group.game and row["marks"] != "[]"])
        assert [line.games for line in group.lines] == sorted(counts.values(), reverse=True)[:SHOWN_FAVOURITES]
        assert all([line.games == counts[line.says] for line in group.lines])

    assert [game.score for game in found.newest] == [row["score"] for row in mine[:SHOWN_GAMES]]
    met = Counter([row["guest"] for _, rows in played for row in rows[1:] if row["guest"]])
    assert {rival.id: rival.games for rival in found.rivals} == met
    assert {rating.pace: len(rating.steps) for rating in found.ratings} == {"": SHOWN_STEPS, "live": 0}
    assert (await profile(store, "ben")).games == len(mine)


@on_sqlite_daily
async def test_what_was_added_up_before_is_told_as_long_as_it_is_true(store: Store) -> None:
    for name in ("anna", "ben", "cara", "dora"):
        await store.add_guest(Guest(name, name.title()), f"token of {name}", 0)
    careers, played = Careers(), games_of_anna(Random(4), MANY_GAMES + 3)

    async def told(now: int = 0) -> wire.Profile | None:
        again = await store.look_up(lambda c: profile_of(c, Who("anna", "ben"), {}, now, careers))
        anew = await store.look_up(lambda c: profile_of(c, Who("anna", "ben"), {}, now))
        assert again == anew
        return again

    await store.care(lambda c: keep(c, played[:-1]))
    await told()
    first = await told()
    assert first is not None
    assert len(first.rivals) == 2
    note = {"seat": 0, "luck": 0.1, "result": 1.0, "accuracy": 0.5}
    for change in (
        lambda c: keep(c, played[-1:]),
        lambda c: note_review(c, "t00000", [note]),
        lambda c: set_private(c, "cara", True),
    ):
        await store.care(change)
        assert await told() != first
        first = await told()
    await store.care(lambda c: care.hand_over(c, "ben", "dora"))
    assert (await told(CAREER_MS)) != first
