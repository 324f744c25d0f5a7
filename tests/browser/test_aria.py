"""What a screen reader finds at the table, for every kind of question: compared with files that were read by people.

`KRONRAT_GOLDEN=write` writes them anew; then read what changed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import Guest, House
from tests.browser.pages import TablePage
from tests.browser.positions import before_battle, ended, every_kind, position_of
from tests.browser.visitor import Visitor

FOLDER = Path(__file__).parent / "aria"
LINES = 3
WRITE = os.environ.get("KRONRAT_GOLDEN") == "write"


def compare(name: str, page: TablePage) -> None:
    """With the file of this name. Of the log the newest lines are enough; times and the table's id are left out."""
    page.log.get_by_role("listitem").evaluate_all(f"all => all.slice(0, -{LINES}).forEach((line) => line.remove())")
    found = page.page.locator("body").aria_snapshot().replace(page.id, "TABLE") + "\n"
    found = re.sub(r"(- time: ).*", r"\1…", found)
    path = FOLDER / f"{name}.yml"
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


def people(anna: Visitor, house: House) -> list[Guest | str]:
    return [anna.guest, house.guest("Ben"), house.guest("Cara")]


@every_kind
def test_questions(kind: str, anna: Visitor, house: House) -> None:
    page = TablePage(anna, house.set_up(position_of(kind), people(anna, house))).open()
    page.expect_question()
    compare(kind, page)


def test_a_battle(anna: Visitor, house: House) -> None:
    page = TablePage(anna, house.set_up(before_battle(), people(anna, house))).open()
    page.answer(("done",))
    expect(page.onward).to_be_visible()
    compare("battle", page)


def test_the_result(anna: Visitor, house: House) -> None:
    page = TablePage(anna, house.set_up(ended(), people(anna, house))).open()
    expect(page.region("web.end.sources")).to_be_visible()
    compare("result", page)


def test_a_spectator(anna: Visitor, house: House) -> None:
    page = TablePage(anna, house.set_up(position_of("influence"), people(anna, house)), None).open("?watch")
    expect(page.region("web.kb.tray")).to_be_visible()
    compare("spectator", page)
