"""The stack of steps: what runs when, who is asked, what is refused and why, and what can be foreseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from kronrat.core.dice import Dice
from kronrat.core.events import Event, Forced
from kronrat.core.flow import CHANCE, CLOCK, Chance, Choice, Decision, IllegalChoice, Part, Reason, Step, Together
from kronrat.testing.conformance import forbid_events
from pearl_divers.rules.state import State
from tests.pearls import Tiny

TINY = Tiny()


@dataclass(frozen=True)
class Said(Event):
    word: str


@dataclass(frozen=True)
class Whispered(Event):
    seat: int

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class Shown(Event):
    reveals: ClassVar[bool] = True


class Say(Step):
    FIELDS: ClassVar[tuple[str, ...]] = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.tell(Said("T-1", self.word))


class Tell(Step):
    """Something for one seat, or for all something that was hidden."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.tell(Shown("T-1") if self.seat < 0 else Whispered("T-1", self.seat))


class SayTwice(Step):
    def run(self, state: State) -> None:
        state.push(Say("first"), Say("second"))


class Ask(Decision):
    """A question with this many answers, which become pearls."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "answers")
    rule = "T-ASK"
    verbs: ClassVar[tuple[str, ...]] = ("answer",)

    def __init__(self, seat: int, answers: int) -> None:
        self.seat = seat
        self.answers = answers

    def options(self, state: State) -> list[Choice]:
        return [("answer", number) for number in range(self.answers)]

    def resolve(self, state: State, choice: Choice) -> None:
        state.players[self.seat].pearls = int(choice[1])

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return Reason("T-TOO-MUCH", "t.too_much", {"most": self.answers - 1}) if len(choice) == 2 else None

    def forced_by(self, state: State) -> str:
        return "T-FORCED"


class Flip(Chance):
    def sample(self, state: State, dice: Dice) -> Choice:
        return ("flip", dice.below(2))

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("flip", 0), 1), (("flip", 1), 1)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in (("flip", 0), ("flip", 1))

    def resolve(self, state: State, choice: Choice) -> None:
        state.pile = int(choice[1])


class Count(Part):
    """Counts down; the seat is done at nothing."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "left")
    verbs: ClassVar[tuple[str, ...]] = ("count",)

    def __init__(self, seat: int, left: int) -> None:
        self.seat = seat
        self.left = left

    def options(self, state: State) -> list[Choice]:
        return [("count", self.left)]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        state.players[self.seat].pearls += 1
        return Count(self.seat, self.left - 1) if self.left > 1 else None


def stage(*steps: Step) -> tuple[State, list[Event]]:
    """A state in which only these steps will happen, and a list of its events."""
    state = TINY.new(2)
    state.stack.clear()
    heard: list[Event] = []
    state.listener = heard.append
    state.push(*steps)
    state.settle()
    return state, heard


def said(events: list[Event]) -> list[str]:
    return [event.word for event in events if isinstance(event, Said)]


def why(state: State, seat: int, choice: Choice) -> Reason:
    reason = state.why_not(seat, choice)
    assert reason is not None
    return reason


# -- the stack -------------------------------------------------------------------------------------------------------


def test_steps_happen_in_the_order_in_which_they_are_written() -> None:
    state, heard = stage(Say("a"), Say("b"), Say("c"))
    assert said(heard) == ["a", "b", "c"]
    assert state.over


def test_what_a_step_pushes_comes_before_the_rest() -> None:
    _, heard = stage(SayTwice(), Say("third"))
    assert said(heard) == ["first", "second", "third"]


def test_a_step_that_nobody_ran_is_named() -> None:
    state, _ = stage()
    state.push(Say("too early"))
    with pytest.raises(TypeError, match="Say asks nobody"):
        state.deciding()


def test_a_question_stops_everything() -> None:
    state, heard = stage(Say("before"), Ask(1, 3), Say("after"))
    assert said(heard) == ["before"]
    assert state.deciding() == (1,)
    state.play(1, ("answer", 2))
    assert said(heard) == ["before", "after"]
    assert state.players[1].pearls == 2
    assert state.over
    assert state.deciding() == ()


def test_only_the_seat_that_is_asked_has_options() -> None:
    state, _ = stage(Ask(1, 3))
    assert state.options(1) == [("answer", 0), ("answer", 1), ("answer", 2)]
    assert state.options(0) == []
    assert state.options(CHANCE) == []
    assert state.decision(0) is None
    assert state.decision(1) == Ask(1, 3)


def test_options_belong_to_the_caller() -> None:
    state, _ = stage(Ask(1, 3))
    state.options(1).clear()
    assert len(state.options(1)) == 3


def test_a_question_with_one_answer_is_not_asked() -> None:
    state, heard = stage(Ask(0, 1), Ask(1, 1), Ask(0, 2))
    assert heard == [Forced("T-FORCED", 0, ("answer", 0)), Forced("T-FORCED", 1, ("answer", 0))]
    assert state.deciding() == (0,)


def test_the_rule_of_the_question_is_named_if_no_other_forces_it() -> None:
    state, _ = stage(Ask(0, 2))
    assert Decision.forced_by(Ask(0, 1), state) == "T-ASK"


def test_chance_and_clock_are_asked_even_for_one_answer() -> None:
    state, _ = stage(Ask(CLOCK, 1))
    assert state.deciding() == (CLOCK,)
    state, _ = stage(Flip())
    assert state.deciding() == (CHANCE,)
    assert state.options(CHANCE) == [("flip", 0), ("flip", 1)]
    assert state.sample(Dice(bytes(32))) in state.options(CHANCE)
    state.play(CHANCE, ("flip", 1))
    assert state.pile == 1


# -- several seats at once -------------------------------------------------------------------------------------------


def test_all_parts_are_open_until_their_seats_are_done() -> None:
    state, heard = stage(Together((Count(0, 2), Count(1, 1))), Say("done"))
    assert state.deciding() == (0, 1)
    state.play(0, ("count", 2))
    assert state.deciding() == (0, 1)
    assert state.decision(0) == Count(0, 1)
    state.play(1, ("count", 1))
    assert state.deciding() == (0,)
    assert said(heard) == []
    state.play(0, ("count", 1))
    assert state.over
    assert said(heard) == ["done"]
    assert [player.pearls for player in state.players] == [2, 1]


def test_a_part_with_one_answer_is_asked() -> None:
    state, heard = stage(Together((Count(0, 1),)))
    assert state.deciding() == (0,)
    assert heard == []


def test_nobody_together_is_nothing() -> None:
    state, heard = stage(Together(()), Say("next"))
    assert state.over
    assert said(heard) == ["next"]


def test_steps_are_values() -> None:
    assert Ask(0, 2) == Ask(0, 2)
    assert Ask(0, 2) != Ask(0, 3)
    assert Say("a") != Count(0, 1)
    assert hash(Together((Count(0, 1),))) == hash(Together((Count(0, 1),)))
    assert repr(Ask(0, 2)) == "Ask(0, 2)"


# -- legality --------------------------------------------------------------------------------------------------------


def test_nobody_is_asked_when_it_is_over() -> None:
    state, _ = stage()
    assert why(state, 0, ("answer", 0)).rule == "CORE-OVER"


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    state, _ = stage(Together((Count(0, 1), Count(CLOCK, 1))))
    reason = why(state, 1, ("count", 1))
    assert (reason.rule, dict(reason.facts)) == ("CORE-NOT-ASKED", {"seats": (0, CLOCK)})


@pytest.mark.parametrize("choice", [(), ("dance",), ("answers", 1), (1, "answer")])
def test_another_verb_is_a_matter_of_form(choice: Choice) -> None:
    state, _ = stage(Ask(0, 3))
    reason = why(state, 0, choice)
    assert (reason.rule, dict(reason.facts)) == ("CORE-FORM", {"verbs": ("answer",)})


def test_the_question_knows_the_reason() -> None:
    state, _ = stage(Ask(0, 3))
    assert why(state, 0, ("answer", 3)) == Reason("T-TOO-MUCH", "t.too_much", {"most": 2})


def test_no_better_reason() -> None:
    state, _ = stage(Ask(0, 3))
    assert why(state, 0, ("answer", 1, 1)).rule == "CORE-UNKNOWN"


def test_what_chance_cannot_say_is_a_matter_of_form() -> None:
    state, _ = stage(Flip())
    assert state.why_not(CHANCE, ("flip", 0)) is None
    assert why(state, CHANCE, ("flip", 2)).rule == "CORE-FORM"


def test_what_is_legal_has_no_reason_against_it() -> None:
    state, _ = stage(Ask(0, 3))
    assert [state.why_not(0, choice) for choice in state.options(0)] == [None, None, None]


def test_an_illegal_choice_names_its_rule_and_changes_nothing() -> None:
    state, heard = stage(Ask(0, 3))
    with pytest.raises(IllegalChoice, match="T-TOO-MUCH: 'answer 9'") as refused:
        state.play(0, ("answer", 9))
    assert (refused.value.seat, refused.value.choice) == (0, ("answer", 9))
    assert refused.value.reason.rule == "T-TOO-MUCH"
    assert state.stack == [Ask(0, 3)]
    assert heard == []


def test_reasons_are_values() -> None:
    assert Reason("R", "s", {"n": 1}) == Reason("R", "s", {"n": 1})
    assert Reason("R", "s", {"n": 1}) != Reason("R", "s", {"n": 2})
    assert Reason("R", "s") != "R"
    assert hash(Reason("R", "s", {"n": 1})) == hash(Reason("R", "s", {"n": 1}))
    assert "n=1" in repr(Reason("R", "s", {"n": 1}))


# -- looking ahead ---------------------------------------------------------------------------------------------------


def test_a_preview_tells_what_happens_up_to_the_next_question() -> None:
    state, heard = stage(Ask(0, 2), Say("a"), Ask(1, 1), Say("b"), Ask(1, 2), Say("too far"))
    assert state.preview(0, ("answer", 1)) == [Said("T-1", "a"), Forced("T-FORCED", 1, ("answer", 0)), Said("T-1", "b")]
    assert heard == []
    assert state.deciding() == (0,)
    assert state.players[0].pearls == 0


def test_a_preview_stops_before_chance() -> None:
    state, _ = stage(Ask(0, 2), Say("before"), Flip(), Say("after"))
    assert said(state.preview(0, ("answer", 0))) == ["before"]


def test_a_preview_stops_at_a_reveal() -> None:
    state, _ = stage(Ask(0, 2), Say("before"), Tell(-1), Say("after"))
    assert state.preview(0, ("answer", 0)) == [Said("T-1", "before")]


def test_a_preview_leaves_out_what_others_are_told() -> None:
    state, _ = stage(Ask(0, 2), Tell(1), Tell(0), Say("all"))
    assert state.preview(0, ("answer", 0)) == [Whispered("T-1", 0), Said("T-1", "all")]


# -- listening -------------------------------------------------------------------------------------------------------


def test_a_clone_has_the_question_but_not_the_listener() -> None:
    state, heard = stage(Ask(0, 2), Say("aloud"))
    clone = state.clone()
    assert clone.listener is None
    assert clone.options(0) == state.options(0)
    clone.play(0, ("answer", 1))
    assert heard == []
    assert state.players[0].pearls == 0


def test_nothing_is_told_if_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = stage(Ask(0, 2), Ask(1, 1), Say("nobody hears"), Tell(0))
    state.listener = None
    forbid_events(monkeypatch)
    state.play(0, ("answer", 1))
    assert state.over


def test_events_know_their_facts_and_who_may_hear_them() -> None:
    assert Said("T-1", "a").facts() == {"rule": "T-1", "word": "a"}
    assert Said("T-1", "a").seen_by(None)
    assert Whispered("T-1", 1).seen_by(1)
    assert not Whispered("T-1", 1).seen_by(None)
    assert not Said.reveals
    assert Shown.reveals
