"""What is printed on the components, as typed tables made from the rows of `data/*.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kronrat.games.kingsburg.state import GOODS, Goods

if TYPE_CHECKING:
    from kronrat.core.game import Rows
    from kronrat.games.kingsburg.hooks import Building, Card, Hand

TOP_RANK = 18


class Cell:
    """One building of the province sheet: where it stands, what it costs and what it is worth."""

    def __init__(self, id: str, row: Mapping[str, Any]) -> None:
        self.id = id
        self.row: str = row["row"]
        self.column: int = row["column"]
        self.cost: Goods = (row["gold"], row["wood"], row["stone"])
        self.vp: int = row["vp"]
        self.battle: int = row["battle"]
        self.against: Mapping[str, int] = row["against"]


class Advisor:
    """One advisor: the five things a rank can do."""

    def __init__(self, id: str, row: Mapping[str, Any]) -> None:
        gain = row["gain"]
        self.id = id
        self.rank: int = row["rank"]
        self.goods: Goods = (gain["gold"], gain["wood"], gain["stone"])
        self.vp: int = gain["vp"]
        self.soldiers: int = gain["soldiers"]
        self.plus2: int = gain["plus2"]
        self.one_of = tuple([GOODS.index(kind) for kind in row["one_of"]])
        self.choose: int = row["choose"]
        self.price_vp: int = row["pay"]["vp"]
        self.trade: bool = row["trade"]
        self.peek: bool = row["peek"]
        self.source = f"advisor.{id}"
        self.rule = f"KB-ADV-{self.rank}"


class Enemy:
    """One enemy card."""

    def __init__(self, id: str, row: Mapping[str, Any]) -> None:
        penalty, reward = row["penalty"], row["reward"]
        self.id = id
        self.year: int = row["year"]
        self.type: str = row["type"]
        self.strength: int = row["strength"]
        self.takes: Goods = (penalty["gold"], penalty["wood"], penalty["stone"])
        self.takes_any: int = penalty["goods"]
        self.takes_buildings: int = penalty["buildings"]
        self.takes_vp: int = penalty["vp"]
        self.gives: Goods = (reward["gold"], reward["wood"], reward["stone"])
        self.gives_any: int = reward["goods"]
        self.gives_vp: int = reward["vp"]
        self.source = f"enemy.{id}"


class Tables:
    """All printed tables of one game, with its cards; shared by every state and every clone."""

    def __init__(self, rows: Rows) -> None:
        cells = [Cell(id, row) for id, row in rows["buildings"].items()]
        self.cells = {cell.id: cell for cell in cells}
        advisors = [Advisor(id, row) for id, row in rows["advisors"].items()]
        self.advisors: list[Advisor] = sorted(advisors, key=lambda advisor: advisor.rank)
        self.enemies = {id: Enemy(id, row) for id, row in rows["enemies"].items()}
        self.cards: dict[str, Card] = {}  # filled by the game, which knows the classes
        self.grid: list[list[Building]] = []  # the same, row by row as on the province sheet
        self.hands: dict[tuple[int, ...], Hand] = {}  # memoised by `hooks.hand_of`

    def advisor(self, rank: int) -> Advisor:
        return self.advisors[rank - 1]

    def enemies_of(self, year: int) -> list[Enemy]:
        return [enemy for enemy in self.enemies.values() if enemy.year == year]

    def strength_range(self, year: int) -> tuple[int, int]:
        """The weakest and the strongest enemy that this year may bring, as everybody knows. [KB-INFO-3]"""
        strengths = [enemy.strength for enemy in self.enemies_of(year)]
        return min(strengths), max(strengths)
