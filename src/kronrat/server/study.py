"""What is studied: a journal told frame by frame, its dice checked, and the rules of a game.

Everything here is a function of a journal; a frame shows a seat what that seat could know at that moment.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kronrat.core.dice import Dice, KeyedDice
from kronrat.core.flow import CHANCE, State, Together
from kronrat.core.game import Game
from kronrat.core.journal import HIDDEN, STILL_HIDDEN, BrokenJournal, Journal, Line
from kronrat.core.replay import Replay, verify
from kronrat.core.variation import verify_origin
from kronrat.data import DataError
from kronrat.rulebook import ENGLISH, rules_of, rulings_of
from kronrat.server import wire
from kronrat.server.patch import diff
from kronrat.server.telling import events as told
from kronrat.workshop import check as check_figures
from kronrat.workshop import figures_of, typed_in

# Limits of what a stranger may hand in. A game has a few hundred lines, plus those that were taken back.
JOURNAL_BYTES = 262_144
JOURNAL_LINES = 3_000
FIGURES_BYTES = 262_144
RULINGS = "Rulings"  # the chapter after all others, in English as the rulings are


def read_journal(text: str | bytes) -> Journal:
    """A journal as somebody handed it in; raises `BrokenJournal` with the line that is at fault."""
    body = text.encode() if isinstance(text, str) else text
    if len(body) > JOURNAL_BYTES:
        raise BrokenJournal(1, f"a journal has at most {JOURNAL_BYTES:,} bytes, this one has {len(body):,}")
    try:
        journal = Journal.parse(body.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BrokenJournal(1, "expected a journal, found something that is not UTF-8 text") from None
    if len(journal.lines) > JOURNAL_LINES:
        raise BrokenJournal(journal.row_of(JOURNAL_LINES + 1), f"a journal has at most {JOURNAL_LINES:,} lines")
    for number, line in enumerate(journal.lines, 1):
        if line.choice == HIDDEN:
            raise BrokenJournal(journal.row_of(number), STILL_HIDDEN)
    return journal


def game_of(journal: Journal, games: Mapping[str, Game]) -> Game:
    """The game of a journal, among those that are installed."""
    game = games.get(journal.header.get("game", ""))
    if game is None:
        raise BrokenJournal(journal.row_of_header("game"), f"expected 'game' and one of {', '.join(games)}")
    return game


def replay_file(
    game: Game,
    journal: Journal,
    names: Sequence[str],
    seat: int | None,
    by_bots: Collection[int] = (),
    bots: Sequence[str] = (),
) -> wire.ReplayFile:
    """A journal as one seat saw it, or a spectator; choices that were taken back are left out.

    Names may be empty if the journal itself has them. `by_bots` are the numbers of the lines that a bot chose, `bots`
    the levels of the bots by seat.
    """
    Replay(game, journal).run()  # choices that were taken back must be legal too
    counting = journal.counting()
    run = Replay(game, Journal(dict(journal.header), [journal.lines[number - 1] for number in counting]))
    match = run.match
    if seat is not None and not 0 <= seat < match.state.seats:
        raise ValueError(f"there is no seat {seat}")
    first = view = game.view(match.state, seat)
    frames: list[wire.Frame] = []
    for number in counting:
        line = journal.lines[number - 1]
        known = _may_know(match.state, line, seat)
        drawn, moment = _bytes_drawn(match.state, match.dice) if line.seat == CHANCE else ([], "")
        entry = wire.Entry(
            version=number,
            at=line.ms or 0,
            seat=line.seat,
            events=told(run.step(), seat),
            choice=list(line.choice) if known else None,
            bot=number in by_bots,
        )
        before, view = view, game.view(match.state, seat)
        frames.append(wire.Frame(entry, diff(before, view), list(match.state.deciding()), drawn, moment))
    return wire.ReplayFile(
        game=game.id,
        options=match.options,
        names=list(names or journal.names)[: match.state.seats],
        seats=match.state.seats,
        seat=seat,
        header=dict(journal.header),
        view=first,
        frames=frames,
        over=match.over,
        bots=list(bots),
        bends=[wire.Bend(bend.lines, bend.place, bend.digest, bend.seat, bend.seed.hex()) for bend in match.bends],
    )


def verified(game: Game, journal: Journal, origin: Journal | None = None) -> wire.Verified:
    """Whether every chance answer came from the revealed secret, in order, and how many there were; of a variation
    also whether it begins as its origin does, where that is at hand.
    """
    try:
        checked, named = verify(game, journal), "origin" in journal.header
        if named and origin is not None:
            verify_origin(game, journal, origin)
        return wire.Verified(
            ok=True, checked=checked, origin="" if not named else "named" if origin is None else "proved"
        )
    except BrokenJournal as problem:
        return wire.Verified(ok=False, problem=problem.problem, line=problem.line)


def rule_texts(game: Game, lang: str = ENGLISH) -> list[wire.RuleText]:
    """The whole catalogue of a game in a language, or in English where there is no other; the rulings come last."""
    rulings = rulings_of(game.id)
    about = {rule: [ruling.id for ruling in rulings if rule in ruling.rules] for one in rulings for rule in one.rules}
    return [
        *[
            wire.RuleText(rule.id, rule.title, rule.chapter, rule.text, rule.lang, about.get(rule.id, []))
            for rule in rules_of(game.id, lang)
        ],
        *[wire.RuleText(one.id, one.title, RULINGS, one.text, ENGLISH, list(one.rules)) for one in rulings],
    ]


def _may_know(state: State, line: Line, seat: int | None) -> bool:
    """Whether the seat learns this answer at once."""
    top, decision = state.stack[-1], state.decision(line.seat)
    if isinstance(top, Together) and top.sealed:
        return seat == line.seat
    witnesses = None if decision is None else decision.witnesses(state)
    return witnesses is None or seat in witnesses


def _bytes_drawn(state: State, dice: Dice | None) -> tuple[list[int], str]:
    """The range of bytes from which this answer of chance was read, and the moment whose stream that is, if any."""
    if dice is None:
        return [], ""
    start = dice.position
    state.sample(dice)
    if isinstance(dice, KeyedDice):
        return [0, dice.used], dice.moment
    return [start, dice.position], ""


# -- the workshop of owners ------------------------------------------------------------------------------------------


def figures(game: str) -> list[wire.FigureLine]:
    """What may be compared with a copy of the game, doubtful figures first."""
    return [
        wire.FigureLine(
            place=" ".join(figure.place),
            table=figure.table,
            entry=figure.entry,
            field=figure.field,
            kind=figure.kind,
            text=figure.text,
            source=figure.source,
            doubtful=figure.doubtful,
            name=figure.name,
            note=figure.note,
            reconstructed=figure.reconstructed,
        )
        for figure in figures_of(game)
    ]


def checked(game: str, given: wire.TypedFigures) -> wire.FiguresChecked:
    """What was typed, or what a file holds, with all that cannot be right about it."""
    values = given.values
    if given.file:
        try:
            values = {" ".join(place): text for place, text in typed_in(game, given.file).items()}
        except DataError as wrong:
            return wire.FiguresChecked([wire.FigureProblem("", "other", wrong.problem)], 0, 0)
    typed: dict[tuple[str, str, str], str] = {}
    for name, text in values.items():
        table, entry, field = (*name.split(" "), "", "", "")[:3]
        typed[table, entry, field] = text
    found = check_figures(game, typed)
    problems = [
        wire.FigureProblem(" ".join([p.table, p.entry, p.field]).strip(), p.says, p.fact) for p in found.problems
    ]
    return wire.FiguresChecked(problems, found.changed, found.confirmed, found.text, dict(values) if given.file else {})
