"""Choices at a table in real time: while a clock of the rules runs, each takes its place in the one queue of the table.

The queue is in the process that keeps the clock; others pass the choices of their clients on to it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import proxy

from kronrat.core.flow import Choice
from kronrat.server import planning, wire
from kronrat.server.bus import Answered, Passed
from kronrat.server.connection import Connection
from kronrat.server.ledger import command_key
from kronrat.server.planning import Draft
from kronrat.server.race import Claim, Race, not_yet
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal
from kronrat.server.store import StoreUnavailable
from kronrat.server.table import Happening

if TYPE_CHECKING:
    from kronrat.server.live import LiveTable

log = logging.getLogger(__name__)

PASSED_ON_S = 1.0  # time for the process that keeps a clock to answer a choice that was passed on to it


class Contest:
    """Decides whose choice is first at one table."""

    def __init__(self, live: LiveTable) -> None:
        self.race: Race | None = None  # while a clock of the rules runs
        self._live: LiveTable = proxy(live)  # not a reference cycle, so that a table that rests is freed at once
        self._office = live.office
        self._passed_on: dict[str, Claim] = {}

    # -- choices come in ---------------------------------------------------------------------------------------------

    async def enter_person(self, connection: Connection, command: wire.Play, arrived: int) -> None:
        """A choice of a person; it is answered when its moment has come."""
        choice, guest = tuple(command.choice), connection.guest_id
        claim = Claim(command.seat, choice, command, guest, connection.tell, arrived, connection.proven_trip)
        await self._line_up(claim, command)

    async def enter_bot(self, seat: int, choice: Choice) -> None:
        """The same for a bot, which has no connection that could be slow."""
        async with self._live.alone() as table:
            if table.match is not None and table.bot_of(seat) and choice in table.match.state.options(seat):
                with suppress(Refusal):
                    await self._settle(self._queue(Claim(seat, choice, arrived=self._office.clock.now())))

    async def enter_passed(self, letter: Passed) -> None:
        """A choice that another process has passed on."""
        play, bus = letter.play, self._office.bus

        def answer(message: wire.Message) -> None:
            assert isinstance(message, wire.Done | wire.Refused)
            bus.pass_on(Answered(letter.process, self._live.id, letter.guest, message))

        way = (letter.arrived, letter.round_trip)
        try:
            await self._line_up(Claim(play.seat, tuple(play.choice), play, letter.guest, answer, *way), play)
        except (Refusal, StoreUnavailable) as problem:
            answer(self._live.refusal(play, problem))

    async def _line_up(self, claim: Claim, command: wire.Play) -> None:
        async with self._live.alone() as table:
            if not table.timing.is_asked or self._live.ledger.knows(claim.known_as):
                await self._settle([claim])
                return
            planning.check_play(table, command, claim.guest)  # a choice that the rules refuse now need not wait
            clock = table.timing.clock
            if clock is None or clock.keeper == self._office.name or not self._office.store.shared:
                await self._settle(self._queue(claim))
            else:
                self._pass_on(claim, command, clock.keeper)

    def _queue(self, claim: Claim) -> list[Claim]:
        if self.race is None:
            raise not_yet(self._live.table)
        due = self.race.enter(claim, self._office.clock.now())
        self._live.changed.set()  # for the driver, which waits until the next one is due
        return due

    # -- between processes -------------------------------------------------------------------------------------------

    def _pass_on(self, claim: Claim, command: wire.Play, keeper: str) -> None:
        """Send a choice to the queue, which is where the clock is kept. A client that gets no answer may try again."""
        self._passed_on[claim.known_as] = claim
        name, way = self._office.name, (claim.arrived, claim.round_trip)
        self._office.bus.pass_on(Passed(keeper, name, self._live.id, claim.guest, command, *way))

        def give_up() -> None:
            if self._passed_on.pop(claim.known_as, None) and claim.answer:
                claim.answer(wire.Refused(command.id, "try_again"))

        asyncio.get_running_loop().call_later(PASSED_ON_S, give_up)

    async def heard_answer(self, letter: Answered) -> None:
        """What became of a choice that was passed on; everybody here first learns what happened."""
        claim = self._passed_on.pop(command_key(letter.guest, letter.answer.id), None)
        if claim is None or claim.answer is None:
            return
        if isinstance(letter.answer, wire.Done):
            with suppress(StoreUnavailable):
                await self._live.catch_up(letter.answer.version)
        claim.answer(letter.answer)

    # -- choices are granted -----------------------------------------------------------------------------------------

    async def settle_due(self) -> None:
        """Carry out the choices whose moment in the queue has come."""
        async with self._live.alone():
            if self.race is not None:
                await self._settle(self.race.due(self._office.clock.now()))

    async def _settle(self, claims: Sequence[Claim]) -> None:
        """Carry them out one after the other, as long as the rules allow it, and answer."""
        for claim in claims:
            try:
                answer = await self._grant(claim)
            except (Refusal, StoreUnavailable) as problem:
                if claim.command is None:
                    continue  # a bot thinks again
                answer = self._live.refusal(claim.command, problem)
            if claim.answer is not None:
                claim.answer(answer)

    async def _grant(self, claim: Claim) -> wire.Message:
        if await self._live.ledger.carry_out(claim.known_as, self._plan(claim)):
            self._office.counts["bot_choices" if claim.command is None else "choices"] += 1
        return wire.Done("" if claim.command is None else claim.command.id, self._live.table.version)

    def _plan(self, claim: Claim) -> Callable[[], Draft]:
        now, live = self._office.clock.now, self._live
        if claim.command is None:
            return lambda: planning.plan_choice(live.table, claim.seat, claim.choice, now())
        command = claim.command
        return lambda: planning.plan(live.table, command, Guest(claim.guest, ""), now())

    def note(self, happened: Sequence[Happening]) -> None:
        """Note that a clock has begun, changed or ended, or that somebody has acted in its time."""
        clock, race = self._live.table.timing.clock, self.race
        if race is not None and race.clock is clock:
            for happening in happened:
                race.note(happening)
            return
        self.race = None if clock is None else Race(self._live.table)
        for claim in [] if race is None else race.left_over():
            if claim.command is not None and claim.answer is not None:
                claim.answer(wire.Refused(claim.command.id, "try_again"))
