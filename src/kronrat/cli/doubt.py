"""The sign for whatever is reconstructed instead of read off a print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.data.tables import is_reconstructed

DOUBT = "≈"


def doubt(row: Mapping[str, Any]) -> str:
    return DOUBT if is_reconstructed(row) else ""
