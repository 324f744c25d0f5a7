"""The public surface: written down in a file, documented, and with examples that run."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import GenericAlias
from typing import Any

import pytest

import kronrat

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "kronrat"
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


EXAMPLES = [file for file in sorted(PACKAGE.rglob("*.py")) if ">>> " in file.read_text("utf-8")]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_of_a_docstring_runs(file: Path) -> None:
    parts = file.relative_to(ROOT / "src").with_suffix("").parts
    module = import_module(".".join(parts).removesuffix(".__init__"))
    wanted = {"kronrat": kronrat}
    found = doctest.testmod(module, extraglobs=wanted, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert (found.failed, found.attempted > 0) == (0, True)


SOURCES = [file.read_text("utf-8") for part in ("bots", "core", "testing") for file in (PACKAGE / part).glob("*.py")]
MODULES = re.findall(r"^# (\S+)$", (ROOT / "docs" / "surface.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_explained(module: str) -> None:
    """Values by a text below them, tests of a suite by their names, everything else by its docstring."""
    home = import_module(module)
    assert home.__doc__
    things = {name: getattr(home, name) for name in home.__all__ if name != "__version__"}
    own = {f"{name}.{member}": held for name, thing in things.items() for member, held in members(thing).items()}
    silent = [name for name, thing in {**things, **own}.items() if not explained(name, thing)]
    assert silent == []


def members(thing: Any) -> dict[str, Any]:
    kinds = (property, staticmethod, classmethod)
    held = vars(thing).items() if inspect.isclass(thing) else ()
    return {
        name: one
        for name, one in held
        if not name.startswith(("_", "test_")) and (callable(one) or isinstance(one, kinds))
    }


def explained(name: str, thing: Any) -> bool:
    if isinstance(thing, (property, staticmethod, classmethod)) or inspect.isclass(thing) or inspect.isroutine(thing):
        return bool(inspect.getdoc(thing))
    if callable(thing) and not isinstance(thing, GenericAlias):  # such as a function that remembers its results
        return bool(inspect.getdoc(inspect.unwrap(thing)))
    written = re.compile(rf'^{name}\b[^\n]* = (?:\(.*?^\)|[^\n]*)\n"""', re.MULTILINE | re.DOTALL)
    return any(written.search(text) for text in SOURCES)
