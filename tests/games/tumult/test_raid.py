"""Phase 2: what a hand may do, and the raid in real time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kronrat
from kronrat.arena.record import record
from kronrat.core.flow import CLOCK
from kronrat.games.tumult.rules.live import GettingReady, Grace, Hourglass, Raid, Ready, Rob
from kronrat.games.tumult.rules.pace import GRACE_MS
from kronrat.games.tumult.rules.raid import BeginRaid, MixGoods, RevealTiles
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule

SIX = "b1 b2 m1 m3 t1 t2"


def raid(seats: int = 2, tiles: str = SIX, **options: str) -> Royal:
    """A live raid that has just begun."""
    table = Royal(seats, raid="live", **options).hidden(tiles)
    return table.run(Raid((*[Rob(seat) for seat in range(seats)], Hourglass())), RevealTiles())


# -- setting aside -------------------------------------------------------------------------------------------------


@rule("TR-P2-1", "TR-P2-17", "TR-INV-3")
@pytest.mark.parametrize(("seats", "left", "aside"), [(2, 15, 6), (3, 21, 9), (4, 27, 12)])
def test_three_tiles_for_each_player_are_set_aside(seats: int, left: int, aside: int) -> None:
    table = Royal(seats).run(MixGoods()).roll()
    assert len(table.state.slots) == left
    assert len(table.state.tiles) - left == aside
    assert game().view(table.state, 0)["raid"]["aside"] == aside


@rule("TR-P2-2")
def test_setting_aside_comes_once_a_round_after_the_spin() -> None:
    table = Royal(2).fresh().first_statues()
    kinds = []
    while table.state.round == 1:
        kinds.append(type(table.state.stack[-1]).__name__)
        if table.state.deciding() == (-1,):
            table.roll()
        else:
            table.play(f"{table.state.deciding()[0]} stop")
    assert kinds == ["Spin", "MixGoods", "DraftLift", "DraftLift"]


# -- hands ---------------------------------------------------------------------------------------------------------


@rule("TR-P2-3", "TR-DIG-LIVE-4")
def test_the_raid_starts_when_all_are_ready() -> None:
    table = Royal(3, raid="live").hidden(SIX)
    seats = range(3)
    table.run(GettingReady(tuple(Ready(s) for s in seats)), BeginRaid(), Raid((*[Rob(s) for s in seats], Hourglass())))
    assert table.state.deciding() == (0, 1, 2)
    assert table.refuse("1 lift 0").says == "reason.not_running"
    table.play("2 ready", "0 ready")
    assert table.state.deciding() == (1,)
    assert not table.heard("RaidBegan")
    table.play("1 ready")
    assert table.heard("RaidBegan")
    assert table.state.deciding() == (0, 1, 2, CLOCK)


@rule("TR-P2-4")
def test_everybody_may_act_at_any_time() -> None:
    table = raid(3)
    table.play("2 lift 0", "0 lift 1", "2 keep", "2 lift 2", "1 lift 3", "0 return", "1 keep")
    assert table.state.deciding() == (0, 1, 2, CLOCK)


@rule("TR-P2-5", "TR-P2-6", "TR-EX-R2", "TR-INV-4")
def test_a_hand_holds_one_tile() -> None:
    table = raid().play("0 lift 3")
    assert set(table.options(0)) == {"keep", "return"}
    reason = table.refuse("0 lift 1")
    assert (reason.rule, reason.says) == ("TR-P2-6", "reason.hand_full")
    assert table.state.players[0].hand == 3


@rule("TR-P2-7", "TR-DIG-LIVE-2")
def test_a_tile_is_kept_or_returned() -> None:
    table = raid().play("0 lift 3")
    view = game().view(table.state, 1)
    assert view["raid"]["slots"][3] == ["held", 0]
    table.play("0 keep", "0 lift 1", "0 return")
    slots = game().view(table.state, 1)["raid"]["slots"]
    assert slots[3] == ["taken", 0]
    assert slots[1] == ["free"]
    assert [player["tiles"] for player in game().view(table.state, 1)["players"]] == [1, 0]


@rule("TR-P2-8")
def test_there_is_no_limit_to_looks() -> None:
    table = raid()
    for _ in range(40):
        table.play("0 lift 2", "0 return")
    assert "lift 2" in table.options(0)


@rule("TR-P2-9", "TR-EX-R3")
def test_a_kept_tile_cannot_go_back() -> None:
    table = raid().play("0 lift 3", "0 keep")
    reason = table.refuse("0 return")
    assert (reason.rule, reason.says) == ("TR-P2-9", "reason.hand_empty")
    assert table.refuse("0 lift 3").says == "reason.slot_taken"


@rule("TR-P2-18", "TR-DIG-LIVE-4")
def test_castles_are_safe() -> None:
    table = raid().play("0 lift 3", "0 keep")
    assert "lift 3" not in table.options(1)
    reason = table.refuse("1 lift 3")
    assert (reason.rule, reason.says) == ("TR-P2-18", "reason.slot_taken")
    assert reason.facts == {"seat": 0, "slot": 3}


@rule("TR-P2-10", "TR-EX-R1", "TR-DIG-LIVE-4")
def test_a_tile_in_a_hand_is_not_there_until_it_is_put_back() -> None:
    table = raid().play("0 lift 3")
    reason = table.refuse("1 lift 3")
    assert (reason.rule, reason.says) == ("TR-P2-10", "reason.slot_held")
    table.play("0 return", "1 lift 3", "1 keep")
    assert table.state.slots[3] == 1


# -- time ----------------------------------------------------------------------------------------------------------


@rule("TR-P2-11", "TR-DIG-LIVE-20")
def test_when_time_is_up_nobody_lifts_any_more() -> None:
    table = raid(3).play("0 lift 0", "% time_up")
    assert table.state.deciding() == (0, CLOCK)
    assert table.refuse("0 lift 1").rule == "TR-P2-11"
    assert table.refuse("0 stop").rule == "TR-P2-11"
    assert table.refuse("1 lift 1").rule == "CORE-NOT-ASKED"
    assert table.state.options(CLOCK) == [("time_up",)]
    table = raid().play("% time_up")
    assert table.state.shown


@rule("TR-P2-12", "TR-EX-R5")
def test_a_tile_in_the_hand_may_still_be_kept_or_returned() -> None:
    table = raid().play("0 lift 0", "1 lift 1", "% time_up")
    assert set(table.options(0)) == {"keep", "return"}
    table.play("0 keep")
    assert not table.state.shown
    table.play("1 return")
    assert table.state.shown
    assert table.castle(0) == "b1"
    assert table.castle(1) == ""


@rule("TR-DIG-LIVE-21", "TR-EX-R6", "TR-DIG-LIVE-20")
def test_after_the_grace_time_the_tile_is_back_in_the_centre() -> None:
    table = raid().play("0 lift 0", "1 lift 1", "% time_up", "0 keep", "% time_up")
    assert table.state.shown
    assert (table.castle(0), table.castle(1)) == ("b1", "")
    assert table.state.slots[1] == -1
    assert table.state.players[1].hand == -1
    assert GRACE_MS == 3_000
    again = raid().play("0 lift 0", "% time_up")
    assert isinstance(again.state.decision(CLOCK), Grace)
    assert game().time_limit(again.state) == 3_000


@rule("TR-DIG-LIVE-9")
def test_the_raid_lasts_as_long_as_the_table_says() -> None:
    assert game().time_limit(raid().state) == 20_000
    assert game().time_limit(raid(raid_seconds="35").state) == 35_000
    seconds = {switch.name: switch for switch in game().switches({"raid": "live"})}["raid_seconds"]
    assert seconds.values == tuple(str(n) for n in range(15, 41))


@rule("TR-P2-13")
def test_then_all_tiles_are_turned_up() -> None:
    table = raid().play("0 lift 3", "0 keep", "% time_up")
    (event,) = table.heard("TilesRevealed")
    assert event.facts()["centre"] == ("b1", "b2", "m1", "t1", "t2")
    assert event.facts()["castles"] == (("m3",), ())
    for viewer in (0, 1, None):
        assert game().view(table.state, viewer)["players"][0]["castle"] == ["m3"]


@rule("TR-P2-19", "TR-INFO-4")
def test_what_was_set_aside_stays_hidden() -> None:
    table = Royal(2, raid="live").run(MixGoods()).roll()
    table.run(Raid((Rob(0), Rob(1), Hourglass())), RevealTiles()).play("% time_up")
    seen = game().view(table.state, 0)["raid"]
    assert len(seen["faces"]) == 15
    assert seen["aside"] == 6
    (event,) = table.heard("TilesRevealed")
    assert len(event.facts()["centre"]) == 15


@rule("TR-P2-14")
def test_one_may_rob_nothing() -> None:
    table = raid().play("0 stop", "1 stop")
    assert table.state.shown
    assert (table.castle(0), table.castle(1)) == ("", "")


@rule("TR-P2-15")
@pytest.mark.parametrize(("own_tiles", "shown"), [("hidden", False), ("shown", True)])
def test_own_robbed_tiles_are_shown_by_option_only(own_tiles: str, shown: bool) -> None:
    table = raid(own_tiles=own_tiles).play("0 lift 3", "0 keep", "0 lift 0", "0 return")
    assert game().view(table.state, 0)["raid"]["faces"] == ({"3": "m3"} if shown else {})
    assert game().view(table.state, 1)["raid"]["faces"] == {}
    defaults = {raid: game().settle_options({"raid": raid}).get("own_tiles") for raid in ("live", "draft", "orders")}
    assert defaults == {"live": "hidden", "draft": "shown", "orders": None}


@rule("TR-P2-16", "TR-DIG-LIVE-14", "TR-DIG-LIVE-3")
def test_the_raid_ends_early_when_all_have_stopped() -> None:
    table = raid().play("0 stop")
    assert set(table.options(0)) == {"resume"}
    assert table.refuse("0 lift 1").says == "reason.stopped"
    table.play("0 resume", "0 lift 2")
    assert table.refuse("0 stop").says == "reason.hand_full"
    table.play("1 stop", "0 keep")
    assert not table.state.shown
    table.play("0 stop")
    assert table.state.shown


# -- who sees what ---------------------------------------------------------------------------------------------------


@rule("TR-DIG-LIVE-1")
def test_slots_are_mixed_anew_every_round_and_nobody_sees_the_mixing() -> None:
    table = Royal(2, raid="live").run(MixGoods())
    decision = table.state.decision(-1)
    assert decision is not None
    assert decision.witnesses(table.state) == ()
    table.roll("one")
    first = table.state.tiles
    table.run(MixGoods()).roll("two")
    assert first != table.state.tiles
    assert sorted(first) == sorted(table.state.tiles)


@rule("TR-DIG-LIVE-5", "TR-INFO-2", "TR-EX-R7")
def test_the_face_goes_to_its_holder_alone() -> None:
    table = raid().play("0 lift 3")
    table.events.clear()
    table.play("0 return", "0 lift 3")
    (seen,) = table.heard("TileSeen")
    assert seen.facts()["tile"] == "m3"
    assert [seen.seen_by(viewer) for viewer in (0, 1, None)] == [True, False, False]
    for event in table.events:
        if event is not seen:
            assert "tile" not in event.facts()
    assert game().view(table.state, 0)["raid"]["faces"] == {"3": "m3"}
    for viewer in (1, None):
        assert "m3" not in str(game().view(table.state, viewer)["raid"])
    table.play("0 return")
    assert table.state.slots[3] == -1


@rule("TR-DIG-LIVE-7", "TR-INFO-1", "TR-INFO-3")
def test_what_a_client_sees_during_the_raid() -> None:
    table = raid().demand(4).play("0 lift 3", "0 keep", "1 lift 2", "0 stop")
    view = game().view(table.state, 0)
    assert view["demand"] == [4, 4, 4]
    assert view["raid"]["slots"][2:4] == [["held", 1], ["taken", 0]]
    assert [player["tiles"] for player in view["players"]] == [1, 0]
    assert [player["done"] for player in view["players"]] == [True, False]
    assert view["raid"]["centre"] is None
    assert [player["castle"] for player in view["players"]] == [None, None]
    assert view["raid"]["faces"] == {}
    gamblers = raid(variant="gamblers")
    assert game().view(gamblers.state, 0)["demand"] == [None, None, None]


@rule("TR-EX-R8")
def test_tiles_and_hands_are_right_at_every_moment() -> None:
    for number in range(5):
        table = Royal(3, raid="live").run(MixGoods()).roll(f"{number}")
        table.run(Raid((Rob(0), Rob(1), Rob(2), Hourglass())), RevealTiles())
        random = Random(number)
        while not table.state.over:
            seat = random.choice(table.state.deciding())
            table.state.play(seat, random.choice(table.state.options(seat)))
            hands = [player.hand for player in table.state.players if player.hand >= 0]
            assert len(hands) == len(set(hands))
            assert len(table.state.tiles) == 30
            assert all(table.state.slots[hand] >= 0 for hand in hands)


@rule("TR-DIG-LIVE-17", "TR-DIG-LIVE-16")
def test_every_grant_is_in_the_journal_with_its_time() -> None:
    match = record(game(), 2, ["random"], {"raid": "live"}, "logged")
    lifts = [line for line in match.journal.lines if line.choice[0] == "lift"]
    assert lifts
    assert all(line.ms is not None for line in lifts)
    times = [line.ms for line in match.journal.lines if line.ms is not None]
    assert times == sorted(times)
    again = kronrat.replay(game(), kronrat.Journal.parse(match.journal.text()))
    assert game().digest(again.state) == game().digest(match.state)


@rule("TR-DIG-LIVE-16")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_are_no_faster_than_hands(bot: str) -> None:
    match = record(game(), 3, [bot], {"raid": "live"}, f"pace {bot}")
    last: dict[int, Any] = {}
    for line in match.journal.lines:
        if line.ms is None or line.seat < 0:
            last = {} if line.seat == CLOCK else last
            continue
        if line.choice[0] in ("lift", "keep", "return") and line.seat in last:
            assert line.ms - last[line.seat] >= 200
        last[line.seat] = line.ms
    raids, looks = 0, 0
    for line in match.journal.lines:
        raids += line.choice[0] == "goods"
        looks += line.choice[0] == "lift"
    assert looks / raids / 3 < 14
