"""The workshop over HTTP, and a server whose tables are played with somebody's own figures."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.server import reviews
from kronrat.server.minds import Minds, Question
from kronrat.shelf import list_games, load
from kronrat.workshop import check, figures_of
from tests.profile import FULL
from tests.server import quick_review
from tests.server.client import AT_ONCE, me, play_on, serving
from tests.shelf import ANY

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Figures of a copy that differs from ours."""
    for figure in figures_of(ANY):
        if figure.kind == "number":
            found = check(ANY, {figure.place: str(int(figure.text) + 1)})
            if found.text:
                kept = tmp_path / "mine.toml"
                kept.write_text(found.text, encoding="utf-8")
                return kept
    raise LookupError("no number can be another")


async def test_figures_are_told_and_checked(database: str) -> None:
    async with serving(database) as host, host.browser() as browser:
        for game in list_games() if FULL else [ANY]:
            told = (await browser.http.get(f"/api/workshop/{game}")).json()
            assert len(told) == len(figures_of(game))
            assert told[0]["doubtful"]
            values = {line["place"]: line["text"] for line in told}
            found = (await browser.http.post(f"/api/workshop/{game}", json={"values": values})).json()
            assert (found["problems"], found["changed"], found["confirmed"]) == ([], 0, len(told))
            again = (await browser.http.post(f"/api/workshop/{game}", json={"file": found["text"]})).json()
            assert again["values"] == values
        place = told[0]["place"]
        wrong = (await browser.http.post(f"/api/workshop/{game}", json={"values": {place: "", "x": "1"}})).json()
        assert [(p["place"], p["says"]) for p in wrong["problems"]] == [(place, "length"), ("x", "unknown")]
        foreign = (await browser.http.post(f"/api/workshop/{game}", json={"file": 'game = "halma"'})).json()
        assert foreign["problems"][0]["says"] == "other"


async def test_what_is_no_request_is_refused(database: str) -> None:
    async with serving(database) as host, host.browser() as browser:
        assert (await browser.http.get("/api/workshop/halma")).status_code == 404
        assert (await browser.http.post("/api/workshop/halma", json={})).status_code == 404
        assert (await browser.http.post(f"/api/workshop/{ANY}", content=b"[1]")).status_code == 400
        assert (await browser.http.post(f"/api/workshop/{ANY}", json={"values": {"a": 1}})).status_code == 400
        assert (await browser.http.post(f"/api/workshop/{ANY}", content=b" " * 300_000)).status_code == 413
        stranger = {"origin": "https://elsewhere.example"}
        assert (await browser.http.post(f"/api/workshop/{ANY}", json={}, headers=stranger)).status_code == 403


async def test_reviews_of_a_server_know_the_figures_of_a_file(
    database: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_apart", quick_review.with_its_data)
    async with (
        serving(database, replace(AT_ONCE, figures=(str(file),), review_positions=1)) as host,
        host.browser("Anna") as anna,
    ):
        table = await anna.open(me(), me())
        async with anna.at(table, 0) as first, anna.at(table, 1) as second:
            await play_on(Random(4), first, second)
        path = f"/api/tables/{table}/review"
        await anna.http.post(path)
        while (found := (await anna.get(path)).json())["state"] != "done":
            assert found["state"] in ("waiting", "running")
            await asyncio.sleep(0.05)


async def test_tables_and_bots_of_a_server_play_with_the_figures_of_a_file(database: str, file: Path) -> None:
    async with serving(database, replace(AT_ONCE, figures=(str(file),))) as host:
        game = host.server.games[ANY]
        assert game.data_digest == load(ANY, file).data_digest != load(ANY).data_digest
    minds = Minds(1, (str(file),))
    try:
        state = game.new(2, game.left_alone({}))
        while state.deciding()[0] < 0:
            state.apply(state.deciding()[0], state.sample(Dice(seed_of_text("figures"))))
        seat = state.deciding()[0]
        choice, _ = await minds.think(Question("greedy", "table", state, seat), 60)
        assert choice in state.options(seat)
    finally:
        minds.close()
