"""The catalogue of Kingsburg's rules, searched and in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def test_the_catalogue_of_rules_is_searched(anna: Visitor) -> None:
    anna.go("/rules/kingsburg")
    articles = anna.page.get_by_role("article")
    expect(articles.first).to_be_visible()
    everything = articles.count()
    anna.page.get_by_role("searchbox").fill("envoy second building")
    expect(articles.first).to_be_visible()
    assert 0 < articles.count() < everything
    anna.page.get_by_role("searchbox").fill("KB-P2b-13")
    expect(articles.first).to_contain_text("KB-P2b-13")
    assert articles.count() < everything


@pytest.mark.full
def test_the_catalogue_of_rules_changes_its_language_with_the_page(anna: Visitor) -> None:
    anna.go("/rules/kingsburg#KB-P3-1")
    rule = anna.page.locator("#KB-P3-1")
    chapters = anna.page.get_by_role("navigation").last
    expect(rule).to_contain_text("The player with the most buildings gains 1 VP.")
    anna.page.get_by_role("button", name="EN: English. Switch to German").click()
    expect(rule).to_contain_text("Wer die meisten Gebäude hat, erhält 1 Siegpunkt.")
    expect(chapters).to_contain_text("Ehrung durch den König")
    expect(anna.page.locator(".rules section[lang=en]")).to_have_count(1)  # rulings are in English only
    anna.page.get_by_role("button", name="DE: Deutsch. Zu Englisch wechseln").click()
    expect(rule).to_contain_text("The player with the most buildings gains 1 VP.")
