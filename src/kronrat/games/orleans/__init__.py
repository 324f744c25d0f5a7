"""Orléans Stories: bag building, told in stories with rules of their own."""

from kronrat.box import Box
from kronrat.games.orleans.stories import STORIES

BOX = Box(
    id="orleans",
    package=__name__,
    rules="rules.game:Orleans",
    prefix="OS",
    minutes=(60, 150),
    weight=3,
    round=("i-bag", "i-farmer", "i-mill", "i-village", "i-fame"),
    parts=STORIES,
)
