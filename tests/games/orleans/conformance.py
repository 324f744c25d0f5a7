"""What is known about Orléans Stories apart from its rules' code: invariants, a ledger, worlds, legal choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, islice, product
from typing import Any, cast

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.games.orleans.rules import events as told
from kronrat.games.orleans.rules.game import Orleans
from kronrat.games.orleans.rules.places import open_place
from kronrat.games.orleans.rules.planning import Plan
from kronrat.games.orleans.rules.state import FOLLOWERS, GOODS, TOKENS, State
from kronrat.testing import Ledger, Subject, rule_ids
from kronrat.testing.conformance import WORLDS
from tests.profile import EFFORT

TECHNOLOGY, COINS = 15, 16
READY: Choice = ("ready",)


class LateOrleans(Orleans):
    """The same rules from a later hour on: everybody has been through some epochs and has people and cards.

    Random players hardly ever leave the first epoch, so that walks would never come to the rest.
    """

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        state = super().new(seats, options)
        cards = list(state.cards)
        for seat, me in enumerate(state.players):
            late = 2 + 2 * seat if "rounds" in state.switches.options else 2
            me.epoch = min(len(state.story.epochs) - 1, late)
            for epoch in range(1, me.epoch + 1):
                row = state.story.epochs[epoch]
                me.settlers, me.held = me.settlers + row.settlers, me.held - row.settlers
                for number in row.unlock:
                    open_place(state, seat, number)
            for number in cards[seat::seats][:6]:
                cards.remove(number)
                open_place(state, seat, number)
            for token in (0, 1, 2, 3, 4, 4, 5, 5, 6, 6):
                _bring(state, token)
                me.bag[token] += 1
            for good in range(8):
                _bring(state, 7 + good)
                me.goods[good] += 1
            for _ in range(2):
                _bring(state, TECHNOLOGY)
                me.technology += 1
            me.coins += 12
            me.fame = me.honoured = 34
        state.cards = tuple(cards)
        for token in range(TECHNOLOGY + 1):
            moved = state.storage[token] // 2
            state.storage[token] -= moved
            state.market[token] += moved
        return state


def _bring(state: State, token: int) -> None:
    source = state.storage if state.storage[token] else state.market
    source[token] -= 1


@cache
def game() -> Game:
    return kronrat.load("orleans")


@cache
def late_game() -> Game:
    early = game()
    return LateOrleans(early.rows, early.data_digest)


def subject(seats: int, late: bool = False, **options: str) -> Subject:
    return Subject(
        late_game() if late else game(), seats, options, check=check, ledger=Books, worlds=worlds, brute=legal,
        rules=rule_ids("orleans"), topics=("ascent", "odds", "places", "plan", "targets"), brisk=(READY,),
        effort=EFFORT,
    )  # fmt: skip


# -- invariants ------------------------------------------------------------------------------------------------------


def check(state: State) -> None:
    """Followers, goods, technology, settlers, fortresses and churches are all there, and every note fits the rest."""
    assert tokens_in_all(state) == state.tables.totals
    for seat, me in enumerate(state.players):
        assert min([*me.bag, *me.green, *me.goods, me.coins, me.technology, me.settlers, me.held]) >= 0
        assert me.filled == sum(1 << space for space, token in enumerate(me.spaces[:-1]) if token >= 0)
        assert me.layout is state.atlas.layout(me.open)
        assert sum(me.green) <= 8
        assert me.fortresses.bit_count() <= 5
        if me.areas or state.round:
            markers = 2 if state.switches.story == "first-kingdom" else 1
            if seat in state.playing:
                assert me.settlers + me.held + me.areas.bit_count() + markers == 12
        assert me.honoured <= me.fame <= 90 or bool(state.stack)
        for place in state.atlas.places:
            if not me.open >> place.number & 1:
                assert not me.filled & place.mask
            assert me.spaces[place.first : place.end].count(TECHNOLOGY) <= 1 or place.id == "gate"
    assert state.churches + state.chapels.bit_count() == 12
    assert not state.chapels & ~state.villages
    taken = [place.number for place in state.atlas.places if place.row.kind == "card" for p in state.players
             if p.open >> place.number & 1]  # fmt: skip
    assert len(set(taken)) == len(taken)
    assert not set(taken) & set(state.cards)


def tokens_in_all(state: State) -> list[int]:
    """Every token, wherever it lies: market, storage, bags, greens, spaces, supplies, deeds, sheets, or in a hand."""
    found = [one + two for one, two in zip(state.market, state.storage, strict=True)]
    for me in state.players:
        for kind in range(7):
            found[kind] += me.bag[kind] + me.green[kind]
        for good, count in enumerate(me.goods):
            found[7 + good] += count
        found[TECHNOLOGY] += me.technology
        for token in [*me.spaces[:-1], *sent_for_goals(state, me)]:
            if 0 <= token < COINS:
                found[token] += 1
    for deed in state.deeds:
        for token in deed[1:]:
            if 0 <= token < COINS:
                found[token] += 1
    for step in state.stack:
        if type(step).__name__ == "Keep":
            for kind in step.values()[1]:
                found[kind] += 1
        elif type(step).__name__ == "SetDown":
            found[step.values()[1]] += 1
    return found


def sent_for_goals(state: State, me: Any) -> list[int]:
    """Tokens on the booklet of The King's Favor."""
    sent: int = getattr(me.sheet, "sent", 0)
    goals = cast(Any, state.story.printed).goals[me.epoch] if sent else []
    return [goal.send for n, goal in enumerate(goals) if sent >> n & 1]


# -- what events say -------------------------------------------------------------------------------------------------


class Books(Ledger):
    """Coins, goods, followers, fame and areas of every seat, according to the events."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.first: State | None = None
        self.coins = [0] * seats
        self.goods = [[0] * 8 for _ in range(seats)]
        self.following = [0] * seats
        self.fame = [0] * seats
        self.areas: list[set[str]] = [set() for _ in range(seats)]
        self.steps = [0] * seats

    def hear(self, event: Event) -> None:
        match event:
            case told.CoinsGained():
                self.coins[event.seat] += event.coins
            case told.CoinsPaid():
                self.coins[event.seat] -= event.coins
            case told.GoodSold():
                self.coins[event.seat] += event.coins
                self.goods[event.seat][GOODS.index(event.good)] -= 1
            case told.GoodBought():
                self.coins[event.seat] -= event.coins
                self.goods[event.seat][GOODS.index(event.good)] += 1
            case told.GoodDelivered():
                self.goods[event.seat][GOODS.index(event.good)] -= 1
            case told.GoodsGained() if event.token in GOODS:
                self.goods[event.seat][GOODS.index(event.token)] += event.count
            case told.GoodsSpent():
                self.goods[event.seat][GOODS.index(event.token)] -= event.count
            case told.GoodsSwapped():
                for seat, gives, takes in (
                    (event.seat, event.gives, event.takes),
                    (event.other, event.takes, event.gives),
                ):
                    self.goods[seat][GOODS.index(gives)] -= 1
                    self.goods[seat][GOODS.index(takes)] += 1
            case told.TokenSent():
                self._leave(event.seat, event.token)
            case told.FollowerRecruited() | told.NewcomerWelcomed():
                self.following[event.seat] += 1
            case told.FollowerLost():
                self.following[event.seat] -= 1
            case told.FameGained():
                self.fame[event.seat] = event.field
            case told.StartVillageChosen() | told.AreaSettled():
                self.areas[event.seat].add(event.area)
            case told.SettlerLifted():
                self.areas[event.seat].remove(event.area)
            case told.SettlerDisplaced():
                self.areas[event.owner].remove(event.area)
            case told.Built() if event.kind != "fortress":
                self.goods[event.seat][0] -= 0  # its wood left the supply when it was laid down
            case _:
                pass

    def _leave(self, seat: int, token: str) -> None:
        if token in FOLLOWERS:
            self.following[seat] -= 1
        elif token in GOODS:
            self.goods[seat][GOODS.index(token)] -= 1
        elif token.startswith("coins_"):
            self.coins[seat] -= int(token.removeprefix("coins_"))

    def balance(self, state: State) -> None:
        """The change since the first look; what lies on spaces still belongs to its owner, but wood that was built."""
        now = [self._owned(state, seat) for seat in range(self.seats)]
        if self.first is None:
            self.first = state.clone()
            self.start = now
            self.noted = [(self.coins[seat], self.following[seat]) for seat in range(self.seats)]
            return
        for seat in state.playing:
            coins, following = now[seat]
            before = self.start[seat]
            assert coins - before[0] == self.coins[seat] - self.noted[seat][0]
            assert following - before[1] == self.following[seat] - self.noted[seat][1]
            ids = {state.tables.areas.ids[area] for area in range(29) if state.players[seat].areas >> area & 1}
            assert ids == self.areas[seat]
            if self.fame[seat]:
                assert state.players[seat].fame == self.fame[seat]

    def _owned(self, state: State, seat: int) -> tuple[int, int]:
        me = state.players[seat]
        coins = me.coins + sum(token - COINS for token in me.spaces[:-1] if token >= COINS)
        drawn = 0
        for step in state.stack:
            if type(step).__name__ == "Keep" and step.values()[0] == seat:
                drawn += len(step.values()[1])
            elif type(step).__name__ == "SetDown" and step.values()[0] == seat:
                drawn += 1
        return coins, me.follower_count() + drawn


# -- what a seat holds possible --------------------------------------------------------------------------------------


def worlds(state: State, seat: int | None) -> Iterator[State]:
    """Others' draws and plans in every way they could be, as long as plans are sealed; after that all is open."""
    hidden = [n for n, player in enumerate(state.players) if player.veil and n != seat]
    if state.switches.options["planning"] == "in-turn":
        hidden = []
    choices: list[list[Side]] = []
    count = 1
    for number in hidden:  # as soon as there are too many, one side of each further player is enough to tell so
        choices.append(list(islice(_sides(state, number), 1 if count > WORLDS else None)))
        count *= len(choices[-1])
    for sides in product(*choices):
        world = state.clone()
        for number, side in zip(hidden, sides, strict=True):
            player = world.players[number]
            bag, green, spaces, goods, coins, technology = side
            player.bag, player.green, player.goods = list(bag), list(green), list(goods)
            player.spaces, player.coins, player.technology = list(spaces), coins, technology
            player.filled = sum(1 << space for space, token in enumerate(spaces[:-1]) if token >= 0)
        yield world


Side = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int]


def _sides(state: State, number: int) -> Iterator[Side]:
    """What may be behind the veil of one player: every draw, and while plans are made every plan."""
    player = state.players[number]
    spaces, green, goods, (coins, technology) = player.veil
    pool = [player.bag[kind] + player.green[kind] - green[kind] for kind in range(7)]
    for space, token in enumerate(player.spaces[:-1]):
        if 0 <= token < 7 and spaces[space] < 0:
            pool[token] += 1
    people = [kind for kind in range(7) for _ in range(pool[kind])]
    drawn = len(people) - sum(player.bag)
    planning = bool(state.stack) and type(state.stack[-1]).__name__ == "Planning"
    count = 0
    for hand in combinations(people, drawn):
        bag = tuple(people.count(kind) - hand.count(kind) for kind in range(7))
        now = tuple(green[kind] + hand.count(kind) for kind in range(7))
        world = state.clone()
        me = world.players[number]
        me.bag, me.green, me.goods, me.spaces = list(bag), list(now), list(goods), list(spaces)
        me.coins, me.technology = coins, technology
        me.filled = sum(1 << space for space, token in enumerate(spaces[:-1]) if token >= 0)
        for side in _plans(world, number) if planning else [_side(me)]:
            yield side
            count += 1
            if count > WORLDS:
                return


def _side(me: Any) -> Side:
    return (tuple(me.bag), tuple(me.green), tuple(me.spaces), tuple(me.goods), me.coins, me.technology)


def _plans(world: State, number: int) -> Iterator[Side]:
    """Every plan once, the empty one first."""
    seen: set[Side] = set()
    waiting = [world]
    while waiting:
        here = waiting.pop(0)
        side = _side(here.players[number])
        if side in seen:
            continue
        seen.add(side)
        yield side
        part = Plan(number)
        for choice in part.options(here):
            if choice != READY:
                further = here.clone()
                part.proceed(further, choice)
                waiting.append(further)


# -- legal choices, found the long way -------------------------------------------------------------------------------


def legal(state: State, seat: int) -> list[Choice] | None:
    """All legal choices of a plan, a turn and an expansion, from the rules and the printed rows alone."""
    if seat < 0:
        return None
    question = type(state.decision(seat)).__name__
    if question == "Plan":
        return [READY, *plans(state, seat)]
    if question == "Expand":
        knights: int = state.decision(seat).values()[1]  # type: ignore[union-attr]
        return [("settle", area) for area in areas_in_reach(state, seat, knights)]
    return None


def rows() -> Mapping[str, Mapping[str, Any]]:
    return game().rows["places"]


def plans(state: State, seat: int) -> Iterator[Choice]:
    """Every token of the green and the supply on every space that shows it."""
    view = state.game.view(state, seat)
    mine = view["players"][seat]
    cards = {id: rows()[id] for id in mine["places"]}
    helpers = {who: other for row in cards.values() for who, other in row["stand_in"].items()}
    amounts = {int(field.removeprefix("coins_")) for field in open_fields(state, seat) if field.startswith("coins_")}
    for id, spaces in mine["places"].items():
        row = cards[id]
        for n, shown in enumerate(row["spaces"]):
            if spaces[n] is not None or any(row["spaces"][m] == shown and spaces[m] is None for m in range(n)):
                continue
            for follower in mine["green"]:
                if stands_there(follower, shown, helpers):
                    yield ("place", follower, id, n)
            for good in mine["goods"]:
                if shown in ("any", good):
                    yield ("place", good, id, n)
            if mine["technology"]:
                replaces = row["technology"] and shown not in ("any", "wood", "monk") and "technology" not in spaces
                if shown == "any" or replaces:
                    yield ("place", "technology", id, n)
            if shown == "any":
                for amount in amounts:
                    if amount <= mine["coins"]:
                        yield ("place", f"coins_{amount}", id, n)


def stands_there(follower: str, shown: str, helpers: Mapping[str, list[str]]) -> bool:
    if shown == "any":
        return True
    if shown.startswith("="):
        return shown == f"={follower}"
    kinds = shown.split("|")
    if not set(kinds) <= set(FOLLOWERS):
        return False
    return follower == "monk" or follower in kinds or bool(set(helpers.get(follower, [])) & set(kinds))


def open_fields(state: State, seat: int) -> list[str]:
    """The words of all fields that still take a token: of deeds, and the own ones."""
    printed = game().rows["deeds"]
    found: list[str] = []
    for deed in state.game.view(state, seat)["deeds"]:
        shown = printed[deed["id"]]["fields"]
        found += [shown[n] for n, token in enumerate(deed["fields"]) if token is None]
    return [*found, *[TOKENS[token] for _, token in state.story.own_targets(state, seat)]]


def areas_in_reach(state: State, seat: int, knights: int) -> Iterator[str]:
    """Beside an own area, and free, or foreign and to be conquered or shared."""
    printed, view = game().rows["areas"], state.game.view(state, seat)
    first = view["options"]["story"] == "first-kingdom"
    epochs = [player["epoch"] for player in view["players"]]
    for id, area in view["areas"].items():
        if seat in area["settlers"] or area["fortress"] not in (None, seat):
            continue
        mine = view["players"][seat]["areas"]
        if mine and not set(printed[id]["beside"]) & set(mine):
            continue
        others = area["settlers"]
        if first and any(epochs[other] == 5 for other in others):
            continue
        hostile = [other for other in others if not (first and 8 in (epochs[other], epochs[seat]))]
        if not hostile or knights > 1 or (knights == 1 and not area["village"]):
            yield id
