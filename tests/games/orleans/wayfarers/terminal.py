"""The wayfarers on the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from kronrat.core.game import Rows
from kronrat.words import Words

KINDS: dict[str, str] = {}
HEADLINES: frozenset[str] = frozenset()


def line(words: Words, rows: Rows, sheet: Mapping[str, Any]) -> Text:
    return Text(f"songs: {sheet['songs']}")
