"""The stories that can be played with the bag-building system: one package for each, and one line here.

A package holds all of its story: `rules` (with the class STORY in `rules/story.py`), `data`, `words`, `book`, `web` and
`terminal.py`. The system names no story; it meets them through this list, in the order in which they are offered.
"""

from typing import Final

STORIES: Final[list[str]] = [
    "kronrat.games.orleans.stories.first_kingdom",
    "kronrat.games.orleans.stories.kings_favor",
]
