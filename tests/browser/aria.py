"""What a screen reader finds at a table, compared with files that were read by people.

`KRONRAT_GOLDEN=write` writes them anew; then read what changed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from tests.browser.pages import TablePage

LINES = 3
WRITE = os.environ.get("KRONRAT_GOLDEN") == "write"


def compare(path: Path, page: TablePage) -> None:
    """With this file. Of the log the newest lines are enough; times and the table's id are left out."""
    page.log.get_by_role("listitem").evaluate_all(f"all => all.slice(0, -{LINES}).forEach((line) => line.remove())")
    found = page.page.locator("body").aria_snapshot().replace(page.id, "TABLE") + "\n"
    found = re.sub(r"(- time: ).*", r"\1…", found)
    if WRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
