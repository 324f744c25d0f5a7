"""Planted mistakes are well-formed, and the tests of the broken rules notice them: a few every day, all in full runs.

`tools/mutants` runs them by hand.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter

import pytest

from kronrat.testing import CAUGHT, Mistake, mistakes_in, run, spread
from kronrat.testing.marks import rule_ids
from kronrat.testing.mistakes import KINDS, least_in
from tests.evidence.figures import write_down
from tests.folders import games_here, project_of
from tests.profile import PROFILE
from tests.shelf import ANY

each_game = pytest.mark.parametrize("game", games_here())


def mistakes_of(game: str) -> list[Mistake]:
    return mistakes_in(project_of(game).mistakes)


# -- the lists -----------------------------------------------------------------------------------------------------


@each_game
def test_every_mistake_can_be_planted(game: str) -> None:
    project = project_of(game)
    for mistake in mistakes_of(game):
        text = (project.root / project.package / mistake.file).read_text(encoding="utf-8")
        wrong = mistake.plant(text)
        assert wrong != text
        if mistake.file.endswith(".py"):
            ast.parse(wrong)
        else:
            tomllib.loads(wrong)


@each_game
def test_every_mistake_breaks_a_rule_that_a_test_proves(game: str) -> None:
    known, tested = rule_ids(game), project_of(game).files_by_rule()
    assert [str(mistake) for mistake in mistakes_of(game) if mistake.rule not in known] == []
    assert [str(mistake) for mistake in mistakes_of(game) if mistake.rule not in tested] == []


@each_game
def test_no_mistake_is_there_twice(game: str) -> None:
    entries = mistakes_of(game)
    for key in ([(m.rule, m.says) for m in entries], [(m.rule, m.file, m.old, m.new, m.nth) for m in entries]):
        assert [twin for twin, count in Counter(key).items() if count > 1] == []


@each_game
def test_there_are_enough_of_every_kind(game: str) -> None:
    entries = mistakes_of(game)
    wanted = least_in(project_of(game).mistakes)
    assert wanted
    for start, least in wanted.items():
        assert sum(mistake.rule.startswith(start) for mistake in entries) >= least
    assert {mistake.kind for mistake in entries} == set(KINDS)


# -- running -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [ANY, *(pytest.param(g, marks=pytest.mark.full) for g in games_here() if g != ANY)])
def test_planted_mistakes_are_noticed(game: str) -> None:
    entries = mistakes_of(game)
    verdicts = run(project_of(game), spread(entries, PROFILE.mistakes), jobs=2)
    assert [f"{v.mistake}: {v.word}, {v.detail}" for v in verdicts if v.word != CAUGHT] == []
    figures: dict[str, object] = {}
    for start in least_in(project_of(game).mistakes):
        count = sum(v.mistake.rule.startswith(start) for v in verdicts)
        figures[f"caught, rules {start}…"] = f"{count} of {count}"
    figures["rules broken"] = len({v.mistake.rule for v in verdicts})
    figures["kinds"] = ", ".join(f"{count} {kind}" for kind, count in Counter(m.kind for m in entries).most_common())
    write_down(f"5-mutants-{game}", f"Planted mistakes: the tests of the broken rule fail ({game})", figures)
