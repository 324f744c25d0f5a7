"""The fixtures of tests in a browser."""

from tests.browser.barriers import axe, look
from tests.web.chromium import browser

__all__ = ["axe", "browser", "look"]
