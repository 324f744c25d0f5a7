"""Positions in the middle of what follows from an answer, for those who watch."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from kronrat.core.events import Event
from kronrat.core.flow import Step
from kronrat.core.pauses import Watch
from pearl_divers.rules.state import State
from tests.core.test_flow import Ask, Say, Whispered, said
from tests.pearls import Tiny

TINY = Tiny()


class Rest(Step):
    FIELDS: ClassVar[tuple[str, ...]] = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.pause(self.name)


class Find(Step):
    """Somebody finds a pearl; only they are told."""

    def run(self, state: State) -> None:
        state.players[0].pearls += 1
        state.tell(Whispered("T-1", 0))


def counted(memory: Any, event: Event) -> int:
    return (memory or 0) + 1


def watched(*steps: Step) -> tuple[State, Watch]:
    state = TINY.new(2)
    state.stack.clear()
    state.players[0].pearls = 0
    state.memory = None
    watch = Watch(state, counted, [])
    state.listener = watch
    state.push(*steps)
    state.settle()
    return state, watch


def test_a_pause_is_the_position_with_what_has_happened_until_then() -> None:
    state, watch = watched(Say("a"), Find(), Rest("found"), Find(), Say("b"), Rest("all"), Ask(0, 2))
    assert said(watch.events) == ["a", "b"], "a pause is no event"
    assert [(pause.name, pause.events) for pause in watch.pauses] == [("found", 2), ("all", 4)]
    positions = [cast(State, pause.state) for pause in watch.pauses]
    assert [position.players[0].pearls for position in positions] == [1, 2]
    assert [pause.state.memory for pause in watch.pauses] == [1, 2], "what everybody saw until then"
    assert state.deciding() == (0,)


def test_in_a_pause_nobody_is_asked_and_the_game_goes_on() -> None:
    _, watch = watched(Rest("here"))
    (pause,) = watch.pauses
    assert pause.state.deciding() == ()
    assert not pause.state.over
    assert pause.state.listener is None


def test_without_somebody_who_watches_nothing_pauses() -> None:
    state = TINY.new(2)
    state.stack.clear()
    heard: list[Event] = []
    state.listener = heard.append
    state.push(Say("a"), Rest("here"), Say("b"))
    state.settle()
    assert said(heard) == ["a", "b"]
    assert state.over
