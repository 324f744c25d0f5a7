"""Positions of Kingsburg in which permissions are offered that random games seldom come to."""

from __future__ import annotations

from collections.abc import Callable

from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.advisors import BuyGoods, Trade
from kronrat.games.kingsburg.rules.construction import Build
from kronrat.games.kingsburg.rules.governors.war import SpareBuilding
from kronrat.games.kingsburg.rules.influence import Influence
from kronrat.games.kingsburg.rules.moments import AcceptGain, UseCards
from kronrat.games.kingsburg.rules.rolling import RollBonusDice
from kronrat.games.kingsburg.rules.state import AUTUMN, SPRING, SUMMER
from kronrat.games.kingsburg.rules.winter import Recruit
from kronrat.games.kingsburg.testing import Kingsburg

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


POSITIONS: dict[str, Callable[[], Kingsburg]] = {
    "KB-TIME-4": guild,
    "KB-BLD-MERCHANTS-1": guild,
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
