"""Tables of Orléans Stories for tests: `Loire` for the bag-building system, `Court` for The King's Favor."""

from kronrat.games.orleans.testing.court import Court
from kronrat.games.orleans.testing.loire import Loire, game, value_of

__all__ = ["Court", "Loire", "game", "value_of"]
