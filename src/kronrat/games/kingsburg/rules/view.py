"""The two doors by which hidden information leaves: what a seat may know, and a world that agrees with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict, cast

from kronrat.core.dice import Dice
from kronrat.games.kingsburg.rules.battle import Battle, Force, Memory, battle_of
from kronrat.games.kingsburg.rules.hooks import Control
from kronrat.games.kingsburg.rules.influence import Influence, next_to_influence
from kronrat.games.kingsburg.rules.king import Compared, comparison
from kronrat.games.kingsburg.rules.recap import Season
from kronrat.games.kingsburg.rules.season import SEASON_MARKS, SEASON_STEPS, SeasonStep
from kronrat.games.kingsburg.rules.setup import governor_deck
from kronrat.games.kingsburg.rules.standing import Place, places
from kronrat.games.kingsburg.rules.state import AUTUMN, NO_TOKEN, NOBODY, SPRING, SUMMER, WINTER, Player, State
from kronrat.games.kingsburg.rules.tables import Enemy
from kronrat.games.kingsburg.rules.winter import WINTER_MARKS, RollOwn, WinterStep, winter_steps
from kronrat.games.kingsburg.rules.year import Phase


class PlayerView(Force):
    """What is open in front of a player; `strength` is without reinforcements to come."""

    dealt: NotRequired[list[str]]  # this and the next two: of the viewer alone
    chosen: NotRequired[str]
    token: NotRequired[int]
    vp: int
    gold: int
    wood: int
    stone: int
    plus2: int
    extra_dice: int
    dice: list[int]
    bonus: list[int]
    buildings: list[str]
    coming: list[str | None]  # the next building of each row of the sheet; None where all is built
    governor: str
    private: list[tuple[int, int]]  # advisors on the governor's card: their places at court and their ranks
    controls: dict[str, Control]  # what each card of the owner's asks for when it is used
    tokens: list[int]
    used: list[str]
    used_year: list[str]
    accepts: list[str]  # cards whose gains are taken without a question
    declines: list[str]  # cards whose gains are left without a question where they could hurt
    peeked: bool


class View(TypedDict):
    """All that a seat may know."""

    game: Literal["kingsburg"]
    options: dict[str, str]
    seat: int | None
    seats: int
    year: int
    phase: int
    steps: list[SeasonStep] | list[WinterStep]  # of this phase, in the order of the edition; empty if it has none
    step: SeasonStep | WinterStep | Literal[""]
    order: list[int]
    deciding: list[int]
    secret: list[int]  # the seats that know, or choose, what the others must not see
    up_next: int | None  # who influences after the one who does now
    over: bool
    enemy: str | None
    enemy_open: bool
    enemy_range: list[int]
    envoy: int | None
    sheet: list[list[str]]  # the buildings of each row, from top to bottom
    court: dict[str, list[list[str | int]]]  # place -> groups of dice: the owner, then the words of the choice
    passed: list[int]
    players: list[PlayerView]
    battle: Battle | None
    king: list[Compared]  # what he compares, in his phases
    season: Season | None  # what this season has brought so far, once its turn order is set
    season_over: Season | None  # the newest one that is over
    standing: list[Place]


def view(state: State, seat: int | None) -> View:
    """All that this seat may know, as plain data: everything except the enemies to come. [KB-INFO-1, KB-INFO-2]"""
    return _seen_from(state, seat, _common(state, enemy_known(state, seat)))


def views(state: State, seats: Sequence[int | None]) -> list[View]:
    """The views of several seats; what is the same for all who know the same enemy is made once."""
    common: dict[str | None, View] = {}
    seen: list[View] = []
    for seat in seats:
        known = enemy_known(state, seat)
        if known not in common:
            common[known] = _common(state, known)
        seen.append(_seen_from(state, seat, common[known]))
    return seen


def _seen_from(state: State, seat: int | None, common: View) -> View:
    """The view with what only the owner may know. [KB2-MOD2-8, KB2-MOD3-5]"""
    if seat is None:
        return common
    player = state.players[seat]
    players = common["players"][:]
    players[seat] = {
        **players[seat],
        "dealt": list(player.dealt),
        "chosen": player.chosen,
        "token": player.token,
    }
    return {**common, "seat": seat, "players": players}


def _common(state: State, known: str | None) -> View:
    """What everybody who knows this enemy sees."""
    enemy = None if known is None else state.tables.enemies[known]
    players = [_player(player, enemy) for player in state.players]
    steps, step = _steps(state)
    top = state.stack[-1] if state.stack else None
    memory = cast("Memory | None", state.memory)
    return {
        "game": "kingsburg",
        "options": dict(state.switches.options),
        "seat": None,
        "seats": state.seats,
        "year": state.year,
        "phase": state.phase,
        "steps": steps,
        "step": step,
        "order": list(state.order),
        "deciding": list(state.deciding()),
        "secret": _with_secrets(state),
        "up_next": next_to_influence(state, top.seat) if isinstance(top, Influence) else None,
        "over": state.over,
        "enemy": known,
        "enemy_open": state.revealed,
        "enemy_range": list(state.tables.strength_range(state.year)),
        "envoy": None if state.envoy == NOBODY else state.envoy,
        "sheet": state.sheet.ids,
        "court": {str(p): [list(group) for group in groups] for p, groups in enumerate(state.court) if groups},
        "passed": list(state.passed),
        "players": players,
        "battle": None if memory is None else battle_of(state, known, players),
        "king": comparison(state),
        "season": None if memory is None else memory["seasons"]["season"],
        "season_over": None if memory is None else memory["seasons"]["over"],
        "standing": cast("list[Place]", [[s, p, vp, [list(tie) for tie in ties]] for s, p, vp, ties in places(state)]),
    }


def _player(player: Player, enemy: Enemy | None) -> PlayerView:
    """One player's side of the table as everybody sees it."""
    hand = player.hand
    walls = hand.walls(enemy)
    return {
        "vp": player.vp,
        "gold": player.gold,
        "wood": player.wood,
        "stone": player.stone,
        "soldiers": player.soldiers,
        "walls": cast("list[tuple[str, int]]", [list(wall) for wall in walls.each]),
        "strength": player.soldiers + walls.strength,
        "plus2": player.plus2,
        "extra_dice": player.extra_dice,
        "dice": list(player.dice),
        "bonus": list(player.bonus),
        "buildings": hand.shown.buildings[:],
        "coming": hand.shown.coming[:],
        "governor": player.governor,
        "private": cast("list[tuple[int, int]]", [[place, advisor.rank] for place, advisor in hand.private]),
        "controls": hand.shown.controls.copy(),
        "tokens": list(player.tokens),
        "used": list(player.used),
        "used_year": list(player.used_year),
        "accepts": list(player.accepts),
        "declines": list(player.declines),
        "peeked": player.peeked,
    }


def _steps(state: State) -> tuple[list[SeasonStep] | list[WinterStep], SeasonStep | WinterStep | Literal[""]]:
    """The steps of this phase, and the one that is still going on by what is to happen next."""
    if state.phase in (SPRING, SUMMER, AUTUMN):
        for step in reversed(state.stack):
            season = SEASON_MARKS.get(type(step))
            if season is not None or isinstance(step, Phase):
                return list(SEASON_STEPS), season or "d"
    elif state.phase == WINTER:
        steps = winter_steps(state)
        for step in reversed(state.stack):
            if isinstance(step, RollOwn):
                return steps, "token" if state.switches.army_tokens else "king"
            winter = WINTER_MARKS.get(type(step))
            if winter is not None:
                return steps, winter
        return steps, "after"
    return [], ""


def _with_secrets(state: State) -> list[int]:
    """The seats whose view is theirs alone; that they have a secret is public. [KB-INFO-2, KB2-MOD2-8, KB2-MOD3-5]"""
    together = state.deciding()
    return [
        seat
        for seat, player in enumerate(state.players)
        if (player.peeked and not state.revealed)
        or (player.dealt or player.chosen or player.token != NO_TOKEN)
        or (len(together) > 1 and seat in together)
    ]


def enemy_known(state: State, seat: int | None) -> str | None:
    """This year's enemy, for those who may know it."""
    if not state.enemies:
        return None
    peeked = seat is not None and state.players[seat].peeked
    return state.enemies[0] if state.revealed or peeked else None


def redeal(state: State, seat: int | None, dice: Dice) -> State:
    """A world that looks the same to this seat: what it does not know is drawn anew."""
    world = state.clone()
    world.offer = None  # what was offered in the true world
    known = 0 if enemy_known(state, seat) is None else 1
    drawn: list[str] = list(state.enemies[:known])
    for id in state.enemies[known:]:
        pile = state.tables.enemies_of(state.tables.enemies[id].year)
        drawn.append(pile[dice.below(len(pile))].id)
    world.enemies = tuple(drawn)
    _redeal_governors(world, seat, dice)
    for number, player in enumerate(world.players):
        if number != seat and player.token != NO_TOKEN:
            player.token = player.tokens[dice.below(len(player.tokens))]
    return world


def _redeal_governors(world: State, seat: int | None, dice: Dice) -> None:
    """Other seats hold any of the governors that the seat was not dealt; what they chose may be any of theirs."""
    others = [player for number, player in enumerate(world.players) if number != seat and player.dealt]
    if not others:
        return
    mine = () if seat is None else world.players[seat].dealt
    deck = [id for id in governor_deck(world) if id not in mine]
    order = [deck[place] for place in dice.shuffled(len(deck))]
    for player in others:
        hand, order = order[: len(player.dealt)], order[len(player.dealt) :]
        player.dealt = tuple([id for id in deck if id in hand])
        if player.chosen:
            player.chosen = player.dealt[dice.below(len(player.dealt))]
