"""What a beginner is told at the first encounter in every story, as `kronrat.coaching` reads it."""

from __future__ import annotations

from typing import cast

from kronrat.coaching import Asked, Exercise, Facts, Picture, Tip, selections
from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE
from kronrat.core.game import Game
from kronrat.games.orleans.rules.places import Layout, Place
from kronrat.games.orleans.rules.state import FOLLOWERS, State

MONK = FOLLOWERS.index("monk")
ACT_WITH_SOME = ("gate", "county_fair", "gunpowder_tower")  # places that need not be full [OS-PLACE-GATE-4]
FEW = 3  # followers to plan with
BASIC = 4  # kinds of follower that everybody begins with


def _idle_follower(asked: Asked) -> Facts | None:
    """Something is planned, and a follower who could still be sent somewhere waits."""
    waiting = {choice[1] for choice in asked.options if choice[0] == "place"} & set(asked.me["green"])
    planned = asked.me["planned"]
    n = sum(asked.me["green"].values())
    return {"n": n} if planned and waiting and n <= 2 else None


def _half_filled(asked: Asked) -> Facts | None:
    """No follower is left, and a place that was begun misses one."""
    if asked.me["green"]:
        return None
    begun = {place for place, _ in asked.me["planned"] if place not in ACT_WITH_SOME}
    half = [place for place in sorted(begun) if len(spaces := asked.me["places"][place]) > 1 and None in spaces]
    return {"place": half[0]} if half else None


def _ready_for_nothing(asked: Asked) -> Facts | None:
    """A place of this plan could do nothing."""
    idle = [place for place, _ in asked.me["planned"] if place in asked.me["idle"]]
    return {"place": idle[0]} if idle else None


def _empty_bag(asked: Asked) -> Facts | None:
    return {} if asked.me["in_bag"] == 0 and asked.view["round"] > 1 and not asked.me["planned"] else None


def _few_to_plan_with(asked: Asked) -> Facts | None:
    """Hardly anybody can be drawn, because most stand where something is missing."""
    return {} if asked.me["in_bag"] + sum(asked.me["green"].values()) < FEW else None


def _last_action(asked: Asked) -> Facts | None:
    """Passing is for good, although a place is ready."""
    return {} if any([choice[0] == "use" for choice in asked.options]) else None


TIPS = (
    Tip("nothing", "OS-ACT-10", ("plan",), _ready_for_nothing),
    Tip("half", "OS-PLAN-7", ("plan",), _half_filled),
    Tip("idle", "OS-PLAN-6", ("plan",), _idle_follower),
    Tip("bag", "OS-BAG-3", ("plan",), _empty_bag),
    Tip("recall", "OS-BAG-4", ("recall",), _few_to_plan_with),
    Tip("turn", "OS-ACT-2", ("turn",), _last_action),
)


def exercise(game: Game, dice: Dice) -> Exercise:
    """Which places could these followers make ready? [OS-PLAN-4, OS-PLAN-8]"""
    layout = _first_layout(game, dice)
    places = [place for place in layout.places if not place.some and all([space.takes for space in place.spaces])]
    drawn = [*sorted([dice.below(BASIC) for _ in range(4)]), MONK]
    return Exercise(
        [Picture(f"i-{FOLLOWERS[kind]}", f"token.{FOLLOWERS[kind]}", {}) for kind in drawn],
        [Picture(f"i-{place.id}", f"place.{place.id}", {}) for place in places],
        [
            [n for n, place in enumerate(places) if _fills(layout, place, [drawn[piece] for piece in chosen])]
            for chosen in selections(len(drawn))
        ],
    )


def _first_layout(game: Game, dice: Dice) -> Layout:
    """The places that everybody has at the beginning."""
    state = cast(State, game.new(2))
    while state.deciding()[0] == CHANCE:
        state.apply(CHANCE, state.sample(dice))
    return state.players[0].layout


def _fills(layout: Layout, place: Place, followers: list[int], space: int = 0) -> bool:
    """Whether these followers can take all spaces of a place, from this one on."""
    if space == place.size:
        return True
    return any(
        [
            layout.accepts(place.spaces[space], kind)
            and _fills(layout, place, followers[:n] + followers[n + 1 :], space + 1)
            for n, kind in enumerate(followers)
        ]
    )
