"""Plants one mistake at a time in a copy of a project and runs the tests of its rule there.

    project = Project(root, mistakes=root / "tests" / "mutants.toml", package=Path("src") / "my_game")
    verdicts = run(project, mistakes_in(project.mistakes), jobs=2)
    assert all(verdict.word == CAUGHT for verdict in verdicts)

The tests carry the ids of the rules that they prove, see `kronrat.testing.marks`. A mistake is caught if a test of its
rule fails that passes without it; a crash is not enough.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from kronrat.testing.marks import marked
from kronrat.testing.mistakes import BadMistake, Mistake

LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", ".*")
SECONDS = 300  # of the clock; a rule needs a tenth at most, but the machine may do ten other things

PLUGIN = "kronrat.testing.plugin"

CAUGHT = "caught"
"""A test of the rule failed, as it should."""
SURVIVED = "survived"
"""No test of the rule noticed the mistake."""
BROKEN = "broken"
"""The mistake could not be tried: its place was not found, or the tests did not run."""


@dataclass(frozen=True)
class Project:
    """Where mistakes are planted: a folder with a package and its tests. Other paths are relative to it."""

    root: Path
    mistakes: Path  # the list
    package: Path  # `file` of a mistake is relative to this
    tests: Path = Path("tests")
    copied: tuple[str, ...] = ("src", "tests", "pyproject.toml")  # all that the tests need
    imported: tuple[str, ...] = ("src", ".")  # where Python looks for packages first

    @property
    def name(self) -> str:
        """What is imported from a copy, never from the original."""
        return self.package.name

    def files_by_rule(self) -> dict[str, list[str]]:
        """For each rule the test files with a mark of its id, relative to the project."""
        found = marked(self.root / self.tests, self.root)
        return {
            id: sorted({file for file, _ in places if Path(file).name.startswith("test_")})
            for id, places in found.items()
        }


@dataclass(frozen=True)
class Verdict:
    mistake: Mistake
    word: str
    detail: str  # the test that noticed it, or what went wrong


@dataclass(frozen=True)
class Record:
    """What the plugin wrote down about a run."""

    tests: dict[str, dict[str, Any]]
    trouble: str  # why there was no proper run, or nothing

    def outcomes(self, *words: str) -> list[str]:
        return [id for id, test in self.tests.items() if test["outcome"] in words]


class Copy:
    """A copy of a project, in which mistakes may be made."""

    def __init__(self, project: Project, folder: Path) -> None:
        self.project = project
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for name in project.copied:
            original = project.root / name
            if original.is_dir():
                shutil.copytree(original, folder / name, ignore=LEFT_OUT)
            else:
                shutil.copy(original, folder / name)

    @contextmanager
    def planted(self, mistake: Mistake) -> Iterator[None]:
        path = self.folder / self.project.package / mistake.file
        text = path.read_text(encoding="utf-8")
        try:
            self._write(path, mistake.plant(text))
            yield
        finally:
            self._write(path, text)

    def _write(self, path: Path, text: str) -> None:
        """The compiled form goes too: texts of one length, written in one second, look alike to Python."""
        path.write_text(text, encoding="utf-8")
        if path.suffix == ".py":
            Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)

    def test(self, rules: Iterable[str], files: Iterable[str], *arguments: str, seconds: int = SECONDS) -> Record:
        """Run the tests of these rules in these files."""
        record = self.folder / "record.json"
        record.unlink(missing_ok=True)
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"),
            *("-p", PLUGIN, f"--package={self.project.name}", f"--rules={','.join(rules)}", f"--record={record}"),
            *(f"--basetemp={self.folder / 'tmp'}", "--tb=no", *arguments, *files),
        ]
        try:
            run = subprocess.run(command, cwd=self.folder, env=self._environment(), capture_output=True, text=True,
                                 timeout=seconds, check=False)  # fmt: skip
        except subprocess.TimeoutExpired:
            return Record({}, f"ran longer than {seconds} s")
        if not record.exists():
            last = [line for line in (run.stdout + run.stderr).splitlines() if line.strip()][-1:]
            return Record({}, f"pytest stopped: {' '.join(last)}")
        told = json.loads(record.read_text(encoding="utf-8"))
        trouble = f"cannot be collected: {', '.join(told['broken'])}" if told["broken"] else ""
        return Record(told["tests"], trouble)

    def _environment(self) -> dict[str, str]:
        """The copy is imported, never the original; nothing of an enclosing run leaks in."""
        foreign = ("PYTEST_", "COV_", "COVERAGE_", "PYTHON")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        path = os.pathsep.join([str(self.folder / part) for part in self.project.imported])
        return {**kept, "PYTHONPATH": path, "KRONRAT_PROFILE": "quick"}


def judge(copy: Copy, mistake: Mistake, files: list[str], clean: Record) -> Verdict:
    """Whether a test of the rule that passes without the mistake fails with it."""
    mine = {id: test["outcome"] for id, test in clean.tests.items() if mistake.rule in test["rules"]}
    failing = [id for id, outcome in mine.items() if outcome != "passed"]
    if clean.trouble or failing or not mine:
        why = clean.trouble or (f"{failing[0]} fails without it" if failing else "no test carries the rule")
        return Verdict(mistake, BROKEN, why)
    try:
        with copy.planted(mistake):
            record = copy.test([mistake.rule], files)
    except BadMistake as problem:
        return Verdict(mistake, BROKEN, str(problem))
    failed, crashed = record.outcomes("failed"), record.outcomes("crashed")
    if record.trouble or (crashed and not failed):
        crash = f"{crashed[0]}: {record.tests[crashed[0]]['exception']}" if crashed else ""
        return Verdict(mistake, BROKEN, record.trouble or crash)
    if failed:
        return Verdict(mistake, CAUGHT, failed[0])
    return Verdict(mistake, SURVIVED, f"{len(record.tests)} tests of {mistake.rule} pass")


def run(
    project: Project, mistakes: list[Mistake], jobs: int = 1, tell: Callable[[Verdict], None] | None = None
) -> list[Verdict]:
    """The verdict on each mistake, in the order of the list; `jobs` copies are at work at the same time."""
    by_rule = project.files_by_rule()
    rules = sorted({mistake.rule for mistake in mistakes})
    with tempfile.TemporaryDirectory(prefix="kronrat-mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        free: SimpleQueue[Copy] = SimpleQueue()
        copies = list(pool.map(partial(Copy, project), [Path(folder) / str(job) for job in range(jobs)]))
        clean = _clean_run(pool, copies, rules, by_rule)
        for copy in copies:
            free.put(copy)

        def work(mistake: Mistake) -> Verdict:
            copy = free.get()
            try:
                verdict = judge(copy, mistake, by_rule.get(mistake.rule, []), clean)
            finally:
                free.put(copy)
            if tell is not None:
                tell(verdict)
            return verdict

        return list(pool.map(work, mistakes))


def _clean_run(pool: ThreadPoolExecutor, copies: list[Copy], rules: list[str], by_rule: dict[str, list[str]]) -> Record:
    """The same tests without any mistake, shared among the copies."""
    files = sorted({file for rule in rules for file in by_rule.get(rule, [])})
    shares = [share for share in (files[job :: len(copies)] for job in range(len(copies))) if share]
    work = zip(copies, repeat(rules), shares, strict=False)
    records = list(pool.map(lambda job: job[0].test(job[1], job[2], "--to-the-end", seconds=600), work))
    tests = {id: test for record in records for id, test in record.tests.items()}
    return Record(tests, "; ".join(record.trouble for record in records if record.trouble))


def spread(mistakes: list[Mistake], count: int) -> list[Mistake]:
    """This many of them, spread evenly over the list: the same ones each time."""
    count = min(count, len(mistakes))
    return [mistakes[number * len(mistakes) // count] for number in range(count)]
