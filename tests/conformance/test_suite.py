"""The suite itself: every mistake planted in pearl divers must make the test fail that is there to find it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice, Part, Reason
from kronrat.core.judgement import shares_of
from kronrat.testing.conformance import Conformance, Subject
from pearl_divers.rules import coves, diving, events, game, grabbing, market, rounds, view, waves
from pearl_divers.rules.state import State
from pearl_divers.testing import subject
from tests.pearls import Tiny

SUBJECTS = [subject(seats, {}, Tiny(), short=5) for seats in (2, 3)]
Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: list[tuple[str, Plant]] = []  # the test that must fail, and the mistake


def caught_by(test: str) -> Callable[[Plant], Plant]:
    def plant(mistake: Plant) -> Plant:
        PLANTED.append((test, mistake))
        return mistake

    return plant


@caught_by("a_clone_is_apart_and_has_the_same_future")
def clones_share_their_players(patch: pytest.MonkeyPatch) -> None:
    clone = State.clone

    def shallow(state: State) -> State:
        new = clone(state)
        new.players = state.players
        return new

    patch.setattr(State, "clone", shallow)


@caught_by("undo_gives_the_position_from_before")
@caught_by("a_journal_replays_position_by_position")
def a_rule_remembers_something_outside_the_state(patch: pytest.MonkeyPatch) -> None:
    calls = count()

    def resolve(tide: rounds.Tide, state: State, choice: Choice) -> None:
        state.pile = int(choice[1]) + next(calls)

    patch.setattr(rounds.Tide, "resolve", resolve)


@caught_by("a_saved_state_is_the_same_and_has_the_same_future")
def the_deck_is_not_saved(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(State, "FIELDS", ("round", "phase", "pile", "dived"))


@caught_by("a_saved_state_is_the_same_and_has_the_same_future")
def a_step_forgets_a_field(patch: pytest.MonkeyPatch) -> None:
    class Forgetful(diving.ShowPlans):
        FIELDS = ()

        def __init__(self, last: bool = False) -> None:
            super().__init__(last)

    patch.setattr(rounds, "ShowPlans", Forgetful)
    patch.setattr(game.Pearls, "steps", {**game.Pearls.steps, "Forgetful": Forgetful})


@caught_by("a_seat_sees_only_what_it_may_know")
def a_view_shows_plans_of_others(patch: pytest.MonkeyPatch) -> None:
    honest = view._player
    patch.setattr(view, "_player", lambda player, own: {**honest(player, own), "plan": list(player.plan)})


@caught_by("a_seat_sees_only_what_it_may_know")
def options_depend_on_a_hidden_card(patch: pytest.MonkeyPatch) -> None:
    honest = market.Trade.options

    def nosy(trade: market.Trade, state: State) -> list[Choice]:
        options = honest(trade, state)
        return options[::-1] if state.players[trade.seat - 1].cove % 2 else options

    patch.setattr(market.Trade, "options", nosy)


@caught_by("a_seat_sees_only_what_it_may_know")
def a_reason_tells_a_hidden_card(patch: pytest.MonkeyPatch) -> None:
    def chatty(dive: diving.Dive, state: State, choice: Choice) -> Reason:
        return Reason("PD-DIVE", "reason.not_your_cove", {"next": state.deck[0]})

    patch.setattr(diving.Dive, "why_not", chatty)


@caught_by("a_hidden_choice_sounds_like_any_other")
def all_hear_where_a_diver_goes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(events.DiverSent, "seen_by", lambda event, seat: True)


@caught_by("a_seat_is_told_only_what_it_may_know")
def an_event_tells_a_hidden_card(patch: pytest.MonkeyPatch) -> None:
    honest = grabbing.Grab.proceed

    def chatty(grab: grabbing.Grab, state: State, choice: Choice) -> Part | None:
        if state.listener is not None:
            state.tell(events.TideCame("PD-GRAB", state.deck[0]))
        return honest(grab, state, choice)

    patch.setattr(grabbing.Grab, "proceed", chatty)


@caught_by("a_redealt_world_can_be_played")
def a_redealt_world_has_a_card_twice(patch: pytest.MonkeyPatch) -> None:
    honest = view.redeal

    def careless(state: State, seat: int | None, dice: Dice) -> State:
        world = honest(state, seat, dice)
        world.deck = tuple([1 for _ in world.deck])
        return world

    patch.setattr(game, "redeal", careless)


@caught_by("a_redealt_world_can_be_played")
def a_redealt_world_offers_what_the_true_one_did(patch: pytest.MonkeyPatch) -> None:
    honest = view.redeal

    def stale(state: State, seat: int | None, dice: Dice) -> State:
        world = honest(state, seat, dice)
        world.offer = state.offer
        return world

    patch.setattr(game, "redeal", stale)


@caught_by("every_possible_world_is_redealt_as_often_as_it_is_likely")
def nothing_is_redealt(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "redeal", lambda state, seat, dice: state.clone())


@caught_by("every_possible_world_is_redealt_as_often_as_it_is_likely")
def others_never_dive_in_redealt_worlds(patch: pytest.MonkeyPatch) -> None:
    class Flat(Dice):
        def below(self, count: int) -> int:
            return 0 if count == 2 else super().below(count)

    honest = view.redeal
    patch.setattr(game, "redeal", lambda state, seat, dice: honest(state, seat, Flat(bytes([dice.below(256)] * 32))))


@caught_by("redealing_follows_its_dice")
def redealing_draws_from_elsewhere(patch: pytest.MonkeyPatch) -> None:
    elsewhere = Dice(bytes(32))
    honest = view.redeal
    patch.setattr(game, "redeal", lambda state, seat, dice: honest(state, seat, elsewhere))


@caught_by("options_are_pure_and_without_duplicates")
def an_option_stands_twice(patch: pytest.MonkeyPatch) -> None:
    honest = grabbing.Grab.options
    patch.setattr(grabbing.Grab, "options", lambda grab, state: [*honest(grab, state), ("leave",)])


@caught_by("options_are_pure_and_without_duplicates")
def looking_changes_something(patch: pytest.MonkeyPatch) -> None:
    honest = grabbing.Grab.options

    def clumsy(grab: grabbing.Grab, state: State) -> list[Choice]:
        state.dived = (*state.dived, 0)
        return honest(grab, state)

    patch.setattr(grabbing.Grab, "options", clumsy)


@caught_by("everything_else_is_refused_for_a_reason")
def refusals_have_no_reason(patch: pytest.MonkeyPatch) -> None:
    for question in (diving.Dive, grabbing.Grab, market.Trade):
        patch.setattr(question, "why_not", lambda question, state, choice: None)


@caught_by("chance_accepts_its_samples_and_nothing_foreign")
def chance_accepts_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rounds.Tide, "accepts", lambda tide, state, choice: choice[:1] == ("tide",))


@caught_by("chance_keeps_to_its_weights")
def the_tide_is_too_high(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rounds.Tide, "sample", lambda tide, state, dice: ("tide", (3, 5)[dice.below(2)]))


@caught_by("every_position_can_be_judged")
def the_last_is_judged_best(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Pearls, "utility", lambda rules, state: shares_of(rules.standing(state))[::-1])


@caught_by("every_position_can_be_judged")
def judging_changes_the_position(patch: pytest.MonkeyPatch) -> None:
    def quiet(rules: game.Pearls, state: State) -> bool:
        state.players[0].pearls += 1
        return state.over

    patch.setattr(game.Pearls, "quiet", quiet)


@caught_by("positions_differ_by_their_fingerprints")
def all_positions_have_one_fingerprint(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Pearls, "fingerprint", lambda rules, state: 7)


@caught_by("features_tell_what_a_seat_knows")
def features_tell_the_coves_of_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Pearls, "features", lambda rules, state, seat: [float(p.cove) for p in state.players])


@caught_by("what_search_compares_can_be_chosen")
def an_option_is_like_no_other_and_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Pearls, "alike", lambda rules, state, seat: [[option] for option in state.options(seat)[1:]])


@caught_by("what_search_compares_can_be_chosen")
def an_instinct_is_not_legal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Pearls, "instinct", lambda rules, state, seat: (("sleep",),))


@caught_by("an_imagined_world_is_one_that_may_be")
def the_truth_is_imagined(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Pearls, "imagine", lambda rules, state, seat, dice: state.clone())


@caught_by("a_playout_stops_where_it_is_quiet")
def it_is_never_quiet(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Pearls, "quiet", lambda rules, state: False)


@caught_by("games_end_and_nothing_is_lost_or_invented")
def a_pearl_is_lost(patch: pytest.MonkeyPatch) -> None:
    honest = market.Trade.resolve

    def careless(trade: market.Trade, state: State, choice: Choice) -> None:
        honest(trade, state, choice)
        state.players[trade.seat].pearls = max(0, state.players[trade.seat].pearls - 1)

    patch.setattr(market.Trade, "resolve", careless)


@caught_by("games_end_and_nothing_is_lost_or_invented")
def a_card_is_drawn_twice(patch: pytest.MonkeyPatch) -> None:
    def draw(state: State, seat: int) -> None:
        state.players[seat].cove = state.deck[0]

    patch.setattr(coves, "draw", draw)


@pytest.mark.parametrize(("test", "mistake"), PLANTED, ids=[mistake.__name__ for _, mistake in PLANTED])
def test_the_suite_finds(test: str, mistake: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake(monkeypatch)
    run: Callable[[Subject], None] = getattr(Conformance(), f"test_{test}")
    failures: list[Any] = []
    for table in SUBJECTS:
        try:
            run(table)
        except Exception as problem:
            failures.append(problem)
    assert failures, f"{mistake.__name__} went unnoticed"


def test_a_game_need_not_list_what_chance_may_say(monkeypatch: pytest.MonkeyPatch) -> None:
    for chance in (coves.Shuffle, rounds.Tide, waves.Shark):
        monkeypatch.setattr(chance, "outcomes", lambda _chance, _state: None)
    with pytest.raises(pytest.skip.Exception):
        Conformance().test_chance_keeps_to_its_weights(SUBJECTS[0])
