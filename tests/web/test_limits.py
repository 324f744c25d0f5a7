"""Figures that the page and the server both have are the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronrat.server import leagues, study, wire
from kronrat.study import analysis

WEB = Path(__file__).parents[2] / "src" / "kronrat" / "web"


def constant(file: str, name: str) -> str:
    """What a script of the page has under this name."""
    found = re.findall(rf"^(?:export )?const {name} = (.+?);", (WEB / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 1, f"{name} in {file}"
    return str(found[0])


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        ("me.js", "NAME_LENGTH", wire.NAME_LENGTH),
        ("log.js", "CHAT_LENGTH", wire.CHAT_LENGTH),
        ("company.js", "WHY_LENGTH", wire.WHY_LENGTH),
        ("people.js", "NAME_LENGTH", leagues.NAME_LENGTH),
        ("analysis-lab.js", "NOTE_LENGTH", analysis.NOTE_LENGTH),
        ("analysis-lab.js", "TITLE_LENGTH", analysis.TITLE_LENGTH),
        ("analysis-begin.js", "FILE_BYTES", analysis.TEXT_BYTES),
        ("replay.js", "JOURNAL_BYTES", study.JOURNAL_BYTES),
    ],
)
def test_limits_are_those_of_the_server(file: str, name: str, value: int) -> None:
    assert int(constant(file, name).replace("_", "")) == value


def test_names_in_an_analysis_are_as_long_as_at_a_table() -> None:
    assert analysis.NAME_LENGTH == wire.NAME_LENGTH


def test_no_length_of_a_name_is_written_twice() -> None:
    scripts = {file.name: file.read_text(encoding="utf-8") for file in WEB.glob("*.js")}
    assert not [name for name, text in scripts.items() if re.search(r'maxlength="\d', text)]
