"""What the page computes from the dice of a finished game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import blake2b, sha256

import pytest
from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def page(browser: Browser, files: str) -> Iterator[Page]:
    """A page from which the modules of the client can be imported."""
    page = browser.new_page()
    page.goto(f"{files}/static/favicon.svg")
    yield page
    page.close()


def test_hashes_are_those_of_the_library(page: Page) -> None:
    chosen = random.Random(5)
    for length in (0, 1, 55, 56, 64, 119, 120, 300):
        message = chosen.randbytes(length)
        script = """async (bytes) => {
            const f = await import("/static/fair.js");
            return f.hexOf(f.sha256(Uint8Array.from(bytes)))
        }"""
        assert page.evaluate(script, list(message)) == sha256(message).hexdigest()
    for number in (0, 1, 255, 70_000):
        seed = chosen.randbytes(32)
        script = (
            'async ([seed, n]) => { const f = await import("/static/fair.js"); '
            "return f.hexOf(f.streamBlock(Uint8Array.from(seed), n)) }"
        )
        said = page.evaluate(script, [list(seed), number])
        assert said == blake2b(number.to_bytes(8, "big"), key=seed).hexdigest()


@pytest.mark.parametrize(
    ("stretches", "found"),
    [
        ([[], [0, 5], [], [5, 9]], {"read": 2, "gap": 0}),
        ([[0, 5], [6, 9]], {"read": 1, "gap": 2}),
        ([[0, 5], [], [4, 9]], {"read": 1, "gap": 3}),
        ([[1, 5]], {"read": 0, "gap": 1}),
    ],
)
def test_a_stretch_of_the_stream_that_is_skipped_or_used_twice_is_found(
    stretches: list[list[int]], found: dict[str, int], page: Page
) -> None:
    assert page.evaluate("async (all) => (await import('/static/fair.js')).followed(all)", stretches) == found
