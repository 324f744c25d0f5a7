"""The moments at which cards act: each player in turn order, own effects in the order the owner likes."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar, Final, cast

from mypy_extensions import i64

from kronrat.core import flow
from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.kingsburg.rules.events import CardUsed
from kronrat.games.kingsburg.rules.gains import could_hurt, is_delicate
from kronrat.games.kingsburg.rules.hooks import MOMENT_BITS, MOMENTS, SEASON_END
from kronrat.games.kingsburg.rules.state import MOST_SEATS, State
from kronrat.games.kingsburg.rules.supply import DECLINE, decline

DONE: Final[Choice] = ("done",)


class Effects(Step):
    """All effects of one moment; one player finishes before the next begins. [KB-TIME-1]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("moment", "position")

    def __init__(self, moment: str, position: int) -> None:
        self.moment = moment
        self.position = position
        self.bit: i64 = MOMENT_BITS[moment]

    def run(self, state: State) -> None:
        if state.listener is not None and self.moment == SEASON_END and not self.position:
            state.pause("built")
        order, players, bit = state.order, state.players, self.bit
        for position in range(self.position, state.seats):
            seat = order[position]
            if players[seat].hand.speaking & bit:
                if position + 1 < state.seats:
                    state.stack.append(_EFFECTS[self.moment][position + 1])
                speak(state, seat, self.moment, bit)
                return


_EFFECTS: Final = {moment: [Effects(moment, seat) for seat in range(MOST_SEATS)] for moment in MOMENTS}  # shared by all


def speak(state: State, seat: int, moment: str, bit: i64) -> None:
    """One player's cards: first what happens by itself, then what may be used."""
    hand = state.players[seat].hand
    if hand.usable & bit:
        state.stack.append(_OFFERS[moment][seat])
    if not hand.acting & bit:
        return
    cards = hand.acting_at(moment)
    if hand.swayed & bit or (hand.giving & bit and is_delicate(state, seat, moment)):
        state.stack.append(Act(seat, moment, tuple([card.id for card in cards])))
        return
    for card in cards:
        card.act(state, seat, moment)


class Act(Step):
    """Several cards act by themselves; where their order matters the owner chooses it. [KB-TIME-2]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "moment", "cards")

    def __init__(self, seat: int, moment: str, cards: tuple[str, ...]) -> None:
        self.seat = seat
        self.moment = moment
        self.cards = cards

    def run(self, state: State) -> None:
        if len(self.cards) > 1 and self._order_matters(state):
            state.stack.append(ActFirst(self.seat, self.moment, self.cards))
            return
        for number, id in enumerate(self.cards):
            card = state.tables.cards[id]
            if could_hurt(state, self.seat, card, self.moment):
                me = state.players[self.seat]
                if id in me.declines:
                    decline(state, self.seat, card.source)
                    continue
                if id not in me.accepts:
                    others = Act(self.seat, self.moment, self.cards[number + 1 :])
                    state.push(AcceptGain(self.seat, self.moment, id), others)
                    return
            card.act(state, self.seat, self.moment)

    def _order_matters(self, state: State) -> bool:
        if not state.players[self.seat].hand.swayed & MOMENT_BITS[self.moment]:
            return False
        results = set()
        for order in permutations(self.cards):
            world = state.clone()
            for card in order:
                world.tables.cards[card].act(world, self.seat, self.moment)
            me = world.players[self.seat]
            results.add(tuple([getattr(me, name) for name in me.FIELDS]))
        return len(results) > 1


class ActFirst(Decision):
    """Which of several own effects comes first. Written `first CARD`. [KB-TIME-2]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "moment", "cards")
    rule = "KB-TIME-2"
    verbs: ClassVar[tuple[str, ...]] = ("first",)

    def __init__(self, seat: int, moment: str, cards: tuple[str, ...]) -> None:
        self.seat = seat
        self.moment = moment
        self.cards = cards

    def options(self, state: State) -> list[Choice]:
        return [("first", card) for card in self.cards]

    def resolve(self, state: State, choice: Choice) -> None:
        first = str(choice[1])
        others = tuple([card for card in self.cards if card != first])
        state.push(Act(self.seat, self.moment, (first,)), Act(self.seat, self.moment, others))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) == 2 and choice[1] in state.tables.cards:
            return Reason("KB-TIME-9", "reason.not_now", {"card": state.tables.cards[str(choice[1])].source})
        return malformed(self.verbs)


class AcceptGain(Decision):
    """A gain that could hurt. Written `accept CARD [always]`, `decline` or `decline CARD always`. [KB-TIME-4]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "moment", "card")
    rule = "KB-TIME-4"
    verbs: ClassVar[tuple[str, ...]] = ("accept", "decline")

    def __init__(self, seat: int, moment: str, card: str) -> None:
        self.seat = seat
        self.moment = moment
        self.card = card

    def options(self, state: State) -> list[Choice]:
        always: Choice = (self.card, "always")
        return [("accept", self.card), ("accept", *always), ("decline", *always), DECLINE]

    def resolve(self, state: State, choice: Choice) -> None:
        card, me = state.tables.cards[self.card], state.players[self.seat]
        always = len(choice) > 2
        if choice[0] == "decline":
            me.declines = (*me.declines, card.id) if always else me.declines
            decline(state, self.seat, card.source)
            return
        me.accepts = (*me.accepts, card.id) if always else me.accepts
        card.act(state, self.seat, self.moment)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return malformed(self.verbs)


class Offer(Step):
    """Offers a player the cards that may be used now; after each use the rules look again. [KB-TIME-2, KB-TIME-9]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "moment")

    def __init__(self, seat: int, moment: str) -> None:
        self.seat = seat
        self.moment = moment

    def surface(self, state: flow.State) -> bool:
        """What was found is at once the offer of the question, so that nobody looks twice."""
        state.stack.pop()
        offers = offers_of(cast(State, state), self.seat, self.moment)
        if not offers:
            return False
        state.stack.append(UseCards(self.seat, self.moment))
        state.offer = [DONE, *offers]
        return True


_OFFERS: Final = {moment: [Offer(seat, moment) for seat in range(MOST_SEATS)] for moment in MOMENTS}  # shared, too


class UseCards(Decision):
    """One question with all own cards that may be used at this moment. Written `use CARD …` or `done`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "moment")
    rule = "KB-TIME-2"
    verbs: ClassVar[tuple[str, ...]] = ("use", "done")

    def __init__(self, seat: int, moment: str) -> None:
        self.seat = seat
        self.moment = moment

    def options(self, state: State) -> list[Choice]:
        return [DONE, *offers_of(state, self.seat, self.moment)]

    def resolve(self, state: State, choice: Choice) -> None:
        if choice == DONE:
            return
        card = state.tables.cards[str(choice[1])]
        me = state.players[self.seat]
        me.used = (*me.used, card.id)
        if state.listener is not None:
            state.tell(CardUsed(card.rule, self.seat, card.id))
        state.stack.append(_OFFERS[self.moment][self.seat])
        card.use(state, self.seat, choice)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        card = state.tables.cards.get(str(choice[1])) if choice[0] == "use" and len(choice) > 1 else None
        if card is None:
            return malformed(self.verbs)
        me = state.players[self.seat]
        facts = {"card": card.source}
        if card not in me.hand.cards:
            return Reason("KB-TIME-13", "reason.not_owned", facts)
        if self.moment not in card.moments:
            return Reason("KB-TIME-9", "reason.not_now", facts)
        if me.used.count(card.id) >= card.uses:
            return Reason("KB-TIME-5", "reason.used_up", facts)
        if not card.offers(state, self.seat, self.moment):
            return Reason("KB-TIME-9", "reason.condition", facts)
        return card.why_not(state, self.seat, choice)


def offers_of(state: State, seat: int, moment: str) -> list[Choice]:
    me = state.players[seat]
    offers: list[Choice] = []
    for card in me.hand.usable_at(moment):
        if not me.used or me.used.count(card.id) < card.uses:
            offers += card.offers(state, seat, moment)
    return offers
