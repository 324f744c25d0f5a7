"""What is printed on the components, as typed tables made from the rows of `data/*.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kronrat.games.kingsburg.rules.state import GOODS, Goods

if TYPE_CHECKING:
    from kronrat.core.game import Rows
    from kronrat.games.kingsburg.rules.hooks import Card

TOP_RANK: Final = 18
TIERS: Final = {"all": ("documented", "attested", "reconstructed"), "attested": ("documented", "attested")}


class Cell:
    """One building of the province sheet: where it is, what it costs and what it is worth."""

    def __init__(self, id: str, row: Mapping[str, Any]) -> None:
        self.id = id
        self.row: str = row["row"]
        self.column: int = row["column"]
        self.cost: Goods = (row["gold"], row["wood"], row["stone"])
        self.vp: int = row["vp"]
        self.battle: int = row["battle"]
        self.against: Mapping[str, int] = row["against"]
        self.against_up_to: int = row["against_up_to"]
        self.against_value: int = row["against_value"]
        self.pay: Goods = (row["pay"]["gold"], row["pay"]["wood"], row["pay"]["stone"])
        self.gain: Mapping[str, int] = row["gain"]


class Advisor:
    """One advisor: the five things a rank can do."""

    def __init__(self, source: str, rule: str, row: Mapping[str, Any]) -> None:
        gain = row["gain"]
        self.rank: int = row["rank"]
        self.goods: Goods = (gain["gold"], gain["wood"], gain["stone"])
        self.vp: int = gain["vp"]
        self.soldiers: int = gain["soldiers"]
        self.plus2: int = gain["plus2"]
        self.one_of = tuple([GOODS.index(kind) for kind in row.get("one_of", ())])
        self.choose: int = row["choose"]
        self.price_vp: int = row["pay"]["vp"] if "pay" in row else 0
        self.trade: bool = row.get("trade", False)
        self.peek: bool = row.get("peek", False)
        self.goes_on = bool(self.vp or self.soldiers or self.plus2 or self.peek)  # gives or shows more than goods
        self.source = source
        self.rule = rule


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
        advisors = [Advisor(f"advisor.{id}", f"KB-ADV-{row['rank']}", row) for id, row in rows["advisors"].items()]
        self.advisors: list[Advisor] = sorted(advisors, key=lambda advisor: advisor.rank)
        self.private: dict[str, list[tuple[int, Advisor]]] = {}  # advisors on a card, with their places
        self.places = [(advisor.rank, advisor) for advisor in self.advisors]  # in the order in which they help
        for id, row in rows["governors"].items():
            self._add_private(id, row.get("advisors", ()))
        self.helping = [place for place, _ in self.places]
        self.enemies = {id: Enemy(id, row) for id, row in rows["enemies"].items()}
        self.piles: dict[int, list[str]] = {}  # the enemies of each year
        for id, enemy in self.enemies.items():
            self.piles.setdefault(enemy.year, []).append(id)
        self.governors = rows["governors"]
        self._decks: dict[str, list[str]] = {}
        self.army = tuple(sorted([row["value"] for row in rows["army"].values()]))
        self._strengths: dict[int, tuple[int, int]] = {}
        self.cards: dict[str, Card] = {}  # filled by the game, which knows the classes

    def _add_private(self, id: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Advisors printed on a card take places behind the eighteen and help right after those of their rank."""
        for row in rows:
            place = len(self.places) + 1
            advisor = Advisor(f"governor.{id}", f"KB2-GOV-{id.upper()}-1", row)
            after = [rank for rank, (_, other) in enumerate(self.places) if other.rank <= advisor.rank][-1]
            self.places.insert(after + 1, (place, advisor))
            self.private.setdefault(id, []).append((place, advisor))

    def enemies_of(self, year: int) -> list[Enemy]:
        return [self.enemies[id] for id in self.piles.get(year, ())]

    def governor_deck(self, wanted: str) -> list[str]:
        """The governors that an option lets in: all that are as well known as it asks, or better. [KB2-MOD2-7]"""
        deck = self._decks.get(wanted)
        if deck is None:
            tiers = TIERS.get(wanted, (wanted,))
            deck = self._decks[wanted] = [id for id, row in self.governors.items() if row["tier"] in tiers]
        return deck

    def strength_range(self, year: int) -> tuple[int, int]:
        """The weakest and the strongest enemy that this year may bring, as everybody knows. [KB-INFO-3]"""
        if year not in self._strengths:
            strengths = [enemy.strength for enemy in self.enemies_of(year)]
            self._strengths[year] = min(strengths), max(strengths)
        return self._strengths[year]
