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

# Texts and controls that are outside the window, cut off by a box that does not scroll, or covered by something else.
AMISS = """() => {
  const cut = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const room = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    for (let box = one.parentElement; box; box = box.parentElement) {
      const { overflow, textOverflow } = getComputedStyle(box);
      if (/auto|scroll/.test(overflow) || textOverflow === "ellipsis") return false;
      if (!/hidden|clip/.test(overflow)) continue;
      const edge = box.getBoundingClientRect();
      room.left = Math.max(room.left, edge.left), room.right = Math.min(room.right, edge.right);
      room.top = Math.max(room.top, edge.top), room.bottom = Math.min(room.bottom, edge.bottom);
    }
    return left < room.left - 2 || right > room.right + 2 || top < room.top - 2 || bottom > room.bottom + 2;
  };
  const scrolledAway = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    for (let box = one.parentElement; box; box = box.parentElement) {
      const edge = box.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(getComputedStyle(box).overflow);
      if (scrolls && (bottom > edge.bottom || top < edge.top || right > edge.right || left < edge.left)) return true;
    }
    return false;
  };
  const covered = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above && !one.contains(above) && !above.contains(one) && !scrolledAway(one);
  };
  const told = [...document.querySelectorAll(".page :is(button, a, b, small, em, p, span, h2, li)")].filter((one) => {
    const shown = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return shown && !one.closest(".sr, [inert]") && one.getBoundingClientRect().width > 2;
  });
  const name = (why, one) => `${why}: ${one.outerHTML.slice(0, 120)}`;
  return [
    ...told.filter(cut).map((one) => name("cut", one)),
    ...told.filter((one) => one.matches("button, a") && covered(one)).map((one) => name("covered", one)),
  ];
}"""


def overflow(page: Page) -> list[int]:
    """How far the page could be scrolled down and to the right."""
    return list(page.evaluate(OVERFLOW))
