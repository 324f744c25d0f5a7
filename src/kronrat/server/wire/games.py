"""Over HTTP: games with their lessons, rules, figures and puzzles."""

from __future__ import annotations

from kronrat.server.wire.base import Choice, Plain, Strict, Told
from kronrat.server.wire.study import ReviewConsequence


class SwitchInfo(Told):
    name: str
    values: list[str]
    default: str
    rule: str
    many: bool = False
    live: str = ""  # to be suggested for a live table with a browser for each person
    main: int = 0  # its place among the options that make a different game of it; 0 is detail
    words: bool = False  # its value is the variant of the words


class FirstTable(Told):
    """What a newcomer plays who wants to play at once: the bots of the other seats, and the options."""

    bots: list[str]
    options: dict[str, str]


class GameLine(Told):
    """One of GET /api/games: a game that can be played here, with the options it has if none is given.

    `minutes` are the shortest and the longest playing time, `weight` is 1 for a light game and 3 for a demanding one.
    `lessons` and `trials` are the ids of those it has; `taught` are the options with which a lesson plays.
    """

    id: str
    seat_counts: list[int]
    switches: list[SwitchInfo]
    minutes: list[int]
    weight: int
    round: list[str]  # what happens in a round, as drawings; the words are `box.round.<number>`
    first: FirstTable
    lessons: list[str] = []
    taught: dict[str, dict[str, str]] = {}
    trials: list[str] = []
    exercise: bool = False  # whether there is one


class LessonStep(Told):
    """A step of a lesson: what is pointed at, and the choice that is wanted, if any."""

    id: str
    at: str
    wants: Choice | None
    says: dict[str, str]  # its title and text; what to do, and what came of it
    picture: list[str] = []  # drawings, with signs between them
    scenes: list[list[str]] = []  # the same, each with a title and a text of its own in `says`
    also: str = ""  # what is needed besides


class LessonInfo(Told):
    """GET /api/lessons/{game}/{lesson}?lang=de"""

    id: str
    game: str
    steps: list[LessonStep]
    options: dict[str, str] = {}


class Picture(Told):
    """A drawing of the game's sprite, and the message with its facts that names it."""

    icon: str
    says: str
    facts: Plain = {}


class ExerciseInfo(Told):
    """GET /api/exercises/{game}/{number}: pieces to be selected, and the goals that every selection leads to.

    A selection is a number: the first piece is its lowest bit. Every number of an exercise has other pieces.
    """

    pieces: list[Picture]
    goals: list[Picture]
    reached: list[list[int]]


class NewTrial(Strict):
    """POST /api/trials/{game}/{trial}, answered by `Tried`: a table against bots, from the part to be tried on."""

    nonce: str


class Tried(Told):
    """The table of a trial. It is over when something else is asked than `asks` names."""

    table: str
    commitment: str
    asks: list[str]


class GameInfo(Told):
    """GET /api/games/{game}?options=… : all that the page needs to know about a game before it is played.

    `switches` are those that exist with the given options; `rows` are the component tables with their sources. A new
    seat gets the bot `usual_bot`. `levels` are the bots that are meant for people, the weakest first. `ratings` are
    measured ones, by number of seats and by bot, and `errors` two standard errors of each. `thinkers` are
    the bots that can be told how long to think, up to `longest_think_s`.
    """

    id: str
    seat_counts: list[int]
    switches: list[SwitchInfo]
    bots: list[str]
    usual_bot: str
    rows: dict[str, dict[str, Plain]]
    rules_version: int
    data_digest: str
    ratings: dict[str, dict[str, int]] = {}
    errors: dict[str, dict[str, int]] = {}
    levels: list[str] = []
    thinkers: list[str] = []
    longest_think_s: int = 0


class RuleText(Told):
    """One of GET /api/rules/{game}?lang=de; `lang` is English where a game has no catalogue in the language wanted.

    After the rules come the rulings; `see` names those about a rule, or the rules that follow from a ruling.
    """

    id: str
    title: str
    chapter: str
    text: str
    lang: str
    see: list[str] = []


class FigureLine(Told):
    """One figure of GET /api/workshop/{game}, doubtful ones first; `name` is the message that names its entry."""

    place: str  # table, entry and path, joined by blanks: what is typed for it is handed in under this name
    table: str
    entry: str
    field: str
    kind: str  # number, flag, word, words, or rows
    text: str
    source: str
    doubtful: bool
    name: str = ""
    note: str = ""
    reconstructed: str = ""


class TypedFigures(Strict):
    """POST /api/workshop/{game}: what was typed, by place; or a file that was kept before."""

    values: dict[str, str] = {}
    file: str = ""


class FigureProblem(Told):
    """Why a figure, or an entry whose field is not named, cannot be right: `figure.wrong.<says>`."""

    place: str
    says: str
    fact: str = ""


class FiguresChecked(Told):
    """What was found: problems, or the text of a file to be kept; and the figures of a file that was handed in."""

    problems: list[FigureProblem]
    changed: int
    confirmed: int
    text: str = ""
    values: dict[str, str] = {}


class WordsFile(Told):
    """GET /api/words/{lang}/{game}/{variant}: all messages; a list has plural forms, among which `plural` chooses.

    `plural` is the gettext expression of the language, such as `(n != 1)`.
    """

    lang: str
    plural: str
    messages: dict[str, str | list[str]]


class PuzzleLine(Told):
    """GET /api/puzzles/{id}: a position from a played game, with a question to one seat; not its solution."""

    id: str
    game: str
    seats: int
    seat: int
    options: dict[str, str]
    kind: str  # of the question
    level: str  # the lowest one from which on bots find the solution
    tried: int = 0  # by people,
    found: int = 0  # and how many of them solved it
    solved: bool | None = None  # by me, if I have tried it


class PuzzleList(Told):
    """GET /api/puzzles: all that are offered, and which is that of the day, in UTC, for everybody."""

    day: str
    daily: str
    puzzles: list[PuzzleLine]
    streak: int = 0  # days in a row on which I solved it


class PuzzleToday(Told):
    """GET /api/puzzles/today"""

    day: str
    puzzle: PuzzleLine


class PuzzleAnswer(Strict):
    """POST /api/puzzles/{id}, answered by `PuzzleVerdict`."""

    choice: Choice


class PuzzleVerdict(Told):
    """What an answer is worth, which one is the best, and why that is better than what looks best at once."""

    solved: bool
    mark: str
    loss: float  # of the chance of victory
    best: list[Choice]  # choices that come to the same
    tempting: list[Choice]
    tempting_loss: float
    chance: float  # after the best
    points: list[float]  # after the best and after the tempting one, a while later
    levels: dict[str, int]  # how often each level of bots found it, of eight times
    reasons: list[ReviewConsequence]
    tried: int
    found: int


class PuzzleReported(Told):
    """POST /api/puzzles/{id}/report: whether so many have reported it that it is offered no longer."""

    dropped: bool
