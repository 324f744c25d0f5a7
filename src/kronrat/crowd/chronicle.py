"""A server with a past: people who have played for years, and how quickly lists and profiles are told among them.

People have strengths, and results are drawn from them as ratings suppose them to be, so that ratings come out as they
would. Of the records of a table only the first is written, because nothing that is measured here reads any; what it
takes to read running games is measured by `kronrat bench restart`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import exp, log
from random import Random
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, insert, select

from kronrat.arena.driver import play_out
from kronrat.bots import make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import Game
from kronrat.crowd.restart import be_ready
from kronrat.crowd.tables import Server, at
from kronrat.favourites import favourites_of
from kronrat.server import wire
from kronrat.server.accounts import device_row, hashed
from kronrat.server.records import Opened, Seat, Summary
from kronrat.server.schema import devices, guests, heads, placings, records, results, seats, tables
from kronrat.server.standings import DAY_MS, Recount, recount
from kronrat.server.store import Store
from kronrat.shelf import load

AT_ONCE = 2_000  # rows in one statement
POINTS = 400 / log(10)
YEARS_MS = 2 * 365 * DAY_MS  # in which everything has happened
NAMES = ("Anna", "Ben", "Cara", "Dora", "Emil", "Fritz", "Gesa", "Hanno", "Ida", "Jonas", "Karla", "Ludwig")
Row = dict[str, Any]


@dataclass(frozen=True)
class Past:
    """How much there is."""

    people: int
    finished: int
    running: int
    seed: int = 1


@dataclass(frozen=True)
class Told:
    """How quickly something was told."""

    what: str
    requests: int
    median_ms: float
    p99_ms: float
    longest_ms: float


@dataclass(frozen=True)
class Found:
    past: Past
    counted_s: float  # for all ratings to be worked out once more
    different: int  # ratings that were not as they should be
    ratings: int
    ready_s: float  # from the start of a server until it is ready
    told: list[Told]


class Chronicle:
    """What is written into an empty database. Person number i is known by the token `token(i)`."""

    def __init__(self, games: Sequence[str], past: Past, now: int) -> None:
        self.past = past
        self.people = [f"person-{number:06d}" for number in range(past.people)]
        self._random = Random(past.seed)
        self._now = now
        self._games = [load(game) for game in games]
        self._strength = [self._random.gauss(1_450, 220) for _ in self.people]
        # Few play much, many play little.
        self._weights = list(accumulate([1 / (number + 8) for number in range(past.people)]))
        self._marks = {game.id: _marks_of(game) for game in self._games}

    @staticmethod
    def token(number: int) -> str:
        return f"token-of-person-number-{number:06d}"

    async def write(self, store: Store) -> Recount:
        """Everything, and the ratings that follow."""
        for table, rows in self._rows():
            await store.care(partial(_insert, table=table, rows=rows))
        return await recount(store)

    def _rows(self) -> Iterator[tuple[Table, list[Row]]]:
        """What goes into each table, some at a time, in an order that foreign keys allow."""
        people = list(zip(self.people, range(len(self.people)), strict=True))
        begun = self._now - YEARS_MS
        names = [f"{NAMES[number % len(NAMES)]} {number // len(NAMES) or ''}".strip() for _, number in people]
        yield (
            guests,
            [
                {"id": id, "name": name, "created": begun, "seen": self._now}
                for (id, _), name in zip(people, names, strict=True)
            ],
        )
        yield devices, [device_row(id, hashed(self.token(number)), "", begun) for id, number in people]
        waiting: dict[str, tuple[Table, list[Row]]] = {}
        order = (tables, records, heads, seats, results, placings)
        for number in range(self.past.finished + self.past.running):
            for table, rows in self._a_table(number, names):
                waiting.setdefault(table.name, (table, []))[1].extend(rows)
            if len(waiting[placings.name][1] if placings.name in waiting else ()) >= AT_ONCE:
                yield from [waiting.pop(table.name) for table in order if table.name in waiting]
        yield from [waiting.pop(table.name) for table in order if table.name in waiting]

    def _a_table(self, number: int, names: Sequence[str]) -> Iterator[tuple[Table, list[Row]]]:
        random, over = self._random, number < self.past.finished
        game = random.choice(self._games)
        count = random.choice([size for size in game.seat_counts if size >= 2])
        drawn = random.choices(range(len(self.people)), cum_weights=self._weights, k=random.choice([1, 2, count]))
        who = list(dict.fromkeys(drawn))[:count]
        bots = [random.choice(("page", "squire", "steward")) for _ in range(count - len(who))]
        id, ended = f"past{number:08d}", self._now - int(YEARS_MS * (1 - number / self.past.finished)) if over else 0
        pace, changed = random.choice(("live", "live", "correspondence")), ended or self._now - random.randrange(DAY_MS)
        shown = [wire.Seat("human", names[person]) for person in who] + [wire.Seat("bot", bot=bot) for bot in bots]
        sitting = {str(seat): self.people[person] for seat, person in enumerate(who)}
        places = self._places([self._strength[person] for person in who] + [1_350.0] * len(bots))
        scores = [70 - 6 * place + random.randrange(5) for place in places]
        yield tables, [
            {
                "id": id, "game": game.id, "options": json.dumps(game.settle_options({})), "pace": pace,
                "undo": "consent", "limit_s": 0, "listed": number % 3 == 0, "owner": self.people[who[0]],
                "secret": bytes(32), "created": changed - DAY_MS // 24, "seats": count, "rules": game.rules_version,
                "data": game.data_digest, "dice": 2, "rated": number % 2 == 0,
            }
        ]  # fmt: skip
        body = Opened([Seat("human", self.people[person], names[person]) for person in who])
        yield records, [{"table_id": id, "version": 1, "at": changed, "body": msgspec.json.encode(body).decode()}]
        stage: wire.Stage = "over" if over else "playing"
        summary = Summary(stage, shown, [] if over else [0], {}, {}, sitting, scores if over else [])
        people = sorted(set(sitting.values()))
        yield heads, [
            {
                "table_id": id, "version": 1, "changed": changed, "stage": stage,
                "summary": msgspec.json.encode(summary).decode(), "guests": json.dumps(people),
                "due": None,
            }
        ]  # fmt: skip
        yield seats, [{"guest": person, "table_id": id} for person in people]
        if not over:
            return
        common = {"table_id": id, "game": game.id, "pace": pace, "seats": count, "ended": ended}
        rated = number % 2 == 0
        yield results, [{**common, "rated": rated, "number": number // 2 + 1 if rated else None, "deal": ""}]
        yield (
            placings,
            [
                {
                    **common,
                    "seat": seat,
                    "guest": sitting.get(str(seat), ""),
                    "bot": "" if seat < len(who) else bots[seat - len(who)],
                    "place": places[seat],
                    "score": scores[seat],
                    "counts": rated,
                    "strength": None if seat < len(who) else 1_350.0,
                    "strength_error": None if seat < len(who) else 20.0,
                    "marks": json.dumps(random.choice(self._marks[game.id])) if seat < len(who) else "[]",
                    "luck": random.gauss(0, 0.1) if number % 5 == 0 else None,
                    "share": float(places[seat] == 1) if number % 5 == 0 else None,
                    "accuracy": random.uniform(0.6, 0.95) if number % 5 == 0 else None,
                }
                for seat in range(count)
            ],
        )

    def _places(self, strengths: Sequence[float]) -> list[int]:
        left, places = list(range(len(strengths))), [0] * len(strengths)
        for place in range(1, len(strengths) + 1):
            seat = self._random.choices(left, [exp(strengths[seat] / POINTS) for seat in left])[0]
            left.remove(seat)
            places[seat] = place
        return places


def _marks_of(game: Game) -> list[list[tuple[str, str]]]:
    """What somebody may have had at the end of a game: what was left of one that was played at random."""
    state = game.new(max(game.seat_counts), game.left_alone({}))
    dice, bot_dice = Dice(seed_of_text("past")), Dice(seed_of_text("bots"))
    play_out(state, [make_bot("random") for _ in range(state.seats)], dice, bot_dice)
    view = game.view(state, None)
    found = [[(one.icon, one.says) for one in favourites_of(game.id, view, seat)] for seat in range(state.seats)]
    return [*found, []]


_WRITTEN = select(func.count()).select_from(results)


def _insert(c: Connection, table: Table, rows: Sequence[Row]) -> None:
    for start in range(0, len(rows), AT_ONCE):
        c.execute(insert(table), list(rows[start : start + AT_ONCE]))


async def measure(
    database: str,
    start: Callable[[], AbstractContextManager[str]],
    games: Sequence[str],
    past: Past,
    requests: int,
    tell: Callable[[str], None],
) -> Found:
    """Write a past, start a server over it, and ask as people do. What is there already is not written again."""
    store, chronicle = Store(database), Chronicle(games, past, time.time_ns() // 1_000_000)
    await store.open()
    if not await store.look_up(lambda c: c.execute(_WRITTEN).scalar()):
        tell(f"writing {past.people:,} people, {past.finished:,} finished and {past.running:,} running tables")
        await chronicle.write(store)
    tell("working out all ratings from the results")
    begun = time.perf_counter()
    counted = await recount(store)
    counted_s = time.perf_counter() - begun
    await store.close()
    tell(f"{counted.results:,} results counted in {counted_s:.0f} s, {counted.different:,} ratings differed; starting")
    begun = time.perf_counter()
    with start() as address:
        await be_ready(address)
        ready = time.perf_counter() - begun
        tell(f"ready after {ready:.1f} s; asking")
        told = await _ask(Server(address), chronicle, games, requests)
    return Found(past, counted_s, counted.different, counted.ratings, ready, told)


async def _ask(server: Server, chronicle: Chronicle, games: Sequence[str], requests: int) -> list[Told]:
    random, people = Random(7), chronicle.people
    asked: dict[str, Callable[[int], str]] = {
        "lobby": lambda _: "/api/tables",
        "profile": lambda person: f"/api/people/{people[person]}",
        "leaderboard": lambda _: f"/api/ranks/{random.choice(games)}",
    }
    took: dict[str, list[float]] = {what: [] for what in asked}
    for number in range(requests):
        # The one who has played most is looked at now and then, as everybody else is.
        person = 0 if number % 20 == 0 else random.randrange(len(people))
        viewer = chronicle.token(random.randrange(len(people)))
        for what, path in asked.items():
            begun = time.perf_counter()
            await server.look(path(person), chronicle.token(person) if what == "lobby" else viewer)
            took[what].append(time.perf_counter() - begun)
    return [_told(what, sorted(times)) for what, times in took.items()]


def _told(what: str, times: Sequence[float]) -> Told:
    return Told(what, len(times), at(times, 0.5), at(times, 0.99), at(times, 1))
