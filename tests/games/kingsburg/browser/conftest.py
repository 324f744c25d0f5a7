"""The fixtures of tests in a browser."""

from tests.browser.fixtures import anna, axe, ben, browser, house, look, visitors

__all__ = ["anna", "axe", "ben", "browser", "house", "look", "visitors"]
