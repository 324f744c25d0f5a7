"""The guides to writing and testing a game cannot rot: the files in their texts are written out, run and played."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.installed.beside import Site
from tests.installed.player import Player

GUIDES = Path(__file__).parent.parent.parent / "docs" / "guides"
FILE = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write_out(guide: str, folder: Path) -> None:
    for name, text in FILE.findall((GUIDES / f"{guide}.md").read_text(encoding="utf-8")):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files of the guide, in a folder that was empty."""
    folder = tmp_path_factory.mktemp("stones")
    write_out("write-a-game", folder)
    return folder


@pytest.fixture(scope="module")
def site(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("site")).install(project)


def test_its_game_passes_the_conformance_suite(site: Site, project: Path) -> None:
    said = site.python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", project / "pyproject.toml", project / "tests"
    )
    assert " passed" in said


def test_its_game_is_played_by_the_commands(site: Site, tmp_path: Path) -> None:
    simulated = site.kronrat("simulate", "stones", "--games", "200", "--bots", "greedy,random", "--lang", "en")
    assert simulated.startswith("Stones, 4 players\n")
    assert "200 games" in simulated
    assert "Nothing sets the seats" in site.kronrat("balance", "stones", "--games", "1", "--lang", "en")
    saved = tmp_path / "stones.kronrat"
    said = site.kronrat("play", "stones", "--seats", "2", "--lang", "en", "--save", saved, typed="1\n" * 20)
    assert "Stones in the heap" in said
    assert "Table:" not in said  # there is nothing to choose
    assert "has taken the last stone" in site.kronrat("replay", saved, "--lang", "en")
    site.kronrat("verify", saved)
    assert "loses five points" in site.kronrat("rules", "ST-")


def test_the_files_of_the_guide_to_testing_run(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tested"
    shutil.copytree(project, folder)
    (folder / "tests" / "test_stones.py").unlink()  # which plays the same games
    write_out("test-a-game", folder)
    site = Site(tmp_path / "site").install(folder)
    for file in ("test_golden.py", "test_perft.py"):
        site.python(folder / "tests" / file)
    said = site.python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", folder / "pyproject.toml", folder / "tests"
    )
    assert " passed" in said
    assert len(list((folder / "tests" / "golden").iterdir())) == 2


@pytest.mark.full
def test_its_game_is_played_in_the_browser(browser: Browser, site: Site, tmp_path: Path) -> None:
    with site.serving(tmp_path) as url:
        anna = Player(browser, url)
        anna.open_table("Stones")
        expect(anna.page.locator(".hall")).to_contain_text("Stones in the heap")
        expect(anna.page.locator(".news")).to_be_hidden()  # the log is beside it
        assert anna.play(lambda _, count: count - 1) > 0
        expect(anna.page.get_by_role("heading", name="Score over time")).to_be_visible()
        assert anna.complaints == []
