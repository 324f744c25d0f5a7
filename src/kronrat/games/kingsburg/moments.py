"""The moments at which cards speak: each player in turn order, own effects in the order the owner likes."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.kingsburg.events import CardUsed
from kronrat.games.kingsburg.state import State

DONE: Choice = ("done",)


class Moment(Step):
    """Offers a player the cards that may act now; after each use the rules look again. [KB-TIME-2, KB-TIME-9]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "moment")

    def __init__(self, seat: int, moment: str) -> None:
        self.seat = seat
        self.moment = moment

    def run(self, state: State) -> None:
        if offers_of(state, self.seat, self.moment):
            state.stack.append(UseCards(self.seat, self.moment))


class UseCards(Decision):
    """One question with all own cards that may act at this moment."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "moment")
    rule = "KB-TIME-2"
    verbs: ClassVar[tuple[str, ...]] = ("use", "done")

    def __init__(self, seat: int, moment: str) -> None:
        self.seat = seat
        self.moment = moment

    def options(self, state: State) -> list[Choice]:
        return [DONE, *offers_of(state, self.seat, self.moment)]

    def resolve(self, state: State, choice: Choice) -> None:
        if choice[0] == "done":
            return
        card = state.tables.cards[str(choice[1])]
        me = state.players[self.seat]
        me.used = (*me.used, card.id)
        if state.listener is not None:
            state.tell(CardUsed("KB-TIME-5", self.seat, card.id))
        state.stack.append(Moment(self.seat, self.moment))
        card.use(state, self.seat, choice)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "done" or len(choice) < 2:
            return malformed(self.verbs)
        card = state.tables.cards.get(str(choice[1]))
        if card is None:
            return malformed(self.verbs)
        me = state.players[self.seat]
        facts = {"building": card.id}
        if card not in me.hand.cards:
            return Reason("KB-TIME-13", "reason.not_owned", facts)
        if self.moment not in card.moments:
            return Reason("KB-TIME-9", "reason.not_now", facts)
        if card.id in me.used:
            return Reason("KB-TIME-5", "reason.used_up", facts)
        if not card.offers(state, self.seat, self.moment):
            return Reason("KB-TIME-9", "reason.condition", facts)
        return card.why_not(state, self.seat, choice)


def offers_of(state: State, seat: int, moment: str) -> list[Choice]:
    me = state.players[seat]
    offers: list[Choice] = []
    for card in me.hand.usable.get(moment, ()):
        if card.id not in me.used:
            offers += card.offers(state, seat, moment)
    return offers
