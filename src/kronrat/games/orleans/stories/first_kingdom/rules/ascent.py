"""Ascent: a player enters the next epoch by a token on a deed and by what the epoch asks for. [OS-FK-EPOCH]"""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.orleans.rules.epochs import enter_epoch
from kronrat.games.orleans.rules.realm import count
from kronrat.games.orleans.rules.state import FIRST_GOOD, GOODS, Player, State
from kronrat.games.orleans.rules.supply import pay_coins, refill, spend_goods
from kronrat.games.orleans.rules.tables import Op
from kronrat.games.orleans.stories.first_kingdom.rules.events import NarrationRead
from kronrat.games.orleans.stories.first_kingdom.rules.printed import printed_of
from kronrat.games.orleans.stories.first_kingdom.rules.sheet import chronicle_of, sheet_of, strike_citizen

BEFORE_TOKEN: Final = "before-token"  # when a condition is looked at: before the token of the ascent is laid,
WITH_TOKEN: Final = "with-token"  # or with what the token brings
ASCENTS: Final = (BEFORE_TOKEN, WITH_TOKEN)

CONDITION_RULES = (  # of leaving each epoch
    "OS-FK-EPOCH-16", "OS-FK-EPOCH-14", "OS-FK-EPOCH-23", "OS-FK-EPOCH-15", "OS-FK-EPOCH-24", "OS-FK-EPOCH-25",
    "OS-FK-EPOCH-26", "OS-FK-EPOCH-27",
)  # fmt: skip

NARRATIONS = (  # of each epoch: the card, and the rule of its refill
    ("i", ""),  # read before the game
    ("ii", "OS-FK-REFILL-II"),
    ("iii", "OS-FK-REFILL-III"),
    ("iv", "OS-FK-REFILL-IV"),
    ("v", "OS-FK-REFILL-V"),
    ("vi", "OS-FK-REFILL-VI"),
    ("vii", "OS-FK-REFILL-VII"),
    ("viii", "OS-FK-REFILL-VIII"),
)


def food_of(state: State, me: Player) -> int:
    """Food goods in the supply."""
    return sum([me.goods[food - FIRST_GOOD] for food in state.tables.food])


def price(state: State, seat: int, condition: Op) -> int:
    """The coins that a condition costs now; food that is missing among them. [OS-FK-EPOCH-18, OS-FK-EPOCH-30]"""
    me = state.players[seat]
    if condition.do == "pay":
        return condition.n
    if condition.do == "pay_per":
        return condition.n * count(state, me, condition.count, None)
    if condition.do == "feed":
        missing = condition.n * count(state, me, condition.count, None) - food_of(state, me)
        return max(0, missing) * condition.else_coins
    return 0


def is_met(state: State, seat: int, condition: Op, coming: int = 0) -> bool:
    """Whether what a condition asks to have is there, with the citizens `coming`; paying is another matter."""
    sheet = sheet_of(state, seat)
    if condition.do == "at_least":
        return count(state, state.players[seat], condition.count, None) >= condition.n
    if condition.do == "citizens":
        return sheet.citizens + coming >= condition.n
    if condition.do == "church":
        return sheet.church
    if condition.do == "task":
        first = 0
        for task in printed_of(state).tasks:
            if task.id == condition.task:
                whole = (1 << len(task.fields)) - 1
                return sheet.crossed >> first & whole == whole
            first += len(task.fields)
    return True


def why_no_ascent(state: State, seat: int, completes: bool = False) -> Reason | None:
    """The rule that keeps a player in the present epoch, or None; the token may complete its deed. [OS-FK-EPOCH-12]"""
    me, epochs = state.players[seat], state.story.epochs
    coming = int(completes and state.switches.options["ascent"] == WITH_TOKEN)  # the citizen of the deed [OS-OPT-9]
    if me.epoch == len(epochs) - 1:
        return Reason("OS-FK-EPOCH-27", "reason.last_epoch", {})
    if me.ascended:
        return Reason("OS-FK-EPOCH-5", "reason.one_ascent", {})
    rule, coins = CONDITION_RULES[me.epoch], 0
    for condition in epochs[me.epoch].conditions:
        if not is_met(state, seat, condition, coming):
            return Reason(rule, "reason.condition", {"epoch": me.epoch + 1})
        coins += price(state, seat, condition)
    if coins > me.coins:
        return Reason(rule, "reason.too_few_coins", {"needs": coins})
    return None


def pay_for_ascent(state: State, seat: int) -> None:
    """Everything that is asked for now, then the ascent. [OS-FK-EPOCH-3, OS-FK-EPOCH-18]"""
    epoch = state.players[seat].epoch
    rule = CONDITION_RULES[epoch]
    state.stack.append(Ascend(seat))
    for condition in state.story.epochs[epoch].conditions:
        coins = price(state, seat, condition)
        if condition.do == "feed":
            need = condition.n * count(state, state.players[seat], condition.count, None)
            feed(state, seat, need, rule)
        pay_coins(state, seat, coins, rule)


def feed(state: State, seat: int, need: int, rule: str) -> None:
    """All food where it is not more than enough; otherwise the player chooses. [OS-FK-EPOCH-30]"""
    me = state.players[seat]
    if food_of(state, me) > need:
        if need:
            state.stack.append(Feed(seat, need, rule))
        return
    for food in state.tables.food:
        if me.goods[food - FIRST_GOOD]:
            spend_goods(state, seat, food, me.goods[food - FIRST_GOOD], rule)


class Feed(Decision):
    """Which food to give, one good at a time. Written `feed GOOD`. [OS-FK-EPOCH-30]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "left", "by")
    rule = "OS-FK-EPOCH-30"
    verbs: ClassVar[tuple[str, ...]] = ("feed",)

    def __init__(self, seat: int, left: int, by: str) -> None:
        self.seat = seat
        self.left = left
        self.by = by

    def options(self, state: State) -> list[Choice]:
        goods = state.players[self.seat].goods
        return [("feed", GOODS[food - FIRST_GOOD]) for food in state.tables.food if goods[food - FIRST_GOOD]]

    def resolve(self, state: State, choice: Choice) -> None:
        spend_goods(state, self.seat, FIRST_GOOD + GOODS.index(str(choice[1])), 1, self.by)
        if self.left > 1:
            state.stack.append(Feed(self.seat, self.left - 1, self.by))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in GOODS:
            return malformed(self.verbs)
        if FIRST_GOOD + GOODS.index(str(choice[1])) not in state.tables.food:
            return Reason("OS-SUP-10", "reason.no_food", {"good": choice[1]})
        return Reason("OS-FK-EPOCH-18", "reason.no_good", {"good": choice[1]})


class Ascend(Step):
    """The next epoch; its first player reads the narration card. [OS-FK-EPOCH-3, OS-FK-EPOCH-6, OS-FK-EPOCH-22]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        me, chronicle = state.players[self.seat], chronicle_of(state)
        enter_epoch(state, self.seat, me.epoch + 1, "OS-FK-EPOCH-3")
        me.ascended = True
        if chronicle.read >> me.epoch & 1:
            return
        chronicle.read |= 1 << me.epoch
        read_narration(state, self.seat, *NARRATIONS[me.epoch])
        if state.story.epochs[me.epoch].malus:
            strike_citizen(state, self.seat, "OS-FK-CITIZEN-3")  # for the courage to enter famine or plague first


def read_narration(state: State, seat: int, card: str, rule: str) -> None:
    """Its tokens come onto the market for everybody, at once. [OS-FK-EPOCH-6, OS-FK-EPOCH-21, OS-FK-DEPOT-5]"""
    if state.listener is not None:
        state.tell(NarrationRead("OS-FK-EPOCH-6", seat, card))
    refill(state, card, state.story.refill_tokens(card, state.seats), rule)
