"""A table that was begun with other data than the server has: shown with a sentence, in the lobby with a mark."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import kronrat
from kronrat.shelf import load
from kronrat.words import Words
from tests.browser.house import House
from tests.browser.positions import asked
from tests.browser.visitor import Visitors
from tests.games.kingsburg.browser.positions import find


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_table_of_other_data_opens_with_its_sentence(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    with House(tmp_path) as before:
        anna = before.guest("Anna")
        table = before.set_up(find(asked("influence"), seats=2), [anna, before.guest("Ben")])
        vp = before.view(table, 0)["players"][0]["vp"]
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "buildings.toml").write_text("[market]\nvp = 9\n", encoding="utf-8")
    corrected = load("kingsburg", tmp_path / "data")
    monkeypatch.setattr(kronrat, "load", lambda id, data=None: corrected if id == "kingsburg" else load(id, data))
    words = Words(lang)
    with House(tmp_path) as house:
        visitors = Visitors(browser, house)
        visitor = visitors.come(guest=anna, lang=lang)
        page = visitor.go("/")
        expect(page.get_by_text(words.say("web.lobby.outdated"))).to_be_visible()
        page.get_by_role("link", name=words.say("web.lobby.look"), exact=True).click()
        expect(page.get_by_role("status").filter(has_text=words.say("web.outdated"))).to_be_visible()
        expect(page.locator(".board .side")).to_be_visible()
        expect(page.locator(".board .side")).to_contain_text(str(vp))
        with page.expect_download() as download:
            page.get_by_role("button", name=words.say("web.menu")).click()
            page.get_by_role("link", name=words.say("web.table.journal")).click()
        assert "kingsburg" in download.value.path().read_text(encoding="utf-8")
        page.get_by_role("tab", name=words.say("web.chat")).click()
        page.get_by_role("textbox", name=words.say("web.chat.label")).fill("Hello?")
        page.keyboard.press("Enter")
        expect(page.get_by_text(words.say("web.refused.outdated"))).to_be_visible()
        visitors.leave()
        assert not visitors.complaints
