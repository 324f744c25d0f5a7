"""What the rules permit, and how it is declined: one table for each game, `permissions.toml` among its tests.

A row of `[[declined]]` names a question and two kinds of answers to it, as patterns of choices as they are written:
those that make use of the permission, and those that decline it. A row of `[[needless]]` says for some rules why
nothing declines them. A question that is rare in random games is met in a position of `permissions.py`, where it is
found by the id of the rule.

A rule need not say "may" to permit: where effects are optional, so is all that a card does by itself. A row of
`[[by_itself]]` says of some cards how that is declined, in a position found by the id of the card, or why nothing does.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, Chance, Choice, Decision, Step, Together
from kronrat.core.notation import choice_text
from kronrat.rulebook import Rule, rules_of
from kronrat.shelf import load
from kronrat.testing import Golden
from kronrat.words import Words
from tests.folders import GAMES, ROOT, games_here, golden_games

PAGE = ROOT / "docs" / "rulings" / "permissions.md"

# Wide on purpose: a rule that only bans something, or says what can happen, gets a row that says so.
WORDS = {
    "en": r"may|can|up to|optional|as often|as many|any number|allowed|voluntary|at will",
    "de": r"darf|dürft|dürfen|kann|könnt|können|bis zu|so oft|optional\w*|freiwillig\w*|beliebig\w*|erlaubt\w*",
}
SEARCHES = {lang: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for lang, words in WORDS.items()}


def permits(rule: Rule) -> bool:
    """Whether the rule uses one of the words that permissions are written with, in the language it is read in."""
    return SEARCHES[rule.lang].search(f"{rule.title} {rule.text}") is not None


@cache
def permitting(game: str) -> dict[str, Rule]:
    """The rules of a game, in the order of its catalogue, in which a word of either language was found."""
    found = {rule.id for lang in WORDS for rule in rules_of(game, lang) if permits(rule)}
    return {rule.id: rule for rule in rules_of(game) if rule.id in found}


# -- the tables ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Declined:
    """A permission with a moment: where an answer of `take` is offered, one of `decline` is offered too."""

    rule: str
    permits: str
    question: str  # the class of the decision
    take: tuple[str, ...]
    decline: tuple[str, ...]
    by: str = ""  # the rule that the question was asked for, where several ask it
    in_position: bool = False  # seen in its position only, where another rule asks the same question and permits less

    def is_asked_by(self, question: Decision) -> bool:
        return type(question).__name__ == self.question and self.by in ("", getattr(question, "by", ""))

    def is_offered(self, answers: str) -> bool:
        """Whether one of these answers, each on a line, makes use of the permission."""
        return _pattern(self.take).search(answers) is not None

    def can_be_declined(self, answers: str) -> bool:
        """Whether one of them declines it, and does not make use of it as well."""
        return any(not self.is_offered(found[0]) for found in _pattern(self.decline).finditer(answers))


@cache
def _pattern(written: tuple[str, ...]) -> re.Pattern[str]:
    """What one of these says, with `*` for any words and `?` for a letter, on a line of its own."""
    lines = [re.escape(line).replace(r"\*", ".*").replace(r"\?", ".") for line in written]
    return re.compile(rf"^(?:{'|'.join(lines)})$", re.MULTILINE)


@dataclass(frozen=True)
class ByItself:
    """What cards do without being used: answers that decline it, or the reason why there are none."""

    cards: tuple[str, ...]
    does: str
    question: str = ""
    decline: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Table:
    declined: tuple[Declined, ...]
    needless: tuple[tuple[str, str], ...]  # rules, each with the reason why nothing declines it
    by_itself: tuple[ByItself, ...]

    @property
    def rules(self) -> list[str]:
        return [row.rule for row in self.declined] + [rule for rule, _ in self.needless]


@cache
def table_of(game: str) -> Table:
    read = tomllib.loads((GAMES / game / "permissions.toml").read_text(encoding="utf-8"))
    declined = [
        Declined(**{**row, "take": tuple(row["take"]), "decline": tuple(row["decline"])}) for row in read["declined"]
    ]
    needless = [(rule, row["why"]) for row in read["needless"] for rule in row["rules"]]
    by_itself = [
        ByItself(**{**row, "cards": tuple(row["cards"]), "decline": tuple(row.get("decline", ()))})
        for row in read.get("by_itself", [])
    ]
    return Table(tuple(declined), tuple(needless), tuple(by_itself))


# -- watching questions ----------------------------------------------------------------------------------------------

See = Callable[[Decision, str], None]  # a question and all answers to it, each on a line


def show_questions(state: Any, top: Step, see: See) -> None:
    """Shows the questions of the step on top, with all answers."""
    for question in top.parts if isinstance(top, Together) else (top,):
        if isinstance(question, Decision) and not isinstance(question, Chance) and question.seat >= 0:
            see(question, "\n".join([choice_text(choice) for choice in question.options(state)]))


def answer(state: Any, seat: int, choice: Choice, see: See) -> None:
    """As `State.apply` does, but shows every question that comes up, also one that is answered by itself."""
    top = state.stack.pop()
    if isinstance(top, Together):
        part = top.part(seat)
        assert part is not None
        if parts := top.proceed(state, part, choice):
            state.stack.append(type(top)(parts))
    else:
        top.resolve(state, choice)
    state.offer = None
    while state.stack:
        show_questions(state, state.stack[-1], see)
        if state.stack[-1].surface(state):
            return


def watch_game(golden: Golden, seed: str, see: See) -> None:
    """A random game at the table of a golden journal, by its way to choose."""
    state: Any = load(golden.game).new(golden.seats, golden.options)
    chooser, dice = Dice(seed_of_text(f"choices {seed}")), Dice(seed_of_text(f"dice {seed}"))
    show_questions(state, state.stack[-1], see)
    while not state.over:
        deciding = state.deciding()
        seat = deciding[chooser.below(len(deciding))]
        choice = state.sample(dice) if seat == CHANCE else golden.choose(state.options(seat), chooser)
        answer(state, seat, choice, see)


def tables_to_watch(game: str, games: int) -> list[Golden]:
    """The table of each of so many games, spread over those of the golden journals."""
    tables = [golden for golden in golden_games() if golden.game == game]
    return [tables[number * len(tables) // games] for number in range(games)]


# -- the page --------------------------------------------------------------------------------------------------------

HEAD = """\
# What the rules permit

Every rule of the catalogues that is written with one of these words, and what declines it, or why nothing has to:

- English: {en}
- German: {de}

Written by `tools/permissions` from `permissions.toml` among the tests of each game. `tests/test_permissions.py` fails
if a rule is missing, and plays games in which the declining answer has to be offered wherever the permission is. It
also fails if a card acts by itself and has no row.
"""


def page() -> str:
    """The tables of all games in one, as they are in the folder of the rulings."""
    words = {lang: ", ".join(word.replace(r"\w*", "…") for word in words.split("|")) for lang, words in WORDS.items()}
    return "\n".join([HEAD.format(**words), *[line for game in games_here() for line in _section(game)]])


def _section(game: str) -> Iterator[str]:
    table, titles = table_of(game), permitting(game)
    told = {row.rule: f"{row.permits} | {_answers(row.decline)} ({row.question})" for row in table.declined}
    told |= {rule: f"– | {why}" for rule, why in table.needless}
    yield f"## {Words('en', game).say(f'game.{game}')}\n"
    yield f"{len(table.declined)} permissions can be declined; for {len(table.needless)} rules nothing has to.\n"
    yield "| rule | permits | declined by |"
    yield "|---|---|---|"
    for rule in titles.values():
        yield f"| {rule.id} {rule.title} | {told.get(rule.id, '')} |"
    yield ""
    if table.by_itself:
        yield from _cards(table)


def _cards(table: Table) -> Iterator[str]:
    yield "What cards do by themselves:\n"
    yield "| cards | what they do | declined by |"
    yield "|---|---|---|"
    for row in table.by_itself:
        declined = f"{_answers(row.decline)} ({row.question})" if row.question else row.why
        yield f"| {', '.join(row.cards)} | {row.does} | {declined} |"
    yield ""


def _answers(patterns: tuple[str, ...]) -> str:
    return " or ".join(f"`{pattern.replace('*', '…').replace('?', '…')}`" for pattern in patterns)
