"""Sending through the Gate, and the beneficial deeds with their bonuses and two sides."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.orleans.rules.drawing import draw_openly
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.events import DeedCompleted, DeedLaidOut, FollowerSentHome, GoodsSwapped, TokenSent
from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.rules.places import Place, take_off
from kronrat.games.orleans.rules.state import EMPTY, FOLLOWERS, GONE, GOODS, KINDS, TOKENS, Deed, State
from kronrat.games.orleans.rules.supply import gain_coins, to_storage
from kronrat.games.orleans.rules.tables import ANY_FOLLOWER, DeedRow

DECLINE: Final[Choice] = ("decline",)
ALL_FOLLOWERS: Final = (1 << KINDS) - 1
A_SIDE: Final = 0
B_SIDE: Final = 1


def laid_out(row: DeedRow, side: int) -> Deed:
    """A deed with empty fields."""
    return (side, *[EMPTY for _ in row.fields])


def row_of(state: State, slot: int) -> DeedRow | None:
    """The side that is up, or None if the deed has left the game."""
    side = state.deeds[slot][0]
    return None if side == GONE else state.tables.deeds[slot][side]


def free_field(state: State, slot: int, token: int) -> int | None:
    """The field of a deed that takes exactly this token; stand-ins do not count. [OS-DEED-1, OS-MONK-3]"""
    row, deed = row_of(state, slot), state.deeds[slot]
    if row is None:
        return None
    for n, shown in enumerate(row.fields):
        if deed[1 + n] == EMPTY and (shown == token or (shown == ANY_FOLLOWER and token < KINDS)):
            return n
    return None


def is_last_field(state: State, slot: int) -> bool:
    """Whether one more token completes the deed."""
    return state.deeds[slot].count(EMPTY) == 1


def look_for_wants(state: State) -> None:
    """Note which tokens any field of any deed still takes."""
    wanted = 0
    for slot, deed in enumerate(state.deeds):
        row = row_of(state, slot)
        if row is None:
            continue
        for n, shown in enumerate(row.fields):
            if deed[1 + n] == EMPTY:
                wanted |= ALL_FOLLOWERS if shown == ANY_FOLLOWER else 1 << shown
    state.wanted = wanted


# -- sending ---------------------------------------------------------------------------------------------------------


class Sending(Effect):
    """One of the deposited tokens goes to a free field that takes it. [OS-PLACE-GATE-3, OS-PLACE-GATE-11]"""

    word: ClassVar[str] = "send"
    at_place: ClassVar[bool] = True
    sends: ClassVar[bool] = True

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        assert place is not None
        wanted = state.wanted | state.story.wanted(state, seat)
        tokens = state.players[seat].spaces[place.first : place.end]
        return any([token >= 0 and wanted >> token & 1 for token in tokens])

    def why_impossible(self, state: State, seat: int) -> str:
        return "OS-PLACE-GATE-11"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        assert place is not None
        state.stack.append(Send(seat, place.number))


class Send(Decision):
    """Where one token goes. Written `send TOKEN TARGET`, or `ascend TOKEN DEED` to enter the next epoch by it."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "place")
    rule = "OS-PLACE-GATE-3"
    verbs: ClassVar[tuple[str, ...]] = ("send", "ascend")

    def __init__(self, seat: int, place: int) -> None:
        self.seat = seat
        self.place = place

    def _tokens(self, state: State) -> list[int]:
        place, tokens = state.atlas.places[self.place], list[int]()
        for token in state.players[self.seat].spaces[place.first : place.end]:
            if token >= 0 and token not in tokens:
                tokens.append(token)
        return tokens

    def options(self, state: State) -> list[Choice]:
        offer: list[Choice] = []
        ascents = [state.story.may_ascend(state, self.seat, completes) for completes in (False, True)]
        own = state.story.own_targets(state, self.seat)
        for token in self._tokens(state):
            word = TOKENS[token]
            for slot in range(len(state.deeds)):
                row = row_of(state, slot)
                if row is not None and free_field(state, slot, token) is not None:
                    offer.append(("send", word, row.id))
                    if row.ascent and ascents[is_last_field(state, slot)]:
                        offer.append(("ascend", word, row.id))
            offer += [("send", word, target) for target, takes in own if takes == token]
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        seat, target = self.seat, str(choice[2])
        token = TOKENS.index(str(choice[1]))
        place, me = state.atlas.places[self.place], state.players[seat]
        take_off(me, me.spaces.index(token, place.first))
        if state.listener is not None:
            rule = state.story.ascent_rule if choice[0] == "ascend" else self.rule
            state.tell(TokenSent(rule, seat, TOKENS[token], target))
        slot = state.atlas.slot_of.get(target)
        if slot is None:
            state.story.send_to_own(state, seat, target, token)
            return
        fill_field(state, seat, slot, token)
        if choice[0] == "ascend":
            state.story.ascend(state, seat)
            return
        side = state.deeds[slot][0]
        for effect in state.atlas.deed_effects[slot][side]:
            if effect.possible(state, seat, None):
                effect.run(state, seat, None)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 3 or choice[1] not in TOKENS or type(choice[2]) is not str:
            return malformed(self.verbs)
        token, target = TOKENS.index(str(choice[1])), str(choice[2])
        facts = {"token": choice[1], "target": target}
        if token not in self._tokens(state):
            return Reason("OS-PLACE-GATE-1", "reason.not_at_gate", facts)
        if target not in state.atlas.slot_of:
            if choice[0] == "ascend":
                return Reason(state.story.ascent_rule, "reason.ascend_by_deed", facts)
            takes = [shown for word, shown in state.story.own_targets(state, self.seat) if word == target]
            if not takes:
                return state.story.why_closed(state, self.seat, target) or malformed(self.verbs)
            return self._not_taken(state, "OS-PLACE-GATE-13", target, takes)
        slot = state.atlas.slot_of[target]
        row = row_of(state, slot)
        if row is None or row.id != target:
            return Reason("OS-DEED-3", "reason.deed_not_there", facts)
        if free_field(state, slot, token) is None:
            shown = token in row.fields or (ANY_FOLLOWER in row.fields and token < KINDS)
            free = [field for n, field in enumerate(row.fields) if state.deeds[slot][1 + n] == EMPTY]
            return self._not_taken(state, "OS-DEED-5" if shown else "OS-DEED-1", target, free)
        if not row.ascent:
            return Reason(state.story.no_ascent_rule, "reason.no_ascent_here", facts)
        return state.story.why_no_ascent(state, self.seat, is_last_field(state, slot))

    def _not_taken(self, state: State, rule: str, target: str, free: list[int]) -> Reason:
        """Of all that could be sent from here, nothing goes on a free field; each kind of field is said once."""
        takes = ["follower" if field == ANY_FOLLOWER else TOKENS[field] for field in dict.fromkeys(free)]
        tokens = [TOKENS[one] for one in self._tokens(state) if not _takes(free, one)]
        facts = {"target": target, "tokens": tokens, "several": len(tokens) > 1, "takes": takes}
        return Reason(rule, "reason.not_taken", facts)


def _takes(free: list[int], token: int) -> bool:
    return token in free or (ANY_FOLLOWER in free and token < KINDS)


def fill_field(state: State, seat: int, slot: int, token: int) -> None:
    """Lay a token on a deed; its last field completes it, once the bonus was given. [OS-DEED-3, OS-DEED-4]"""
    n = free_field(state, slot, token)
    assert n is not None
    deed = list(state.deeds[slot])
    deed[1 + n] = token
    state.deeds[slot] = tuple(deed)
    look_for_wants(state)
    if EMPTY not in deed[1:]:
        state.stack.append(CompleteDeed(seat, slot))


class CompleteDeed(Step):
    """Its tokens go to the storage box; an A side is turned over, a B side leaves the game. [OS-DEED-3, OS-SUP-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "slot")

    def __init__(self, seat: int, slot: int) -> None:
        self.seat = seat
        self.slot = slot

    def run(self, state: State) -> None:
        slot, deed = self.slot, state.deeds[self.slot]
        sides = state.tables.deeds[slot]
        for token in deed[1:]:
            to_storage(state, token)
        done, side = sides[deed[0]].id, deed[0] + 1
        state.deeds[slot] = (GONE,) if side == GONE else laid_out(sides[side], side)
        look_for_wants(state)
        if state.listener is not None:
            state.tell(DeedCompleted("OS-DEED-3", self.seat, done, "" if side == GONE else sides[side].id))
        state.story.deed_completed(state, self.seat, done)
        if not any([row is not None and row.ascent for row in [row_of(state, n) for n in range(len(state.deeds))]]):
            state.story.deeds_gone(state)


def lay_out_again(state: State, deed: str, rule: str) -> None:
    """A deed that had left the game comes back, empty."""
    slot = state.atlas.slot_of[deed]
    side = [row.id for row in state.tables.deeds[slot]].index(deed)
    state.deeds[slot] = laid_out(state.tables.deeds[slot][side], side)
    look_for_wants(state)
    if state.listener is not None:
        state.tell(DeedLaidOut(rule, deed))


# -- Barter ----------------------------------------------------------------------------------------------------------


class Bartering(Effect):
    """[OS-DEED-BARTER-1]"""

    word: ClassVar[str] = "barter"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Swap(seat))


class Swap(Decision):
    """An own good for one of another player, both from the supply. Written `swap GOOD SEAT GOOD` or `decline`."""

    rule = "OS-DEED-BARTER-1"
    verbs: ClassVar[tuple[str, ...]] = ("swap", "decline")

    def options(self, state: State) -> list[Choice]:
        offer: list[Choice] = [DECLINE]
        mine = [good for good, count in enumerate(state.players[self.seat].goods) if count]
        for other in state.playing:
            if other == self.seat:
                continue
            theirs = [good for good, count in enumerate(state.players[other].goods) if count]
            offer += [("swap", GOODS[one], other, GOODS[two]) for one in mine for two in theirs if one != two]
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if len(choice) == 1:
            return
        gives, other, takes = GOODS.index(str(choice[1])), int(choice[2]), GOODS.index(str(choice[3]))
        me, them = state.players[self.seat], state.players[other]
        me.goods[gives] -= 1
        them.goods[gives] += 1
        them.goods[takes] -= 1
        me.goods[takes] += 1
        if state.listener is not None:
            state.tell(GoodsSwapped(self.rule, self.seat, GOODS[gives], other, GOODS[takes]))

    def forced_by(self, state: State) -> str:
        return "OS-DEED-BARTER-3"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 4 or choice[1] not in GOODS or choice[3] not in GOODS or type(choice[2]) is not int:
            return malformed(self.verbs)
        if choice[2] == self.seat or choice[2] not in state.playing:
            return Reason(self.rule, "reason.another_player", {})
        if choice[1] == choice[3]:
            return Reason(self.rule, "reason.same_good", {})
        return Reason("OS-DEED-BARTER-2", "reason.not_in_supply", {"mine": choice[1], "theirs": choice[3]})


# -- Order of knights ------------------------------------------------------------------------------------------------


class Challenging(Effect):
    """[OS-DEED-KNIGHTS-1]"""

    word: ClassVar[str] = "knights"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(SendAway(seat))


class SendAway(Decision):
    """A follower of another player leaves its space for the bag. Written `remove SEAT PLACE SPACE` or `decline`."""

    rule = "OS-DEED-KNIGHTS-1"
    verbs: ClassVar[tuple[str, ...]] = ("remove", "decline")

    def options(self, state: State) -> list[Choice]:
        offer: list[Choice] = [DECLINE]
        for other in state.playing:
            if other == self.seat:
                continue
            spaces = state.players[other].spaces
            for place in state.players[other].layout.places:  # the Gate among them [OS-DEED-KNIGHTS-3]
                for n in range(place.size):
                    if 0 <= spaces[place.first + n] < KINDS:
                        offer.append(("remove", other, place.id, n))
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if len(choice) == 1:
            return
        other, place, n = int(choice[1]), state.atlas.by_id[str(choice[2])], int(choice[3])
        them = state.players[other]
        follower = take_off(them, place.first + n)
        them.bag[follower] += 1
        if state.listener is not None:
            state.tell(FollowerSentHome(self.rule, self.seat, other, FOLLOWERS[follower], place.id, n))

    def forced_by(self, state: State) -> str:
        return "OS-DEED-KNIGHTS-5"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 4 or type(choice[1]) is not int or choice[2] not in state.atlas.by_id:
            return malformed(self.verbs)
        if choice[1] == self.seat or choice[1] not in state.playing:
            return Reason(self.rule, "reason.another_player", {})
        return Reason("OS-DEED-KNIGHTS-4", "reason.no_follower_there", {"place": choice[2]})


# -- Alchemy ---------------------------------------------------------------------------------------------------------


class Transmuting(Effect):
    """[OS-DEED-ALCHEMY-2, OS-DEED-ALCHEMY-3]"""

    word: ClassVar[str] = "alchemy"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.push(Reward(seat), DrawAnother(seat))


class Reward(Decision):
    """Fame or coins. Written `reward fame` or `reward coins`. [OS-DEED-ALCHEMY-2]"""

    rule = "OS-DEED-ALCHEMY-2"
    verbs: ClassVar[tuple[str, ...]] = ("reward",)

    def options(self, state: State) -> list[Choice]:
        return [("reward", "fame"), ("reward", "coins")]

    def resolve(self, state: State, choice: Choice) -> None:
        if choice[1] == "fame":
            gain_fame(state, self.seat, state.tables.numbers["alchemy_fame"], self.rule)
        else:
            gain_coins(state, self.seat, state.tables.numbers["alchemy_coins"], self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return malformed(self.verbs)


class DrawAnother(Decision):
    """A follower from the bag, at once, or none. Written `draw` or `decline`. [OS-DEED-ALCHEMY-3, OS-DEED-ALCHEMY-6]"""

    rule = "OS-DEED-ALCHEMY-3"
    verbs: ClassVar[tuple[str, ...]] = ("draw", "decline")

    def options(self, state: State) -> list[Choice]:
        if any(state.players[self.seat].bag):
            return [("draw",), DECLINE]
        return [DECLINE]

    def resolve(self, state: State, choice: Choice) -> None:
        if choice[0] == "draw":
            draw_openly(state, self.seat, 1)

    def forced_by(self, state: State) -> str:
        return "OS-DEED-ALCHEMY-6"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return malformed(self.verbs)
