"""What is open, what is hidden, and what always holds."""

from __future__ import annotations

from random import Random

import pytest

from kronrat.core.flow import CHANCE
from kronrat.core.match import Match
from kronrat.games.tumult.rules.hints import TIPS
from kronrat.games.tumult.rules.placing import Place
from kronrat.games.tumult.testing import Royal, game
from kronrat.words import Words, languages
from tests.games.tumult.conformance import check
from tests.marks import rule


@rule("TR-INFO-1")
def test_what_is_open_to_everybody() -> None:
    table = Royal(3, raid="draft").fresh().first_statues().play("* spin 4").roll().mercy(1).kings(2)
    table.play("2 lift 5")
    views = [game().view(table.state, viewer) for viewer in (0, 1, None)]
    open_to_all = ("demand", "order", "supply", "board", "chronicle", "players")
    for name in open_to_all:
        assert views[0][name] == views[1][name] == views[2][name], name
    assert views[2]["players"][2]["hand"] == 5
    assert views[2]["raid"]["slots"][5] == ["held", 2]
    assert views[2]["players"][1]["mercy"]


@rule("TR-INFO-2")
def test_only_the_holder_sees_the_tile_in_hand() -> None:
    table = Royal(2, raid="draft").fresh().first_statues().play("* spin 4").roll().play("1 lift 5")
    assert list(game().view(table.state, 1)["raid"]["faces"]) == ["5"]
    assert game().view(table.state, 0)["raid"]["faces"] == {}


@rule("TR-INFO-3")
def test_faces_in_the_centre_and_on_boards_are_hidden_in_the_raid() -> None:
    table = Royal(2, raid="live").fresh().first_statues().play("* spin 4").roll().play("0 ready", "1 ready")
    table.play("1 lift 5", "1 keep", "0 lift 3", "0 return")
    for viewer in (0, 1, None):
        view = game().view(table.state, viewer)
        assert view["raid"]["faces"] == {}
        assert view["raid"]["centre"] is None
        assert [player["castle"] for player in view["players"]] == [None, None]


@rule("TR-INFO-2", "TR-INFO-3")
@pytest.mark.parametrize("raid", ["draft", "orders"])
def test_seats_with_a_secret_are_named_and_others_see_what_spectators_see(raid: str) -> None:
    match, random = Match(game(), 3, {"raid": raid}, seed="secrets"), Random(1)
    found = set()
    while not match.over:
        common = match.game.view(match.state, None)
        for seat in range(3):
            view = match.game.view(match.state, seat)
            assert view["secret"] == common["secret"]
            same = {**view, "seat": None} == common
            found.add(same)
            assert same or seat in common["secret"]
        seat = random.choice(match.state.deciding())
        match.play(seat, random.choice(match.state.options(seat)))
    assert found == {True, False}
    assert common["secret"] == [], "statues are placed openly"


@rule("TR-INFO-4")
def test_set_aside_faces_are_in_no_view() -> None:
    table = Royal(2, raid="draft").fresh().first_statues().play("* spin 2").roll()
    table.play("1 lift 0", "1 keep", "0 lift 1", "0 keep").random("aside", Place)
    view = game().view(table.state, 0)
    assert view["raid"]["shown"]
    assert sorted(map(int, view["raid"]["faces"])) == list(range(15))


@rule("TR-INFO-5")
def test_hidden_land_is_in_no_view() -> None:
    table = Royal(4).fresh()
    land = game().view(table.state, 0)["board"]["land"]
    assert [place is None for place in land] == [not up for up in table.state.open]
    assert game().view(table.state, 0)["board"]["fields"].count(None) == 36


@rule("TR-INV-1", "TR-INV-2", "TR-INV-3", "TR-INV-4", "TR-INV-6", "TR-INV-7")
@pytest.mark.parametrize("raid", ["live", "draft", "orders"])
def test_nothing_is_lost_or_invented_in_whole_games(raid: str) -> None:
    for seats in (2, 3, 4):
        table = Royal(seats, raid=raid).fresh()
        random = Random(f"{raid} {seats}")
        for number in range(2_000):
            check(table.state)
            if table.state.over:
                break
            seat = random.choice(table.state.deciding())
            if seat == CHANCE:
                table.roll(f"{number}")
            else:
                table.state.play(seat, random.choice(table.state.options(seat)))


@rule("TR-INV-5")
def test_statues_in_the_chronicle_after_each_round() -> None:
    table = Royal(3, raid="draft").fresh().random("chronicle")
    written = [event.facts()["statues"] for event in table.heard("ChronicleWritten")]
    for round, _ in enumerate(written[:-1], 1):
        assert sum(written[:round]) == (round if round <= 5 else 5 + 2 * (round - 5))


@rule("TR-TIP-1", "TR-TIP-2", "TR-TIP-3", "TR-TIP-4", "TR-TIP-5", "TR-TIP-6", "TR-TIP-7")
def test_every_tip_has_its_text_and_its_phase() -> None:
    offered = {tip: phase for phase, tips in TIPS.items() for tip in tips}
    assert offered == {"tip.1": 0, "tip.2": 1, "tip.5": 2, "tip.7": 2, "tip.3": 4, "tip.4": 4, "tip.6": 6}
    for lang in languages():
        words = Words(lang, "tumult")
        assert all(words.say(tip).endswith(".") for tip in offered)
    table = Royal(2, raid="live").fresh()
    for phase, tips in TIPS.items():
        table.state.phase, table.state.round = phase, 1
        assert game().hints(game().view(table.state, 0), "tips") == {"tips": list(tips)}
    table.state.phase, table.state.round = 2, 2
    assert game().hints(game().view(table.state, 0), "tips") == {"tips": ["tip.5"]}
