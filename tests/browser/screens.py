"""Pictures in both themes and on both sizes, for people to look at: `build/screens`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.visitor import DESK, PHONE

FOLDER = Path(__file__).parents[2] / "build" / "screens"
THEMES = {"parchment": "light", "candlelight": "dark"}
SIZES = {"1280x720": DESK, "390x844": PHONE}


def take(page: Page, name: str) -> None:
    """Four pictures of what is shown."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        for theme, scheme in THEMES.items():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png", animations="disabled")
    page.set_viewport_size(DESK)
