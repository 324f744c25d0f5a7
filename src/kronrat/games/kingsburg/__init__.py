"""Kingsburg: dice, advisors, buildings and winters, in its first and second edition."""

from kronrat.box import Box

BOX = Box(
    id="kingsburg",
    package=__name__,
    rules="rules.game:Kingsburg",
    prefix="KB",
    minutes=(60, 120),
    round=("die-5", "i-crown", "i-market", "i-church", "i-battle"),
)
