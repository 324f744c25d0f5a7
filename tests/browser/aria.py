"""What a screen reader finds at a table, compared with files that were read by people.

`KRONRAT_GOLDEN=write` writes them anew; then read what changed.
"""

from __future__ import annotations

import os
import re
from difflib import unified_diff
from pathlib import Path

from tests.browser.pages import TablePage

LINES = 3
WRITE = os.environ.get("KRONRAT_GOLDEN") == "write"


def compare(path: Path, page: TablePage) -> None:
    """With this file, once the server has answered. Of the log the newest lines are enough; times, the table's id and
    what is just announced are left out."""
    page.page.wait_for_function("() => seen.open.size === 0")
    page.log.get_by_role("listitem").evaluate_all(f"all => all.slice(0, -{LINES}).forEach((line) => line.remove())")
    found = page.page.locator("body").aria_snapshot().replace(page.id, "TABLE") + "\n"
    found = re.sub(r"(- time: ).*", r"\1…", found)
    found = re.sub(r"^- status: .*", "- status", found, flags=re.MULTILINE)
    if WRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    known = path.read_text(encoding="utf-8")
    assert found == known, "\n".join(unified_diff(known.splitlines(), found.splitlines(), n=2, lineterm=""))
