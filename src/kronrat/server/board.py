"""The board of an analysis: a table beside all others at which one person chooses for every seat, and for chance.

It is laid anew wherever in the tree its person looks. The rules play the way there, so nothing but what they allow is
ever shown; what was tried, the browser keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from kronrat import pieces
from kronrat.coaching import facts_of
from kronrat.core.codec import BrokenDump
from kronrat.core.dice import Dice, fresh_secret
from kronrat.core.events import Event, Forced
from kronrat.core.flow import CHANCE, Choice, IllegalChoice, State
from kronrat.core.game import Game
from kronrat.core.journal import Line
from kronrat.core.seeds import NONCE_BYTES
from kronrat.server import telling, wire
from kronrat.server.aside import AsideTable, row_aside
from kronrat.server.planning import Draft
from kronrat.server.records import Opened, Seat, Started
from kronrat.server.refusal import Refusal
from kronrat.server.seating import clean_name
from kronrat.server.table import Happening, Table
from kronrat.study.analysis import DEEPEST, Node, Played, play, position_of
from kronrat.words.sentences import snake

TOLD = 3  # events that say what chance has brought
LISTED = 130  # outcomes of chance that are listed, more are not
LOGGED = 40  # lines of the log
_GUEST = "learner"


@dataclass(frozen=True)
class _Stop:
    """A position on the way, and the choice that led to it."""

    state: State
    line: Line | None = None
    happening: Happening | None = None


class BoardTable(AsideTable):
    """The way from the position to where its person looks."""

    def __init__(self, game: Game, position: State, names: Sequence[str], now: int) -> None:
        seats, nonce = position.seats, bytes(NONCE_BYTES).hex()
        row = row_aside("analysis", game, seats, game.options_of(position), bytes(2 * NONCE_BYTES), now)
        called = [clean_name(name) for name in names[:seats]] + [""] * (seats - len(names))
        people = [Seat("human", _GUEST, name=name, nonce=nonce) for name in called]
        table = Draft(Table(row, game), now).add(Opened(people)).add(Started()).table
        super().__init__(table, 0)
        self._way = [_Stop(position)]
        self._laid = 0  # how often something was put on the board: what the page knows as its version
        self._put(None, now)

    @property
    def state(self) -> State:
        return self._way[-1].state

    # -- going along the tree ------------------------------------------------------------------------------------------

    def lay(self, strokes: Sequence[wire.Stroke], front: int | None, now: int) -> None:
        """Go where these choices lead; raises `Refusal` where one of them is not legal."""
        if len(strokes) > DEEPEST:
            raise Refusal("too_long")
        lines = [Line(stroke.seat, tuple(stroke.choice)) for stroke in strokes]
        known = [stop.line for stop in self._way[1:]]
        same = next((n for n, line in enumerate(lines) if n >= len(known) or line != known[n]), len(lines))
        way = self._way[: same + 1]
        for line in lines[same:]:
            way.append(_step(way, line, now)[0])
        self._way = way
        self._put(front, now)

    def choose(self, seat: int, choice: Choice, now: int) -> wire.AnalysisNode:
        """A choice of a seat, of chance or of time."""
        if len(self._way) > DEEPEST:
            raise Refusal("too_long")
        stop, played = _step(self._way, Line(seat, choice), now)
        self._way.append(stop)
        self._put(self.seat, now)
        return told_node(Node(-1, seat, choice), played)

    def roll(self, now: int) -> wire.AnalysisNode:
        """Whatever chance answers now."""
        if self.state.deciding() != (CHANCE,):
            raise Refusal("not_now")
        return self.choose(CHANCE, self.state.clone().sample(Dice(fresh_secret())), now)

    def outcomes(self) -> tuple[int, list[wire.AnalysisNode], list[int]]:
        """Who answers but has no seat, and what may come."""
        state = self.state
        asked = next((seat for seat in state.deciding() if seat < 0), None)
        if asked is None:
            raise Refusal("not_now")
        weighed = state.outcomes() if asked == CHANCE else [(choice, 1) for choice in state.options(asked)]
        if weighed is None or len(weighed) > LISTED:
            return asked, [], []
        found = [told_node(Node(-1, asked, choice), play(state.clone(), asked, choice)) for choice, _ in weighed]
        return asked, found, [weight for _, weight in weighed]

    # -- set up by hand ------------------------------------------------------------------------------------------------

    def set_up(self, command: wire.Put, now: int) -> wire.Pieces:
        """What can be put on the board, once something is put there if the command names it; raises `Refusal`."""
        state, position = self.state.clone(), self.state.game.dump(self.state)
        by_lot = pieces.set_up(state, Dice(fresh_secret())) > 0
        if command.piece:
            try:
                pieces.put(state, command.piece, command.seat, _value(command.value))
            except pieces.Misfit as misfit:
                raise Refusal("rule", misfit.reason) from misfit
        fresh = state.game.dump(state)
        if fresh == position:
            return wire.Pieces(command.id, position, _told_pieces(state))
        try:
            self._way = [_Stop(position_of(state.game, fresh))]
        except BrokenDump as problem:
            raise Refusal("no_position") from problem
        self._put(self.seat, now)
        return wire.Pieces(command.id, fresh, _told_pieces(self.state), changed=True, by_lot=by_lot)

    def _put(self, front: int | None, now: int) -> None:
        """Show the newest position from a seat that is asked there, from the one that is wanted if it is."""
        table, state = self.table, self.state.clone()
        asked = [seat for seat in state.deciding() if seat >= 0]
        if front is not None and 0 <= front < state.seats and (front in asked or not asked):
            self.seat = front
        elif asked and (front is not None or self.seat not in asked):
            self.seat = asked[0]
        table.set_up(state, now)
        table.log.clear()
        table.log.extend([stop.happening for stop in self._way[-LOGGED:] if stop.happening is not None])
        self._laid += 1

    # -- what is told --------------------------------------------------------------------------------------------------

    def full(self, now: int, answer_to: str = "") -> wire.Full:
        """The table, as if it were in play and only the seat in front were here."""
        told = super().full(now, answer_to)
        question = told.question
        return msgspec.structs.replace(
            told,
            version=self._laid,
            table=msgspec.structs.replace(told.table, stage="playing", secret=""),
            mine=[self.seat],
            question=None if question is None else msgspec.structs.replace(question, version=self._laid, tips=[]),
            log_whole=True,
            undo="free" if len(self._way) > 1 else "",
            undo_seat=self.seat,
        )

    def look_from(self, seat: int | None, now: int) -> None:
        if seat is None or not 0 <= seat < self.state.seats:
            raise Refusal("malformed")
        self.seat = seat
        self._laid += 1

    def reply(self, command: wire.BoardCommand, now: int) -> list[wire.Message]:
        """What is sent for a command, but for advice, which takes a while, and for what is laid."""
        try:
            match command:
                case wire.Play():
                    node = self.choose(command.seat, tuple(command.choice), now)
                    return [wire.Placed(command.id, node), self.full(now, command.id)]
                case wire.Roll():
                    return [wire.Placed(command.id, self.roll(now)), self.full(now, command.id)]
                case wire.Outcomes():
                    return [wire.MayCome(command.id, *self.outcomes())]
                case wire.Put():
                    told = self.set_up(command, now)
                    return [told, self.full(now, command.id)] if told.changed else [told]
                case wire.Front():
                    self.look_from(command.seat, now)
                    return [self.full(now, command.id)]
                case wire.Preview() | wire.Why() | wire.Ask() | wire.Look():
                    return self.answer(command, now)
                case _:
                    raise Refusal("not_now")
        except Refusal as refused:
            return [telling.reason_of(command.id, refused.code, refused.reason)]


def _step(way: Sequence[_Stop], line: Line, now: int) -> tuple[_Stop, Played]:
    state = way[-1].state.clone()
    try:
        played = play(state, line.seat, line.choice)
    except IllegalChoice as refused:
        raise Refusal("rule", refused.reason) from refused
    number = len(way)
    return _Stop(state, line, Happening(number, now, line, number, played.events, bot=False)), played


def _value(value: wire.PieceValue) -> pieces.Value:
    return tuple(value) if isinstance(value, list) else value


def _told_pieces(state: State) -> list[wire.PieceTold]:
    return [
        wire.PieceTold(
            id=piece.id,
            kind=piece.kind,
            says=piece.says,
            value=list(piece.value) if isinstance(piece.value, tuple) else piece.value,
            seat=piece.seat,
            least=piece.least,
            most=piece.most,
            values=list(piece.values),
            names=piece.names,
            group=piece.group,
        )
        for piece in pieces.pieces_of(state.clone())
    ]


def told_node(node: Node, played: Played) -> wire.AnalysisNode:
    """A choice with all that is needed to say it in words."""
    asked = played.asked
    told = [event for event in played.events if not isinstance(event, Forced)][:TOLD] if node.seat < 0 else []
    return wire.AnalysisNode(
        seat=node.seat,
        choice=list(node.choice),
        kind=snake(type(asked).__name__),
        facts=facts_of(asked),
        events=_plain(told),
        parent=node.parent,
        note=node.note,
    )


def _plain(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Nothing is hidden on this board."""
    return [{"event": snake(type(event).__name__), **event.facts()} for event in events]


def begun_at(game: Game, position: dict[str, Any], names: Sequence[str], now: int) -> BoardTable:
    """A board with a position that somebody has brought; raises `BrokenDump`."""
    return BoardTable(game, position_of(game, position), names, now)
