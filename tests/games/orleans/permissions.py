"""Positions of Orléans Stories in which permissions are offered that random games seldom come to."""

from __future__ import annotations

from collections.abc import Callable

from kronrat.games.orleans.rules.bag import Recall
from kronrat.games.orleans.rules.deeds import DrawAnother, SendAway, Swap
from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.planning import Plan
from kronrat.games.orleans.testing import Loire

# -- places and cards ------------------------------------------------------------------------------------------------


def on_turn(table: Loire, place: str, crew: str) -> Loire:
    return table.on(0, place, crew).turn()


def with_card(card: str, crew: str = "") -> Loire:
    return Loire().card(0, card).on(0, card, crew)


def settled() -> Loire:
    """Seat 0 shares a village with seat 1 and has land beside it."""
    return Loire().epoch(0, 7).areas(0, "b2", "b3", "c3").villages("c3").areas(1, "c3")


def at_the_market() -> Loire:
    """Three villages, and fish to sell."""
    table = Loire().areas(0, "b2", "b3", "c3").villages("b2", "b3", "c3").goods(0, "fish fish")
    return table.on(0, "market", "fisher merchant").use("market")


def planning(table: Loire) -> Loire:
    return table.ask(Plan(0))


def gaining(card: str, crew: str, good: str) -> Loire:
    return with_card(card, crew).market(**{good: 2}).use(card)


def delivering(epoch: int) -> Loire:
    table = Loire().epoch(0, epoch).areas(0, "b2", "c3").villages("c3").goods(0, "fish wool")
    return table.run(RoundBonus(0))


# -- the Gate --------------------------------------------------------------------------------------------------------


def gate(token: str, *deeds: str) -> Loire:
    table = Loire().on(0, "gate", token).no_deeds(*deeds)
    return table.turn()


def ascending(epoch: int, *deeds: str, coins: int = 20) -> Loire:
    """Seat 0 meets all that the epoch asks for and pays with coins what food is missing."""
    table = Loire().epoch(0, epoch).areas(0, "b2", "b3", "c3").coins(0, coins).sheet(0, citizens=4, church=True)
    return table.crossed(0, "harbour").on(0, "gate", "farmer").no_deeds(*deeds or ("winery_deed",)).use("gate")


def challenged() -> Loire:
    return Loire().on(1, "gate", "farmer").ask(SendAway(0))


def swapping() -> Loire:
    return Loire().goods(0, "fish").goods(1, "wool").ask(Swap(0))


def laid_back(place: str, token: str) -> Loire:
    return Loire().epoch(0, 4).on(0, place, token).ask(Recall(0))


POSITIONS: dict[str, Callable[[], Loire]] = {
    "OS-BAG-4": lambda: laid_back("mill", "fisher"),
    "OS-BAG-5": lambda: laid_back("mill", "fisher"),
    "OS-PLAN-10": lambda: planning(Loire().epoch(0, 3).green(0, "farmer")),
    "OS-PLAN-11": lambda: laid_back("fortress", "- wood"),
    "OS-TECH-1": lambda: planning(Loire().technology(0)),
    "OS-TECH-2": lambda: planning(Loire().technology(0)),
    "OS-TECH-3": lambda: planning(Loire().technology(0)),
    "OS-TECH-14": lambda: planning(Loire().epoch(0, 4).technology(0)),
    "OS-MONK-1": lambda: planning(Loire().green(0, "monk")),
    "OS-PLACE-TERRITORY-1": lambda: planning(Loire().green(0, "knight")),
    "OS-PLACE-TERRITORY-5": lambda: on_turn(Loire(), "territory", "farmer farmer fisher"),
    "OS-PLACE-VILLAGE-5": lambda: on_turn(settled().areas(1, "b2"), "village", "farmer craftsman wood"),
    "OS-PLACE-ESTATE-3": lambda: on_turn(Loire(), "estate", "farmer fisher"),
    "OS-PLACE-YARD-1": lambda: on_turn(Loire(), "builders_yard", "craftsman merchant"),
    "OS-PLACE-MARKET-2": at_the_market,
    "OS-EX-5": lambda: at_the_market().play("0 sell fish"),
    "OS-PLACE-GATE-2": lambda: planning(Loire().coins(0, 5)),
    "OS-PLACE-GATE-8": lambda: laid_back("gate", "fish"),
    "OS-PLACE-FORTRESS-2": lambda: on_turn(settled(), "fortress", "knight wood"),
    "OS-PLACE-FORTRESS-5": lambda: on_turn(
        Loire().areas(0, "b2").fortress(0, "b3"), "territory", "farmer farmer fisher"
    ),
    "OS-PLACE-CHURCH-3": lambda: on_turn(settled(), "church", "craftsman monk wood"),
    "OS-CARD-1": lambda: gaining("hayrick", "farmer", "grain"),
    "OS-CARD-2": lambda: planning(with_card("cheese_dairy").technology(0)),
    "OS-CARD-HAYRICK": lambda: gaining("hayrick", "farmer", "grain"),
    "OS-CARD-FISH-POND": lambda: gaining("fish_pond", "fisher", "fish"),
    "OS-CARD-CHEESE-DAIRY": lambda: gaining("cheese_dairy", "farmer farmer", "cheese"),
    "OS-CARD-BAKEHOUSE": lambda: (
        with_card("bakehouse", "farmer craftsman").goods(0, "grain grain").market(bread=2).use("bakehouse")
    ),
    "OS-CARD-GUNPOWDER-TOWER": lambda: with_card("gunpowder_tower", "farmer").no_deeds("winery_deed").turn(),
    "OS-CARD-TOWER-1": lambda: with_card("gunpowder_tower", "farmer").no_deeds("winery_deed").turn(),
    "OS-CARD-HERB-GARDEN": lambda: planning(with_card("herb_garden").green(0, "fisher")),
    "OS-CARD-SCHOOL": lambda: planning(with_card("school").green(0, "scholar")),
    "OS-CARD-STABLES": lambda: with_card("stables", "farmer knight").areas(0, "b2").turn(),
    "OS-CARD-OFFICE": lambda: with_card("office", "scholar scholar").market(farmer=1).turn(),
    "OS-DEED-BARTER-1": swapping,
    "OS-DEED-BARTER-3": swapping,
    "OS-DEED-KNIGHTS-1": challenged,
    "OS-DEED-KNIGHTS-3": challenged,
    "OS-DEED-KNIGHTS-5": lambda: gate("knight", "order_knights"),
    "OS-DEED-ALCHEMY-1": lambda: gate("monk", "alchemy_a"),
    "OS-DEED-ALCHEMY-3": lambda: Loire().bag(0, "farmer").ask(DrawAnother(0)),
    "OS-DELIVER-1": lambda: (
        with_card("trading_boat", "fisher merchant").areas(0, "c3").villages("c3").goods(0, "fish").turn()
    ),
    "OS-DELIVER-3": lambda: delivering(8),
    "OS-EXP-5": lambda: on_turn(Loire().areas(0, "b2").villages("b3"), "territory", "farmer farmer fisher"),
    "OS-CONQ-2": lambda: on_turn(Loire().areas(0, "b2").areas(1, "b3"), "territory", "farmer knight fisher"),
    "OS-CONQ-3": lambda: on_turn(
        Loire().areas(0, "b2").areas(1, "b3").villages("b3"), "territory", "knight knight fisher"
    ),
    "OS-PEACE-5": lambda: planning(Loire().epoch(0, 8).green(0, "knight")),
    "OS-FK-TASK-6": lambda: Loire().on(0, "gate", "fisher").no_deeds().turn(),
    "OS-FK-EPOCH-1": lambda: ascending(1),
    "OS-FK-EPOCH-9": lambda: ascending(1),
    "OS-FK-EPOCH-11": lambda: ascending(1, "alchemy_a"),
    "OS-FK-EPOCH-16": lambda: ascending(1, coins=9),
    "OS-FK-EPOCH-24": lambda: ascending(5, coins=6),
    "OS-FK-EPOCH-28": lambda: ascending(1),
    "OS-FK-BONUS-VI": lambda: delivering(6),
    "OS-FK-BONUS-VIII": lambda: delivering(8),
    "OS-EX-6": lambda: gate("coins_5"),
}
