"""The province sheet: one class for each building, one file for each row."""

from kronrat.games.kingsburg.buildings import crown, defence, military, religion, trade
from kronrat.games.kingsburg.hooks import Building

ROWS: tuple[tuple[type[Building], ...], ...] = (religion.ROW, trade.ROW, military.ROW, defence.ROW, crown.ROW)
