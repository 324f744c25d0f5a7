"""Step b of a season: players take turns to place dice on the advisors of the King, until all have passed."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar, Final, cast

from mypy_extensions import i64

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.core.notation import choice_text
from kronrat.games.kingsburg.rules.events import AdvisorInfluenced, EnvoyReturned, Passed
from kronrat.games.kingsburg.rules.hooks import Card
from kronrat.games.kingsburg.rules.state import MOST_SEATS, NOBODY, Group, Player, State
from kronrat.games.kingsburg.rules.tables import TOP_RANK

PASS: Final[Choice] = ("pass",)
PLUS2: Final = 2  # what a +2 token adds
PRIVATE: Final = "private"  # the advisor of this rank on the own card, not the one of the board

Faces = tuple[int, ...]


class Placement:
    """One group of dice for the advisor of one rank, how to say so, and what dice remain."""

    def __init__(self, rank: int, choice: Choice, rest: tuple[Faces, Faces]) -> None:
        self.rank: i64 = rank
        self.choice = choice  # for an advisor without dice
        self.beside: Choice = (*choice, "envoy")  # the same, beside other dice
        self.dice, self.bonus = rest
        self._groups: list[tuple[Group, ...]] = []

    def group_of(self, seat: int) -> tuple[Group, ...]:
        """What lies at an advisor where only this seat has placed: found once, since it is placed again and again."""
        while len(self._groups) <= seat:
            self._groups.append(((len(self._groups), *self.choice[2:]),))
        return self._groups[seat]


class Placements:
    """Everything that a set of dice can reach, whatever advisors are taken: found once for each set of dice."""

    def __init__(self) -> None:
        self.all: list[Placement] = []
        self.named: dict[Choice, Placement] = {}


class Pick:
    """Some of a set of dice, those that remain, and how the picked ones are written."""

    def __init__(self, faces: Faces, rest: Faces) -> None:
        self.faces = faces
        self.rest = rest
        self.total = sum(faces)
        self.text = choice_text(faces)


def picks_of(faces: Faces) -> list[Pick]:
    """Every way to pick some of these dice; equal dice are interchangeable."""
    picks: dict[Faces, Pick] = {}
    places = range(len(faces))
    for count in range(len(faces) + 1):
        for chosen in combinations(places, count):
            picked = tuple([faces[i] for i in chosen])
            if picked not in picks:
                picks[picked] = Pick(picked, tuple([faces[i] for i in places if i not in chosen]))
    return list(picks.values())


def find_placements(dice: Faces, bonus: Faces, plus2: bool, shifts: tuple[tuple[str, int], ...]) -> Placements:
    """All groups with at least one player die, each with and without a token and a card that shifts the rank.

    In the order of their ranks, their lengths and how they are written.
    """
    found: list[tuple[int, int, str, Choice, tuple[Faces, Faces]]] = []
    extras = picks_of(bonus)
    for own in picks_of(dice):
        if not own.faces:
            continue  # bonus dice and tokens never go alone [KB-P2b-5]
        for extra in extras:
            rest = own.rest, extra.rest
            for token in (False, True) if plus2 else (False,):
                group: Choice = own.faces
                text, total = own.text, own.total + extra.total
                if extra.faces:
                    group += ("bonus",) + extra.faces
                    text += " bonus " + extra.text
                if token:
                    group += ("plus2",)
                    text += " plus2"
                    total += PLUS2
                for card, shift in (("", 0), *shifts):
                    rank = total + shift
                    if not 1 <= rank <= TOP_RANK:
                        continue
                    if card:
                        found.append((rank, len(group) + 1, f"{text} {card}", group + (card,), rest))
                    else:
                        found.append((rank, len(group), text, group, rest))
    found.sort()
    placements = Placements()
    for rank, _, _, group, rest in found:
        placement = Placement(rank, ("influence", rank) + group, rest)
        placements.all.append(placement)
        placements.named[placement.choice] = placements.named[placement.beside] = placement
    return placements


_usual: Final[list[Placements | None]] = [None] * 0o20000  # of dice alone, by their key: up to three, and a token
_known: Final[dict[tuple[Card, ...], dict[int, Placements]]] = {}  # others: by cards that shift the rank, then by dice
_KEPT: Final = 20_000  # many bonus dice make many sets; forgetting them now and then keeps memory flat


def placements_of(state: State, me: Player) -> Placements:
    """What the player's dice, token and cards can reach now."""
    plus2 = me.plus2 > 0 and not (state.switches.plus2_per_season and "plus2" in me.used)
    shifting = me.hand.shifting
    if shifting and me.used:
        shifting = tuple([card for card in shifting if card.id not in me.used])
    key = dice_key(me.dice, me.bonus, plus2)
    if shifting or key >= len(_usual):
        return _unusual_placements(me, plus2, shifting, key)
    placements = _usual[key]
    if placements is None:
        placements = _usual[key] = find_placements(me.dice, me.bonus, plus2, ())
    return placements


def _unusual_placements(me: Player, plus2: bool, shifting: tuple[Card, ...], key: i64) -> Placements:
    known = _known.setdefault(shifting, {})
    placements = known.get(key)
    if placements is None:
        if len(known) >= _KEPT:
            known.clear()
        shifts = [(card.id, shift) for card in shifting for shift in card.rank_shifts()]
        placements = known[key] = find_placements(me.dice, me.bonus, plus2, tuple(shifts))
    return placements


def dice_key(dice: Faces, bonus: Faces, plus2: bool) -> i64:
    """Dice and a token as one number, three bits a die: it is found again faster than a tuple."""
    key: i64 = 0
    for face in dice:
        key = key << 3 | face
    key <<= 3
    for face in bonus:
        key = key << 3 | face
    return key << 1 | plus2


def next_to_influence(state: State, seat: int) -> int:
    """The first one after this seat who has not passed, in turn order. [KB-P2b-1]"""
    order = state.order
    count, passed = len(order), state.passed
    position = 0
    while order[position] != seat:
        position += 1
    while True:
        position = position + 1 if position + 1 < count else 0
        following = order[position]
        if not passed or following not in passed:
            return following


class BeginInfluence(Step):
    """The first player of the new turn order begins. [KB-P2b-1]"""

    def run(self, state: State) -> None:
        state.passed = ()
        state.stack.append(TURNS[state.order[0]])


class Influence(Decision):
    """One turn: influence one advisor or pass for good.

    Written `influence RANK die… [bonus die…] [plus2] [CARD] [private] [envoy]`, faces ascending. [KB-P2b-1, KB-P2b-3]
    """

    rule = "KB-P2b-1"
    verbs: ClassVar[tuple[str, ...]] = ("influence", "pass")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        if not me.dice:
            return [PASS]
        placements = placements_of(state, me)
        court = state.court
        offer = [placement.choice for placement in placements.all if not court[placement.rank]]
        if state.envoy == self.seat:
            offer += [placement.beside for placement in placements.all if court[placement.rank]]
        if me.hand.private:
            offer += self._private_options(state, placements)
        offer.append(PASS)
        return offer

    def _private_options(self, state: State, placements: Placements) -> list[Choice]:
        """Advisors on the player's own card, beside those of the board."""
        hand = state.players[self.seat].hand
        offer: list[Choice] = []
        for place, advisor in hand.private:
            rank: i64 = advisor.rank
            fitting = [placement.choice for placement in placements.all if placement.rank == rank]
            if not state.court[place]:
                offer += [(*choice, PRIVATE) for choice in fitting]
            elif state.envoy == self.seat:
                offer += [(*choice, PRIVATE, "envoy") for choice in fitting]
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if len(choice) == 1:
            state.passed += (self.seat,)
            if state.listener is not None:
                state.tell(Passed("KB-P2b-2", self.seat))
        else:
            self._place(state, choice)
        self._next_turn(state)

    def _place(self, state: State, choice: Choice) -> None:
        me = state.players[self.seat]
        rank = place = cast(int, choice[1])
        group = choice
        if me.hand.private and PRIVATE in choice:
            place = next(place for place, advisor in me.hand.private if advisor.rank == rank)
            group = tuple([word for word in choice if word != PRIVATE])
        placement = placements_of(state, me).named[group]
        me.dice, me.bonus = placement.dice, placement.bonus
        if isinstance(choice[-1], str):
            self._spend(state, group)
        if len(choice) == len(placement.choice):
            state.court[place] = placement.group_of(self.seat)
        else:
            state.court[place] += ((self.seat, *choice[2:]),)
        if state.listener is not None:
            state.tell(AdvisorInfluenced("KB-P2b-3", self.seat, rank, choice[2:]))

    def _spend(self, state: State, choice: Choice) -> None:
        me = state.players[self.seat]
        for word in choice[2:]:
            if word == "envoy":
                state.envoy = NOBODY
                if state.listener is not None:
                    state.tell(EnvoyReturned("KB-P5-7", self.seat, used=True))
            elif isinstance(word, str) and word != "bonus":
                if word == "plus2":
                    me.plus2 -= 1
                me.used += (word,)

    def _next_turn(self, state: State) -> None:
        if len(state.passed) < len(state.order):
            state.stack.append(TURNS[next_to_influence(state, self.seat)])

    def forced_by(self, state: State) -> str:
        return "KB-P2b-8"

    # -- why a placement is refused --------------------------------------------------------------------------------

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        group = _read_group(choice, [card.id for card in state.players[self.seat].hand.shifting])
        if choice[0] == "pass" or group is None:
            return self._unreadable(state, choice)
        me = state.players[self.seat]
        return (
            self._out_of_reach(state, group)
            or _dice_missing(me, group)
            or _token_missing(state, me, group)
            or _shift_spent(me, group)
            or _total_wrong(me, group)
            or self._place_taken(state, group)
        )

    def _unreadable(self, state: State, choice: Choice) -> Reason:
        """Not the notation; or words that would be, if the player owned the card they name."""
        if choice.count("plus2") > 1:
            return Reason("KB-P2b-4", "reason.one_token")
        for word in choice[2:]:
            card = state.tables.cards.get(str(word))
            if card is not None and card.rank_shifts() and card not in state.players[self.seat].hand.cards:
                return Reason("KB-TIME-13", "reason.not_owned", {"card": card.source})
        return malformed(self.verbs)

    def _out_of_reach(self, state: State, group: _Group) -> Reason | None:
        """What keeps all dice away from a rank that is named alone, as when somebody asks before picking dice."""
        if group.own or group.bonus or group.token or group.card or group.envoy or not 1 <= group.rank <= TOP_RANK:
            return None
        taken = self._place_taken(state, group)
        if taken is not None and (taken.says != "reason.occupied" or state.envoy != self.seat):
            return taken
        if any([placement.rank == group.rank for placement in placements_of(state, state.players[self.seat]).all]):
            return None
        return Reason("KB-P2b-3", "reason.no_group", {"rank": group.rank})

    def _place_taken(self, state: State, group: _Group) -> Reason | None:
        place, facts = group.rank, {"rank": group.rank, "private": group.private}
        if group.private:
            own = [p for p, advisor in state.players[self.seat].hand.private if advisor.rank == group.rank]
            if not own:
                return Reason("KB2-MOD2-5", "reason.no_private_advisor", facts)
            place = own[0]
        taken = bool(state.court[place])
        if group.envoy:
            if state.envoy != self.seat:
                return Reason("KB-P5-3", "reason.no_envoy")
            return None if taken else Reason("KB-P5-9", "reason.envoy_not_needed", facts)
        return Reason("KB-P2b-7", "reason.occupied", facts) if taken else None


TURNS: Final = [Influence(seat) for seat in range(MOST_SEATS)]  # steps never change, so that all games share these


class _Group:
    """A placement as it was written, legal or not."""

    def __init__(self, rank: int, own: Faces, bonus: Faces, token: bool, card: str, private: bool, envoy: bool) -> None:
        self.rank = rank
        self.own = own
        self.bonus = bonus
        self.token = token
        self.card = card
        self.private = private
        self.envoy = envoy


def _read_group(choice: Choice, shifting: list[str]) -> _Group | None:
    """The parts of an influence, or None if it is not written as one."""
    words = list(choice[1:])
    if not words or not isinstance(words[0], int):
        return None
    rank = words.pop(0)
    envoy = bool(words) and words[-1] == "envoy"
    if envoy:
        words.pop()
    private = bool(words) and words[-1] == PRIVATE
    if private:
        words.pop()
    card = str(words.pop()) if words and words[-1] in shifting else ""
    token = bool(words) and words[-1] == "plus2"
    if token:
        words.pop()
    cut = words.index("bonus") if "bonus" in words else len(words)
    own, bonus = words[:cut], words[cut + 1 :]
    faces = [face for face in own + bonus if isinstance(face, int)]
    if len(faces) != len(own) + len(bonus) or (cut < len(words) and not bonus):
        return None
    return _Group(int(rank), tuple(faces[: len(own)]), tuple(faces[len(own) :]), token, card, private, envoy)


def _dice_missing(me: Player, group: _Group) -> Reason | None:
    if not group.own:
        return Reason("KB-P2b-5", "reason.needs_own_die")
    for faces, held, says in (
        (group.own, me.dice, "reason.no_such_die"),
        (group.bonus, me.bonus, "reason.no_such_bonus"),
    ):
        for face in faces:
            if faces.count(face) > held.count(face):
                return Reason("KB-P2b-3", says, {"die": face, "needs": faces.count(face), "has": held.count(face)})
        if list(faces) != sorted(faces):
            return Reason("CORE-FORM", "reason.dice_in_order")
    return None


def _token_missing(state: State, me: Player, group: _Group) -> Reason | None:
    if not group.token:
        return None
    if me.plus2 == 0:
        return Reason("KB-P2b-4", "reason.no_token")
    if state.switches.plus2_per_season and "plus2" in me.used:
        return Reason("KB-P2b-13", "reason.token_used")
    return None


def _shift_spent(me: Player, group: _Group) -> Reason | None:
    if group.card and group.card in me.used:
        return Reason("KB-TIME-5", "reason.used_up", {"card": _card(me, group).source})
    return None


def _total_wrong(me: Player, group: _Group) -> Reason | None:
    total = sum(group.own) + sum(group.bonus) + (PLUS2 if group.token else 0)
    facts = {"total": total, "rank": group.rank}
    if not 1 <= group.rank <= TOP_RANK:
        return Reason("KB-P2b-11", "reason.no_such_rank", facts)
    if not group.card:
        return Reason("KB-P2b-3", "reason.total", facts) if total != group.rank else None
    shifts = [shift for card in me.hand.shifting if card.id == group.card for shift in card.rank_shifts()]
    if group.rank - total in shifts:
        return None
    card = _card(me, group)
    return Reason(card.rule, "reason.total_with_card", {**facts, "card": card.source})


def _card(me: Player, group: _Group) -> Card:
    """The card that shifts this group's rank."""
    return next(card for card in me.hand.shifting if card.id == group.card)
