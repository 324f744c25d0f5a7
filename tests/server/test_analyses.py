"""Analyses on a server: what they begin with, the board that the rules lay, and those that people keep and share."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

import kronrat
from kronrat.server import sheets, wire
from kronrat.study.puzzle import puzzles_of
from tests.profile import on_sqlite_daily
from tests.server.client import Browser, Host, Plain, bot, me, play_on, serving

pytestmark = pytest.mark.anyio
GAMES = kronrat.list_games()


@pytest.fixture
async def host(store_url: str) -> AsyncIterator[Host]:
    async with serving(store_url) as host:
        yield host


async def begin(browser: Browser, **wish: Any) -> Plain:
    answer = await browser.http.post("/api/analysis", json=wish)
    assert answer.status_code == 200, answer.text
    told: Plain = answer.json()
    return told


def sheet_of(file: Plain, nodes: list[Plain], **more: Any) -> Plain:
    return {"position": file["position"], "nodes": nodes, **more}


class Board:
    """The board of an analysis, as the page uses it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.full: Plain = {}
        self.number = 0

    async def say(self, **command: Any) -> Plain:
        """Send a command; the answer, after which the table is as it says."""
        self.number += 1
        await self.socket.send(json.dumps({"id": str(self.number), **command}))
        told: Plain = json.loads(await self.socket.recv())
        if told["type"] == "placed":
            self.full = json.loads(await self.socket.recv())
        elif told["type"] == "full":
            self.full = told
        return told

    async def choose(self, place: int = 0) -> Plain:
        """Make a choice of whoever is asked; the line of it."""
        question = self.full.get("question")
        if question is None:
            told = await self.say(type="roll")
        else:
            choice = question["options"][place % len(question["options"])]
            told = await self.say(type="play", version=0, seat=self.full["front"], choice=choice)
        assert told["type"] == "placed", told
        node: Plain = told["node"]
        return node


async def board_of(browser: Browser, file: Plain, lines: list[Plain] | None = None) -> Board:
    board = Board(await browser.socket("analysis"))
    told = await board.say(type="lay", position=file["position"], lines=lines or [])
    assert told["type"] == "full", told
    return board


def line_of(node: Plain) -> Plain:
    return {"seat": node["seat"], "choice": node["choice"]}


@on_sqlite_daily
@pytest.mark.parametrize("game", GAMES)
async def test_choices_of_every_seat_and_of_chance_are_tried_and_taken_back(host: Host, game: str) -> None:
    async with host.browser() as nobody:
        file = await begin(nobody, game=game, seats=2)
        board = await board_of(nobody, file)
        nodes = [await board.choose(number) for number in range(25)]
        assert {node["seat"] for node in nodes} >= {0, 1}
        there = board.full
        await board.say(type="lay", lines=[line_of(node) for node in nodes[:7]])
        again = [await board.choose(number) for number in range(7, 25) if nodes[number]["seat"] >= 0][:1]
        assert len(again) == 1
        told = await board.say(type="lay", lines=[line_of(node) for node in nodes])
        assert told["version"] > there["version"]
        assert {**told, "version": 0, "now": 0, "answer_to": "", "front": 0, "question": 0, "log": 0, "view": 0} == {
            **there, "version": 0, "now": 0, "answer_to": "", "front": 0, "question": 0, "log": 0, "view": 0,
            "mine": told["mine"], "undo_seat": told["undo_seat"],
        }  # fmt: skip
        front = await board.say(type="lay", lines=[line_of(node) for node in nodes], front=there["front"])
        assert front["view"] == there["view"]
        await board.socket.close()


@on_sqlite_daily
async def test_chance_is_set_by_hand_among_what_may_come(host: Host) -> None:
    async with host.browser() as nobody:
        for game in GAMES:
            file = await begin(nobody, game=game, seats=2)
            board = await board_of(nobody, file)
            for number in range(30):
                if board.full.get("question") is None:
                    found = await board.say(type="outcomes")
                    if found["outcomes"]:
                        assert len(found["outcomes"]) == len(found["weights"])
                        wanted = found["outcomes"][-1]
                        told = await board.say(type="play", version=0, seat=wanted["seat"], choice=wanted["choice"])
                        assert told["node"]["choice"] == wanted["choice"]
                        assert told["node"].get("events") == wanted.get("events")
                        refused = await board.say(type="play", version=0, seat=-1, choice=["nonsense", 99])
                        assert refused["type"] == "refused"
                        break
                await board.choose(number)
            else:
                pytest.fail(f"chance never had answers that can be listed in {game}")
            await board.socket.close()


@on_sqlite_daily
async def test_what_is_against_the_rules_is_refused_and_changes_nothing(host: Host) -> None:
    async with host.browser() as nobody:
        file = await begin(nobody, game=GAMES[0], seats=2)
        board = await board_of(nobody, file)
        while board.full.get("question") is None:
            await board.choose()
        before = board.full
        told = await board.say(type="play", version=0, seat=before["front"], choice=["dance"])
        assert (told["type"], told["code"]) == ("refused", "rule")
        assert (await board.say(type="roll"))["code"] == "not_now"
        assert (await board.say(type="outcomes"))["code"] == "not_now"
        assert (await board.say(type="lay", lines=[{"seat": 0, "choice": ["dance"]}]))["code"] == "rule"
        assert (await board.say(type="undo", version=0, seat=0))["code"] == "malformed"
        assert (await board.say(type="front", seat=7))["code"] == "malformed"
        assert (await board.say(type="advise", seat=1 - before["front"] if before["front"] < 2 else 0))["code"]
        told = await board.say(type="look")
        assert {**told, "now": 0, "answer_to": ""} == {**before, "now": 0, "answer_to": ""}
        await board.socket.close()


@on_sqlite_daily
async def test_the_strongest_bot_says_what_it_would_do_here(host: Host) -> None:
    async with host.browser() as nobody:
        puzzle = puzzles_of(kronrat.load(GAMES[0]))[0]
        file = await begin(nobody, puzzle=puzzle.id)
        board = await board_of(nobody, file)
        assert board.full["front"] == puzzle.seat
        told = await board.say(type="advise", seat=puzzle.seat)
        assert told["type"] == "judged"
        assert 1 <= len(told["hints"]) <= 3
        options = board.full["question"]["options"]
        assert all(hint["answer"][0] in options for hint in told["hints"])
        await board.socket.close()


@on_sqlite_daily
@pytest.mark.parametrize(
    "first",
    [
        {"type": "look"},
        {"type": "lay"},
        {"type": "lay", "position": {}},
        {"type": "lay", "position": {"game": GAMES[0]}},
        {"type": "lay", "position": {"game": GAMES[0], "seats": 10**9, "fields": [], "stack": None}},
        {"type": "lay", "position": {"game": "nothing"}},
        {"type": "lay", "position": {"game": GAMES[0], "x": "y" * 30_000}},
        "x",
        [],
    ],
)
async def test_whoever_brings_no_position_gets_no_board(host: Host, first: Any) -> None:
    async with host.browser() as nobody:
        socket = await nobody.socket("analysis")
        said = {"id": "1", **first} if isinstance(first, dict) else first
        await socket.send(json.dumps(said))
        assert json.loads(await socket.recv())["type"] == "refused"
        with pytest.raises(ConnectionClosed):
            await socket.recv()


@on_sqlite_daily
async def test_a_damaged_position_is_refused_wherever_it_is_brought(host: Host) -> None:
    async with host.browser("Anna") as anna:
        for game in GAMES:
            file = await begin(anna, game=game, seats=2)
            for position in damaged(file["position"]):
                refused = await anna.http.post("/api/analysis", json={"text": json.dumps(position)})
                assert refused.status_code == 422, (game, refused.text)
                assert refused.json()["detail"]
                kept = await anna.http.post("/api/analyses", json={"sheet": {"position": position}})
                assert kept.status_code == 422
        assert (await anna.get("/api/analyses")).json() == {"analyses": []}


def damaged(position: Plain) -> list[Plain]:
    fields = position["fields"]
    return [
        {**position, "seats": 99},
        {**position, "seats": -1},
        {**position, "rules": 0},
        {**position, "data": "x"},
        {**position, "options": {}},
        {**position, "stack": [["!Nothing"]]},
        {**position, "stack": [[[[]]]]},
        {**position, "fields": {}},
        {**position, "fields": dict.fromkeys(fields)},
        {**position, "fields": {**fields, "players": fields["players"][:1]}},
        {name: value for name, value in position.items() if name != "stack"},
        *[{**position, "fields": {**fields, name: -(10**12)}} for name in fields],
    ]


async def test_an_analysis_is_kept_shared_by_link_changed_and_dropped(host: Host) -> None:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben, host.browser() as nobody:
        file = await begin(anna, game=GAMES[0], seats=3)
        board = await board_of(anna, file)
        nodes = [await board.choose(n) for n in range(4)]
        tree = [{**line_of(node), "parent": n - 1} for n, node in enumerate(nodes)]
        tree[0]["note"] = "Why not?\nBecause."
        sheet = sheet_of(file, tree, title="  A first \n try ", names=["Anna", "Ben", "Cleo"], note="How it began")
        kept = (await anna.http.post("/api/analyses", json={"sheet": sheet})).json()
        assert kept["title"] == "A first try"
        for browser in (anna, ben, nobody):
            told = (await browser.get(f"/api/analyses/{kept['id']}")).json()
            assert told.get("mine", False) is (browser is anna)
            assert [line_of(node) for node in told["nodes"]] == [line_of(node) for node in nodes]
            assert (told["nodes"][0]["note"], told["note"]) == ("Why not?\nBecause.", "How it began")
        copy = (await ben.http.post("/api/analyses", json={"sheet": sheet, "id": kept["id"]})).json()
        assert copy["id"] != kept["id"], "nobody writes over what is another's"
        assert (await ben.http.delete(f"/api/analyses/{kept['id']}")).status_code == 404
        assert (await nobody.http.post("/api/analyses", json={"sheet": sheet})).status_code == 401
        again = {"sheet": {**sheet, "title": "Better", "nodes": tree[:2]}, "id": kept["id"]}
        assert (await anna.http.post("/api/analyses", json=again)).json()["id"] == kept["id"]
        listed = (await anna.get("/api/analyses")).json()["analyses"]
        assert [(one["id"], one["title"]) for one in listed] == [(kept["id"], "Better")]
        assert (await nobody.get("/api/analyses")).json() == {"analyses": []}
        assert [one["id"] for one in (await anna.get("/api/me/data")).json()["analyses"]] == [kept["id"]]
        assert (await anna.http.delete(f"/api/analyses/{kept['id']}")).status_code == 204
        assert (await nobody.get(f"/api/analyses/{kept['id']}")).status_code == 404
        await board.socket.close()


async def test_nobody_keeps_without_end_and_who_is_forgotten_keeps_nothing(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "EACH", 2)
    async with host.browser("Anna") as anna:
        file = await begin(anna, game=GAMES[0], seats=2)
        sheet = {"sheet": sheet_of(file, [])}
        kept = [(await anna.http.post("/api/analyses", json=sheet)).json() for _ in range(2)]
        refused = await anna.http.post("/api/analyses", json=sheet)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert (await anna.http.post("/api/analyses", json={**sheet, "id": kept[0]["id"]})).status_code == 201
        guest = await host.server.hub.store.look_up(lambda c: sheets.find(c, kept[0]["id"]))
        assert guest is not None
        await host.server.hub.store.care(lambda c: sheets.hand_over(c, guest.guest, "somebody else"))
        assert (await anna.get("/api/analyses")).json() == {"analyses": []}
        await host.server.hub.store.care(lambda c: sheets.forget(c, ["somebody else"]))
        assert (await anna.get(f"/api/analyses/{kept[0]['id']}")).status_code == 404


@on_sqlite_daily
async def test_a_file_comes_back_as_it_was(host: Host) -> None:
    async with host.browser() as nobody:
        for game in GAMES:
            file = await begin(nobody, game=game, seats=2)
            board = await board_of(nobody, file)
            nodes = [{**line_of(await board.choose(n)), "parent": n - 1} for n in range(6)]
            await board.say(type="lay", lines=[line_of(node) for node in nodes[:3]])
            other = await board.choose(1)
            if line_of(other) != line_of(nodes[3]):
                nodes.append({**line_of(other), "parent": 2, "note": "or so"})
            sheet = sheet_of(file, nodes, title="Tried", note="; here")
            text = (await nobody.http.post("/api/analysis/text", json=sheet)).text
            again = await begin(nobody, text=text)
            assert (again["title"], again["note"]) == ("Tried", "; here")
            back = sheet_of(again, [{key: node[key] for key in ("seat", "choice", "parent", "note") if key in node}
                                    for node in again["nodes"]], title=again["title"], note=again["note"])  # fmt: skip
            assert (await nobody.http.post("/api/analysis/text", json=back)).text == text
            await board.socket.close()


async def test_a_finished_table_is_begun_with_at_any_moment_and_a_running_one_never(host: Host) -> None:
    async with host.browser("Anna") as anna:
        table = await anna.open(me(), me())
        async with anna.at(table, 0) as first, anna.at(table, 1) as second:
            await play_on(Random(4), first, second)
        text = (await anna.get(f"/api/tables/{table}/journal")).text
        for at in (0, 9):
            file = await begin(anna, table=table, at=at)
            assert file["names"][0] == "Anna"
            assert file == {**await begin(anna, text=text, at=at), "names": file["names"]}
        running = await anna.open(me(), bot())
        refused = await anna.http.post("/api/analysis", json={"table": running, "at": 0})
        assert (refused.status_code, refused.json()["code"]) == (409, "not_now")
        assert (await anna.http.post("/api/analysis", json={"table": "nothing"})).status_code == 404
        assert (await anna.http.post("/api/analysis", json={"puzzle": "nothing"})).status_code == 404
        assert (await anna.http.post("/api/analysis", json={"game": "nothing"})).status_code == 404
        for wish in ({"seats": 99}, {"seats": 2, "options": {"no": "such"}}):
            assert (await anna.http.post("/api/analysis", json={"game": GAMES[0], **wish})).status_code == 400


@on_sqlite_daily
async def test_a_journal_is_begun_with_at_any_moment(host: Host) -> None:
    async with host.browser() as nobody:
        for game in GAMES:
            rules = kronrat.load(game)
            match = kronrat.Match(rules, 2, rules.left_alone({}), seed="an analysis")
            while len(match.journal.lines) < 60:
                seat = next(seat for seat in match.state.deciding() if match.state.options(seat))
                match.play(seat, match.state.options(seat)[0])
            text = match.journal.text()
            told = await begin(nobody, text=text, at=40)
            lines = [[line.seat, list(line.choice)] for line in match.journal.lines]
            assert [[node["seat"], node["choice"]] for node in told["nodes"]] == lines[40:70]
            first = await begin(nobody, text=text)
            assert lines[0][0] == -1
            assert first["nodes"][0]["seat"] >= 0
            late = await nobody.http.post("/api/analysis", json={"text": text, "at": 9_999})
            assert late.status_code == 409


@on_sqlite_daily
@pytest.mark.parametrize(
    "text",
    [
        "a letter",
        "kronrat 1\n",
        "kronrat-analysis 1\n\n",
        "kronrat-analysis 1\nposition []\n\n",
        "kronrat-analysis 1\nposition {}\nposition {}\n\n",
        "kronrat-analysis 1\nposition " + "[" * 10_000 + "\n\n",
        "{" * 10_000,
        '{"game": 7}',
        "\ufeffkronrat-analysis 1\ncolour blue\n\n",
    ],
)
async def test_a_file_that_is_none_is_refused_with_its_line(host: Host, text: str) -> None:
    async with host.browser() as nobody:
        refused = await nobody.http.post("/api/analysis", json={"text": text})
        assert refused.status_code == 422
        assert refused.json()["line"] >= 1


@on_sqlite_daily
async def test_trees_that_are_none_and_choices_against_the_rules_are_refused(host: Host) -> None:
    async with host.browser("Anna") as anna:
        file = await begin(anna, game=GAMES[0], seats=2)
        board = await board_of(anna, file)
        node = line_of(await board.choose())
        for nodes in (
            [{**node, "parent": 0}],
            [{**node, "parent": 5}],
            [{**node, "parent": -2}],
            [{"seat": 0, "choice": ["dance"]}],
            [{"seat": 10**30, "choice": []}],
            [{**node, "note": "x" * 2_000}],
            [{**node}] * 2_000,
        ):
            refused = await anna.http.post("/api/analyses", json={"sheet": sheet_of(file, nodes)})
            assert refused.status_code in (400, 413, 422), refused.text
        await board.socket.close()


def test_messages_say_what_they_are_for() -> None:
    for kind in (wire.Lay, wire.Roll, wire.Outcomes, wire.Placed, wire.MayCome, wire.AnalysisFile):
        assert kind.__doc__


@pytest.mark.parametrize("game", GAMES)
async def test_a_position_is_set_up_by_hand_and_played_on(host: Host, game: str) -> None:
    async with host.browser() as nobody:
        file = await begin(nobody, game=game, seats=2)
        board = await board_of(nobody, file)
        found = await board.say(type="put")
        assert found["type"] == "pieces"
        assert found["by_lot"] is True
        board.full = json.loads(await board.socket.recv())
        piece = next(one for one in found["pieces"] if one["kind"] == "number" and one.get("seat") == 1)
        wanted = piece["value"] + (1 if piece["value"] < piece["most"] else -1)
        told = await board.say(type="put", piece=piece["id"], seat=1, value=wanted)
        board.full = json.loads(await board.socket.recv())
        assert told["position"] != found["position"]
        assert {**piece, "value": wanted} in told["pieces"]
        for id, value in ((piece["id"], piece["most"] + 1), (piece["id"], "x"), ("nothing", 1)):
            refused = await board.say(type="put", piece=id, seat=1, value=value)
            assert (refused["type"], refused["says"]) == ("refused", "web.pieces.misfit")
        assert told["changed"] is True
        for again in ({}, {"piece": piece["id"], "seat": 1, "value": wanted}):
            same = await board.say(type="put", **again)
            assert {**same, "id": "", "changed": True} == {**told, "id": ""}
            assert "changed" not in same
        nodes = [await board.choose(number) for number in range(5)]
        lines = [line_of(node) for node in nodes]
        other = await board_of(nobody, {"position": told["position"]}, lines)
        await other.say(type="lay", lines=lines, front=board.full["front"])
        assert other.full["view"]["players"] == board.full["view"]["players"]
        for one in (board, other):
            await one.socket.close()
