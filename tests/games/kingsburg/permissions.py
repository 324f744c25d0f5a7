"""Positions of Kingsburg in which permissions are offered that random games seldom come to."""

from __future__ import annotations

from collections.abc import Callable

from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.advisors import BuyGoods, Trade
from kronrat.games.kingsburg.rules.construction import Build
from kronrat.games.kingsburg.rules.governors.war import SpareBuilding
from kronrat.games.kingsburg.rules.influence import Influence
from kronrat.games.kingsburg.rules.moments import AcceptGain, Act, UseCards
from kronrat.games.kingsburg.rules.rolling import RollBonusDice
from kronrat.games.kingsburg.rules.state import AUTUMN, SPRING, SUMMER
from kronrat.games.kingsburg.rules.winter import Recruit
from kronrat.games.kingsburg.testing import Kingsburg, rules

ALCHEMIST, SMUGGLER = 6, 14


def table(*buildings: str, **amounts: int) -> Kingsburg:
    """Seat 0 owns all this, in Spring."""
    return in_season(Kingsburg(), SPRING).give(0, *buildings, **amounts)


def large(*buildings: str, **amounts: int) -> Kingsburg:
    """With the seven rows of the larger sheet, in Summer."""
    return in_season(Kingsburg(modules="buildings"), SUMMER).give(0, *buildings, **amounts)


def governed(governor: str, *buildings: str, **amounts: int) -> Kingsburg:
    here = in_season(Kingsburg(modules="governors"), SPRING)
    return here.give(0, *buildings, **amounts).governor(0, governor)


def in_season(here: Kingsburg, phase: int) -> Kingsburg:
    here.state.phase = phase
    return here


def dice(here: Kingsburg, *faces: int, bonus: tuple[int, ...] = ()) -> Kingsburg:
    here.state.players[0].dice = faces
    here.state.players[0].bonus = bonus
    return here


def to_influence(here: Kingsburg) -> Kingsburg:
    return here.ask(Influence(0))


def to_build(here: Kingsburg, again: bool = False) -> Kingsburg:
    return here.ask(Build(0, again))


def to_use(here: Kingsburg, moment: str) -> Kingsburg:
    return here.ask(UseCards(0, moment))


def envoys_build() -> Kingsburg:
    return to_build(table(gold=5, wood=5, stone=5).envoy(0), again=True)


def statue_and_chapel() -> Kingsburg:
    return to_use(dice(table("chapel"), 2, 2, 2), hooks.REROLL)


def town_hall() -> Kingsburg:
    return to_use(table("town_hall", "inn", gold=1, plus2=1), hooks.SEASON_END)


def alchemist() -> Kingsburg:
    return table(gold=1).ask(Trade(0, ALCHEMIST))


def smuggler() -> Kingsburg:
    return table(vp=1).ask(BuyGoods(0, SMUGGLER))


def unrolled() -> Kingsburg:
    return table(extra_dice=2).ask(RollBonusDice(0))


def sorcerer() -> Kingsburg:
    here = governed("sorcerer")
    here.state.year = 3
    return to_use(here, hooks.YEAR_START)


def architect() -> Kingsburg:
    here = governed("architect", "church", gold=9, wood=9, stone=9)
    return to_build(here.give(1, "church", "inn", "guard_tower"))


def private(here: Kingsburg) -> Kingsburg:
    (_, advisor), *_ = here.player(0).hand.private
    return to_influence(dice(here, *[face for face in (advisor.rank // 2, advisor.rank - advisor.rank // 2) if face]))


def private_again() -> Kingsburg:
    """The envoy for a second group on the own card."""
    here = governed("politician").envoy(0)
    (place, _), *_ = here.player(0).hand.private
    here.state.court[place] = ((0, 3, 4),)
    return private(here)


def guild() -> Kingsburg:
    return table("merchants_guild").ask(AcceptGain(0, hooks.SEASON_START, "merchants_guild"))


def priest() -> Kingsburg:
    """The blessing has come after the roll."""
    here = dice(in_season(Kingsburg(modules="governors", priest="total"), SPRING).governor(0, "priest"), 1, 1, 6)
    return to_use(here, hooks.ROLL_SETTLED).play("0 use priest")


# -- what cards do by themselves -------------------------------------------------------------------------------------

CARD_HOOKS = (
    "act", "discount", "extra_soldiers", "goods_per_soldier", "trades_every_season", "rolls_reinforcements", "battle",
    "wins_ties", "on_rival_build",
)  # fmt: skip


def acting_by_themselves() -> set[str]:
    """The cards that act, discount, strengthen or answer to others without being used."""
    tables = rules().tables
    found = {id for id, card in tables.cards.items() if any([_answers(card, hook) for hook in CARD_HOOKS])}
    return found | {card.id for card in tables.cards.values() if any([card.battle(e) for e in tables.enemies.values()])}


def without_a_row() -> set[str]:
    """Cards that somebody made up and that do no more than act: the question before a gain is the same for all."""
    rows = {**rules().rows["buildings"], **rules().rows["governors"]}
    made_up = [card for card in rules().tables.cards.values() if rows[card.id]["source"] == "reconstruction"]
    return {card.id for card in made_up if [hook for hook in CARD_HOOKS if _answers(card, hook)] == ["act"]}


def _answers(card: hooks.Card, hook: str) -> bool:
    plain = hooks.Building if isinstance(card, hooks.Building) else hooks.Card
    return getattr(type(card), hook) is not getattr(plain, hook)


def with_minstrel(card: str, **amounts: int) -> Kingsburg:
    """Seat 0 owns the card and gets a point that makes it equal to seat 1, whose Minstrel then gains one."""
    here = in_season(Kingsburg(2, modules="governors"), SUMMER).governor(1, "minstrel").give(1, "inn", vp=10)
    if isinstance(rules().tables.cards[card], hooks.Building):
        return here.give(0, card, vp=9, **amounts)
    return here.governor(0, card).give(0, vp=9, **amounts)


def acting(here: Kingsburg, card: str) -> Kingsburg:
    """The card has its moment."""
    here.state.stack[:] = [Act(0, rules().tables.cards[card].acts[0], (card,))]
    here.state.settle()
    return here


def equals(card: str, year: int = 1) -> Kingsburg:
    """Two players with nothing, at the end of a year."""
    return Kingsburg(2, modules="governors").governor(0, card).end_year(year)


def philosopher_again() -> Kingsburg:
    here = dice(with_minstrel("philosopher"), 1, 2, 3)
    here.player(0).used = ("philosopher",)
    return acting(here, "philosopher")


def saving(card: str, building: str, *mine: str) -> Kingsburg:
    """The goods that the discount saves may decide whom the King helps."""
    here = in_season(Kingsburg(2, modules="governors"), SPRING).give(0, *mine, gold=9, wood=3, stone=3)
    if card != "crane":
        here.governor(0, card)
    cost = rules().tables.cards[building].printed.cost  # type: ignore[attr-defined]
    here.give(1, "merchants_guild" if here.player(0).buildings > 2 else "farms", gold=15 - sum(cost))
    return to_build(here)


def taxed() -> Kingsburg:
    here = governed("tax_collector").give(1, "town_hall", gold=2, wood=2, stone=2)
    return here.ask(Build(1, again=False)).play("1 build embassy")


def victorious() -> Kingsburg:
    return acting(governed("knight"), "knight")


CARDS: dict[str, Callable[[], Kingsburg]] = {
    "carpenter": lambda: equals("carpenter"),
    "miner": lambda: equals("miner"),
    "sculptor": lambda: equals("sculptor"),
    "merchants_guild": lambda: Kingsburg(2).give(0, "merchants_guild").give(1, "wizards_guild").begin(SUMMER),
    "cathedral": lambda: acting(with_minstrel("cathedral", gold=2), "cathedral"),
    "embassy": lambda: acting(with_minstrel("embassy"), "embassy"),
    "fortress": lambda: acting(with_minstrel("fortress"), "fortress"),
    "preacher": lambda: acting(with_minstrel("preacher"), "preacher"),
    "courtier": lambda: acting(with_minstrel("courtier"), "courtier"),
    "philosopher": philosopher_again,
    "knight": victorious,
    "tax_collector": taxed,
    "farms": lambda: table("farms").begin(SPRING, alone=True),
    "fairy": lambda: governed("fairy").begin(SUMMER, alone=True),
    "crane": lambda: saving("crane", "church", "crane", "chapel"),
}


POSITIONS: dict[str, Callable[[], Kingsburg]] = {
    "KB-TIME-4": guild,
    "KB-BLD-MERCHANTS-1": guild,
    "KB-BLD-CRANE-1": CARDS["crane"],
    "KB2-MOD2-11": CARDS["crane"],
    "KB2-OPT-2": priest,
    "KB-P2a-6": unrolled,
    "KB-P2b-4": lambda: to_influence(dice(table(plus2=1), 3, 4)),
    "KB-P2b-6": lambda: to_influence(dice(table(), 3, 4, bonus=(5,))),
    "KB-P2b-10": lambda: to_influence(dice(table("market", plus2=1).envoy(0).occupy(9, 1, 4, 5), 6)),
    "KB-P2c-4": alchemist,
    "KB-P2c-6": smuggler,
    "KB-ADV-6": alchemist,
    "KB-ADV-14": smuggler,
    "KB-P2d-7": envoys_build,
    "KB-P5-3": envoys_build,
    "KB-P5-4": lambda: to_influence(dice(table().envoy(0).occupy(7, 1, 3, 4), 3, 4)),
    "KB-P5-6": envoys_build,
    "KB-P7-2": lambda: table("barracks", gold=1).ask(Recruit(0)),
    "KB-BLD-STATUE-1": statue_and_chapel,
    "KB-BLD-CHAPEL-1": statue_and_chapel,
    "KB-BLD-STATUE-CHAPEL-1": statue_and_chapel,
    "KB-EX-20": statue_and_chapel,
    "KB-BLD-INN-2": town_hall,
    "KB-BLD-TOWNHALL-1": town_hall,
    "KB-BLD-MARKET-1": lambda: to_influence(dice(table("market"), 3, 4)),
    "KB2-MOD1-2": lambda: to_use(large("sawmill", wood=1), hooks.SEASON_END),
    "KB2-MOD1-3": lambda: to_use(large("quarry", stone=1), hooks.SEASON_END),
    "KB2-MOD1-4": lambda: to_use(large("goldsmith", gold=1), hooks.SEASON_END),
    "KB2-MOD1-5": lambda: to_use(in_season(large("mint", gold=1), AUTUMN), hooks.SEASON_END),
    "KB2-MOD1-7": lambda: large("recruiting_station", plus2=1).ask(Recruit(0)),
    "KB2-MOD1-11": lambda: to_use(large("goldsmith", gold=1), hooks.SEASON_END),
    "KB2-MOD1-12": lambda: large("recruiting_station", "barracks", plus2=1, gold=1).ask(Recruit(0)),
    "KB2-MOD2-3": sorcerer,
    "KB2-MOD2-9": unrolled,
    "KB2-GOV-ARCHITECT-2": architect,
    "KB2-GOV-SORCERER-1": sorcerer,
    "KB2-GOV-PHILOSOPHER-1": lambda: to_use(dice(governed("philosopher"), 2, 3, 4), hooks.REROLL),
    "KB2-GOV-POLITICIAN-1": lambda: private(governed("politician")),
    "KB2-GOV-POLITICIAN-4": private_again,
    "KB2-GOV-DAMSEL-2": lambda: governed("damsel", "statue", gold=1).ask(SpareBuilding(0, "statue", 1)),
    "KB2-GOV-PRIEST-2": lambda: to_use(governed("priest"), hooks.BLESSING),
    "KB2-GOV-PRINCE-2": lambda: to_use(dice(governed("prince"), 1, 2, 4), hooks.ROLL_SETTLED),
    "KB2-GOV-MINER-2": lambda: to_build(governed("miner", "church", gold=5, stone=3)),
    "KB2-GOV-TRICKSTER-1": lambda: to_use(dice(governed("trickster"), 2, 3, 4), hooks.REROLL),
    "KB2-GOV-DUKE-1": lambda: to_use(governed("duke").occupy(7, 0, 3, 4), hooks.COURT_SETTLED),
    "KB2-GOV-SPY-1": lambda: to_use(in_season(governed("spy", gold=1), AUTUMN), hooks.SEASON_START),
    "KB2-GOV-PEDDLER-1": lambda: to_use(governed("peddler", gold=1), hooks.SEASON_END),
}
