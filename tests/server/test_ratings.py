"""Results and ratings: what counts, what does not, and that counting again gives equal numbers."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from kronrat.bots import Advice
from kronrat.core.game import Standing
from kronrat.server import care
from kronrat.server.planning import Draft
from kronrat.server.records import Absent, Closed, Guest, Held, Left, Returned, Seat, TableRow
from kronrat.server.results import outcome_of
from kronrat.server.schema import placings, ratings, results
from kronrat.server.standings import count_waiting, recount, recount_asked
from kronrat.server.store import Store
from kronrat.server.table import Table
from tests.profile import amount, on_sqlite_daily
from tests.server.client import (
    AT_ONCE,
    FREE,
    PATIENCE_S,
    Host,
    Plain,
    bot,
    level,
    me,
    nonce,
    play_on,
    serving,
)
from tests.shelf import ANY, any_game, table_seed

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]

DAY = 24 * 3_600_000

# -- results as they are kept -----------------------------------------------------------------------------------------


def kept(c: Connection, table: str, seats: Sequence[tuple[str, int]], ended: int = 0, pace: str = "live") -> None:
    """Keep a result: who sat there, in which place. A name with a number is a bot of that strength."""
    common = {"table_id": table, "game": "tiny", "pace": pace, "seats": len(seats), "ended": ended}
    c.execute(insert(results), {**common, "rated": True, "deal": ""})
    rows = []
    for number, (who, place) in enumerate(seats):
        strength = float(who) if who.isdigit() else None
        rows.append(
            {
                **common,
                "seat": number,
                "guest": "" if strength else who.rstrip("?"),
                "bot": "greedy" if strength else "",
                "place": place,
                "score": 40 - place,
                "counts": not who.endswith("?"),
                "strength": strength,
                "strength_error": strength and 20.0,
            }
        )
    c.execute(insert(placings), rows)


async def numbers(store: Store) -> dict[tuple[str, str], tuple[Any, ...]]:
    """All ratings, by person and pace."""
    rows = await store.look_up(lambda c: c.execute(select(ratings)).all())
    return {(row.guest, row.pace): (row.mean, row.error, row.games, row.wins) for row in rows}


async def count_all(store: Store) -> None:
    while await store.care(count_waiting):
        pass


@on_sqlite_daily
async def test_counting_again_gives_equal_numbers(store: Store) -> None:
    random, people = Random(5), [f"p{number}" for number in range(12)]

    def play(c: Connection, number: int) -> None:
        who = [
            *random.sample(people, random.choice([1, 2, 3])),
            *random.sample(["1200", "1600"], random.choice([1, 2])),
        ]
        if random.random() < 0.2:
            who[0] += "?"
        places = sorted([random.randint(1, len(who)) for _ in who])
        random.shuffle(places)
        pace = random.choice(["live", "correspondence"])
        kept(c, f"t{number}", list(zip(who, places, strict=True)), random.randrange(100) * DAY, pace)

    for number in range(amount(60, 600)):
        await store.care(partial(play, number=number))
        if random.random() < 0.3:
            await store.care(lambda c: count_waiting(c, 3))
    await count_all(store)
    before = await numbers(store)
    assert {person for person, _ in before} == set(people)
    again = await recount(store)
    assert (again.results, again.ratings, again.different) == (amount(60, 600), len(before), 0)
    assert await numbers(store) == before
    games = {person: before[person, ""][2] for person in people}
    for person, count in games.items():
        assert count == sum([before[key][2] for key in before if key[0] == person and key[1]])

    def damage(c: Connection) -> None:
        c.execute(update(ratings).where(ratings.c.guest == "p3").values(mean=2_500.0))
        row = {"mean": 1.0, "error": 1.0, "games": 1, "wins": 1, "ended": 1}
        c.execute(insert(ratings), {"guest": "ghost", "game": "tiny", "pace": "", **row})
        c.execute(update(placings).where(placings.c.guest == "p4").values(mean=0.0))

    await store.care(damage)
    assert (await recount(store)).different > 3
    assert await numbers(store) == before
    assert (await recount(store)).different == 0


@on_sqlite_daily
async def test_a_shared_victory_a_leaver_and_a_bot(store: Store) -> None:
    await store.care(lambda c: kept(c, "shared", [("anna", 1), ("ben", 1), ("cara", 3)]))
    await store.care(lambda c: kept(c, "bots", [("dora", 1), ("1700", 2), ("1700", 2)]))
    await store.care(lambda c: kept(c, "easy", [("emil", 1), ("900", 2), ("900", 2)]))
    await count_all(store)
    found = {person: rating for (person, pace), rating in (await numbers(store)).items() if not pace}
    assert found["anna"] == found["ben"]
    assert found["anna"][0] > 1_500 > found["cara"][0]
    assert found["anna"][2:] == (1, 1)
    assert found["cara"][2:] == (1, 0)
    assert found["dora"][0] > found["emil"][0] + 50 > 1_550  # strong bots are worth more
    assert "" not in found


@on_sqlite_daily
async def test_who_was_helped_is_left_out(store: Store) -> None:
    await store.care(lambda c: kept(c, "helped", [("anna?", 1), ("ben", 2), ("cara", 3)]))
    await store.care(lambda c: kept(c, "nobody", [("dora?", 1), ("emil", 2)]))
    await store.care(lambda c: kept(c, "two", [("fred", 1), ("gina", 2)]))
    await count_all(store)
    found = {person: rating for (person, pace), rating in (await numbers(store)).items() if not pace}
    assert set(found) == {"ben", "cara", "fred", "gina"}  # nobody is left for Emil to be compared with
    assert found["ben"][:3] == found["fred"][:3]


@on_sqlite_daily
async def test_two_processes_count_nothing_twice(store: Store, other_store: Store) -> None:
    for number in range(60):
        people = [("anna", 1 + number % 2), ("ben", 2 - number % 2)]
        await store.care(partial(kept, table=f"t{number}", seats=people, ended=number))
    await asyncio.gather(*[count_all(one) for one in (store, other_store, store, other_store)])
    assert (await numbers(store))["anna", ""][2] == 60
    assert (await recount(store)).different == 0


@on_sqlite_daily
async def test_what_others_have_achieved_outlasts_somebody_who_is_forgotten(store: Store) -> None:
    for person in ("anna", "ben"):
        await store.add_guest(Guest(person, person.title()), f"token of {person}", 0)
    for number in range(6):
        people = [("anna", 1), ("ben", 2), ("1500", 3)]
        await store.care(partial(kept, table=f"t{number}", seats=people, ended=number))
    await count_all(store)
    before = await numbers(store)
    handed_over = await store.look_up(lambda c: care.export_person(c, "anna"))
    assert [one.place for one in handed_over.played] == [1] * 6
    assert {one.pace for one in handed_over.ratings} == {"", "live"}
    await store.care(lambda c: care.forget_person(c, "anna", 9))
    after = await numbers(store)
    assert after["ben", ""] == before["ben", ""]
    assert not [person for person, _ in after if person == "anna"]
    assert (
        await store.look_up(lambda c: c.execute(select(placings.c.seat).where(placings.c.guest == "anna")).all()) == []
    )
    assert (await recount(store)).different == 0
    assert (await numbers(store))["ben", ""] == before["ben", ""]


@on_sqlite_daily
async def test_results_follow_a_person_who_takes_games_along(store: Store) -> None:
    random, people = Random(8), ["anna", "ben", "cara", "phone", "1200", "1600"]
    for person in ("anna", "ben", "cara", "phone"):
        await store.add_guest(Guest(person, person.title()), f"token of {person}", 0)
    where: dict[str, list[str]] = {}
    for number in range(40):
        who = random.sample(people, 3)
        where[f"t{number}"] = who
        places = list(zip(who, random.sample([1, 2, 2], 3), strict=True))
        pace = random.choice(["live", "correspondence"])
        await store.care(partial(kept, table=f"t{number}", seats=places, ended=number * DAY, pace=pace))
        if number % 7 == 0:
            await count_all(store)
    await count_all(store)
    uncounted = [("phone", 1), ("1200", 2)]
    await store.care(lambda c: kept(c, "last", uncounted, 50 * DAY))
    before = await numbers(store)
    await store.care(lambda c: care.hand_over(c, "phone", "anna"))
    assert await recount_asked(store) == 1
    assert await recount_asked(store) == 0
    after = await numbers(store)
    both = [table for table, who in where.items() if {"anna", "phone"} <= set(who)]
    assert both  # who had two seats at a table keeps two names there
    assert after["anna", ""][2] == before["anna", ""][2] + before["phone", ""][2] + 1 - len(both)
    assert after["phone", ""][2] == len(both)
    assert after["ben", ""] != before["ben", ""]  # what others are worth against whom they have met
    assert (await recount(store)).different == 0
    assert await numbers(store) == after


@on_sqlite_daily
async def test_what_is_asked_for_meanwhile_is_worked_out_too(store: Store) -> None:
    for number, who in enumerate(("phone", "pad", "phone", "anna")):
        await store.care(partial(kept, table=f"t{number}", seats=[(who, 1), ("ben", 2)], ended=number))
    await count_all(store)
    await store.care(lambda c: care.hand_over(c, "pad", "anna"))
    look_up, handed_over = store.look_up, False

    async def look_up_late(work: Any) -> Any:
        nonlocal handed_over
        found = await look_up(work)
        if not handed_over and found:
            handed_over = True
            await store.care(lambda c: care.hand_over(c, "phone", "anna"))
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "look_up", look_up_late)
        assert await recount_asked(store) == 1
    assert handed_over
    while await recount_asked(store):
        pass
    assert (await recount(store)).different == 0
    assert {person for person, _ in await numbers(store)} == {"anna", "ben"}


# -- what a table makes of its end ------------------------------------------------------------------------------------


def a_table(*seats: Seat, rated: bool = True, begun: bool = True) -> Draft:
    """A table of people and bots, in the middle of its game."""
    options = any_game().settle_options({})
    row = TableRow("t", ANY, options, "live", "free", 0, True, "anna", table_seed().secret, 1, len(seats), rated=rated)
    draft = Draft(Table(row, any_game()), 5)
    draft.table.seating.seats = list(seats)
    if begun:
        draft.begin_if_complete()
    return draft


def person(name: str) -> Seat:
    return Seat("human", name, name.title(), nonce=nonce(len(name)))


def placed(draft: Draft, *places: int, monkeypatch: pytest.MonkeyPatch) -> list[Plain]:
    """What is kept if the game ended now with these places."""
    standing = [Standing(seat, place, 50 - place) for seat, place in enumerate(places)]
    monkeypatch.setattr(type(any_game()), "standing", lambda *_: sorted(standing, key=lambda one: one.place))
    match = draft.table.running()
    match.state.stack.clear()
    assert match.over
    found = outcome_of(draft.table, 9)
    assert found is not None
    return found.placings


BOT = Seat("bot", bot="greedy")


def test_a_leaver_is_last_whatever_the_stand_in_achieves(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = a_table(person("anna"), person("ben"), person("cara"), BOT)
    draft.add(Left(1, "greedy"))
    rows = placed(draft, 2, 1, 2, 4, monkeypatch=monkeypatch)
    assert [row["place"] for row in rows] == [1, 4, 1, 3]  # Anna and Cara share the victory
    assert [row["guest"] for row in rows] == ["anna", "ben", "cara", ""]
    assert [row["gone"] for row in rows] == [False, True, False, False]
    assert all([row["counts"] for row in rows])
    assert rows[3]["strength"] == 1_500


def test_whoever_stays_longer_is_ahead_when_everybody_leaves() -> None:
    draft = a_table(person("anna"), person("ben"), person("cara"))
    draft.add(Left(2, "greedy")).add(Left(0, "greedy")).add(Left(1, "greedy")).add(Closed())
    found = outcome_of(draft.table, 9)
    assert found is not None
    assert [row["place"] for row in found.placings] == [2, 1, 3]
    unrated = a_table(person("anna"), person("ben"), rated=False)
    unrated.add(Left(0, "greedy")).add(Left(1, "greedy")).add(Closed())
    assert outcome_of(unrated.table, 9) is None


def test_a_table_that_the_host_closes_or_that_never_began_counts_nothing() -> None:
    closed = a_table(person("anna"), person("ben"))
    assert outcome_of(closed.add(Closed()).table, 9) is None
    gathering = a_table(person("anna"), Seat(), begun=False)
    assert outcome_of(gathering.add(Closed()).table, 9) is None


def test_a_lent_seat_does_not_count_but_one_that_was_only_held_does(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = a_table(person("anna"), person("ben"), person("cara"))
    draft.add(Absent(0, 1, 100, "greedy")).add(Held(0, "greedy")).add(Returned(0))
    draft.add(Held(1, "greedy"))
    rows = placed(draft, 1, 2, 3, monkeypatch=monkeypatch)
    assert [(row["counts"], row["helped"]) for row in rows] == [(False, "lent"), (True, ""), (True, "")]


def test_two_seats_of_one_person_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = placed(a_table(person("anna"), person("anna"), BOT, rated=False), 1, 2, 3, monkeypatch=monkeypatch)
    assert [row["guest"] for row in rows] == ["", "", ""]
    assert not any([row["counts"] for row in rows])


# -- at a server ------------------------------------------------------------------------------------------------------


async def rows_of(host: Host, table: str) -> list[Any]:
    query = select(placings).where(placings.c.table_id == table).order_by(placings.c.seat)
    return list(await host.server.hub.store.look_up(lambda c: c.execute(query).all()))


async def rated_rows(host: Host, table: str) -> list[Any]:
    """The placings of a table, once they were counted."""
    async with asyncio.timeout(PATIENCE_S):
        while not any([row.mean for row in await rows_of(host, table)]):
            await asyncio.sleep(0.005)
    return await rows_of(host, table)


@on_sqlite_daily
async def test_a_rated_game_from_the_agreement_to_the_rating(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), FREE, rated=True)
        assert (await ben.get("/api/tables")).json()["open"][0]["rated"]
        async with anna.at(table) as first, ben.at(table) as second:
            assert second.info["rated"]  # before anybody sits down
            assert (await second.ask("sit", seat=1, nonce=nonce(2)))["type"] == "done"
            await level(first, second)
            await play_on(Random(1), first, second)
        ahead, behind = sorted(await rated_rows(host, table), key=lambda row: row.place)
        assert ahead.mean > behind.mean
        assert (await recount(host.server.hub.store)).different == 0


@on_sqlite_daily
async def test_a_bot_that_was_measured_is_somebody_to_be_compared_with(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot("greedy"), rated=True)
        async with anna.at(table) as player:
            await play_on(Random(1), player)
        mine, bots = await rated_rows(host, table)
        assert (bots.strength, bots.mean, mine.place) == (1_500, None, 2)
        assert mine.mean < mine.before == 1_500
        again = await anna.open(me(), bot("greedy"))
        async with anna.at(again) as player:
            await play_on(Random(2), player)
        assert [row.counts for row in await rows_of(host, again)] == [False, False]
        assert [row.guest != "" for row in await rows_of(host, again)] == [True, False]


@on_sqlite_daily
async def test_asking_for_advice_makes_a_rated_game_unrated_for_the_asker(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        told: list[Advice] = []

        async def advise(*_: object) -> list[Advice]:
            return told

        monkeypatch.setattr(host.server.hub.office.minds, "advise", advise)
        for wished, helped in ((True, "hints"), (False, "")):
            table = await anna.open(me(), bot("greedy"), rated=wished)
            async with anna.at(table) as player:
                while not player.question:
                    await player.hear()
                assert (await player.ask("advise", seat=0))["type"] == "advised"
                assert (await player.ask("advise", seat=0))["type"] == "advised"
                await player.check()
                assert player.info["seats"][0].get("helped", "") == helped
                version = player.version
                assert (await player.ask("advise", seat=0))["type"] == "advised"
                assert player.version == version  # once is enough


@on_sqlite_daily
async def test_one_person_cannot_play_against_themselves_for_ratings(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        answer = await anna.http.post("/api/tables", json={"game": ANY, "seats": [me(), me("Bo")], "rated": True})
        assert (answer.status_code, answer.json()["code"]) == (409, "one_each")
        table = await anna.open(me(), FREE, rated=True)
        async with anna.at(table) as player:
            assert (await player.ask("sit", seat=1, nonce=nonce(1)))["code"] == "one_each"


async def test_tables_with_own_figures_are_not_rated(tmp_path: Path) -> None:

    file = tmp_path / "mine.toml"
    file.write_text(f'game = "{ANY}"\n', encoding="utf-8")
    settings = dataclasses.replace(AT_ONCE, figures=(str(file),))
    async with serving(f"sqlite:///{tmp_path / 'db'}", settings) as host, host.browser("Anna") as anna:
        answer = await anna.http.post("/api/tables", json={"game": ANY, "seats": [me(), bot()], "rated": True})
        assert (answer.status_code, answer.json()["code"]) == (409, "own_data")
        await anna.open(me(), bot())
