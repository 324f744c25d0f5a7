"""A pytest plugin for the runner: only the tests of certain rules, and a record of what became of each.

The run ends with the first real failure. A crash does not count as one: it means that the mistake made no sense.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kronrat.data import DataError

CRASHES = (NameError, ImportError, SyntaxError, TypeError, AttributeError, DataError)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--package", help="the package that must come from the copy")
    parser.addoption("--rules", help="ids with commas: only tests that carry one of them")
    parser.addoption("--record", help="the file for the record")
    parser.addoption("--to-the-end", action="store_true", help="go on after a failure")


def pytest_configure(config: pytest.Config) -> None:
    package = find_spec(config.getoption("--package"))
    origin = None if package is None else package.origin
    if origin is None or not Path(origin).is_relative_to(config.rootpath):
        raise pytest.UsageError(f"the package comes from {origin}, not from {config.rootpath}")
    config.pluginmanager.register(Recorder(config))


class Recorder:
    def __init__(self, config: pytest.Config) -> None:
        self.wanted = set(config.getoption("--rules").split(","))
        self.path = Path(config.getoption("--record"))
        self.to_the_end: bool = config.getoption("--to-the-end")
        self.tests: dict[str, dict[str, Any]] = {}
        self.broken: list[str] = []  # what could not be collected

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept = []
        for item in items:
            ids = {str(id) for mark in item.iter_markers("rule") for id in mark.args}
            if ids & self.wanted:
                kept.append(item)
                self.tests[item.nodeid] = {"rules": sorted(ids), "outcome": "not run", "exception": ""}
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.broken.append(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report: pytest.TestReport = yield
        test = self.tests[item.nodeid]
        if report.failed and call.excinfo is not None:
            test["outcome"] = "crashed" if call.excinfo.errisinstance(CRASHES) else "failed"
            test["exception"] = call.excinfo.typename
            if test["outcome"] == "failed" and not self.to_the_end:
                item.session.shouldstop = "the mistake was noticed"
        elif test["outcome"] == "not run" and (report.skipped or report.when == "call"):
            test["outcome"] = report.outcome
        return report

    def pytest_sessionfinish(self) -> None:
        self.path.write_text(json.dumps({"tests": self.tests, "broken": self.broken}), encoding="utf-8")
