"""Barriers that a machine can find."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.profile import PROFILE

Look = Callable[[Page], None]
LOOK = """async (rules) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...rules });
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, any, all, none }) =>
    [html.slice(0, 200), ...[...any, ...all, ...none].map(({ message }) => message)].join(" | "))]);
}"""
ALL: dict[str, list[str]] = {}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for barriers."""
    return (Path(__file__).parent.parent / "web" / "vendor" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def look(axe: str) -> Look:
    """Look at a page in both themes; nothing may be found. They differ only in their colours."""

    def looked(page: Page) -> None:
        page.evaluate(axe)  # not as a script of the page, which the page would rightly refuse
        page.emulate_media(color_scheme="light")
        found = page.evaluate(LOOK, ALL)
        assert found == [], found
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(LOOK, ALL if PROFILE.themes else COLOURS) == [], "in the dark theme"

    return looked
