"""Every permission of the catalogues can be declined, or its table says why nothing has to."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from kronrat.core.flow import Decision
from kronrat.core.notation import choice_text
from kronrat.rulebook import Rule, rules_of
from kronrat.shelf import load
from tests.folders import games_here
from tests.permissions import (
    PAGE,
    WORDS,
    Declined,
    page,
    permits,
    permitting,
    show_questions,
    table_of,
    tables_to_watch,
    watch_game,
)
from tests.profile import amount

each_game = pytest.mark.parametrize("game", games_here())

GAMES_WATCHED = amount(quick=6, full=120)
SHORTEST_REASON = 20  # letters


@each_game
def test_every_permission_has_one_row(game: str) -> None:
    rows = Counter(table_of(game).rules)
    assert [rule for rule in permitting(game) if rule not in rows] == [], "these need a row in permissions.toml"
    assert [rule for rule, count in rows.items() if count > 1] == []


@each_game
def test_every_row_belongs_to_a_rule_that_permits(game: str) -> None:
    assert [rule for rule in table_of(game).rules if rule not in permitting(game)] == []


@each_game
def test_every_row_says_enough(game: str) -> None:
    """Questions and answers exist, a permission is not declined by using it, and a reason is a sentence."""
    steps = load(game).steps
    for row in table_of(game).declined:
        question = steps[row.question]
        assert issubclass(question, Decision)
        assert {pattern.split()[0] for pattern in (*row.take, *row.decline)} <= set(question.verbs), row.rule
        assert row.permits, row.rule
        assert not set(row.take) & set(row.decline), row.rule
    for rule, why in table_of(game).needless:
        assert len(why) >= SHORTEST_REASON, rule
        assert why.endswith("."), rule


class Watched:
    """Notes for every row whether its permission was offered, and where nothing declined it."""

    def __init__(self, rows: tuple[Declined, ...]) -> None:
        self.rows = rows
        self.offered: set[str] = set()
        self.forced: list[str] = []

    def see(self, question: Decision, answers: str) -> None:
        for row in self.rows:
            if row.is_asked_by(question) and row.is_offered(answers):
                self.offered.add(row.rule)
                if not row.can_be_declined(answers):
                    self.forced.append(f"{row.rule} at {question}: {answers}")


def positions_of(game: str) -> dict[str, Any]:
    """Builders of positions by the rules whose permissions are offered there."""
    positions: dict[str, Any] = import_module(f"tests.games.{game}.permissions").POSITIONS
    return positions


def cards_of(game: str, which: str) -> set[str]:
    """Cards of a game by its own account; most games have none of them.

    `acting_by_themselves`: those that do something without being used; `without_a_row`: those that need no row.
    """
    told: set[str] = getattr(import_module(f"tests.games.{game}.permissions"), which, set)()
    return told


def watched(game: str) -> Watched:
    watch = Watched(tuple(row for row in table_of(game).declined if not row.in_position))
    for number, golden in enumerate(tables_to_watch(game, GAMES_WATCHED)):
        watch_game(golden, f"{game} {number}", watch.see)
    return watch


@each_game
def test_where_a_permission_is_offered_it_can_be_declined(game: str) -> None:
    """In random games, also where a question answers itself, and in a position for each that is rare in them."""
    watch = watched(game)
    rows, by_chance = table_of(game).declined, frozenset(watch.offered)
    for rule, position in positions_of(game).items():
        here, state = Watched(tuple(row for row in rows if row.rule == rule)), position().state
        show_questions(state, state.stack[-1], here.see)
        assert here.offered, f"{rule} is not offered in its position"
        watch.offered |= here.offered
        watch.forced += here.forced
    assert watch.forced == []
    assert [row.rule for row in rows if row.rule not in watch.offered] == [], "these need a position"
    assert by_chance, "nothing was seen in random games"


@each_game
def test_every_card_that_acts_by_itself_has_one_row(game: str) -> None:
    rows = Counter(card for row in table_of(game).by_itself for card in row.cards)
    assert {card for card, count in rows.items() if count > 1} == set()
    acting = cards_of(game, "acting_by_themselves")
    assert set(rows) <= acting
    assert acting - cards_of(game, "without_a_row") <= set(rows)


@each_game
def test_what_a_card_does_by_itself_can_be_declined(game: str) -> None:
    """In a position for each card, up to which the rules play by themselves; other cards have a reason."""
    positions = getattr(import_module(f"tests.games.{game}.permissions"), "CARDS", {})
    for row in table_of(game).by_itself:
        if not row.question:
            assert (len(row.why) >= SHORTEST_REASON, row.why[-1:]) == (True, "."), row.cards
            continue
        for card in row.cards:
            state = positions[card]().state
            question = state.stack[-1]
            decline = tuple(text.replace("CARD", card) for text in row.decline)
            here = Declined(card, row.does, row.question, take=("",), decline=decline)
            answers = "\n".join([choice_text(choice) for choice in question.options(state)])
            assert here.is_asked_by(question), card
            assert here.can_be_declined(answers), card


def test_a_permission_that_cannot_be_declined_would_be_found() -> None:
    game = games_here()[0]
    common = next(row for row in table_of(game).declined if row.rule not in positions_of(game))
    row = Declined(common.rule, common.permits, common.question, common.take, decline=common.take)
    watch = Watched((row,))
    watch_game(tables_to_watch(game, 1)[0], "a permission", watch.see)
    assert row.rule in watch.offered
    assert watch.forced


@pytest.mark.parametrize("lang", WORDS)
def test_a_word_in_any_sentence_of_a_rule_is_found(lang: str) -> None:
    for word in WORDS[lang].replace(r"\w*", "").split("|"):
        assert permits(Rule("A-1", "Title", "", f"First. Then so: {word}, or not.", lang))
        assert not permits(Rule("A-1", "Title", "", f"A sentence with x{word}x.", lang))


@each_game
def test_both_languages_are_searched(game: str) -> None:
    english = {rule.id for rule in rules_of(game) if permits(rule)}
    assert english < set(permitting(game))


def test_the_page_is_what_the_tables_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run tools/permissions"
