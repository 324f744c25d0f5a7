"""The guide to testing a game tells what every builder has; its examples run in tests/installed/test_guide.py."""

from __future__ import annotations

import re
from pathlib import Path

from kronrat.testing import Builder

TEXT = (Path(__file__).parents[2] / "docs" / "guides" / "test-a-game.md").read_text(encoding="utf-8")


def test_what_every_builder_has_is_told() -> None:
    (sentence,) = re.findall(r"^(`state`.*?) belong to every builder", TEXT, flags=re.MULTILINE | re.DOTALL)
    told = set(re.findall(r"`(\w+)`", sentence))
    assert told == {name for name in [*vars(Builder), *Builder.__annotations__] if name[0] != "_"} - {"take", "chance"}
