"""The public testing tools work without pytest, except those that are tests themselves."""

from __future__ import annotations

import subprocess
import sys

import kronrat.testing

BARE = """
import sys
sys.modules["pytest"] = sys.modules["hypothesis"] = None
import kronrat.testing
from kronrat.testing import Book, Golden, Project
try:
    kronrat.testing.Conformance
except ImportError:
    print("only the tests need it")
"""


def test_only_the_tests_themselves_need_pytest() -> None:
    told = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=True)
    assert told.stdout == "only the tests need it\n"


def test_every_public_name_is_there() -> None:
    for name in kronrat.testing.__all__:
        assert getattr(kronrat.testing, name) is not None
