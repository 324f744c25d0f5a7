"""The province sheet: one class for each building, one file for each row."""

from kronrat.games.kingsburg.buildings import crown, defence, military, religion, trade

ROWS = (religion.ROW, trade.ROW, military.ROW, defence.ROW, crown.ROW)
