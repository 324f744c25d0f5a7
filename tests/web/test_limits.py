"""The page stops typing and uploading where the server would refuse: their limits are the same numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kronrat
from kronrat.server import study, wire

WEB = Path(kronrat.__file__).parent / "web"


@pytest.mark.parametrize(
    ("script", "name", "limit"),
    [
        ("me.js", "NAME_LENGTH", wire.NAME_LENGTH),
        ("log.js", "CHAT_LENGTH", wire.CHAT_LENGTH),
        ("replay.js", "JOURNAL_BYTES", study.JOURNAL_BYTES),
    ],
)
def test_the_page_has_the_limits_of_the_server(script: str, name: str, limit: int) -> None:
    text = (WEB / script).read_text(encoding="utf-8")
    assert [int(number) for number in re.findall(rf"\bconst {name} = ([\d_]+);", text)] == [limit]
