"""Reviews of finished games on the server: begun, looked at, kept, stopped, and refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronrat.core.journal import Journal
from kronrat.server import reviews
from kronrat.server.refusal import Refusal
from kronrat.server.store import Store
from kronrat.study.apart import key_of
from tests.server import quick_review, tables
from tests.server.client import AT_ONCE, Browser, Host, me, play_on, serving
from tests.shelf import any_game

pytestmark = pytest.mark.anyio
LOOKS = 400  # at a review before a test gives up


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}", replace(AT_ONCE, review_positions=1)) as host:
        yield host


async def finished(anna: Browser) -> str:
    table = await anna.open(me(), me())
    async with anna.at(table, 0) as first, anna.at(table, 1) as second:
        await play_on(Random(4), first, second)
    return f"/api/tables/{table}/review"


async def until(browser: Browser, path: str, *states: str) -> dict[str, Any]:
    for _ in range(LOOKS):
        found: dict[str, Any] = (await browser.get(path)).json()
        if found["state"] in states:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(f"the review stayed {found['state']}")


async def test_a_review_is_made_once_and_kept(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "review_apart", quick_review.of_the_beginning)
    async with host.browser("Anna") as anna, host.browser() as stranger:
        path = await finished(anna)
        assert (await stranger.get(path)).json() == {"state": "none"}
        refused = await stranger.http.post(path)
        assert (refused.status_code, refused.json()["code"]) == (401, "needs_name")
        begun = (await anna.http.post(path)).json()
        assert begun["mine"]
        assert (await anna.http.post(path)).json()["state"] in ("waiting", "running", "done")
        found = await until(stranger, path, "done")
        assert "mine" not in found
        lines = (await anna.get(path.replace("review", "journal"))).text
        assert found["outline"][-1][0] == len(Journal.parse(lines).lines)
        assert sorted(found["outline"][-1][1:]) in ([0, 1], [0.5, 0.5])
        assert [seat["seat"] for seat in found["report"]["seats"]] == [0, 1]
        assert host.server.reviews.waiting == 0
        monkeypatch.setattr(reviews, "review_apart", quick_review.that_dies)
        assert (await anna.http.post(path)).json() == found  # nothing is made anew


async def test_a_review_is_stopped_by_whoever_began_it(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "review_apart", quick_review.without_end)
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        path = await finished(anna)
        await anna.http.post(path)
        refused = await ben.http.delete(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
        await until(anna, path, "running")
        assert (await anna.http.delete(path)).json()["state"] == "stopped"
        assert host.server.reviews.waiting == 0
        monkeypatch.setattr(reviews, "review_apart", quick_review.that_dies)
        await ben.http.post(path)
        await until(anna, path, "failed")


async def test_only_a_few_wait(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "review_apart", quick_review.without_end)
    async with host.browser("Anna") as anna:
        works = [reviews.Work(f"t{n}", f"key {n}", "anna" if n < 3 else f"guest {n}", "", "") for n in range(30)]
        begun = host.server.reviews
        assert (await begun.begin(works[0])) is (await begun.begin(works[0]))
        await begun.begin(works[1])
        assert begun.ahead_of(works[1]) == 1
        with pytest.raises(Refusal, match="try_again"):
            await begun.begin(works[2])  # she has two already
        places = AT_ONCE.reviews_in_line - begun.waiting
        for work in works[3 : 3 + places]:
            await begun.begin(work)
        with pytest.raises(Refusal, match="try_again"):
            await begun.begin(works[3 + places])
        path = await anna.open(me(), me())
        running = await anna.http.post(f"/api/tables/{path}/review")
        assert (running.status_code, running.json()["code"]) == (409, "not_now")  # the game is not over


async def test_a_host_may_have_none(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}", replace(AT_ONCE, reviews_at_once=0)) as host:
        with pytest.raises(Refusal, match="not_now"):
            await host.server.reviews.begin(reviews.Work("t", "key", "anna", "", ""))


async def test_the_newest_review_of_a_table_is_kept(store: Store) -> None:
    await store.add_table(tables.row("t"), tables.batch(1, 1), tables.summary("over"))
    assert await store.review("t", "old") is None
    await store.keep_review("t", "old", b"1")
    await store.keep_review("t", "new", b"2")
    assert (await store.review("t", "old"), await store.review("t", "new")) == (None, b"2")


def test_a_key_tells_what_a_review_depends_on() -> None:
    game, journal = any_game(), Journal({"game": "any"}, [])
    same = key_of(game, journal, 2, {}, 10)
    assert same == key_of(game, Journal({"game": "any"}, []), 2, {}, 10)
    others = [key_of(game, journal, 2, {}, 11), key_of(game, journal, 3, {}, 10)]
    others.append(key_of(game, Journal({"game": "other"}, []), 2, {}, 10))
    assert len({same, *others}) == 4
