"""The commands of Kronrat play a game that came as a package of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installed.beside import Site

PROJECT = Path(__file__).parent.parent.parent / "examples" / "pearl_divers"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("site")).install(PROJECT)


def test_a_game_is_simulated_told_and_verified(site: Site, tmp_path: Path) -> None:
    journals = tmp_path / "journals"
    said = site.kronrat("simulate", "pearls", "--games", "3", "--bots", "greedy,random", "--journals", journals)
    assert "3 games" in said
    saved = sorted(journals.rglob("*.kronrat"))[0]
    told = site.kronrat("replay", saved, "--lang", "de")
    assert "Die Flut spült" in told
    assert "Runde 4 beginnt" in told


def test_a_game_is_played_to_its_end_in_the_terminal(site: Site, tmp_path: Path) -> None:
    saved = tmp_path / "game.kronrat"
    said = site.kronrat(
        "play", "pearls", "--seats", "2", "--option", "rounds=2", "--seed", "pearls", "--lang", "en", "--save", saved,
        typed="1\n" * 60,
    )  # fmt: skip
    assert "Round 2 of 2" in said
    assert "Send a diver to the shore" in said
    assert "1. " in said
    site.kronrat("verify", saved)


def test_rules_and_data_are_printed(site: Site) -> None:
    assert "15 chances" in site.kronrat("rules", "PD-SHARK", "--lang", "en")
    assert "Messer" in site.kronrat("data", "pearls", "--lang", "de")


def test_the_package_brings_its_own_tests(site: Site) -> None:
    """The conformance suite is public: a package proves itself from its own folder, with Kronrat beside it."""
    tests = PROJECT / "tests"
    said = site.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", PROJECT / "pyproject.toml",
                       tests / "test_rules.py", tests / "test_conformance.py", "-k", "rules or 2-wares")  # fmt: skip
    assert " passed" in said
