"""Phase 4: statues are placed, one field at a time in rank order, as long as somebody can and will."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.tumult.rules.ending import end_by_statues, put_statues
from kronrat.games.tumult.rules.events import GoodsLapsed, Passed, StatuesPlaced, TilesPaid
from kronrat.games.tumult.rules.followers import gain
from kronrat.games.tumult.rules.payment import Counts, counted, covers, paid_symbols, payments, symbols_in
from kronrat.games.tumult.rules.raid import faces_of, tiles_of
from kronrat.games.tumult.rules.setup import why_no_field
from kronrat.games.tumult.rules.state import HIDDEN, KINDS, NO_TILE, NOBODY, PAID, TILES, Demand, State

PASS: Final[Choice] = ("pass",)
CONSOLATION: Final = 2  # followers


class BeginPlacing(Step):
    def run(self, state: State) -> None:
        for player in state.players:
            player.able = False
        state.push(PlacementRound(), EndPlacing())


class PlacementRound(Step):
    """Everybody once, king first. [TR-P4-1]"""

    def run(self, state: State) -> None:
        state.stack.append(EndRound(placed(state)))
        state.stack.extend([Place(seat) for seat in state.order[::-1]])


def placed(state: State) -> int:
    return sum([player.statues for player in state.players])


class EndRound(Step):
    """Another round, if this one brought something and somebody can place more. [TR-P4-2, TR-P4-15]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("before",)

    def __init__(self, before: int) -> None:
        self.before = before  # statues of all players when the round began

    def run(self, state: State) -> None:
        if placed(state) > self.before and any([placeable(state, seat) for seat in state.order]):
            state.stack.append(PlacementRound())


# -- where ---------------------------------------------------------------------------------------------------------


def is_beside_own(state: State, seat: int, field: int) -> bool:
    """Whether own statues are next to the field; those in the chronicle do not count. [TR-P4-4, TR-P4-13]"""
    owners = state.owners
    return seat in [owners[other] for other in state.ground.neighbours[field]]


def cost_of(state: State, seat: int, field: int) -> Demand | None:
    """What a free open field costs this seat; None if it cannot be reached. [TR-P4-9, TR-P4-FREE-1, TR-P4-FREE-4]"""
    kind = state.tables.fields[state.fields[field]]
    if is_beside_own(state, seat, field):
        return kind.cost
    return kind.double if kind.anywhere else None


def placeable(state: State, seat: int) -> list[int]:
    """The fields on which this seat can place now. [TR-P4-3]"""
    counts = counted(faces_of(state, seat))
    if not any(counts):
        return []
    kinds = state.tables.fields
    near = [covers(counts, kind.cost) for kind in kinds]
    far = [kind.anywhere and covers(counts, kind.double) for kind in kinds]
    if True not in near:
        return []
    owners = state.owners
    found: list[int] = []
    for field, kind_of in enumerate(state.fields):
        if kind_of == HIDDEN or owners[field] != NOBODY or not near[kind_of]:
            continue
        if far[kind_of] or is_beside_own(state, seat, field):
            found.append(field)
    return found


class Place(Decision):
    """Place on one field, or pass for this round. Written `place ROW COLUMN` or `pass`. [TR-P4-1, TR-P4-8]"""

    rule = "TR-P4-1"
    verbs: ClassVar[tuple[str, ...]] = ("place", "pass")

    def options(self, state: State) -> list[Choice]:
        width = state.ground.width
        offer: list[Choice] = [("place", field // width, field % width) for field in placeable(state, self.seat)]
        offer.append(PASS)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if choice != PASS:
            state.stack.append(Pay(self.seat, state.ground.field(int(choice[1]), int(choice[2]))))
            return
        could = bool(placeable(state, self.seat))
        if could:
            state.players[self.seat].able = True
        if state.listener is not None:
            state.tell(Passed("TR-P4-8" if could else "TR-P4-7", self.seat))

    def forced_by(self, state: State) -> str:
        return "TR-P4-7"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "pass":
            return malformed(self.verbs)
        reason = why_no_field(state, choice, self.verbs)
        if reason is not None:
            return reason
        field = state.ground.field(int(choice[1]), int(choice[2]))
        kind = state.tables.fields[state.fields[field]]
        cost = cost_of(state, self.seat, field)
        if cost is None:
            return Reason("TR-P4-FREE-2", "reason.not_beside", {"field": kind.id})
        double = not is_beside_own(state, self.seat, field)
        rule = "TR-P4-FREE-1" if double else "TR-P4-9"
        return why_too_poor(counted(faces_of(state, self.seat)), kind.id, cost, rule, double)


def why_too_poor(counts: Counts, field: str, cost: Demand, rule: str, double: bool) -> Reason | None:
    """All that is missing at once, and why it is more than the castle board says."""
    bread, marble, tools = [max(0, needs - symbols_in(counts, kind)) for kind, needs in enumerate(cost)]
    if bread == marble == tools == 0:
        return None
    facts = {"field": field, "double": double, "bread": bread, "marble": marble, "tools": tools}
    return Reason(rule, "reason.goods_missing", facts)


# -- paying --------------------------------------------------------------------------------------------------------


class Pay(Decision):
    """Whole tiles that cover the cost, without one too many. Written `pay TILE…`. [TR-P4-PAY-1, TR-P4-PAY-4]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "field")
    rule = "TR-P4-PAY-1"
    verbs: ClassVar[tuple[str, ...]] = ("pay",)

    def __init__(self, seat: int, field: int) -> None:
        self.seat = seat
        self.field = field

    def _cost(self, state: State) -> Demand:
        cost = cost_of(state, self.seat, self.field)
        assert cost is not None
        return cost

    def options(self, state: State) -> list[Choice]:
        return payments(counted(faces_of(state, self.seat)), self._cost(state))

    def resolve(self, state: State, choice: Choice) -> None:
        seat, cost = self.seat, self._cost(state)
        row, column = divmod(self.field, state.ground.width)
        kind = state.tables.fields[state.fields[self.field]]
        free = not is_beside_own(state, seat, self.field)
        pay_tiles(state, seat, choice)
        state.owners[self.field] = seat
        state.players[seat].able = True
        count = put_statues(state, seat, kind.statues)
        if state.listener is not None:
            state.tell(TilesPaid("TR-P4-PAY-7", seat, tuple([str(tile) for tile in choice[1:]])))
            rule = "TR-P4-FREE-3" if free else "TR-P4-5"
            state.tell(StatuesPlaced(rule, seat, row, column, kind.id, count, free))
        overpaid = paid_symbols(choice) - sum(cost)
        if overpaid:
            gain(state, seat, overpaid, "source.overpaid", "TR-P4-FREE-6" if free else "TR-P4-PAY-3")
        end_by_statues(state, seat)

    def forced_by(self, state: State) -> str:
        return "TR-P4-PAY-6"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        tiles = [str(word) for word in choice[1:] if isinstance(word, str) and word in TILES]
        if len(tiles) != len(choice) - 1:
            return malformed(self.verbs)
        mine, cost = faces_of(state, self.seat), self._cost(state)
        paid = [TILES.index(tile) for tile in tiles]
        for face in sorted(set(paid)):
            if paid.count(face) > mine.count(face):
                return Reason(self.rule, "reason.no_such_tile", {"tile": TILES[face], "has": mine.count(face)})
        field = state.tables.fields[state.fields[self.field]].id
        double = not is_beside_own(state, self.seat, self.field)
        short = why_too_poor(counted(paid), field, cost, self.rule, double)
        if short is not None:
            return short
        if paid != sorted(paid):
            ordered: Choice = ("pay", *[TILES[face] for face in sorted(paid)])
            if ordered in self.options(state):
                return malformed(self.verbs)
        for kind, demand in enumerate(cost):
            values = [face % 3 + 1 for face in paid if face // 3 == kind]
            if values and sum(values) - min(values) >= demand:
                facts = {
                    "field": field,
                    "kind": KINDS[kind],
                    "needs": demand,
                    "tile": TILES[3 * kind + min(values) - 1],
                }
                return Reason("TR-P4-PAY-4", "reason.tile_too_many", facts)
        return None


def pay_tiles(state: State, seat: int, choice: Choice) -> None:
    """Tiles given are gone entirely; equal ones are the same. [TR-P4-PAY-2, TR-P4-PAY-7]"""
    tiles, slots = state.tiles, state.slots
    for word in choice[1:]:
        face = TILES.index(str(word))
        slot = NO_TILE
        for place, owner in enumerate(slots):
            if owner == seat and tiles[place] == face:
                slot = place
                break
        slots[slot] = PAID


# -- the end of the phase --------------------------------------------------------------------------------------------


class EndPlacing(Step):
    """Unused tiles lapse; players who could not place get followers, by rank. [TR-P4-PAY-8, TR-P4-CONS-1, TR-FAQ-8]"""

    def run(self, state: State) -> None:
        if state.listener is not None:
            left = tuple([tuple(tiles_of(state, seat)) for seat in range(state.seats)])
            if any(left):
                state.tell(GoodsLapsed("TR-P4-PAY-8", left))
        state.tiles = ()
        state.slots = []
        state.shown = False
        for player in state.players:
            player.seen = 0
        for seat in state.order:
            me = state.players[seat]
            if not me.able and not me.hit:
                gain(state, seat, CONSOLATION, "source.consolation", "TR-P4-CONS-1")
