"""The workshop in the browser: figures beside what is known, told at once what is wrong, saved as a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kronrat.shelf import list_games
from kronrat.words import Words
from kronrat.workshop import figures_of, typed_in
from tests.browser.barriers import Look
from tests.browser.visitor import DESK, PHONE, Visitors
from tests.shelf import ANY

pytestmark = pytest.mark.full

SIZES = {"desk": DESK, "phone": PHONE}


def title_is_whole(page: Page) -> None:
    """It stands in the bar, beside the name of the house and not over it."""
    title, bar = (page.locator(name).bounding_box() for name in ("h1", "header:has(h1)"))
    name = page.locator("header:has(h1) a").first.bounding_box()
    assert title
    assert bar
    assert name
    assert bar["y"] <= title["y"]
    assert title["y"] + title["height"] <= bar["y"] + bar["height"]
    assert name["x"] + name["width"] <= title["x"]


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize(("size", "lang"), [("phone", "de"), ("desk", "en")])
def test_an_owner_types_is_told_and_saves(
    game: str, size: str, lang: str, visitors: Visitors, look: Look, tmp_path: Path
) -> None:
    words, said = Words(lang, game), Words(lang)
    figures = [figure for figure in figures_of(game) if figure.table == figures_of(game)[0].table and figure.doubtful]
    first = figures[0]
    facts = {"entry": words.say(first.name), "field": first.field}
    visitor = visitors.come(lang=lang, size=SIZES[size], touch=size == "phone")
    page = visitor.go(f"/workshop/{game}")
    field = page.get_by_role("textbox", name=said.say("web.workshop.type", **facts), exact=True)
    expect(page.get_by_text(first.note).first).to_be_visible()
    title_is_whole(page)
    save = page.get_by_role("button", name=said.say("web.workshop.save"), exact=True)
    expect(save).to_have_attribute("aria-disabled", "true")
    field.fill("?!")
    field.blur()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text(said.say("web.workshop.wrong", n=1))).to_be_visible()
    look(page)
    field.fill("")
    field.blur()
    page.get_by_role("button", name=said.say("web.workshop.same.name", **facts), exact=True).click()
    expect(field).to_have_value(first.text)
    expect(page.get_by_text(said.say("web.workshop.sum", n=1, confirmed=1, changed=0))).to_be_visible()
    expect(save).not_to_have_attribute("aria-disabled", "true")
    with page.expect_download() as waiting:
        save.click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert typed_in(game, file.read_text(encoding="utf-8")) == {first.place: first.text}
    page.reload()
    expect(field).to_have_value(first.text)
    field.fill("")
    field.blur()
    page.locator("input[type=file]").set_input_files(file)
    expect(field).to_have_value(first.text)
    look(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_groups_and_all_figures(visitors: Visitors, look: Look) -> None:
    words = Words("en", ANY)
    page = visitors.come().go(f"/workshop/{ANY}")
    page.get_by_text(Words("en").say("web.workshop.show.all"), exact=True).click()
    for table in dict.fromkeys(figure.table for figure in figures_of(ANY)):
        page.get_by_role("button", name=words.say(f"table.{table}")).first.click()
        expect(page.get_by_role("heading", level=2, name=words.say(f"table.{table}"))).to_be_visible()
        count = len([figure for figure in figures_of(ANY) if figure.table == table])
        expect(page.get_by_role("textbox")).to_have_count(count)
    look(page)
