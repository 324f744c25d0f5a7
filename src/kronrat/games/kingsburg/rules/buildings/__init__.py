"""The province sheet: one class for each building, one file for each row, top to bottom."""

from kronrat.games.kingsburg.rules.buildings import crown, defence, military, muster, religion, trade, workshops
from kronrat.games.kingsburg.rules.hooks import Building

ROWS: tuple[tuple[type[Building], ...], ...] = (
    workshops.ROW,
    religion.ROW,
    trade.ROW,
    military.ROW,
    defence.ROW,
    crown.ROW,
    muster.ROW,
)
