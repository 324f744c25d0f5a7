"""Over HTTP: games that were played, replayed, reviewed, analysed and counted."""

from __future__ import annotations

from typing import Any, Literal

from kronrat.server.wire.base import Choice, Plain, ReviewState, Strict, Told
from kronrat.server.wire.sockets import AnalysisNode, Entry


class Frame(Told):
    """One line of a replay: what happened and how the view changes.

    `dice` says where in the stream of `kronrat.core.dice` an answer of chance was read: the first byte, and the one
    after the last. With the revealed secret anybody can read the same bytes again. Where every moment has a stream
    of its own, `moment` is the text that, keyed with the seed, gives the key of it.
    """

    entry: Entry
    patch: list[list[Any]]
    deciding: list[int]
    dice: list[int] = []
    moment: str = ""


class Bend(Told):
    """A place in a replay up to which its lines are those of another game."""

    lines: int
    at: int  # how many lines that count the other game had
    digest: str  # of its journal
    seat: int | None = None  # with new dice: from whose knowledge hidden things were dealt anew
    seed: str = ""  # with new dice: the seed of the lines before


class ReplayFile(Told):
    """GET /api/tables/{id}/replay?seat=N of a finished table, or POST /api/replay?seat=N with a journal as its body."""

    game: str
    options: dict[str, str]
    names: list[str]
    seats: int
    seat: int | None
    header: dict[str, str]
    view: Plain  # before the first line
    frames: list[Frame]
    over: bool
    bots: list[str] = []  # by seat, "" is a person; none where only the journal is known
    bends: list[Bend] = []  # where it leaves games that it is a variation of


class ReviewSeat(Told):
    """Where the chance of a seat went, in parts of 1: start and all that follows it make the result."""

    seat: int
    start: float
    result: float
    luck: float
    errors: float
    others: float
    unknown: float
    noise: float  # the standard error of what was measured
    marks: dict[str, int]  # best, good, inaccuracy, mistake
    accuracy: float | None


class ReviewQuestion(Told):
    kind: str
    facts: Plain


class ReviewAnswers(Told):
    chosen: list[Choice]
    best: list[Choice]


class ReviewConsequence(Told):
    """What happens clearly more often after one of two answers than after the other, in parts of 1."""

    best: float
    chosen: float
    event: Plain


class ReviewRanked(Told):
    """An answer with the chance of victory after it, and what its seat could foresee of it."""

    answer: list[Choice]
    chance: float
    follows: list[Plain]


class ReviewDecision(Told):
    """A choice beside the best one, from what its seat could know; `line` is that of the journal."""

    line: int
    seat: int
    question: ReviewQuestion
    chosen: str
    best: str
    answers: ReviewAnswers
    loss: float
    mark: str
    error: float
    best_chance: float
    chosen_chance: float
    before: list[float]
    after: list[float]
    stage: dict[str, int]
    consequences: list[ReviewConsequence]
    ranked: list[ReviewRanked]  # the best answers, the best first, and the chosen one


class ReviewMoment(Told):
    """A line that changed the chances of victory: by luck, by a choice, or by what nobody could know."""

    line: int
    seat: int
    kind: Literal["luck", "choice", "unknown"]
    change: list[float]
    after: list[float]
    error: float
    exact: bool
    stage: dict[str, int]
    events: list[Plain] | None = None  # of turning points


class ReviewReport(Told):
    """What was found in a finished game; `kronrat review --json` says the same."""

    seats: list[ReviewSeat]
    decisions: list[ReviewDecision]
    chances: list[list[float]]  # [line, chance of each seat]
    moments: list[ReviewMoment]
    turning_points: list[ReviewMoment]
    thresholds: dict[str, float]
    positions: int


class ReviewFile(Told):
    """GET /api/tables/{id}/review of a finished table: how far its review is, and what was found so far.

    POST begins one, DELETE stops it; both answer in the same way.
    """

    state: ReviewState
    done: float = 0.0
    ahead: int = 0  # reviews that come first
    mine: bool = False  # whether I have begun it, and may stop it
    outline: list[list[float]] = []  # [line, chance of each seat] at quiet moments
    report: ReviewReport | None = None


class AnalysisTried(Strict):
    """A choice in an analysis that a browser sends."""

    seat: int
    choice: Choice
    parent: int = -1
    note: str = ""


class AnalysisSheet(Strict):
    """An analysis as a browser has it. POST /api/analysis/text answers with the file of it."""

    position: Plain  # a dump
    title: str = ""
    names: list[str] = []
    note: str = ""  # on the position itself
    nodes: list[AnalysisTried] = []


class NewAnalysis(Strict):
    """POST /api/analysis: what to begin with, answered by `AnalysisFile`.

    One of: a file (of an analysis, a journal, or a dump), a finished table, a puzzle, or the first position of a game.
    """

    text: str = ""
    table: str = ""
    puzzle: str = ""
    game: str = ""
    seats: int = 0
    options: dict[str, str] = {}
    at: int = -1  # after so many lines of a journal or table that count; -1: at its beginning


class AnalysisFile(Told):
    """An analysis, every choice of it played by the rules."""

    game: str
    seats: int
    options: dict[str, str]
    position: Plain
    title: str
    names: list[str]
    note: str
    nodes: list[AnalysisNode]
    id: str = ""  # if it is kept
    mine: bool = False


class AnalysisWish(Strict):
    """POST /api/analyses: keep an analysis. With an id, in place of one that is mine."""

    sheet: AnalysisSheet
    id: str = ""


class AnalysisKept(Told):
    """An analysis that is kept; whoever knows its id may read it."""

    id: str
    game: str
    title: str
    changed: int


class AnalysisList(Told):
    """GET /api/analyses: mine, the newest first."""

    analyses: list[AnalysisKept]


class StatsLine(Told):
    """How often something was there, and how those fared who had it; low and high are the interval of 95 %."""

    what: str
    value: str
    n: int
    share: float
    low: float
    high: float
    mean: float
    even: float


class StatsGroup(Told):
    """Games of one kind with so many players."""

    kind: str
    options: dict[str, str]
    seats: int
    games: int
    lines: list[StatsLine]


class StatsFile(Told):
    """GET /api/stats/{game}?level=: the finished games of this server, counted as far as that was done."""

    game: str
    games: int
    counted: int
    levels: list[str]
    groups: list[StatsGroup]


class Verified(Told):
    """POST /api/verify with a journal as its body: whether its dice came from the revealed secret."""

    ok: bool
    checked: int = 0
    problem: str = ""
    line: int = 0
    origin: Literal["", "proved", "named"] = ""  # of a variation: compared with it line by line, or only named
