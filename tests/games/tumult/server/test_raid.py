"""The live raid of Tumult Royal over real WebSockets, on a server whose clock is moved by hand."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

import kronrat
from kronrat.core.flow import CLOCK
from kronrat.core.journal import Journal
from kronrat.core.replay import replay
from kronrat.server import wire
from kronrat.server.connection import SLACK_MS, Connection
from kronrat.server.live import LiveTable
from tests.marks import rule
from tests.server.by_hand import MINUTE, SECOND, HandClock, told_of_a_clock, told_that, until
from tests.server.client import AT_ONCE, FREE, Host, Plain, Player, bot, level, me, nonce, serving

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]

NAMES = ("Anna", "Ben", "Cleo", "Dora")
COUNTDOWN, RAID, GRACE = 3 * SECOND, 20 * SECOND, 3 * SECOND
PATIENT = replace(AT_ONCE, ping_s=3_600.0)


@pytest.fixture
async def host(database: str, clock: HandClock) -> AsyncIterator[Host]:
    async with serving(database, PATIENT, clock) as host:
        yield host


# -- a table in its first raid ---------------------------------------------------------------------------------------


@asynccontextmanager
async def royals(host: Host, people: int = 2, bots: int = 0, **options: str) -> AsyncIterator[list[Player]]:
    """People at a table of their own who have come as far as the question whether they are ready."""
    async with AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(host.browser(name)) for name in NAMES[:people]]
        seats = [me(), *[FREE] * (people - 1), *[bot("greedy")] * bots]
        table = await browsers[0].open(*seats, game="tumult", options={"raid": "live", **options})
        players = [await stack.enter_async_context(browser.at(table)) for browser in browsers]
        for seat, player in enumerate(players[1:], 1):
            assert (await player.ask("sit", seat=seat, nonce=nonce(seat)))["type"] == "done"
        await set_up(players)
        yield players


async def set_up(players: Sequence[Player]) -> None:
    while True:
        await level(*players)
        asked = next((player for player in players if player.question), None)
        if asked is None:
            await players[0].hear()
        elif asked.question and asked.question["kind"] == "ready":
            return
        elif asked.question:
            await asked.play(asked.question["options"][0])


async def begin(clock: HandClock, players: Sequence[Player]) -> None:
    """Everybody is ready, and the countdown is over."""
    for player in players:
        assert (await player.play(["ready"]))["type"] == "done"
    for player in players:
        await told_of_a_clock(player)
    clock.forward(COUNTDOWN)


@asynccontextmanager
async def raid(host: Host, clock: HandClock, people: int = 2, bots: int = 0, **options: str) -> AsyncIterator[Any]:
    async with royals(host, people, bots, **options) as players:
        await begin(clock, players)
        yield players


def table_id(player: Player) -> str:
    return str(player.info["id"])


async def live_of(host: Host, player: Player) -> LiveTable:
    return await host.live(table_id(player))


def state_of(live: LiveTable) -> Any:
    assert live.table.match is not None
    return live.table.match.state


def view_of(player: Player) -> Plain:
    assert player.view is not None
    return player.view


def slots(player: Player) -> list[Any]:
    found: list[Any] = view_of(player)["raid"]["slots"]
    return found


def faces(player: Player) -> dict[str, str]:
    found: dict[str, str] = view_of(player)["raid"]["faces"]
    return found


def one_event(player: Player, kind: str) -> Plain:
    """The only event of this kind in the log."""
    (event,) = [event for entry in player.log for event in entry["events"] if event["event"] == kind]
    found: Plain = event
    return found


def events_in(log: Sequence[Plain]) -> list[Plain]:
    return [event for entry in log for event in entry["events"]]


def looks_in(log: Sequence[Plain]) -> list[Plain]:
    """Where a log shows what somebody has seen."""
    return [event for event in events_in(log) if event["event"] == "tile_seen"]


async def done(player: Player, *choice: str | int) -> None:
    answer = await player.play(list(choice))
    assert answer["type"] == "done", answer


async def refused(player: Player, *choice: str | int) -> tuple[str, str]:
    answer = await player.play(list(choice))
    assert answer["type"] == "refused", answer
    return answer["rule"], answer["says"]


def lines_of(live: LiveTable) -> list[tuple[int, tuple[Any, ...], int | None]]:
    assert live.table.match is not None
    return [(line.seat, line.choice, line.ms) for line in live.table.match.journal.lines]


async def all_pass(clock: HandClock, live: LiveTable, ms: int, step: int = 10) -> None:
    """Let time pass in small steps, with time for the server to do what is due."""
    for _ in range(ms // step):
        clock.forward(step)
        await asyncio.sleep(0.001)


async def two_claims(live: LiveTable) -> None:
    await until(lambda: live.contest.race is not None and len(live.contest.race._claims) == 2)


# -- the beginning ---------------------------------------------------------------------------------------------------


@rule("TR-DIG-LIVE-8", "TR-P2-3")
async def test_when_all_are_ready_the_raid_begins_after_a_countdown(host: Host, clock: HandClock) -> None:
    async with royals(host) as (anna, ben):
        await done(anna, "ready")
        assert anna.clock is None
        await done(ben, "ready")
        for player in (anna, ben):
            await told_of_a_clock(player)
            assert player.clock == {
                "kind": "hourglass",
                "starts_in": COUNTDOWN,
                "ends_in": COUNTDOWN + RAID,
                "lasts": RAID,
            }
        assert await refused(anna, "lift", 3) == ("TR-DIG-LIVE-8", "reason.not_running")
        clock.forward(COUNTDOWN - 1)
        assert await refused(anna, "lift", 3) == ("TR-DIG-LIVE-8", "reason.not_running")
        clock.forward(1)
        await done(anna, "lift", 3)
        assert anna.clock == {"kind": "hourglass", "ends_in": RAID, "lasts": RAID}
        async with ben.browser.at(table_id(ben)) as again:
            clock.forward(500)
            await again.ask("look")
            assert again.clock == {"kind": "hourglass", "ends_in": RAID - 500, "lasts": RAID}


@rule("TR-DIG-LIVE-8")
async def test_nobody_is_waited_for_longer_than_a_minute(host: Host, clock: HandClock) -> None:
    async with royals(host, 3) as (anna, ben, cleo):
        clock.forward(10 * MINUTE)  # as long as nobody is ready there is no hurry
        await done(ben, "ready")
        due = clock.now() + MINUTE
        assert ben.deadlines == {"0": due, "2": due}
        clock.forward(20 * SECOND)
        await done(anna, "ready")
        assert anna.deadlines == {"2": due}
        clock.forward(40 * SECOND - 1)
        await asyncio.sleep(0.03)
        assert (await cleo.ask("look"))["question"]["kind"] == "ready"
        clock.forward(1)
        await told_that(cleo, lambda: cleo.clock)
        assert cleo.clock is not None
        assert cleo.clock["starts_in"] == COUNTDOWN
        (entry,) = [entry for entry in cleo.log if entry["seat"] == 2 and entry.get("choice") == ["ready"]]
        assert entry["bot"]  # nobody chose it
        clock.forward(COUNTDOWN)
        await done(cleo, "lift", 1)  # and it is not too late


@rule("TR-DIG-LIVE-8", "TR-DIG-LIVE-16")
async def test_bots_are_ready_and_hurry_nobody(host: Host, clock: HandClock) -> None:
    async with royals(host, 1, 2) as (anna,):
        live = await live_of(host, anna)
        await until(lambda: live.table.deciding() == [0])
        clock.forward(10 * MINUTE)
        await asyncio.sleep(0.03)
        assert live.table.deciding() == [0]
        assert live.table.timing.announced() == {}
        await done(anna, "ready")
        await told_that(anna, lambda: anna.clock)


@rule("TR-DIG-LIVE-9")
async def test_the_table_says_how_long_a_raid_lasts(host: Host, clock: HandClock) -> None:
    async with raid(host, clock, raid_seconds="35") as (anna, _):
        assert anna.clock["lasts"] == 35 * SECOND
        clock.forward(35 * SECOND)
        await done(anna, "lift", 3)


@rule("TR-DIG-LIVE-19")
async def test_one_browser_holds_one_seat_in_real_time(host: Host) -> None:
    live = {"game": "tumult", "options": {"raid": "live"}}
    async with host.browser("Anna") as anna:
        twice = await anna.http.post("/api/tables", json={"seats": [me(), me("Ben")], **live})
        assert (twice.status_code, twice.json()["code"]) == (409, "one_seat")
        slowly = await anna.http.post("/api/tables", json={"seats": [me(), FREE], "pace": "correspondence", **live})
        assert (slowly.status_code, slowly.json()["code"]) == (400, "malformed")
        async with anna.at(await anna.open(me(), FREE, **live)) as player:
            assert (await player.ask("sit", seat=1, nonce=nonce()))["code"] == "one_seat"
        drafted = await anna.open(me(), me("Ben"), game="tumult", options={"raid": "draft"})
        async with anna.at(drafted) as player:
            assert player.mine == [0, 1]


# -- the queue -------------------------------------------------------------------------------------------------------


@rule("TR-DIG-LIVE-10", "TR-EX-R1")
@pytest.mark.parametrize("queue", ["fcfs", "fair"])
async def test_two_lifts_of_one_tile_give_one_grant(host: Host, clock: HandClock, queue: str) -> None:
    async with raid(host, clock, 4, raid_queue=queue) as players:
        live, random = await live_of(host, players[0]), Random(queue)
        for turn in range(6):
            slot = random.randrange(27)
            order = random.sample(players, len(players))
            lifts = asyncio.gather(*[player.play(["lift", slot]) for player in order])
            if queue == "fair":
                await until(lambda: live.contest.race is not None and len(live.contest.race._claims) == len(players))
                clock.forward(100)
            answers = await lifts
            granted = [p for p, answer in zip(order, answers, strict=True) if answer["type"] == "done"]
            assert len(granted) == 1
            assert Counter(a.get("says") for a in answers) == {None: 1, "reason.slot_held": 3}
            await level(*players)
            for player in players:
                assert slots(player)[slot] == ["held", granted[0].front]
            clock.forward(300)
            await done(granted[0], "return")
            clock.forward(300)
            grants = [choice for _, choice, _ in lines_of(live) if choice[0] == "lift"]
            assert len(grants) == turn + 1


@rule("TR-DIG-LIVE-11")
async def test_the_fair_queue_makes_up_for_a_slow_connection(host: Host, clock: HandClock) -> None:
    async with raid(host, clock, raid_queue="fair") as (anna, ben):
        live = await live_of(host, anna)
        far = next(c for c in live.connections if c.front == ben.front)
        far._trips.extend([200] * 9)
        far.proof = lambda: 200
        clock.forward(SECOND)
        quick = asyncio.create_task(anna.play(["lift", 3]))
        await until(lambda: live.contest.race is not None and live.contest.race.has_claim_of(0))
        clock.forward(80)
        assert lines_of(live)[-1][1] != ("lift", 3)
        await done(ben, "lift", 3)  # counts 20 ms earlier than the other, so nothing earlier can come any more
        assert (await quick)["says"] == "reason.slot_held"
        assert faces(ben).keys() == {"3"}


@rule("TR-DIG-LIVE-11")
@pytest.mark.parametrize("proxy", [False, True])
async def test_answering_pings_late_gains_little(database: str, clock: HandClock, proxy: bool) -> None:
    """The cheat takes every tile a little later than the others do, and lets its pongs wait."""
    settings = replace(PATIENT, public_url="http://127.0.0.1") if proxy else PATIENT
    late = settings.unproven_trip_ms // 2 + 20 if proxy else SLACK_MS // 2 + 20
    async with serving(database, settings, clock) as host, raid(host, clock, raid_queue="fair") as (anna, cheat):
        live = await live_of(host, anna)
        line = next(c for c in live.connections if c.front == cheat.front)
        for number in range(1_000, 1_009):
            line.ping(number)
            clock.forward(200)
            line.heard_pong(number)
        assert line.round_trip == 200
        clock.forward(SECOND)
        honest = asyncio.create_task(anna.play(["lift", 3]))
        await until(lambda: live.contest.race is not None and live.contest.race.has_claim_of(0))
        clock.forward(late)
        cheating = asyncio.create_task(cheat.play(["lift", 3]))
        await until(lambda: live.contest.race is not None and live.contest.race.has_claim_of(1))
        clock.forward(2 * SECOND)
        assert (await honest)["type"] == "done"
        assert (await cheating)["says"] == "reason.slot_held"


@rule("TR-DIG-LIVE-11")
async def test_the_server_measures_the_round_trip(host: Host, clock: HandClock) -> None:
    connection = Connection(host.server.hub.office, None)
    for number, trip in enumerate([40, 900, 52, 48], 1):
        connection.ping(number)
        clock.forward(trip)
        connection.heard_pong(number)
        connection.heard_pong(number)  # once is enough
        connection.heard_pong(77)  # was never sent
        assert connection.round_trip == 0  # not known so far
    connection.ping(5)
    clock.forward(50)
    connection.heard_pong(5)
    assert connection.round_trip == 50


@rule("TR-DIG-LIVE-8", "TR-DIG-LIVE-11")
async def test_clients_answer_pings_and_are_told_the_round_trip(database: str, clock: HandClock) -> None:
    async with serving(database, replace(PATIENT, ping_s=1.0), clock) as host, royals(host) as (anna, _):
        live, told = await live_of(host, anna), 0
        for _ in range(6):
            clock.forward(1_000)
            ping = await anna.until(lambda message: message["type"] == "ping")
            clock.forward(30)
            await anna.send({"type": "pong", "n": ping["n"]})
            told = ping.get("round_trip_ms", 0)
        mine = next(c for c in live.connections if c.front == 0)
        await until(lambda: mine.round_trip)
        assert mine.round_trip >= 30
        clock.forward(1_000)
        ping = await anna.until(lambda message: message["type"] == "ping" and message["n"] > told)


@rule("TR-DIG-LIVE-9", "TR-DIG-LIVE-11")
def test_no_client_ever_says_a_time() -> None:
    """A browser whose clock is wrong can change nothing: it has no way to send a time."""
    spoken = msgspec.json.schema(wire.Command | wire.Pong)["$defs"]
    fields = {field for message in spoken.values() for field in message["properties"]}
    assert fields == {
        *("type", "id", "version", "seat", "choice", "agree", "topic", "nonce", "invite", "name", "kind", "bot"),
        *("text", "n", "on"),
    }


@rule("TR-DIG-LIVE-12")
async def test_a_hand_keeps_its_pace(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, ben):
        await done(anna, "lift", 3)
        clock.forward(299)
        assert await refused(anna, "keep") == ("TR-DIG-LIVE-12", "reason.too_fast")
        clock.forward(1)
        await done(anna, "keep")
        assert await refused(anna, "lift", 4) == ("TR-DIG-LIVE-12", "reason.too_fast")
        await done(ben, "lift", 4)  # another hand
        clock.forward(300)
        assert await refused(anna, "lift", 4) == ("TR-P2-10", "reason.slot_held")
        await done(anna, "lift", 5)


@rule("TR-DIG-LIVE-18", "TR-EX-R2")
async def test_a_player_with_two_screens_has_one_hand(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, _), anna.browser.at(table_id(anna)) as phone:
        await done(anna, "lift", 3)
        await level(anna, phone)
        assert faces(phone) == faces(anna)
        assert await refused(phone, "lift", 4) == ("TR-P2-6", "reason.hand_full")
        clock.forward(300)
        await done(phone, "keep")
        await level(anna, phone)
        assert await refused(anna, "keep") == ("TR-P2-9", "reason.hand_empty")


@rule("TR-DIG-LIVE-3")
async def test_a_message_that_comes_twice_acts_once(host: Host, clock: HandClock) -> None:
    for queue in ("fcfs", "fair"):
        async with raid(host, clock, raid_queue=queue) as (anna, _):
            live = await live_of(host, anna)
            lift = {"type": "play", "id": "same", "version": anna.version, "seat": 0, "choice": ["lift", 3]}
            await anna.send(lift)
            await anna.send(lift)
            if queue == "fair":
                await two_claims(live)
                clock.forward(100)
            for _ in range(2):
                answer = await anna.until(lambda message: message.get("id") == "same")
                assert answer["type"] == "done"
            assert [choice for _, choice, _ in lines_of(live)].count(("lift", 3)) == 1


@rule("TR-DIG-LIVE-6", "TR-DIG-LIVE-5")
async def test_a_face_is_told_with_the_grant_and_to_its_holder_only(host: Host, clock: HandClock) -> None:
    async with raid(host, clock, raid_queue="fair") as (anna, ben), ben.browser.at(table_id(ben), "watch") as watcher:
        live = await live_of(host, anna)
        for player in (anna, ben, watcher):
            player.heard.clear()
        lift = asyncio.create_task(anna.play(["lift", 3]))
        await until(lambda: live.contest.race is not None and live.contest.race.has_claim_of(0))
        await asyncio.sleep(0.02)
        assert not any("faces" in text or "tile_seen" in text for text in anna.heard)
        clock.forward(100)
        assert (await lift)["type"] == "done"
        assert faces(anna).keys() == {"3"}
        kinds = [json.loads(text)["type"] for text in anna.heard]
        assert kinds.index("delta") < kinds.index("done")
        await level(anna, ben, watcher)
        face = faces(anna)["3"]
        for player in (ben, watcher):
            assert slots(player)[3] == ["held", 0]
            assert not any(f'"{face}"' in text or "tile_seen" in text for text in player.heard)


# -- the end ---------------------------------------------------------------------------------------------------------


@rule("TR-DIG-LIVE-13", "TR-DIG-LIVE-20", "TR-DIG-LIVE-21", "TR-EX-R4", "TR-EX-R5", "TR-EX-R6")
async def test_time_ends_the_raid_and_hands_have_three_seconds(host: Host, clock: HandClock) -> None:
    async with raid(host, clock, 3) as (anna, ben, cleo):
        live = await live_of(host, anna)
        clock.forward(RAID - 400)
        await done(ben, "lift", 4)
        clock.forward(400)
        await done(anna, "lift", 3)  # in time
        clock.forward(1)
        assert (await refused(cleo, "lift", 5))[1] in ("reason.time_up", "core.not_asked")
        await told_that(anna, lambda: anna.clock and anna.clock["kind"] == "grace")
        assert anna.clock == {"kind": "grace", "ends_in": GRACE, "lasts": GRACE}
        assert state_of(live).deciding() == (0, 1, CLOCK)
        clock.forward(2 * SECOND)
        await done(anna, "keep")
        clock.forward(SECOND)
        await asyncio.sleep(0.02)
        assert live.table.timing.clock is not None
        clock.forward(1)
        await told_that(ben, lambda: ben.clock is None)
        revealed = one_event(ben, "tiles_revealed")
        assert [len(castle) for castle in revealed["castles"]] == [1, 0, 0]
        assert len(revealed["centre"]) == 20


@rule("TR-DIG-LIVE-13")
async def test_with_the_fair_queue_a_lift_may_come_a_little_later(host: Host, clock: HandClock) -> None:
    async with raid(host, clock, raid_queue="fair") as (anna, ben):
        live = await live_of(host, anna)
        for connection in live.connections:
            if connection.front == 1:
                connection._trips.extend([180] * 9)
                connection.proof = lambda: 180
        clock.forward(RAID + 90)
        await asyncio.sleep(0.02)
        assert await refused(anna, "lift", 3) == ("TR-DIG-LIVE-13", "reason.time_up")
        lift = asyncio.create_task(ben.play(["lift", 3]))  # was sent when there was still time
        await until(lambda: live.contest.race is not None and live.contest.race.has_claim_of(1))
        clock.forward(10)
        assert (await lift)["type"] == "done"
        clock.forward(1)
        await told_that(ben, lambda: ben.clock and ben.clock["kind"] == "grace")


@rule("TR-DIG-LIVE-14")
async def test_the_raid_ends_early_when_all_have_stopped(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, ben):
        await done(anna, "stop")
        clock.forward(700)
        assert anna.clock is not None
        await done(anna, "resume")
        await done(anna, "stop")
        await done(ben, "stop")
        assert ben.clock is None
        assert len(one_event(ben, "tiles_revealed")["centre"]) == 15


async def test_what_a_clock_has_seen_cannot_be_taken_back(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, ben):
        assert anna.undo == ben.undo == ""  # not even that one was ready
        await done(anna, "stop")
        assert anna.undo == ""
        assert (await anna.ask("undo", version=anna.version, seat=0))["code"] == "nothing_to_undo"
        await done(ben, "stop")
        await level(anna, ben)
        assert anna.undo == ben.undo == ""
        for player in (anna, ben):
            answer = await player.ask("undo", version=player.version, seat=player.front)
            assert answer["code"] == "nothing_to_undo"


async def test_move_limits_do_not_count_while_a_clock_runs(host: Host, clock: HandClock) -> None:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), FREE, game="tumult", options={"raid": "live"}, limit_s=10)
        async with anna.at(table) as first, ben.at(table) as second:
            await second.ask("sit", seat=1, nonce=nonce(1))
            await set_up([first, second])
            assert first.deadlines.keys() == {"0", "1"}
            await begin(clock, [first, second])
            assert first.deadlines == {}
            clock.forward(15 * SECOND)
            await done(first, "lift", 3)
            assert "held" not in first.info["seats"][1]


# -- lost connections ------------------------------------------------------------------------------------------------


@rule("TR-DIG-LIVE-15", "TR-DIG-LIVE-7", "TR-P2-15")
async def test_a_lost_connection_lets_go_of_its_tile_after_two_seconds(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, ben):
        await done(ben, "lift", 1)
        clock.forward(300)
        await done(ben, "keep")
        clock.forward(300)
        await done(ben, "lift", 4)
        assert [(event["seat"], event["slot"]) for event in looks_in(ben.log)] == [(1, 1), (1, 4)]  # each reported once
        await ben.socket.close()
        await told_that(anna, lambda: not anna.info["seats"][1].get("here"))
        clock.forward(1_999)
        await asyncio.sleep(0.02)
        await anna.ask("look")
        assert slots(anna)[4] == ["held", 1]
        clock.forward(1)
        await told_that(anna, lambda: slots(anna)[4] == ["free"])
        assert slots(anna)[1] == ["taken", 1]  # what is in the castle stays there
        async with ben.browser.at(table_id(anna)) as again:
            assert again.clock is not None
            assert faces(again) == {}  # robbed tiles are not shown again,
            assert {event["event"] for event in events_in(again.log)} >= {"tile_lifted", "tile_kept"}
            assert not looks_in(again.log)  # neither on the table nor in its log
            whole = await again.browser.get(f"/api/tables/{table_id(anna)}/log?seat=1")
            assert [entry.get("choice") for entry in whole.json()][-2:] == [["lift", 4], ["return"]]
            assert not looks_in(whole.json())
            assert slots(again) == slots(anna)
            clock.forward(300)
            await done(again, "lift", 5)


@rule("TR-DIG-LIVE-15")
async def test_who_is_back_in_time_still_holds_the_tile(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, ben):
        await done(ben, "lift", 4)
        await ben.socket.close()
        await told_that(anna, lambda: not anna.info["seats"][1].get("here"))
        clock.forward(1_900)
        async with ben.browser.at(table_id(anna)) as again:
            assert faces(again).keys() == {"4"}
            clock.forward(5 * SECOND)
            await asyncio.sleep(0.02)
            await done(again, "keep")


@rule("TR-DIG-LIVE-15")
async def test_at_the_deadline_a_lost_connection_has_no_grace(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, ben):
        clock.forward(RAID - 500)
        await done(ben, "lift", 4)
        await ben.socket.close()
        await told_that(anna, lambda: not anna.info["seats"][1].get("here"))
        clock.forward(501)
        await told_that(anna, lambda: anna.clock is None)
        assert slots(anna)[4] == ["free"]


# -- bots ------------------------------------------------------------------------------------------------------------


@rule("TR-DIG-LIVE-16")
@pytest.mark.parametrize("queue", ["fcfs", "fair"])
async def test_bots_obey_the_same_queue_and_pace(host: Host, clock: HandClock, queue: str) -> None:
    async with royals(host, 1, 2, raid_queue=queue) as (anna,):
        live = await live_of(host, anna)
        await done(anna, "ready")
        await told_that(anna, lambda: anna.clock)
        begins = clock.now() + COUNTDOWN
        await all_pass(clock, live, COUNTDOWN)
        for _ in range(600):
            await all_pass(clock, live, 50)
            if live.table.timing.clock is None:
                break
        assert state_of(live).shown
        times: dict[int, list[tuple[str, int]]] = {1: [], 2: []}
        for seat, choice, ms in lines_of(live):
            if seat in times and choice[0] in ("lift", "keep", "return"):
                assert ms is not None
                times[seat].append((str(choice[0]), live.table.started + ms))
        for acts in times.values():
            assert len(acts) > 6
            assert acts[0][1] >= begins + (100 if queue == "fair" else 0) + 200  # nobody reaches faster
            gaps = [later - sooner for (_, sooner), (_, later) in pairwise(acts)]
            assert min(gaps) >= 300
        assert live.table.lines_by_bots()


async def test_a_bot_that_fails_does_not_stop_the_clock(
    host: Host, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with royals(host, 1, 1) as (anna,):
        live = await live_of(host, anna)

        def fail(*_: object) -> None:
            raise ValueError("no idea")

        monkeypatch.setattr("kronrat.bots.greedy.LookOnce.decide", fail)
        await done(anna, "ready")
        await told_that(anna, lambda: anna.clock)
        await all_pass(clock, live, COUNTDOWN + 3 * SECOND)
        assert any(seat == 1 and choice[0] == "lift" for seat, choice, _ in lines_of(live))
        race = live.contest.race
        assert race is not None
        clock.forward(RAID)
        await until(lambda: live.table.timing.clock is None or live.table.timing.clock.question != race.clock.question)


# -- the journal, and what survives ----------------------------------------------------------------------------------


@rule("TR-DIG-LIVE-17")
async def test_the_journal_tells_every_grant_with_its_time(host: Host, clock: HandClock) -> None:
    async with raid(host, clock) as (anna, ben):
        live = await live_of(host, anna)
        await done(anna, "lift", 3)
        clock.forward(450)
        await done(anna, "keep")
        clock.forward(25)
        await done(ben, "lift", 0)
        clock.forward(RAID)
        await told_that(ben, lambda: ben.clock and ben.clock["kind"] == "grace")
        await done(ben, "return")
        raided = [line for line in lines_of(live) if line[1][0] in ("lift", "keep", "return", "time_up")]
        start = raided[0][2] or 0
        assert [(seat, choice[0], (ms or 0) - start) for seat, choice, ms in raided] == [
            (0, "lift", 0),
            (0, "keep", 450),
            (1, "lift", 475),
            (CLOCK, "time_up", RAID + 475),
            (1, "return", RAID + 475),
        ]
        assert live.table.match is not None
        journal = Journal.parse(live.table.match.journal.text())
        again = replay(kronrat.load("tumult"), journal)
        assert again.game.digest(again.state) == (await host.digest(table_id(anna)))[1]


@rule("TR-DIG-LIVE-15", "TR-DIG-LIVE-17")
async def test_a_server_that_was_away_goes_on_with_the_time_that_was_left(database: str, clock: HandClock) -> None:
    async with serving(database, PATIENT, clock) as host, raid(host, clock) as (anna, ben):
        clock.forward(4 * SECOND)
        await done(ben, "lift", 4)
        clock.forward(2 * SECOND)
        await done(anna, "lift", 3)  # six seconds have passed when the last grant is recorded
        clock.forward(1_500)
        table, token = table_id(anna), anna.browser.token
        for _, task in host.server.hub._driving.values():
            task.cancel()
    clock.forward(MINUTE)
    async with serving(database, PATIENT, clock) as host:
        await until(lambda: table in host.server.hub.tables)
        live = host.server.hub.tables[table]
        await until(lambda: live.table.timing.clock is not None and live.table.timing.clock.resumed)
        async with host.browser(token=token) as browser, browser.at(table) as again:
            assert again.clock == {
                "kind": "hourglass", "starts_in": 3 * SECOND, "ends_in": 17 * SECOND, "lasts": RAID, "resumed": True,
            }  # fmt: skip
            assert faces(again).keys() == {"3"}
            assert (await refused(again, "keep"))[1] == "reason.not_running"
            clock.forward(3 * SECOND)
            await done(again, "keep")
            clock.forward(2 * SECOND)
            await told_that(again, lambda: slots(again)[4] == ["free"])  # Ben has not come back
            clock.forward(12 * SECOND)
            await asyncio.sleep(0.02)
            assert live.table.timing.clock is not None
            clock.forward(1)
            await told_that(again, lambda: again.clock is None)


# -- secrets ---------------------------------------------------------------------------------------------------------


def words_in(value: Any) -> set[str]:
    """Every text in a message, keys included."""
    if isinstance(value, dict):
        return {*value, *[word for inner in value.values() for word in words_in(inner)]}
    if isinstance(value, list):
        return {word for inner in value for word in words_in(inner)}
    return {value} if isinstance(value, str) else set()


TILES = {f"{kind}{symbols}" for kind in "bmt" for symbols in "123"}


@rule("TR-EX-R7")
@pytest.mark.parametrize("own_tiles", ["hidden", "shown"])
async def test_no_message_tells_what_another_hand_holds(host: Host, clock: HandClock, own_tiles: str) -> None:
    """Whatever is sent during a raid, the only tiles in it are those that its reader has lifted."""
    async with AsyncExitStack() as stack:
        players = await stack.enter_async_context(raid(host, clock, 3, own_tiles=own_tiles))
        zoe = await stack.enter_async_context(host.browser("Zoe"))
        watcher = await stack.enter_async_context(zoe.at(table_id(players[0])))
        live, random = await live_of(host, players[0]), Random(own_tiles)
        seen: dict[Player, set[str]] = {player: set() for player in (*players, watcher)}
        told = {player: len(player.heard) for player in seen}
        for _ in range(60):
            clock.forward(300)
            player = random.choice(players)
            assert player.question
            options = [option for option in player.question["options"] if option[0] != "stop"]
            await player.play(random.choice(options))
            await level(*seen)
            if live.table.timing.clock is None:
                break
            hand = state_of(live).players[player.front].hand
            if hand >= 0:
                seen[player].add(faces(player)[str(hand)])
            for reader, known in seen.items():
                new, told[reader] = reader.heard[told[reader] :], len(reader.heard)
                for text in new:
                    assert words_in(json.loads(text)) & TILES <= known
                for entry in reader.log:
                    assert {e["seat"] for e in entry["events"] if e["event"] == "tile_seen"} <= {reader.front}
        assert all(seen[player] for player in players)
        assert not seen[watcher]
        for reader in seen:
            for what in ("journal", "log"):
                answer = await reader.browser.get(f"/api/tables/{table_id(players[0])}/{what}")
                assert not set(re.findall(r"\b[bmt][123]\b", answer.text)) - seen[reader]


# -- without a clock of the rules ------------------------------------------------------------------------------------


@asynccontextmanager
async def asked_for(host: Host, kind: str, **options: str) -> AsyncIterator[list[Player]]:
    """Two people at a table with a limit of a minute who have come as far as this question."""
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), FREE, game="tumult", options=options, limit_s=60)
        async with anna.at(table) as first, ben.at(table) as second:
            await second.ask("sit", seat=1, nonce=nonce(1))
            players = [first, second]
            while True:
                await level(*players)
                asked = next(player for player in players if player.question)
                assert asked.question
                if asked.question["kind"] == kind:
                    break
                await asked.play(asked.question["options"][0])
            yield [asked, *[player for player in players if player is not asked]]


def held(player: Player) -> list[Plain]:
    return [seat for seat in player.info["seats"] if seat.get("held")]


@rule("TR-DIG-ASYNC-7")
async def test_out_of_time_in_the_draft_the_server_stops_for_a_seat(host: Host, clock: HandClock) -> None:
    async with asked_for(host, "draft_lift", raid="draft") as (asked, other):
        clock.forward(MINUTE - 1)
        await asyncio.sleep(0.03)
        assert (await asked.ask("look"))["question"]["kind"] == "draft_lift"
        clock.forward(1)
        await told_that(other, lambda: other.question)
        assert one_event(other, "stopped")["seat"] == asked.front
        assert other.log[-1]["bot"]  # nobody chose it,
        assert not held(other)  # and still nobody else plays for this seat
        await done(other, "lift", 3)
        clock.forward(MINUTE)
        await told_that(asked, lambda: slots(asked)[3] == ["free"])
        assert not held(asked)


@rule("TR-DIG-ASYNC-9")
async def test_out_of_time_the_server_submits_all_orders(host: Host, clock: HandClock) -> None:
    async with asked_for(host, "give_order", raid="orders") as players:
        await done(players[0], "set", "tiles", 1)
        clock.forward(MINUTE)
        await told_that(players[0], lambda: view_of(players[0])["raid"]["shown"] or held(players[0]))
        assert not held(players[0])
        kept = [event for event in events_in(players[0].log) if event["event"] == "tile_kept"]
        assert [event["seat"] for event in kept].count(players[0].front) == 1


# -- a trial ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trial", ["calm", "raid"])
async def test_a_trial_begins_with_the_raid_and_can_be_left(host: Host, trial: str) -> None:
    async with host.browser("Anna") as anna:
        answer = await anna.http.post(f"/api/trials/tumult/{trial}", json={"nonce": nonce(0)})
        assert answer.status_code == 201
        table, asks = answer.json()["table"], answer.json()["asks"]
        async with anna.at(table) as player:
            assert player.question is not None
            assert player.question["kind"] == asks[0] == "ready"
            assert [tip["id"] for tip in player.question["tips"]] == ["ready"]
            assert (await player.ask("rise", seat=0))["type"] == "done"
        assert (await anna.get("/api/tables")).json()["mine"] == []
        assert (await anna.http.post("/api/trials/tumult/nothing", json={"nonce": nonce(0)})).status_code == 404
