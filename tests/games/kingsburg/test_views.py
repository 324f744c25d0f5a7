"""What a view says by itself, so that nobody has to have watched: the step, the battle, the sheet, the controls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kronrat.core.events import Event
from kronrat.core.match import Match
from kronrat.core.pauses import Watch
from kronrat.core.replay import Replay
from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    BuildingBuilt,
    BuildingDestroyed,
    GoodsGained,
    GoodsPaid,
    NothingBuilt,
    OrderSet,
    PhaseBegan,
    SoldiersGained,
    TokenGained,
    TokenPaid,
    VpChanged,
)
from kronrat.shelf import load

GAME = load("kingsburg")
TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"edition": "1e"}),
    (4, {"modules": "buildings,governors,army"}),
]


def played(seats: int, options: dict[str, str], seed: str = "views") -> Iterator[tuple[Match, list[Event]]]:
    """A match of random choices, before each of them, with all that has happened so far."""
    match, random = Match(GAME, seats, options, seed=seed), Random(seed)
    log = list(match.opening)
    while not match.over:
        yield match, log
        seat = random.choice(match.state.deciding())
        log += match.play(seat, random.choice(match.state.options(seat)))
    yield match, log


def seen(match: Match, seat: int | None = None) -> dict[str, Any]:
    return match.game.view(match.state, seat)


def since_phase(log: list[Event], phase: int) -> list[Event]:
    begun = [at for at, event in enumerate(log) if isinstance(event, PhaseBegan) and event.phase == phase]
    return log[begun[-1] :] if begun else []


OWN = ("dealt", "chosen", "token")  # what a player's own part of the view alone has
EMPTY: tuple[list[str], str, int] = ([], "", -1)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_seats_with_a_secret_are_named_and_others_see_what_spectators_see(seats: int, options: dict[str, str]) -> None:
    found = set()
    for match, _ in played(seats, options):
        common = seen(match)
        for seat in range(seats):
            view = seen(match, seat)
            assert view["secret"] == common["secret"]
            own = tuple(view["players"][seat].pop(name) for name in OWN)
            same = own == EMPTY and {**view, "seat": None} == common
            found.add(same)
            assert same or seat in common["secret"]
    assert found == {True, False}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_step_of_a_season_follows_what_has_happened_in_it(seats: int, options: dict[str, str]) -> None:
    steps = set()
    for match, log in played(seats, options):
        view = seen(match)
        if view["phase"] not in (2, 4, 6):
            continue
        ordered = any(isinstance(event, OrderSet) for event in since_phase(log, view["phase"]))
        dice = any(group[0] >= 0 for groups in view["court"].values() for group in groups)
        everybody = len(view["passed"]) == seats
        assert view["steps"] == ["a", "b", "c", "d"]
        assert view["step"] == ("a" if not ordered else "b" if not everybody else "c" if dice else "d")
        steps.add(view["step"])
    assert {"b", "d"} <= steps


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_battle_tells_who_fought_and_what_fell(seats: int, options: dict[str, str]) -> None:
    battles = 0
    for match, log in played(seats, options):
        view, winter = seen(match), since_phase(log, 8)
        if view["phase"] == 7 or not winter:
            continue
        if 4 <= view["phase"] < 7:
            assert view["battle"] is None, "from Summer on nobody looks back at it"
            continue
        lanes = view["battle"]["lanes"]
        fights = [event for event in winter if isinstance(event, BattleFought)]
        assert [(lane["seat"], lane["strength"], lane["outcome"]) for lane in lanes if lane["outcome"]] == [
            (fight.seat, fight.strength, fight.outcome) for fight in fights
        ]
        assert sorted(lane["seat"] for lane in lanes) == list(range(seats))
        fallen = [(event.seat, event.building) for event in winter if isinstance(event, BuildingDestroyed)]
        assert [(lane["seat"], id) for lane in lanes for id in lane["fallen"]] == fallen
        battles += len(fights) == seats
    assert battles


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_late_comer_sees_what_those_see_who_watched(seats: int, options: dict[str, str]) -> None:
    """The journal so far, replayed from its beginning, ends in the same views at every choice."""
    match, random = Match(GAME, seats, options, seed="late"), Random("late")
    viewers = (*range(seats), None)
    watched = []
    while not match.over:
        watched.append((len(match.journal.lines), [seen(match, viewer) for viewer in viewers]))
        seat = random.choice(match.state.deciding())
        match.play(seat, random.choice(match.state.options(seat)))
    late = Replay(GAME, match.journal)
    for lines, views in watched:
        while len(late.match.journal.lines) < lines:
            late.step()
        assert [seen(late.match, viewer) for viewer in viewers] == views


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_is_taken_back_is_forgotten(seats: int, options: dict[str, str]) -> None:
    for match, _ in played(seats, options, "undo"):
        seat = match.state.deciding()[0] if not match.over else None
        if seat is None or seen(match)["phase"] not in (6, 7, 8):
            continue
        before = seen(match)
        other = match.fork()
        other.play(seat, other.state.options(seat)[-1])
        if other.over or other.newest(seat) is None:
            continue
        other.undo(seat, consent=True)
        assert seen(other) == before


def test_a_view_without_a_memory_only_lacks_what_was_told() -> None:
    for match, _ in played(3, {}, "dumped"):
        restored = GAME.restore(GAME.dump(match.state))
        assert GAME.view(restored, 0) == {**seen(match, 0), "battle": None, "season": None, "season_over": None}


def brought(events: list[Event], seat: int) -> dict[str, int]:
    """What these events changed for a seat, without buildings: their price and points are seen when they are built."""
    sums = dict.fromkeys(("gold", "wood", "stone", "soldiers", "plus2", "vp"), 0)
    for event in events:
        facts = event.facts()
        if facts.get("seat") != seat or event.rule == "KB-P2d-2" or not isinstance(event, CHANGING):
            continue
        for kind in sums:
            sums[kind] += facts.get(kind, 0) * (-1 if isinstance(event, (GoodsPaid, TokenPaid)) else 1)
    return {kind: count for kind, count in sums.items() if count}


CHANGING = (GoodsGained, GoodsPaid, SoldiersGained, TokenGained, TokenPaid, VpChanged)


@pytest.mark.parametrize(("seats", "options"), TABLES[:2])
def test_a_season_tells_what_it_has_brought_to_everybody(seats: int, options: dict[str, str]) -> None:
    """From the help of the advisors to its end; cards of the modules may take something meanwhile."""
    told = 0
    for match, log in played(seats, options):
        season = seen(match)["season"]
        ordered = [at for at, event in enumerate(log) if isinstance(event, (OrderSet, PhaseBegan))]
        if not ordered or not isinstance(log[ordered[-1]], OrderSet) or seen(match)["phase"] not in (2, 4, 6):
            assert season is None
            continue
        events = log[ordered[-1] :]
        builds = [at for at, event in enumerate(events) if isinstance(event, (BuildingBuilt, NothingBuilt))]
        first = builds[0] if builds else len(events)
        helped = [event for event in events[:first] if not isinstance(event, TokenPaid)]  # dice were helped by it
        for seat in range(seats):
            [harvest] = [line["got"] for line in season["harvest"] if line["seat"] == seat] or [{}]
            [end] = [line["got"] for line in season["end"] if line["seat"] == seat] or [{}]
            assert harvest == brought(helped, seat)
            assert end == brought(events[first:], seat)
            told += bool(harvest) + bool(end)
    assert told


@pytest.mark.parametrize(("seats", "options"), TABLES[:2])
def test_a_season_pauses_when_everybody_has_built(seats: int, options: dict[str, str]) -> None:
    """Before cards bring anything at its end: who built last is seen first."""
    match, random, seasons = Match(GAME, seats, options, seed="built"), Random("built"), 0
    while not match.over:
        seat = random.choice(match.state.deciding())
        choice = random.choice(match.state.options(seat))
        world = match.state.clone()
        world.listener = watch = Watch(world, GAME.remember, [])
        world.apply(seat, choice)
        for pause in watch.pauses:
            if pause.name != "built":
                continue
            seasons += 1
            rest = watch.events[pause.events :]
            later = [event for event in rest if isinstance(event, (BuildingBuilt, NothingBuilt, PhaseBegan))]
            assert not later or isinstance(later[0], PhaseBegan)
        match.play(seat, choice)
    assert seasons == 15, "three in each of five years"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_season_that_is_over_is_as_it_was_last_seen(seats: int, options: dict[str, str]) -> None:
    """With what the last choice of it added; what was told before stays."""
    goes_on = None
    ended = 0
    for match, _ in played(seats, options, "over"):
        view = seen(match)
        now = view["season"]
        if goes_on and (now is None or now["phase"] != goes_on["phase"]):
            over = view["season_over"]
            assert over["phase"] == goes_on["phase"]
            for part in ("harvest", "end"):
                sources = {line["seat"]: line["sources"] for line in over[part]}
                for line in goes_on[part]:
                    assert sources[line["seat"]][: len(line["sources"])] == line["sources"]
            ended += 1
        goes_on = now
    assert ended == 15, "three in each of five years"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_sheet_tells_what_comes_next_in_each_row(seats: int, options: dict[str, str]) -> None:
    for match, _ in played(seats, options):
        view = seen(match)
        for player in view["players"]:
            for row, coming in zip(view["sheet"], player["coming"], strict=True):
                missing = [id for id in row if id not in player["buildings"]]
                assert coming == (missing[0] if missing else None)


def test_a_card_that_takes_more_than_its_name_says_what_kind_of_words() -> None:
    """What is offered has the shape that the control of the card promises."""
    shapes = {
        "goods": lambda words: set(words) <= {"gold", "wood", "stone", "plus2"},
        "exchange": lambda words: len(words) == 2 and set(words) <= {"gold", "wood", "stone"},
        "die": lambda words: words in (["die"], ["bonus"]),
        "faces": lambda words: all(word == "bonus" or word in range(1, 7) for word in words),
        "building": lambda words: len(words) == 1 and words[0] in GAME.rows["buildings"],
        "": lambda words: not words,
    }
    met = set()
    for seed in "abcdefgh":
        for match, _ in played(5, {"modules": "buildings,governors"}, seed):
            for seat in match.state.deciding():
                view = seen(match, seat)
                for verb, *words in match.state.options(seat):
                    if verb == "use":
                        control = view["players"][seat]["controls"][words[0]]
                        assert shapes[control](words[1:]), (words, control)
                        met.add(control)
    assert met >= {"", "goods"}


def test_views_are_plain_data_that_survive_a_message() -> None:
    for match, _ in played(4, {"modules": "buildings,governors,army"}):
        view = seen(match, 0)
        assert json.loads(json.dumps(view)) == view
