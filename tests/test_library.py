"""The library as a newcomer uses it: the names of the public interface, and the example of the README."""

import doctest
import re
from pathlib import Path

import pytest

import kronrat
from kronrat.core.game import BadOption

README = Path(__file__).parent.parent / "README.md"
PAGES = [page for page in sorted(README.parent.glob("docs/**/*.md")) if ">>> " in page.read_text(encoding="utf-8")]


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    standing, proven = capsys.readouterr().out.strip().splitlines()
    assert standing.startswith("Standing(seat=")
    assert re.fullmatch(r"\d+ chance answers proven", proven)


def test_games_is_a_list_of_names_and_stays_one_once_a_game_is_loaded() -> None:
    before = kronrat.list_games()
    game = kronrat.load(before[0])
    assert game.id == before[0]
    assert kronrat.list_games() == before


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(BadOption, match=kronrat.list_games()[0]):
        kronrat.load("halma")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_the_guides_run(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 5) == (0, True)
