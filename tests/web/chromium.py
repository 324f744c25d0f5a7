"""A real browser for the tests of the page. Without one they are skipped, and say so."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import kronrat
from kronrat.box import box_of

WEB = Path(kronrat.__file__).parent / "web"
# The first draws the same without any window, in two thirds of the time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it; playwright's own download is not needed.

    It ends with the tests of its folder, because no other test may run an event loop while it is there.
    """
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("there is no chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


class _Files(SimpleHTTPRequestHandler):
    """The folders of the page and of the games at the addresses they have on a server."""

    def translate_path(self, path: str) -> str:
        root, _, name = path.split("?")[0].removeprefix("/").partition("/")
        if root != "games":
            return str(WEB / name)
        game, _, file = name.partition("/")
        return str(box_of(game).web / file)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def files() -> Iterator[str]:
    """The address of a server that knows only the files of the page, for tests of single modules."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def page(browser: Browser, files: str) -> Iterator[Page]:
    """A page from which the modules of the client can be imported."""
    page = browser.new_page()
    page.goto(f"{files}/static/favicon.svg")
    yield page
    page.close()
