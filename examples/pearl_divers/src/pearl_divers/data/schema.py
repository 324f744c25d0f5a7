"""What the tables of pearl divers look like."""

from typing import Annotated

from kronrat.data.entry import Entry
from kronrat.data.shapes import Within

Figure = Annotated[int, Within(0, 20)]


class Ware(Entry):
    """One ware of the market: what it costs in pearls, and how many points it is worth."""

    price: Figure
    worth: Figure


class Place(Entry):
    """One place to dive: the pearls that a diver brings; those of the reef are shared, and more with each player."""

    pearls: Figure
    per_player: Figure = 0


TABLES: dict[str, type[Entry]] = {"wares": Ware, "places": Place}
