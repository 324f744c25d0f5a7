"""What the page computes from the dice of a finished game."""

from __future__ import annotations

import random
from hashlib import blake2b, sha256

import pytest
from playwright.sync_api import Page

from kronrat.core.dice import stream_key


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
        moment = f"{number}.3 {number % 5} Roll {number % 2}"
        script = (
            'async ([seed, moment]) => { const f = await import("/static/fair.js"); '
            "return f.hexOf(f.seedAt(Uint8Array.from(seed), moment)) }"
        )
        said = page.evaluate(script, [list(seed), moment])
        assert said == stream_key(seed, *moment_and_count(moment)).hex()
        assert page.evaluate(script, [list(seed), ""]) == seed.hex()


def moment_and_count(text: str) -> tuple[str, int]:
    moment, _, count = text.rpartition(" ")
    return moment, int(count)


@pytest.mark.parametrize(
    ("frames", "found"),
    [
        ([{}, {"dice": [0, 5]}, {}, {"dice": [5, 9]}], {"read": 2, "gap": 0}),
        ([{"dice": [0, 5]}, {"dice": [6, 9]}], {"read": 1, "gap": 2}),
        ([{"dice": [0, 5]}, {}, {"dice": [4, 9]}], {"read": 1, "gap": 3}),
        ([{"dice": [1, 5]}], {"read": 0, "gap": 1}),
        ([{"dice": [0, 5], "moment": "1 0 Roll 0"}, {"dice": [0, 5], "moment": "1 0 Roll 1"}], {"read": 2, "gap": 0}),
        ([{"dice": [0, 5], "moment": "1 0 Roll 0"}, {"dice": [0, 5], "moment": "1 1 Roll 0"}], {"read": 2, "gap": 0}),
        ([{"dice": [0, 5], "moment": "1 0 Roll 0"}, {"dice": [0, 5], "moment": "1 0 Roll 0"}], {"read": 1, "gap": 2}),
        ([{"dice": [0, 5], "moment": "1 0 Roll 1"}], {"read": 0, "gap": 1}),
        ([{"dice": [2, 5], "moment": "1 0 Roll 0"}], {"read": 0, "gap": 1}),
    ],
)
def test_a_stretch_of_a_stream_that_is_skipped_or_used_twice_is_found(
    frames: list[dict[str, object]], found: dict[str, int], page: Page
) -> None:
    assert page.evaluate("async (all) => (await import('/static/fair.js')).followed(all)", frames) == found
