"""A server, a browser, and visitors: people with a browser of their own, in which nothing may go wrong unseen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.barriers import axe, look
from tests.browser.house import House
from tests.browser.visitor import Visitor, Visitors
from tests.web.chromium import browser

__all__ = ["anna", "axe", "ben", "browser", "house", "look", "visitors"]


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def visitors(browser: Browser, house: House) -> Iterator[Visitors]:
    """The visitors that a test asks for. When it is over, no page may have complained or looked elsewhere."""
    visitors = Visitors(browser, house)
    yield visitors
    visitors.leave()
    assert not visitors.complaints, visitors.complaints


@pytest.fixture
def anna(visitors: Visitors) -> Visitor:
    return visitors.come("Anna")


@pytest.fixture
def ben(visitors: Visitors) -> Visitor:
    return visitors.come("Ben")
