"""Planted mistakes are well-formed, and the tests of the broken rules notice them: a few every day, all in full runs.

`tools/mutants` runs them by hand.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.evidence.figures import write_down
from tests.mutants import mistakes, runner
from tests.mutants.mistakes import KINDS, PACKAGE, ROOT, BadMistake, Mistake, mistakes_of
from tests.profile import PROFILE

AT_LEAST = {  # by the beginnings of the rule ids
    "kingsburg": {"KB-": 60, "KB2-": 40},
    "orleans": {"OS-": 100},
    "tumult": {"TR-": 40},
}

each_game = pytest.mark.parametrize("game", mistakes.games())


def a_mistake(old: str = "one", new: str = "two", rule: str = "KB-P1-1", nth: int = 0) -> Mistake:
    return Mistake(1, rule, "figure", "a test of the runner", "games/kingsburg/rules/king.py", old, new, nth)


# -- the lists -----------------------------------------------------------------------------------------------------


def test_every_list_belongs_to_a_game() -> None:
    assert set(AT_LEAST) == set(mistakes.games())


@each_game
def test_every_mistake_can_be_planted(game: str) -> None:
    for mistake in mistakes_of(game):
        text = (ROOT / PACKAGE / mistake.file).read_text(encoding="utf-8")
        wrong = mistake.plant(text)
        assert wrong != text
        if mistake.file.endswith(".py"):
            ast.parse(wrong)
        else:
            tomllib.loads(wrong)


@each_game
def test_every_mistake_breaks_a_rule_that_a_test_proves(game: str) -> None:
    known, tested = mistakes.rules_of(game), mistakes.files_by_rule()
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
    for start, least in AT_LEAST[game].items():
        assert sum(mistake.rule.startswith(start) for mistake in entries) >= least
    assert {mistake.kind for mistake in entries} == set(KINDS)


def test_every_rule_of_kingsburg_has_its_mistake() -> None:
    told = {mistake.rule for mistake in mistakes_of("kingsburg")}
    assert sorted(mistakes.rules_of("kingsburg") - told) == []


# -- planting ------------------------------------------------------------------------------------------------------


def test_a_text_that_stands_once_is_replaced() -> None:
    assert a_mistake().plant("zero one") == "zero two"


def test_one_of_several_places_is_named_by_its_number() -> None:
    assert a_mistake(nth=2).plant("one one one") == "one two one"


@pytest.mark.parametrize(("text", "nth"), [("zero", 0), ("one one", 0), ("one one", 3)])
def test_a_text_that_is_missing_or_ambiguous_is_refused(text: str, nth: int) -> None:
    with pytest.raises(BadMistake, match="cannot be planted"):
        a_mistake(nth=nth).plant(text)


def test_there_is_no_list_of_an_unknown_game() -> None:
    with pytest.raises(BadMistake, match="no list"):
        mistakes_of("chess")


def test_a_sample_is_spread_over_the_list() -> None:
    entries = mistakes_of("kingsburg")
    sample = runner.spread(entries, 6)
    assert len(set(sample)) == 6
    assert sample == runner.spread(entries, 6)
    assert runner.spread(entries[:3], 6) == entries[:3]


# -- running -------------------------------------------------------------------------------------------------------


@each_game
def test_planted_mistakes_are_noticed(game: str) -> None:
    entries = mistakes_of(game)
    verdicts = runner.run(runner.spread(entries, PROFILE.mistakes), jobs=2)
    assert [f"{v.mistake}: {v.word}, {v.detail}" for v in verdicts if v.word != runner.CAUGHT] == []
    figures: dict[str, object] = {}
    for start in AT_LEAST[game]:
        count = sum(v.mistake.rule.startswith(start) for v in verdicts)
        figures[f"caught, rules {start}…"] = f"{count} of {count}"
    figures["rules broken"] = len({v.mistake.rule for v in verdicts})
    figures["kinds"] = ", ".join(f"{count} {kind}" for kind, count in Counter(m.kind for m in entries).most_common())
    write_down(f"5-mutants-{game}", f"Planted mistakes: the tests of the broken rule fail ({game})", figures)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> runner.Copy:
    return runner.Copy(tmp_path_factory.mktemp("copy"))


@pytest.mark.parametrize(
    ("new", "word", "says"),
    [
        ('gain_vp(state, seat, 5, "phase.3", "KB-P3-1")', runner.CAUGHT, "test_king"),
        ('gain_vp(state, seat, 2 - 1, "phase.3", "KB-P3-1")', runner.SURVIVED, "pass"),
        ('gain_points(state, seat, 1, "phase.3", "KB-P3-1")', runner.BROKEN, "NameError"),
        ('gain_vp(state, seat, 1, "phase.3", "KB-P3-1"))', runner.BROKEN, ""),
    ],
    ids=["a mistake", "no mistake", "a crash", "not even Python"],
)
def test_a_crash_is_no_success(copy: runner.Copy, new: str, word: str, says: str) -> None:
    mistake = a_mistake('gain_vp(state, seat, 1, "phase.3", "KB-P3-1")', new, "KB-P3-1")
    files = mistakes.files_by_rule()[mistake.rule]
    clean = copy.test([mistake.rule], files, "--to-the-end")
    verdict = runner.judge(copy, mistake, files, clean)
    assert verdict.word == word
    assert says in verdict.detail
    source = Path(PACKAGE) / mistake.file
    assert (copy.folder / source).read_text(encoding="utf-8") == (ROOT / source).read_text(encoding="utf-8")


def test_a_mistake_counts_only_if_its_tests_pass_without_it(copy: runner.Copy) -> None:
    failing = runner.Record({"a": {"rules": ["KB-P3-1"], "outcome": "failed", "exception": ""}}, "")
    mistake = a_mistake("least = min(", "least = max(", "KB-P3-1")
    assert runner.judge(copy, mistake, [], failing).detail == "a fails without it"
    assert runner.judge(copy, mistake, [], runner.Record({}, "")).detail == "no test carries the rule"


def test_a_copy_has_nothing_compiled_in_it(copy: runner.Copy) -> None:
    assert [path for path in copy.folder.rglob("*") if path.suffix in (".so", ".pyd")] == []
