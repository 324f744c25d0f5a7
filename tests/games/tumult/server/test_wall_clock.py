"""The clock of the machine is set in the middle of a live raid: the raid lasts as long as before."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.games.tumult.server.test_raid import COUNTDOWN, PATIENT, RAID, done, faces, royals
from tests.marks import rule
from tests.server.by_hand import MINUTE, Machine, told_of_a_clock, told_that
from tests.server.client import serving, steady_dice

pytestmark = pytest.mark.anyio

HOUR = 60 * MINUTE


@rule("TR-DIG-LIVE-9")
@pytest.mark.parametrize("ms", [-HOUR, -10 * MINUTE, 10 * MINUTE, HOUR])
async def test_a_raid_goes_on_when_the_wall_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ms: int
) -> None:
    steady_dice(monkeypatch)
    machine = Machine(monkeypatch)
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}", PATIENT) as host, royals(host) as (anna, ben):
        for player in (anna, ben):
            await done(player, "ready")
        await told_of_a_clock(anna)
        machine.set_wall(ms)
        machine.forward(host, COUNTDOWN)
        await done(anna, "lift", 3)
        assert anna.clock == {"kind": "hourglass", "ends_in": RAID, "lasts": RAID}
        assert faces(anna).keys() == {"3"}
        machine.set_wall(-2 * ms)
        machine.forward(host, RAID - 1)
        await asyncio.sleep(0.03)  # long enough for what should not happen
        await done(anna, "return")
        assert anna.clock == {"kind": "hourglass", "ends_in": 1, "lasts": RAID}
        machine.forward(host, HOUR)
        await told_that(ben, lambda: ben.clock is None)
