"""The public surface: written down in a file, documented, and with examples that run."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import kronrat

ROOT = Path(__file__).parents[1]
NAMES = [name for name in kronrat.__all__ if name not in ("CHANCE", "CLOCK", "Choice", "__version__")]


def test_the_surface_is_as_it_was_written_down() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "surface", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_is_explained_with_an_example_that_runs(name: str) -> None:
    found = doctest.DocTestFinder(recurse=True).find(getattr(kronrat, name), name, globs={"kronrat": kronrat})
    assert sum(len(one.examples) for one in found) > 0
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    for one in found:
        runner.run(one)
    assert runner.summarize(verbose=False).failed == 0


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(kronrat, extraglobs={"kronrat": kronrat}).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_public_method_is_explained(name: str) -> None:
    thing = getattr(kronrat, name)
    assert inspect.getdoc(thing)
    if inspect.isclass(thing):
        own = {
            n: m for n, m in vars(thing).items() if not n.startswith("_") and (callable(m) or isinstance(m, property))
        }
        assert [n for n, m in own.items() if not inspect.getdoc(m)] == []
