"""The fixtures of the tests of the page."""

from tests.web.chromium import browser, files, page

__all__ = ["browser", "files", "page"]
