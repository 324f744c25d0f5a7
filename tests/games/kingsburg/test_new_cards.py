"""Adding a card takes the seven files of docs/guides/add-a-card.md and no other: tried on a copy of the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from kronrat.games.kingsburg.testing import rules
from tests.profile import FULL

ROOT = Path(__file__).parents[3]
GAME, TESTS = "src/kronrat/games/kingsburg", "tests/games/kingsburg"
COPIED = ("src", "tests", "docs", "tools", "pyproject.toml")
GUIDE = ROOT / "docs" / "guides" / "add-a-card.md"
CHECKS = (
    f"{TESTS}/test_structure.py",
    f"{TESTS}/test_book.py",
    f"{TESTS}/test_book_languages.py",
    f"{TESTS}/test_data.py",
    f"{TESTS}/test_sources.py",
    f"{TESTS}/test_words.py",
    f"{TESTS}/test_views.py",
    f"{TESTS}/test_module_governors.py",
    f"{TESTS}/test_mutants.py",
    f"{TESTS}/test_terminal.py::test_german_table",
    "tests/test_mutants.py::test_every_mistake_can_be_planted",
    "tests/test_permissions.py::test_every_permission_has_one_row[kingsburg]",
    "tests/test_permissions.py::test_every_card_that_acts_by_itself_has_one_row[kingsburg]",
    "tests/test_catalogue.py",
)

# What is written into a file, instead of a text that is there or at its end: file -> (that text or nothing, the new).
BUILDING: Mapping[str, tuple[str, str]] = {
    f"{GAME}/rules/buildings/trade.py": (
        "ROW: tuple[type[Building], ...] = (Inn, Market, Farms, MerchantsGuild)",
        '''class Granary(Building):
    """A gold at the end of each season. [KB-BLD-GRANARY-1]"""

    id = "granary"
    rule = "KB-BLD-GRANARY-1"
    worth: ClassVar[Worth] = ("season_end", 0.9)
    acts: ClassVar[tuple[str, ...]] = (SEASON_END,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_goods(state, seat, (1, 0, 0), self.source, self.rule)


ROW: tuple[type[Building], ...] = (Inn, Market, Farms, MerchantsGuild, Granary)''',
    ),
    f"{GAME}/data/buildings.toml": (
        "",
        '\n[granary]\nrow = "C"\ncolumn = 5\ngold = 4\nwood = 3\nstone = 1\nvp = 3\nsource = "reconstruction"\n'
        'note = "A building of our own."\nreconstructed = "The whole card."\n',
    ),
    f"{GAME}/words/en.po": (
        "",
        '\nmsgid "building.granary"\nmsgstr "Granary"\n\nmsgid "the_card.granary"\nmsgstr "the Granary"\n'
        '\nmsgid "short.granary"\nmsgstr "{@building.granary}"\n'
        '\nmsgid "text.granary"\nmsgstr "At the end of each season you gain 1 gold."\n'
        '\nmsgid "web.kb.effect.granary"\nmsgstr "Season: 1 gold"\n',
    ),
    f"{GAME}/words/de.po": (
        "",
        '\nmsgid "building.granary"\nmsgstr "Kornspeicher"\n\nmsgid "the_card.granary"\nmsgstr "den Kornspeicher"\n'
        '\nmsgid "short.granary"\nmsgstr "Speicher"\n'
        '\nmsgid "text.granary"\nmsgstr "Am Ende jeder Jahreszeit erhältst du 1 Gold."\n'
        '\nmsgid "web.kb.effect.granary"\nmsgstr "Jahreszeit: 1 Gold"\n',
    ),
    f"{GAME}/book/rules.en.md": (
        "### KB-BLD-TOWER-1",
        "### KB-BLD-GRANARY-1 Granary (Kornspeicher)\n\n(both) 1 gold at the end of each season.\n\n### KB-BLD-TOWER-1",
    ),
    f"{GAME}/book/rules.de.md": (
        "### KB-BLD-TOWER-1",
        "### KB-BLD-GRANARY-1 Kornspeicher\n\n(beide) 1 Gold am Ende jeder Jahreszeit.\n\n### KB-BLD-TOWER-1",
    ),
    f"{TESTS}/buildings/test_granary.py": (
        "",
        '''"""The Granary."""

import pytest

from kronrat.games.kingsburg.rules.events import GoodsGained
from kronrat.games.kingsburg.testing import Kingsburg


@pytest.mark.rule("KB-BLD-GRANARY-1")
def test_the_granary_gives_gold_at_the_end_of_a_season() -> None:
    table = Kingsburg(3, "2e").give(0, "granary").begin(1).until_phase(1)
    assert len([e for e in table.events if isinstance(e, GoodsGained) and e.source == "building.granary"]) == 3
''',
    ),
}
GOVERNOR: Mapping[str, tuple[str, str]] = {
    f"{GAME}/rules/governors/wealth.py": (
        "",
        '''

class Gardener(Governor):
    """Wood at the start of each year. [KB2-GOV-GARDENER-1]"""

    id = "gardener"
    rule = "KB2-GOV-GARDENER-1"
    acts: ClassVar[tuple[str, ...]] = (YEAR_START,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_goods(state, seat, (0, self.printed["wood"], 0), self.source, self.rule)
''',
    ),
    f"{GAME}/data/governors.toml": (
        "",
        '\n[gardener]\ntier = "reconstructed"\nwood = 1\nsource = "reconstruction"\n'
        'note = "A governor of our own."\nreconstructed = "The whole card."\n',
    ),
    f"{GAME}/words/en.po": (
        "",
        '\nmsgid "governor.gardener"\nmsgstr "Gardener"\n\nmsgid "the_card.gardener"\nmsgstr "the Gardener"\n'
        '\nmsgid "text.gardener"\nmsgstr "At the start of each year you gain 1 wood."\n'
        '\nmsgid "known.gardener"\nmsgstr "A governor of our own."\n'
        '\nmsgid "reconstructed.gardener"\nmsgstr "The whole card."\n',
    ),
    f"{GAME}/words/de.po": (
        "",
        '\nmsgid "governor.gardener"\nmsgstr "Gärtner"\n\nmsgid "the_card.gardener"\nmsgstr "der Gärtner"\n'
        '\nmsgid "text.gardener"\nmsgstr "Zu Beginn jedes Jahres erhältst du 1 Holz."\n'
        '\nmsgid "known.gardener"\nmsgstr "Eine eigene Karte."\n'
        '\nmsgid "reconstructed.gardener"\nmsgstr "Die ganze Karte."\n',
    ),
    f"{GAME}/book/rules.en.md": (
        "### KB2-GOV-COURTIER-1",
        "### KB2-GOV-GARDENER-1 Gardener (Gärtner)\n\n(2e, modules) 1 wood at the start of each year.\n\n"
        "### KB2-GOV-COURTIER-1",
    ),
    f"{GAME}/book/rules.de.md": (
        "### KB2-GOV-COURTIER-1",
        "### KB2-GOV-GARDENER-1 Gärtner\n\n(2. Ausgabe, Module) 1 Holz zu Beginn jedes Jahres.\n\n"
        "### KB2-GOV-COURTIER-1",
    ),
    f"{TESTS}/governors/test_gardener.py": (
        "",
        '''"""The Gardener."""

import pytest

from kronrat.games.kingsburg.rules.events import GoodsGained
from tests.games.kingsburg.governors.arrange import governed


@pytest.mark.rule("KB2-GOV-GARDENER-1")
def test_the_gardener_gives_wood_at_the_start_of_a_year() -> None:
    table = governed("gardener").begin_year(1)
    assert [e.wood for e in table.events if isinstance(e, GoodsGained) and e.source == "governor.gardener"] == [1]
''',
    ),
}

# The words that say how many cards the decks hold are in the same two files.
TIERS = [row["tier"] for row in rules().rows["governors"].values()]
ALL, MADE_UP = len(TIERS), TIERS.count("reconstructed")
COUNTS: Mapping[str, tuple[str, str]] = {
    f"{GAME}/words/en.po": (f"ll {ALL}", f"ll {ALL + 1}"),
    f"{GAME}/words/de.po": (f"lle {ALL}", f"lle {ALL + 1}"),
}
RECONSTRUCTED: Mapping[str, tuple[str, str]] = {
    f"{GAME}/words/en.po": (f"cards; {MADE_UP}", f"cards; {MADE_UP + 1}"),
    f"{GAME}/words/de.po": (f"Karten; {MADE_UP}", f"Karten; {MADE_UP + 1}"),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    for name in COPIED:
        source = ROOT / name
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "golden", "browser", "fonts")
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    for card in (BUILDING, GOVERNOR, COUNTS, RECONSTRUCTED):
        for name, (before, text) in card.items():
            file = folder / name
            old = file.read_text(encoding="utf-8") if file.exists() else ""
            file.write_text(old.replace(before, text) if before else old + text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("card", [BUILDING, GOVERNOR], ids=["building", "governor"])
def test_a_card_takes_the_seven_files_of_the_guide(card: Mapping[str, tuple[str, str]]) -> None:
    named = set(re.findall(r"`((?:src|tests)/[^`]+)`", GUIDE.read_text(encoding="utf-8")))
    folders = {name if name in named else f"{Path(name).parent}/" for name in card}
    assert len(card) == 7
    assert folders <= named


def test_the_example_of_the_guide_runs() -> None:
    (example,) = re.findall(r"^ +```py\n(.*?)^ +```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    exec(compile(dedent(example), GUIDE.name, "exec"), {})


def test_a_new_building_and_a_new_governor_pass_the_checks_of_the_game(copy: Path) -> None:
    """Their own tests pass, and in full runs all that the tests of the game ask of every card."""
    mine = [f"{TESTS}/buildings/test_granary.py", f"{TESTS}/governors/test_gardener.py"]
    wanted = [*mine, *(CHECKS if FULL else ())]
    paths = os.pathsep.join([str(copy / "src"), str(copy)])
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *wanted]
    done = subprocess.run(command, cwd=copy, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
