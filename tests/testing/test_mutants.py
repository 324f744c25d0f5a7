"""The runner of planted mistakes, on somebody else's project: a small package with its tests in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat.testing import BROKEN, CAUGHT, SURVIVED, BadMistake, Mistake, Project, mistakes_in, run, spread
from kronrat.testing.mutants import Copy, Record, judge

RULES = """
def price(size):
    least = min(size, 3)
    return least * 2
"""
TESTS = """
import pytest
from little.rules import price

@pytest.mark.rule("LT-1")
def test_a_price_is_twice_the_size():
    assert price(2) == 4

@pytest.mark.rule("LT-2")
def test_a_rule_that_is_broken_anyway():
    assert price(2) == 5
"""
SETTINGS = '[tool.pytest.ini_options]\nmarkers = ["rule(*ids): the rules that this test proves"]\n'
LIST = """
[[mistake]]
rule = "LT-1"
kind = "figure"
says = "three times the size"
file = "rules.py"
old = "least * 2"
new = "least * 3"

[[mistake]]
rule = "LT-3"
kind = "limit"
says = "nobody proves this rule"
file = "rules.py"
old = "min(size, 3)"
new = "min(size, 4)"
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = tmp_path_factory.mktemp("project")
    files = {
        "src/little/__init__.py": "",
        "src/little/rules.py": RULES,
        "src/little/compiled.so": "",
        "tests/test_rules.py": TESTS,
        "tests/mutants.toml": LIST,
        "pyproject.toml": SETTINGS,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return Project(root, root / "tests" / "mutants.toml", package=Path("src") / "little")


@pytest.fixture(scope="module")
def copy(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(project, tmp_path_factory.mktemp("copy"))


def a_mistake(old: str = "one", new: str = "two", rule: str = "LT-1", nth: int = 0) -> Mistake:
    return Mistake(1, rule, "figure", "a test of the runner", "rules.py", old, new, nth)


# -- planting ------------------------------------------------------------------------------------------------------


def test_a_text_that_occurs_once_is_replaced() -> None:
    assert a_mistake().plant("zero one") == "zero two"


def test_one_of_several_places_is_named_by_its_number() -> None:
    assert a_mistake(nth=2).plant("one one one") == "one two one"


@pytest.mark.parametrize(("text", "nth"), [("zero", 0), ("one one", 0), ("one one", 3)])
def test_a_text_that_is_missing_or_ambiguous_is_refused(text: str, nth: int) -> None:
    with pytest.raises(BadMistake, match="cannot be planted"):
        a_mistake(nth=nth).plant(text)


def test_there_is_no_list_where_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadMistake, match="no list"):
        mistakes_in(tmp_path / "mutants.toml")


def test_a_sample_is_spread_over_the_list() -> None:
    entries = [a_mistake(str(number)) for number in range(20)]
    sample = spread(entries, 6)
    assert len(set(sample)) == 6
    assert sample == spread(entries, 6)
    assert spread(entries[:3], 6) == entries[:3]


# -- running -------------------------------------------------------------------------------------------------------


def test_a_list_is_run_in_copies_of_the_project(project: Project) -> None:
    told: list[str] = []
    verdicts = run(project, mistakes_in(project.mistakes), jobs=2, tell=lambda verdict: told.append(verdict.word))
    assert [verdict.word for verdict in verdicts] == [CAUGHT, BROKEN]
    assert verdicts[0].detail == "tests/test_rules.py::test_a_price_is_twice_the_size"
    assert verdicts[1].detail == "no test carries the rule"
    assert sorted(told) == [BROKEN, CAUGHT]
    assert (project.root / "src/little/rules.py").read_text(encoding="utf-8") == RULES


@pytest.mark.parametrize(
    ("new", "word", "says"),
    [
        ("least * 5", CAUGHT, "test_a_price"),
        pytest.param("2 * least", SURVIVED, "pass", marks=pytest.mark.full),
        ("most * 2", BROKEN, "NameError"),
        pytest.param("least * 2)", BROKEN, "", marks=pytest.mark.full),
    ],
    ids=["a mistake", "no mistake", "a crash", "not even Python"],
)
def test_a_crash_is_not_a_success(project: Project, copy: Copy, new: str, word: str, says: str) -> None:
    mistake = a_mistake("least * 2", new)
    files = project.files_by_rule()[mistake.rule]
    clean = copy.test([mistake.rule], files, "--to-the-end")
    verdict = judge(copy, mistake, files, clean)
    assert verdict.word == word
    assert says in verdict.detail
    assert (copy.folder / "src/little/rules.py").read_text(encoding="utf-8") == RULES


def test_a_mistake_counts_only_if_its_tests_pass_without_it(project: Project, copy: Copy) -> None:
    mistake = a_mistake("least * 2", "least * 3", rule="LT-2")
    files = project.files_by_rule()["LT-2"]
    clean = copy.test(["LT-2"], files, "--to-the-end")
    assert judge(copy, mistake, files, clean).detail.endswith("test_a_rule_that_is_broken_anyway fails without it")
    assert judge(copy, mistake, [], Record({}, "")).detail == "no test carries the rule"


def test_a_copy_has_nothing_compiled_in_it(copy: Copy) -> None:
    assert [path for path in copy.folder.rglob("*") if path.suffix in (".so", ".pyd")] == []
