"""Room: what scrolls, what sticks out of the window, and what cannot be reached."""

from __future__ import annotations

from playwright.sync_api import Page

LANGUAGES = ("en", "de")
OVERFLOW = """() => {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.scrollingElement;
  return [Math.max(0, scrollHeight - clientHeight), Math.max(0, scrollWidth - clientWidth)];
}"""
# Controls that stick out of the window, unless they are in a box that scrolls.
CUT_OFF = """() => {
  const scrolls = (one) => {
    for (let box = one.parentElement; box; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflow)) return true;
    return false;
  };
  return [...document.querySelectorAll("button, a, select, input:not([type=radio], [type=checkbox])")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr") && !scrolls(one))
    .filter((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      return width > 1 && (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1);
    })
    .map((one) => one.outerHTML.slice(0, 160));
}"""


def overflow(page: Page) -> list[int]:
    """How far the page could be scrolled down and to the right."""
    return list(page.evaluate(OVERFLOW))
