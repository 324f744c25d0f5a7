"""What a viewer is told does not depend on what is hidden from that viewer, and no secret is in anything ever sent."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import CLOCK, Choice
from kronrat.core.game import Game
from kronrat.core.journal import Line
from kronrat.server import telling, wire
from kronrat.server.bus import LocalBus
from kronrat.server.clock import Clock
from kronrat.server.connection import Connection
from kronrat.server.live import LiveTable
from kronrat.server.office import Office
from kronrat.server.planning import Draft, plan_clock, plan_opening
from kronrat.server.records import Guest, Record, Seat, TableRow
from kronrat.server.settings import Settings
from kronrat.server.store import Store
from kronrat.server.table import Happening
from kronrat.testing.conformance import is_hidden
from kronrat.words.sentences import snake
from tests.profile import PROFILE
from tests.server.client import ALL_MODULES, FREE, INVITED, Host, Player, level, play_on, serving, steady_dice
from tests.shelf import any_game, game_in_real_time

pytestmark = pytest.mark.anyio

NOW = 1_000_000


@dataclass(frozen=True)
class Kind:
    """A game with its options, and what else may be asked there."""

    game: Game
    options: dict[str, str]
    topics: tuple[str, ...]
    odd: tuple[Choice, ...]  # choices that somebody may have at some time

    def __str__(self) -> str:
        return self.game.id


SEALED = Kind(any_game(), ALL_MODULES, ("dice", "odds", "outlook"), (("keep", "lady"), ("token", 1)))
LIVE = Kind(*game_in_real_time(), ("fields", "odds"), (("keep",), ("lift", 3), ("lift", 99)))
SECRET_LOOKS = {snake(kind.__name__) for kind in Event.__subclasses__() if kind.seen_by is not Event.seen_by}
GUESTS = [Guest("guest-0", "Anna"), Guest("guest-1", "Ben"), Guest("guest-2", "Cleo")]


# -- two worlds ------------------------------------------------------------------------------------------------------


class StoppedClock(Clock):
    def now(self) -> int:
        return NOW


class NoStore(Store):
    """Keeps nothing, and accepts everything."""

    def __init__(self) -> None:
        self.shared = False

    async def append(self, *given: Any) -> bool:
        return True


class Listener(Connection):
    """Somebody at a table who remembers what is said."""

    def __init__(self, office: Office, guest: Guest | None) -> None:
        super().__init__(office, guest)
        self.heard: list[str] = []

    def tell_text(self, text: bytes) -> None:
        self.heard.append(text.decode())


def row(kind: Kind) -> TableRow:
    secret, game = seed_of_text("secrecy"), kind.game.id
    return TableRow("table", game, kind.options, "live", "consent", 0, True, "guest-0", secret, 0, len(GUESTS))


class World:
    """A table made of records, at which everybody listens."""

    def __init__(self, kind: Kind, records: Sequence[Record]) -> None:
        self.kind = kind
        self.office = Office(NoStore(), LocalBus(), StoppedClock(), Settings(message_burst=10**9), "here")
        self.live = LiveTable(self.office, row(kind), kind.game)
        self.listeners: dict[int | None, Listener] = {}
        self.take(records)

    def take(self, records: Sequence[Record]) -> None:
        for record in records:
            self.live.table.apply(record)
        self.live.contest.note([])

    @property
    def state(self) -> Any:
        assert self.live.table.match is not None
        return self.live.table.match.state

    async def sit_down(self) -> None:
        for seat, guest in [*enumerate(GUESTS), (None, None)]:
            self.listeners[seat] = Listener(self.office, guest)
            await self.live.join(self.listeners[seat], "" if seat is None else str(seat))

    async def handle(self, seat: int, command: wire.Command) -> None:
        await self.live.handle(self.listeners[seat], command)

    async def play(self, seat: int, choice: Choice) -> None:
        await self.handle(seat, wire.Play("play", self.live.table.version, seat, list(choice)))

    def told(self, observer: int | None) -> list[str]:
        """What an observer has heard since the last time."""
        heard, self.listeners[observer].heard = self.listeners[observer].heard, []
        return heard

    def hide_from(self, observer: int | None, dice: Dice) -> None:
        """Change everything that an observer does not know: the position, and the past."""
        table = self.live.table
        assert table.match is not None
        hidden = table.match.hidden_from(observer)
        table.match.state = self.kind.game.redeal(table.match.state, observer, dice)
        for number in hidden:
            line = table.match.journal.lines[number - 1]
            table.match.journal.lines[number - 1] = altered(line)
        kept = [only_seen(happening, observer, happening.number in hidden) for happening in table.log]
        table.log.clear()
        table.log.extend(kept)


def altered(line: Line) -> Line:
    return replace(line, choice=(line.choice[0], "something", "else"))


def only_seen(happening: Happening, observer: int | None, hidden: bool) -> Happening:
    seen = tuple([event for event in happening.events if event.seen_by(observer)])
    return replace(happening, line=altered(happening.line) if hidden else happening.line, events=seen)


def opening(kind: Kind) -> list[Record]:
    """The records of a table that is full from the beginning."""
    office = Office(NoStore(), LocalBus(), StoppedClock(), Settings(), "here")
    table = LiveTable(office, row(kind), kind.game).table
    sitting = [Seat("human", guest.id, guest.name, nonce=f"{n:032x}") for n, guest in enumerate(GUESTS)]
    return plan_opening(table, sitting, 0).records


def strange_choices(random: Random, kind: Kind, state: Any) -> list[Choice]:
    """Choices of all seats, and some that nobody has."""
    options = [option for other in state.deciding() for option in state.options(other)]
    picked = random.sample(options, min(4, len(options)))
    return [*picked, *[(*option[:-1], random.randrange(20)) for option in picked], *kind.odd]


async def ask_everything(world: World, observer: int, choices: Sequence[Choice]) -> None:
    """All questions that change nothing."""
    for number, choice in enumerate(choices):
        await world.handle(observer, wire.Preview(f"p{number}", observer, list(choice)))
        await world.handle(observer, wire.Why(f"w{number}", observer, list(choice)))
    for topic in world.kind.topics:
        await world.handle(observer, wire.Ask(topic, observer, topic))
    await world.handle(observer, wire.Look("look"))


def journal_of(world: World, observer: int | None) -> str:
    return world.live.table.journal_for(observer).text()


async def compare(
    kind: Kind, records: Sequence[Record], random: Random, observer: int | None, seat: int, choice: Choice
) -> bool:
    """In two worlds that an observer cannot tell apart, everything sent is the same. Returns whether they differed."""
    true, other = World(kind, records), World(kind, records)
    other.hide_from(observer, Dice(random.randbytes(32)))
    for world in (true, other):
        await world.sit_down()
    assert true.told(observer) == other.told(observer)
    assert journal_of(true, observer) == journal_of(other, observer)
    if observer is not None:
        choices = strange_choices(random, kind, true.state)
        for world in (true, other):
            await ask_everything(world, observer, choices)
        assert true.told(observer) == other.told(observer)
    different = kind.game.digest(true.state) != kind.game.digest(other.state)
    if seat < 0:
        return different
    in_other = choice
    if is_hidden(true.state, seat, observer):
        in_other = random.choice([option for option in other.state.options(seat) if option[0] == choice[0]])
    if in_other in other.state.options(seat):
        await true.play(seat, choice)
        await other.play(seat, in_other)
        assert true.live.table.version > len(records)
        if not reveals(true, records, observer) and not true.state.over:  # at the end everything may be known
            assert true.told(observer) == other.told(observer)
            assert journal_of(true, observer) == journal_of(other, observer)
    return different


def reveals(world: World, records: Sequence[Record], observer: int | None) -> bool:
    """Whether the newest choice has revealed something hidden to an observer."""
    newest = [happening for happening in world.live.table.log if happening.version > len(records)]
    events = [event for happening in newest for event in happening.events]
    return any(event.reveals and event.seen_by(observer) for event in events)


def next_seat(random: Random, state: Any) -> int:
    """A seat that is asked; CLOCK only rarely, or nothing would happen before time is up."""
    deciding = state.deciding()
    if CLOCK in deciding and len(deciding) > 1 and random.random() < 0.95:
        return int(random.choice(deciding[:-1]))
    return int(random.choice(deciding))


@pytest.mark.parametrize("number", range(PROFILE.walks))
@pytest.mark.parametrize("kind", [SEALED, LIVE], ids=str)
async def test_messages_do_not_depend_on_what_is_hidden(kind: Kind, number: int) -> None:
    random, records, compared = Random(f"secrecy {number}"), opening(kind), Counter[bool]()
    main = World(kind, records)
    while not main.state.over:
        seat = next_seat(random, main.state)
        choice = random.choice(main.state.options(seat))
        secret = any([is_hidden(main.state, seat, observer) for observer in (0, 1, 2)])
        if secret or random.random() < 0.2:
            observer = random.choice([0, 1, 2, None])
            compared[await compare(kind, records, random, observer, seat, choice)] += 1
        table = main.live.table
        new = Draft(table, 0).add_choice(seat, choice).records
        main.take(new)
        records += new
        if table.timing.is_asked and table.timing.clock is None:  # somebody keeps the clock, and it runs by now
            kept = plan_clock(table, "here", 0, NOW - 10_000).records
            main.take(kept)
            records += kept
    assert compared[True] > 20


async def test_the_whole_log_tells_no_more_than_the_newest_lines() -> None:
    random, main = Random("log"), World(SEALED, opening(SEALED))
    while not main.state.over:
        table = main.live.table
        seat = random.choice(main.state.deciding())
        main.take(Draft(table, 0).add_choice(seat, random.choice(main.state.options(seat))).records)
        if random.random() < 0.1:
            observer = random.choice([0, 1, 2, None])
            newest = telling.entries(table, observer, table.log)
            assert telling.whole_log(table, observer)()[-len(newest) :] == newest


# -- everything that was ever sent -----------------------------------------------------------------------------------


@pytest.fixture
async def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    steady_dice(monkeypatch)
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host:
        yield host


def hidden_cards(state: Any, observer: int | None) -> Iterator[str]:
    """The enemies to come and the governors of others, by their names, as far as an observer may not know them."""
    knows = state.revealed or (observer is not None and state.players[observer].peeked)
    yield from state.enemies[1 if knows else 0 :]
    for seat, player in enumerate(state.players):
        if seat != observer:
            yield from player.dealt
            yield from [player.chosen] if player.chosen else []


def scan(texts: Sequence[str], words: Sequence[str]) -> None:
    for text in texts:
        for word in words:
            assert word not in text, f"{word} in {text[:200]}"


async def everything_over_http(player: Player, table: str) -> list[str]:
    """Pages, lists, log and journal, as this browser gets them."""
    seats = [f"?seat={seat}" for seat in (*range(3), "watch")]
    paths = [
        "/",
        f"/t/{table}",
        f"/t/{table}/end",
        f"/t/{table}/replay",
        "/api/tables",
        "/api/me",
        "/metrics",
        "/healthz",
    ]
    paths += [f"/api/tables/{table}/{what}{seat}" for what in ("log", "journal") for seat in ("", *seats)]
    paths.append(f"/api/tables/{table}/replay")
    answers = [await player.browser.get(path) for path in paths]
    return [answer.text + json.dumps(dict(answer.headers)) for answer in answers]


async def test_no_secret_is_ever_sent(
    host: Host,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG, logger="kronrat")
    steady_dice(monkeypatch, "somebody looks at an enemy")
    nonces = [Random(seat).randbytes(16).hex() for seat in range(3)]
    async with AsyncExitStack() as stack:
        anna, ben, cleo, zoe = [
            await stack.enter_async_context(host.browser(name)) for name in ("Anna", "Ben", "Cleo", "Zoe")
        ]
        table = await anna.open({"kind": "me", "nonce": nonces[0]}, INVITED, FREE, options=ALL_MODULES)
        players = [await stack.enter_async_context(browser.at(table)) for browser in (anna, ben, cleo, zoe)]
        invite = players[0].full["invites"]["1"]
        live = await host.live(table)
        secret = live.row.secret.hex()
        people = [await host.server.people.find(browser.token) for browser in (anna, ben, cleo, zoe)]
        never = [
            secret,
            *[guest.id for guest in people if guest],
            *[browser.token for browser in (anna, ben, cleo, zoe)],
        ]

        await players[2].ask("sit", seat=2, nonce=nonces[2])
        await level(*players)
        for player in players:
            scan([*player.heard, *await everything_over_http(player, table)], [*never, *nonces])
        scan([text for player in players[1:] for text in player.heard], [invite])
        await players[1].ask("sit", seat=1, nonce=nonces[1], invite=invite)
        await level(*players)
        assert players[3].info["nonces"] == nonces

        told = dict.fromkeys(players, 0)
        looks = Counter[int]()

        def check_new(all_of_them: Sequence[Player]) -> None:
            assert live.table.match is not None
            state = live.table.match.state
            for player in all_of_them:
                new, told[player] = player.heard[told[player] :], len(player.heard)
                if not state.over:
                    scan(new, [*never, *[f'"{card}"' for card in hidden_cards(state, player.front)]])
                for text in new:
                    assert invite not in text or player is players[0]
                    for entry in json.loads(text).get("log", []):
                        seen = [event["seat"] for event in entry["events"] if event["event"] in SECRET_LOOKS]
                        looks.update(seen)
                        assert set(seen) <= {player.front}

        count = 0

        async def after(_: Player) -> None:
            nonlocal count
            count += 1
            await level(*players)
            check_new(players)
            if count % 70 == 1 and not players[0].over:
                assert live.table.match is not None
                for player in players:
                    cards = [f'"{card}"' for card in hidden_cards(live.table.match.state, player.front)]
                    cards += [f" {card.strip(chr(34))}\n" for card in cards]
                    scan(await everything_over_http(player, table), [*never, invite, *cards])

        check_new(players)
        await play_on(Random(21), *players[:3], after=after)
        assert looks
        assert secret in players[3].heard[-1] or players[3].info["secret"] == secret  # now everybody may know it
        others = [word for word in never if word != secret]
        for player in players:
            scan(
                [*player.heard, *await everything_over_http(player, table)],
                [*others, *([invite] if player is not players[0] else [])],
            )
    written = capfd.readouterr()
    scan([caplog.text, written.out, written.err], [*never, invite, *nonces])


async def test_sealed_answers_show_only_when_all_are_given(host: Host) -> None:
    async with AsyncExitStack() as stack:
        anna, ben = [await stack.enter_async_context(host.browser(name)) for name in ("Anna", "Ben")]
        table = await anna.open({"kind": "me", "nonce": "0" * 32}, FREE, options=ALL_MODULES)
        first, second = [await stack.enter_async_context(browser.at(table)) for browser in (anna, ben)]
        await second.ask("sit", seat=1, nonce="1" * 32)
        await level(first, second)
        assert first.question is not None
        assert second.question is not None
        assert first.question["kind"] == second.question["kind"]
        mine, other = first.question["options"][:2]
        start = len(second.heard)
        await first.play(mine)
        await first.ask("undo", version=first.version, seat=0)
        await first.play(other)
        await level(first, second)
        journal = (await ben.get(f"/api/tables/{table}/journal")).text
        log = (await ben.get(f"/api/tables/{table}/log")).text
        for card in (mine[1], other[1]):
            scan([*second.heard[start:], log], [f'"{card}"'])
            scan([journal], [f" {card}\n"])
        assert second.log[-1]["seat"] == 0
        assert "choice" not in second.log[-1]
        assert second.question is not None
        await second.play(second.question["options"][0])
        await level(first, second)
        assert f'"{other[1]}"' in second.heard[-2] + second.heard[-1]
        journal = (await ben.get(f"/api/tables/{table}/journal")).text
        assert f" {other[1]}\n" in journal
        assert f" {mine[1]}\n" not in journal  # what was taken back stays unknown
