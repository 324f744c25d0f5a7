"""Which tests are quick, and in which order they run.

A test is quick unless it starts a browser, a server or processes, or plays whole series of games: its
folder and file decide that. KRONRAT_TEST_SEED shuffles folders, files and tests, but mixes none of them, because a
browser lives as long as the tests of its folder.
"""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

TESTS = Path(__file__).parent
SLOW_FOLDERS = {"arena", "bots", "browser", "cli", "conformance", "installed", "rl", "server", "testing", "web"}
SLOW_FILES = (
    "test_arena", "test_bots", "test_bruteforce", "test_commands", "test_conformance", "test_coverage",
    "test_evidence", "test_golden", "test_mutants", "test_perft", "test_terminal", "test_words_play",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not is_slow(item.path):
            item.add_marker(pytest.mark.quick)
    if seed := os.environ.get("KRONRAT_TEST_SEED"):
        items[:] = shuffled(items, Random(seed))


def is_slow(file: Path) -> bool:
    folders = file.parent.parts[len(TESTS.parts) :]
    return bool(SLOW_FOLDERS.intersection(folders)) or file.name.startswith(SLOW_FILES)


def shuffled(items: list[pytest.Item], random: Random) -> list[pytest.Item]:
    """The same tests, file by file and folder by folder."""
    found = sorted(items, key=lambda item: (str(item.path.parent), item.path.name))
    folders = [list(tests) for _, tests in groupby(found, key=lambda item: item.path.parent)]
    random.shuffle(folders)
    return [test for folder in folders for file in _files(folder, random) for test in file]


def _files(folder: list[pytest.Item], random: Random) -> list[list[pytest.Item]]:
    files = [list(tests) for _, tests in groupby(folder, key=lambda item: item.path.name)]
    random.shuffle(files)
    for tests in files:
        random.shuffle(tests)
    return files
