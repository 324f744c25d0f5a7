"""What the stories say in a view. The types of the page know each of them; the rules, only that it is a mapping.

This is not compiled: the compiler takes the second branch for one that is never reached.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

from kronrat.games.orleans.rules.registry import STORIES

if TYPE_CHECKING:
    StorySheet = Mapping[str, Any]
    StoryCommon = Mapping[str, Any]
else:
    StorySheet = Union[tuple([story.sheet_view for story in STORIES.values()])]  # noqa: UP007
    StoryCommon = Union[tuple([story.common_view for story in STORIES.values()])]  # noqa: UP007
