"""All stories and all words of effects, gathered from the packages that `stories` lists."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from kronrat.core.events import Event
from kronrat.core.flow import Step
from kronrat.games.orleans.rules import building, deeds, drawing, expanding, trading, workshops
from kronrat.games.orleans.rules.effect import Effect, by_word
from kronrat.games.orleans.rules.recap import Note
from kronrat.games.orleans.rules.story import Story
from kronrat.games.orleans.stories import STORIES as PACKAGES


def load(package: str) -> type[Story]:
    """The story of a package."""
    story: type[Story] = import_module(f"{package}.rules.story").STORY
    return story


STORIES: Final[dict[str, type[Story]]] = {story.id: story for story in [load(package) for package in PACKAGES]}
STORY_STEPS: Final[list[type[Step]]] = [step for story in STORIES.values() for step in story.steps]
COUNTED: Final[dict[type[Event], Mapping[str, int]]] = {
    event: change for story in STORIES.values() for event, change in story.counted.items()
}
NOTES: Final[dict[type[Event], Note]] = {
    event: note for story in STORIES.values() for event, note in story.notes.items()
}

EFFECTS: Final[dict[str, type[Effect]]] = by_word(  # of every story
    [
        workshops.Recruiting, workshops.Inventing, workshops.Harvesting, workshops.Taking, workshops.Exchanging,
        workshops.Earning, workshops.EarningPer, workshops.Paying, workshops.Shining, workshops.ShiningPer,
        workshops.Crowding, workshops.Treating, drawing.DrawingOne, expanding.Expanding, expanding.ExpandingByLand,
        building.Building, building.TakingCard, trading.Trading, trading.Delivering,
        deeds.Sending, deeds.Bartering, deeds.Challenging, deeds.Transmuting,
    ]
)  # fmt: skip


def effects_of(story: str) -> dict[str, type[Effect]]:
    """What can happen in a story, by its word."""
    return {**EFFECTS, **by_word(STORIES[story].effects)}
