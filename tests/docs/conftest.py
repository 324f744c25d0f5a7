"""The fixtures of tests in a browser."""

from tests.web.chromium import browser

__all__ = ["browser"]
