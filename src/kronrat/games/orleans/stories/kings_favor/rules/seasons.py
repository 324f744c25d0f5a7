"""The seasons: a card is turned at the beginning of every round. [OS-KF-SEASON-1, OS-KF-SETUP-5]"""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.orleans.rules.bag import take_into_supply
from kronrat.games.orleans.rules.events import StartPlayerChanged, TokenTakenBack
from kronrat.games.orleans.rules.places import take_off
from kronrat.games.orleans.rules.state import COINS, FIRST_GOOD, GOODS, TOKENS, State, bits
from kronrat.games.orleans.rules.supply import gain_coins, pay_coins, refill, spend_goods
from kronrat.games.orleans.stories.kings_favor.rules.events import AutumnSpared, SeasonBegan
from kronrat.games.orleans.stories.kings_favor.rules.leaving import HUNGER, eliminate, give_favourite
from kronrat.games.orleans.stories.kings_favor.rules.scoring import finish
from kronrat.games.orleans.stories.kings_favor.rules.sheet import booklet_of

SPRING: Final = 0
SUMMER: Final = 1
AUTUMN: Final = 2
WINTER: Final = 3


def season_of(state: State) -> int:
    """Four rounds make a year, spring first. [OS-KF-FLOW-1, OS-KF-END-10]"""
    return (state.round - 1) % state.tables.numbers["seasons"]


class TurnSeason(Step):
    """What the season brings; winter brings nothing at its beginning. [OS-KF-SEASON-2 to OS-KF-SEASON-6]"""

    def run(self, state: State) -> None:
        season = season_of(state)
        if state.listener is not None:
            state.tell(SeasonBegan("OS-KF-SEASON-1", season + 1))
        if season == SPRING:
            tokens = state.story.refill_tokens("spring", state.seats)
            refill(state, "spring", tokens, "OS-KF-SEASON-2")
        elif season == SUMMER:
            for seat in state.turn_order():
                gain_coins(state, seat, state.tables.numbers["summer_coins"], "OS-KF-SEASON-3")
        elif season == AUTUMN:
            state.push(*[AutumnFor(seat) for seat in state.turn_order()], AfterAutumn())


def on_spaces(state: State, seat: int, tokens: tuple[int, ...]) -> list[int]:
    """The spaces of a player that hold one of these tokens."""
    me = state.players[seat]
    return [space for space in bits(me.filled) if me.spaces[space] in tokens]


def take_back(state: State, seat: int, space: int) -> None:
    """A token on a space counts as owned in autumn. [OS-KF-SEASON-5]"""
    me, place = state.players[seat], state.atlas.place_of[space]
    token = take_off(me, space)
    take_into_supply(me, token)
    if state.listener is not None:
        state.tell(TokenTakenBack("OS-KF-SEASON-5", seat, TOKENS[token], place.id, space - place.first))


class AutumnFor(Step):
    """Food, or a fine, or a favourite tile, or out of the game. [OS-KF-SEASON-4, OS-KF-SEASON-7 to OS-KF-SEASON-9]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        seat, me, fine = self.seat, state.players[self.seat], state.tables.numbers["autumn_fine"]
        if me.layout.shielded:  # [OS-CARD-SACRISTY]
            if state.listener is not None:
                state.tell(AutumnSpared("OS-CARD-SACRISTY", seat))
            gain_coins(state, seat, me.layout.autumn_coins, "OS-CARD-SACRISTY")
        elif food_to_give(state, seat):
            state.stack.append(Store(seat))
        elif me.coins + coins_on_spaces(state, seat) >= fine:
            for space in on_spaces(state, seat, AMOUNTS):  # the supply is used first [OS-KF-SEASON-5]
                if me.coins < fine:
                    take_back(state, seat, space)
            pay_coins(state, seat, fine, "OS-KF-SEASON-7")
        elif booklet_of(state, seat).favourites:
            give_favourite(state, seat, "OS-KF-SEASON-8")
        else:
            eliminate(state, seat, HUNGER)


AMOUNTS: Final = tuple(range(COINS, len(TOKENS)))


def coins_on_spaces(state: State, seat: int) -> int:
    return sum([state.players[seat].spaces[space] - COINS for space in on_spaces(state, seat, AMOUNTS)])


def food_to_give(state: State, seat: int) -> list[int]:
    """Kinds of food in the supply; only where it has none, those on spaces. [OS-KF-SEASON-5, OS-SUP-10]"""
    me, food = state.players[seat], state.tables.food
    supply = [kind for kind in food if me.goods[kind - FIRST_GOOD]]
    if supply:
        return supply
    lying = [me.spaces[space] for space in on_spaces(state, seat, food)]
    return [kind for kind in food if kind in lying]


def goes_hungry(state: State, seat: int) -> bool:
    """Whether autumn would cost a favourite tile, or the game. [OS-KF-SEASON-8, OS-KF-SEASON-9]"""
    me, fine = state.players[seat], state.tables.numbers["autumn_fine"]
    if me.coins >= fine or me.layout.shielded or food_to_give(state, seat):
        return False
    return me.coins + coins_on_spaces(state, seat) < fine


class Store(Decision):
    """Which food to give for the winter; a player who has some must. Written `feed GOOD`. [OS-KF-SEASON-4]"""

    rule = "OS-KF-SEASON-4"
    verbs: ClassVar[tuple[str, ...]] = ("feed",)

    def options(self, state: State) -> list[Choice]:
        return [("feed", TOKENS[kind]) for kind in food_to_give(state, self.seat)]

    def resolve(self, state: State, choice: Choice) -> None:
        kind = TOKENS.index(str(choice[1]))
        if not state.players[self.seat].goods[kind - FIRST_GOOD]:
            take_back(state, self.seat, on_spaces(state, self.seat, (kind,))[0])
        spend_goods(state, self.seat, kind, state.tables.numbers["autumn_food"], self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in GOODS:
            return malformed(self.verbs)
        if TOKENS.index(str(choice[1])) not in state.tables.food:
            return Reason("OS-SUP-10", "reason.no_food", {"good": choice[1]})
        return Reason("OS-KF-SEASON-5", "reason.no_good", {"good": choice[1]})


class AfterAutumn(Step):
    """The order closes up, even around a single player; with nobody left it is over. [OS-KF-END-11, OS-KF-WIN-6]"""

    def run(self, state: State) -> None:
        if not state.playing:
            finish(state, "OS-KF-WIN-3")
        elif state.first not in state.playing:
            state.first = state.turn_order()[0]
            if state.listener is not None:
                state.tell(StartPlayerChanged("OS-KF-END-11", state.first))
