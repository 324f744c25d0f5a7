"""Tumult Royal: statues, taxes and riots."""

from kronrat.box import Box, FirstTable

BOX = Box(
    id="tumult",
    package=__name__,
    rules="rules.game:TumultRoyal",
    prefix="TR",
    minutes=(30, 60),
    weight=1,
    round=("i-candle", "i-hand", "i-riot", "statue", "i-crown"),
    first=FirstTable(options={"raid": "live"}),
)
