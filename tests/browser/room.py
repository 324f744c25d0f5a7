"""Room: what scrolls, what sticks out of the window, and what cannot be reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import product

from playwright.sync_api import Page, ViewportSize

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
# A text is measured by itself, because it may stick out of its own box.
AMISS = """() => {
  const known = new Map();
  const roomIn = (box) => {
    if (!box) return { left: 0, right: innerWidth, top: 0, bottom: innerHeight, soft: false };
    if (known.has(box)) return known.get(box);
    const { overflow, textOverflow } = getComputedStyle(box);
    const room = { ...roomIn(box.parentElement) };
    if (/auto|scroll/.test(overflow) || textOverflow === "ellipsis") room.soft = true;
    if (/hidden|clip/.test(overflow)) {
      const edge = box.getBoundingClientRect();
      room.left = Math.max(room.left, edge.left), room.right = Math.min(room.right, edge.right);
      room.top = Math.max(room.top, edge.top), room.bottom = Math.min(room.bottom, edge.bottom);
    }
    known.set(box, room);
    return room;
  };
  const sticksOut = ({ left, right, top, bottom }, room) => !room.soft &&
    (left < room.left - 2 || right > room.right + 2 || top < room.top - 2 || bottom > room.bottom + 2);
  const scrolledAway = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    for (let box = one.parentElement; box; box = box.parentElement) {
      const edge = box.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(getComputedStyle(box).overflow);
      if (scrolls && (bottom > edge.bottom || top < edge.top || right > edge.right || left < edge.left)) return true;
    }
    return false;
  };
  const sticks = (one) => one && (getComputedStyle(one).position === "sticky" || sticks(one.parentElement));
  const covered = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above && !one.contains(above) && !above.contains(one) && !scrolledAway(one) && !sticks(above);
  };
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !one.closest(".sr, [inert], svg") && one.getBoundingClientRect().width > 2;
  const textsOf = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), texts = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      if (text.data.trim() && seen(text.parentElement)) texts.push(text);
    return texts;
  };
  const boxOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const name = (why, one) => `${why}: ${one.outerHTML.slice(0, 120)}`;
  const page = document.querySelector(".page");
  const pressed = "button, a, select, input:not([type=radio], [type=checkbox])";
  const controls = [...page.querySelectorAll(pressed)].filter(seen);
  return [
    ...textsOf(page).filter((text) => sticksOut(boxOf(text), roomIn(text.parentElement)))
      .map((text) => `cut: ${text.data.trim().slice(0, 40)} in ${name("", text.parentElement)}`),
    ...controls.filter((one) => sticksOut(one.getBoundingClientRect(), roomIn(one.parentElement)))
      .map((one) => name("cut", one)),
    ...controls.filter((one) => !one.ariaDisabled && covered(one)).map((one) => name("covered", one)),
  ];
}"""

SCREENS: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in ((1280, 720), (1920, 1080), (2560, 1440), (1024, 768), (768, 1024), (844, 390), (390, 844))
}
OFTEN = [SCREENS[name] for name in ("1280x720", "768x1024", "844x390", "390x844")]  # tried every day
TEXTS = (100, 150)
THEMES = ("parchment", "candlelight")
SET = """async (chosen) => {
  const settings = await import("/static/settings.js");
  for (const [name, value] of Object.entries(chosen)) settings[name].value = value;
}"""
FITS = "({ width, height }) => innerWidth === width && innerHeight === height"


def expect_room(
    page: Page,
    screens: Iterable[ViewportSize] = tuple(SCREENS.values()),
    texts: Iterable[int] = TEXTS,
    themes: Iterable[str] = THEMES[:1],
) -> None:
    """On every screen and with every size of text everything is in sight: nothing is cut off, covered or outside."""
    page.mouse.move(1, 1)  # no note is open over anything
    for screen, text, theme in product(screens, texts, themes):
        page.set_viewport_size(screen)
        page.evaluate(SET, {"size": text, "theme": theme})
        page.wait_for_function(FITS, arg=screen)
        page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = (overflow(page), page.evaluate(AMISS))
        assert found == ([0, 0], []), (screen, text, theme, found)


# Where everything is that can be pressed; and how far what is still there has moved.
SPOTS = """(which) => { window.spots = [...document.querySelectorAll(which)]
  .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]); }"""
MOVED = """() => window.spots.filter(([one]) => one.isConnected && one.checkVisibility()).flatMap(([one, was]) => {
  const { left, top } = one.getBoundingClientRect();
  const stays = left === was.left && top === was.top;
  return stays ? [] : [`${left - was.left} ${top - was.top}: ${one.outerHTML.slice(0, 120)}`];
})"""


@contextmanager
def expect_no_shift(page: Page, targets: str = ".board :is(button, [data-target])") -> Iterator[None]:
    """Nothing that can be pressed moves meanwhile, not by a pixel."""
    page.evaluate(SPOTS, targets)
    yield
    assert page.evaluate(MOVED) == []


def overflow(page: Page) -> list[int]:
    """How far the page could be scrolled down and to the right."""
    return list(page.evaluate(OVERFLOW))
