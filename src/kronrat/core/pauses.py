"""Positions between the question that was answered and the next one, for those who watch a game step by step.

An answer may end one thing and begin others before anybody is asked again. Where the rules say `State.pause`, whoever
watches may be shown the table as it is there. Nothing is kept of it: neither journals nor digests know of pauses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mypy_extensions import mypyc_attr

from kronrat.core.events import Event
from kronrat.core.flow import PauseListener, State, Together

Remember = Callable[[Any, Event], Any]


@dataclass(frozen=True)
class Pause:
    """The position after the first `events` of a line. Nobody is asked in it, and it is not to be played on."""

    name: str
    events: int
    state: State


@mypyc_attr(allow_interpreted_subclasses=True)
class Watch(PauseListener):
    """A listener that keeps what it hears, and the positions in which the rules pause."""

    def __init__(self, state: State, remember: Remember, events: list[Event]) -> None:
        self.events = events
        self.pauses: list[Pause] = []
        self._state = state
        self._remember = remember
        self._memory, self._remembered = state.memory, 0

    def __call__(self, event: Event) -> None:
        self.events.append(event)

    def pause(self, name: str) -> None:
        for event in self.events[self._remembered :]:
            if event.seen_by(None):
                self._memory = self._remember(self._memory, event)
        self._remembered = len(self.events)
        state = self._state.clone()
        state.memory, state.offer = self._memory, None
        state.stack.append(Together(()))  # which asks nobody
        self.pauses.append(Pause(name, self._remembered, state))
