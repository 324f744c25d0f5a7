"""The documentation site: it is built without a warning, and its pages ask no other address for anything."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from kronrat.box import box_ids

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
PATIENCE_S = 540
LOADED = re.compile(r"<(?:script|img|link|iframe|source|video|audio|object|embed)\b[^>]*>")
ADDRESS = re.compile(r"\b(?:src|href|data)=\"?((?:https?:)?//[^\s\">]+)")
PAGES = ("index.html", "play.html", "reference/kronrat.html", "guides/write-a-game.html", "404.html")


@pytest.fixture(scope="module")
def site() -> Path:
    done = subprocess.run(["make", "-s", "docs"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    assert "Documentation built" in done.stdout + done.stderr
    return ROOT / "build" / "site"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_no_page_names_anything_outside_that_is_loaded(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        for tag in LOADED.findall(page.read_text(encoding="utf-8")):
            assert not ADDRESS.search(tag), (page.name, tag)
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import )[\"']?(?:https?:)?//", sheet.read_text(encoding="utf-8")), sheet


def test_every_game_has_its_rules_in_every_language(site: Path) -> None:
    for game in box_ids():
        english, german = ((site / "rules" / game / f"rules.{lang}.html").read_text("utf-8") for lang in ("en", "de"))
        ids = re.findall(r'<h3 id="([^"]+)"', english)
        assert len(ids) > 50
        assert ids == re.findall(r'<h3 id="([^"]+)"', german)
        assert (site / "rules" / game / "rulings.html").is_file()


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    for line in (ROOT / "docs" / "surface.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            module = line.removeprefix("# ")
            page = (site / "reference" / f"{module}.html").read_text(encoding="utf-8")
        elif line and not line.startswith(" "):
            name = re.sub(r"^(?:class |def )?(\w+).*", r"\1", line)
            assert re.search(rf'id="{module}\.{name}"', page), f"{module}.{name}"


def test_a_browser_asks_no_other_address(address: str, browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in [*PAGES, *[f"rules/{game}/rules.de.html" for game in box_ids()]]:
        page.goto(f"{address}/{path}", wait_until="networkidle")
    page.goto(f"{address}/index.html")
    page.locator("[data-md-component=search-query]").fill("undo")
    expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=30_000)
    page.close()
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert complaints == []
