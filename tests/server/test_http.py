"""Everything over HTTP: guests, pages, lists, journals handed in, and what a browser is told to do with it."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random

import httpx
import pytest
from starlette.datastructures import Address
from websockets.exceptions import ConnectionClosed, InvalidStatus

import kronrat
from kronrat.arena.record import record
from kronrat.bots import DEFAULT, list_bots
from kronrat.box import box_of
from kronrat.core.events import Event
from kronrat.core.journal import Journal, Line
from kronrat.core.match import Match
from kronrat.rulebook import rules_of, rulings_of
from kronrat.server import accounts, packing, pulse, reception, study, wire
from kronrat.server.guard import HEADERS, KnownHost, from_our_page
from kronrat.server.limits import Bucket, Buckets, client_of
from kronrat.server.pages import PATHS, WEB, without_comments
from kronrat.server.people import COOKIE, KNOWN_MS, SAFE_COOKIE
from kronrat.server.settings import Settings
from kronrat.server.store import Store, StoreUnavailable
from kronrat.server.study import JOURNAL_BYTES
from kronrat.words import Words
from tests.profile import on_sqlite_daily
from tests.server.by_hand import HandClock, until
from tests.server.client import (
    AT_ONCE,
    FREE,
    INVITED,
    PATIENCE_S,
    Browser,
    Host,
    Plain,
    bot,
    level,
    me,
    nonce,
    play_on,
    serving,
)
from tests.shelf import ANY, any_game, other_options, table_seed

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady")]

GAME = any_game()


@pytest.fixture
async def host(database: str) -> AsyncIterator[Host]:
    async with serving(database) as host:
        yield host


@pytest.fixture
async def anna(host: Host) -> AsyncIterator[Browser]:
    async with host.browser("Anna") as anna:
        yield anna


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# -- guests ----------------------------------------------------------------------------------------------------------


async def test_a_guest_is_the_same_person_when_coming_back(host: Host) -> None:
    async with host.browser() as browser:
        assert (await browser.get("/api/me")).json() == {}
        assert (await browser.http.post("/api/me", json={"name": "  Anna\u200b "})).json() == {"name": "Anna"}
        table = await browser.open(me(), FREE)
        token = browser.token
    async with host.browser(token=token) as again:
        assert (await again.get("/api/me")).json() == {"name": "Anna"}
        assert [line["id"] for line in (await again.get("/api/tables")).json()["mine"]] == [table]
        await again.http.post("/api/me", json={"name": "Anne"})
        assert again.token == token
        async with again.at(table) as player:
            assert player.mine == [0]
            assert player.info["seats"][0]["name"] == "Anna"  # as the seat was called
    async with host.browser(token=token) as later:
        assert (await later.get("/api/me")).json() == {"name": "Anne"}


async def test_a_guest_outlives_the_server(database: str) -> None:
    async with serving(database) as host, host.browser("Anna") as anna:
        table, token = await anna.open(me(), FREE), anna.token
    async with serving(database) as host, host.browser(token=token) as again, again.at(table) as player:
        assert player.mine == [0]


@pytest.mark.parametrize(("public_url", "secure"), [("", False), ("https://kronrat.example", True)])
async def test_the_cookie_has_the_right_flags(database: str, public_url: str, secure: bool) -> None:
    async with serving(database, Settings(public_url=public_url)) as host, host.browser() as browser:
        answer = await browser.http.post("/api/me", json={"name": "Anna"})
        cookie = SimpleCookie(answer.headers["set-cookie"])[SAFE_COOKIE if secure else COOKIE]
        assert cookie["httponly"]
        assert cookie["samesite"] == "lax"
        assert cookie["path"] == "/"
        assert int(cookie["max-age"]) > 365 * 24 * 3_600
        assert bool(cookie["secure"]) is secure
        assert len(cookie.value) >= 43  # 256 bits
        assert ("strict-transport-security" in answer.headers) is secure


async def test_an_invented_token_is_nobody(host: Host, anna: Browser) -> None:
    guest = await host.server.people.find(anna.token)
    assert guest is not None
    for token in ("", "x", "x" * 43, "x" * 5_000, guest.id, anna.token[:-1], "'; DROP TABLE guests; --aaaaaaaaa"):
        async with httpx.AsyncClient(base_url=host.url, headers={"cookie": f"{COOKIE}={token}"}) as http:
            assert (await http.get("/api/me")).json() == {}


async def test_a_guest_needs_a_name(host: Host) -> None:
    async with host.browser() as browser:
        for name in ("", "   ", "\u200b", "\u202e\n"):
            assert code_of(await browser.http.post("/api/me", json={"name": name})) == (401, "needs_name")
        assert browser.token == ""
        wish = {"game": ANY, "seats": [me(), FREE]}
        assert code_of(await browser.http.post("/api/tables", json=wish)) == (401, "needs_name")


async def test_ids_cannot_be_guessed(host: Host, anna: Browser) -> None:
    tables = [await anna.open(me(), INVITED) for _ in range(5)]
    assert len(set(tables)) == 5
    async with anna.at(tables[0]) as player:
        for id in (*tables, player.full["invites"]["1"]):
            assert re.fullmatch(r"[A-Za-z0-9_-]{16}", id)  # 96 bits


# -- from which page -------------------------------------------------------------------------------------------------

FOREIGN = [
    None, "", "null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "http://[", "file://", "*",
]  # fmt: skip
CHANGING = ["/api/me", "/api/tables", "/api/tables/x/rematch", "/api/replay", "/api/verify"]


async def test_other_pages_can_change_nothing(host: Host, anna: Browser) -> None:
    table = await anna.open(me(), FREE)
    async with httpx.AsyncClient(base_url=host.url, cookies={COOKIE: anna.token}) as http:
        for origin in FOREIGN:
            headers = {} if origin is None else {"origin": origin}
            for path in CHANGING:
                answer = await http.post(path, json={"name": "Eve"}, headers=headers)
                assert code_of(answer) == (403, "foreign_page"), (path, origin)
            with pytest.raises(InvalidStatus) as refused:
                await anna.socket(table, origin=origin)
            assert refused.value.response.status_code == 403, origin


def test_a_public_address_is_the_only_origin() -> None:
    public = "https://kronrat.example/"
    assert from_our_page({"origin": "https://kronrat.example", "host": "inside:8080"}, public)
    for origin in ("http://kronrat.example", "https://kronrat.example.evil", "http://inside:8080", "null", ""):
        assert not from_our_page({"origin": origin, "host": "inside:8080"}, public)
    assert from_our_page({"origin": "http://[::1]:8080", "host": "[::1]:8080"}, "")
    assert not from_our_page({"origin": "http://"}, "")


async def test_a_guest_of_former_times_gets_the_safe_cookie(database: str) -> None:
    async with serving(database, Settings(public_url="https://kronrat.example")) as host:
        guest, token = await host.server.people.welcome("Anna")
        async with httpx.AsyncClient(base_url=host.url, headers={"cookie": f"{COOKIE}={token}"}) as http:
            assert (await http.get("/api/tables")).json()["mine"] == []  # elsewhere only the safe one counts
            answer = await http.get("/api/me")
            assert answer.json() == {"name": guest.name}
            given = [SimpleCookie(line) for line in answer.headers.get_list("set-cookie")]
            assert given[0][SAFE_COOKIE].value == token
            assert given[1][COOKIE]["max-age"] == "0"


async def test_a_token_can_be_revoked(host: Host, anna: Browser) -> None:
    stolen = anna.token
    async with host.browser(token=stolen) as thief:
        assert (await thief.get("/api/me")).json() == {"name": "Anna"}
        assert (await anna.http.delete("/api/me")).json() == {}
        assert (await thief.get("/api/me")).json() == {}
    assert anna.token == ""
    assert (await anna.get("/api/me")).json() == {}


async def test_a_token_that_was_revoked_elsewhere_is_not_believed_for_long(database: str) -> None:
    clock = HandClock()
    async with serving(database, clock=clock) as host, host.browser("Anna") as anna:
        guest = await host.server.people.find(anna.token)
        assert guest is not None
        gone = partial(accounts.sign_out, guest=guest.id, at=0, token_hash=accounts.hashed(anna.token))
        assert await host.server.hub.store.care(gone)
        clock.forward(KNOWN_MS)
        assert (await anna.get("/api/me")).json() == {}


@pytest.mark.parametrize("host_name", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "xn--locahost-x"])
async def test_a_foreign_name_that_leads_here_is_not_answered(host: Host, anna: Browser, host_name: str) -> None:
    """Its page would have the same origin as ours."""
    headers = {"host": host_name, "origin": f"http://{host_name}"}
    for path in ("/", "/api/me", "/static/ui.css"):
        assert (await anna.http.get(path, headers=headers)).status_code == 421
    assert (await anna.http.post("/api/me", json={"name": "Eve"}, headers=headers)).status_code == 421


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("127.0.0.1:8080", True), ("[::1]:8080", True), ("192.168.1.5", True), ("localhost:8080", True),
        ("kronrat.localhost", True), (f"{socket.gethostname()}:80", True), ("games.home", True), ("", True),
        ("evil.example", False), ("localhost.evil.example", False), ("ümlaut", False),
    ],
)  # fmt: skip
def test_the_names_of_this_machine(name: str, known: bool) -> None:
    async def nothing(*_: object) -> None:
        """Nobody asks."""

    assert KnownHost(nothing, Settings(hosts=("games.home",))).knows(name) is known


async def test_with_a_public_address_the_name_is_the_proxys_affair(database: str) -> None:
    settings = replace(AT_ONCE, public_url="https://kronrat.example")
    async with serving(database, settings) as host, host.browser() as browser:
        assert (await browser.http.get("/", headers={"host": "backend"})).status_code == 200


@on_sqlite_daily
async def test_what_cannot_be_an_id_is_not_looked_for(store_url: str) -> None:
    async with serving(store_url) as host, host.browser("Anna") as anna:
        for id in ("%00", "a%00b", "%ff", "x" * 65, "é"):
            assert code_of(await anna.get(f"/api/tables/{id}/log")) == (404, "unknown_table")
        wish = {"game": ANY, "seats": [me(), FREE], "seal": "\0"}
        assert code_of(await anna.http.post("/api/tables", json=wish)) == (409, "unknown_seal")


# -- pages and files -------------------------------------------------------------------------------------------------


async def test_every_page_is_the_shell(anna: Browser) -> None:
    shell = (WEB / "index.html").read_text(encoding="utf-8")
    for path in PATHS:
        answer = await anna.get(path.replace("{table}", "x").replace("{game}", ANY))
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.text == shell


async def test_pages_need_no_inline_script(anna: Browser) -> None:
    for path in ("/", "/credits?lang=de", "/credits?lang=en"):
        answer = await anna.get(path)
        assert answer.status_code == 200
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=|javascript:", answer.text), path
        assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text), path


async def test_every_answer_carries_the_safe_headers(anna: Browser) -> None:
    for path in ("/", "/static/app.js", "/api/me", "/api/tables/x/log", "/nowhere", "/static/nowhere.js", "/credits"):
        answer = await anna.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert part in policy


async def test_static_files_are_served_and_nothing_else(anna: Browser) -> None:
    served = [path for path in WEB.rglob("*") if path.is_file()]
    for path in Random(1).sample(served, 12):
        answer = await anna.get(f"/static/{path.relative_to(WEB).as_posix()}")
        assert answer.status_code == 200, path
        ours = path.suffix in (".js", ".css") and "vendor" not in path.parts
        assert answer.content == (without_comments(path, 0.0).encode() if ours else path.read_bytes())
    for outside in ("../server/app.py", "%2e%2e/server/app.py", "..%2fserver/app.py", "%00", "", "fonts"):
        assert (await anna.get(f"/static/{outside}")).status_code == 404, outside


async def test_what_many_ask_for_is_packed_once_and_beside_the_loop(
    anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, loop = list[bytes](), threading.get_ident()
    pack = packing.pack

    def counted(body: bytes) -> bytes:
        assert threading.get_ident() != loop
        packed.append(body)
        return pack(body)

    monkeypatch.setattr(packing, "pack", counted)
    for path in ("/static/ui.css", f"/api/rules/{ANY}?lang=de", "/api/words/de", f"/games/{ANY}/index.js"):
        packed.clear()
        answers = await asyncio.gather(*[anna.get(path) for _ in range(4)], *[anna.get(path) for _ in range(4)])
        assert len(packed) == 1, path
        assert {answer.headers["content-encoding"] for answer in answers} == {"gzip"}
        plain = await anna.http.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert {answer.content for answer in answers} == {plain.content} == {packed[0]}


async def test_an_address_that_asks_for_too_much_waits(database: str) -> None:
    async with serving(database, replace(AT_ONCE, look_burst=3, look_rate=0.0)) as host, host.browser() as browser:
        answers = [await browser.get("/static/ui.css") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json() == {"code": "too_fast"}
        with pytest.raises(InvalidStatus):
            await browser.socket("t")


async def test_a_client_that_is_cut_off_does_not_come_back_for_ever(database: str) -> None:
    async with serving(database, replace(AT_ONCE, join_burst=2, join_rate=0.0)) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), FREE)
        for _ in range(2):
            async with anna.at(table):
                pass
        with pytest.raises(InvalidStatus):
            await anna.socket(table)
        assert (await anna.get("/api/tables")).status_code == 200


async def test_journals_of_strangers_are_read_beside_the_loop(anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, read = list[int](), study.read_journal

    def reading(body: bytes) -> Journal:
        threads.append(threading.get_ident())
        return read(body)

    monkeypatch.setattr(study, "read_journal", reading)
    for path in ("/api/replay", "/api/verify"):
        assert (await anna.http.post(path, content=b"nonsense")).status_code == 422
    assert len(threads) == 2
    assert threading.get_ident() not in threads


async def test_what_pages_ask_for(anna: Browser) -> None:
    for path in ("/api/games", f"/api/games/{ANY}", f"/api/words/de/{ANY}", f"/api/rules/{ANY}"):
        answer = await anna.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert answer.json()


async def test_every_game_says_what_is_printed_on_its_box(anna: Browser) -> None:
    """And proposes a first table that can be opened, with bots that there are."""
    for line in (await anna.get("/api/games")).json():
        game = kronrat.load(line["id"])
        assert 0 < line["minutes"][0] <= line["minutes"][1]
        assert line["weight"] in (1, 2, 3)
        drawn = "".join([(folder / "sprite.svg").read_text(encoding="utf-8") for folder in (box_of(game.id).web, WEB)])
        assert all([f'id="{icon}"' in drawn for icon in line["round"]])
        words = Words("de", game.id)
        assert all([words.say(f"box.round.{n}") for n, _ in enumerate(line["round"], 1)])
        assert 1 + len(line["first"]["bots"]) in game.seat_counts
        assert set(line["first"]["bots"]) <= set(list_bots())
        game.settle_options(line["first"]["options"])


async def test_rules_are_told_in_the_language_that_is_asked_for(anna: Browser) -> None:
    for wanted, lang in {"": "en", "?lang=en": "en", "?lang=de": "de"}.items():
        told = (await anna.get(f"/api/rules/{ANY}{wanted}")).json()
        book, rulings = rules_of(ANY, lang), rulings_of(ANY)
        told, decided = told[: len(book)], told[len(book) :]
        assert [(rule["id"], rule["chapter"]) for rule in told] == [(rule.id, rule.chapter) for rule in book]
        assert {rule["lang"] for rule in told} == {lang}
        assert [ruling["id"] for ruling in decided] == [ruling.id for ruling in rulings]


@pytest.mark.parametrize("game", kronrat.list_games())
def test_every_ruling_leads_to_rules_and_back(game: str) -> None:
    told = {rule.id: rule for rule in study.rule_texts(kronrat.load(game))}
    rulings = rulings_of(game)
    assert len({ruling.id for ruling in rulings}) == len(rulings) > 10
    assert [ruling.title for ruling in rulings if not ruling.rules] == []
    for ruling in rulings:
        assert [rule for rule in ruling.rules if rule not in told] == [], ruling.title
        assert all([ruling.id in told[rule].see for rule in ruling.rules]), ruling.title


async def test_rules_in_a_language_that_nobody_speaks(anna: Browser) -> None:
    assert code_of(await anna.get(f"/api/rules/{ANY}?lang=tlh")) == (404, "http")


async def test_a_bot_without_a_word_is_called_by_its_name(anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kronrat.server.bookshelf.list_bots", lambda: (*list_bots(), "hoarder"))
    said = (await anna.get("/api/words/en")).json()["messages"]
    assert said["bot.hoarder"] == "Hoarder"
    assert said[f"bot.{DEFAULT}"] != DEFAULT.capitalize(), "our own have words"


async def test_what_is_not_there(anna: Browser) -> None:
    for path in (
        "/api/games/chess", "/api/words/tlh", "/api/words/de/chess", f"/api/words/de/{ANY}/" + "x" * 100,
        "/api/rules/chess", "/api/nothing", "/nowhere", "/static/nowhere.js",
    ):  # fmt: skip
        assert code_of(await anna.get(path)) == (404, "http"), path
    assert (await anna.get(f"/api/games/{ANY}?" + "x" * 1_000)).status_code == 200


async def test_a_person_at_an_unknown_address_gets_our_page(anna: Browser) -> None:
    answer = await anna.http.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert answer.status_code == 404
    assert answer.text == (await anna.get("/")).text


async def test_methods_are_as_they_should_be(anna: Browser) -> None:
    for path in CHANGING[2:]:
        assert (await anna.get(path)).status_code == 405
    assert (await anna.http.delete("/api/tables")).status_code == 405


async def test_health_and_metrics(tmp_path: Path) -> None:
    settings = replace(AT_ONCE, metrics_token="secret")
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}", settings) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        async with anna.at(table) as player:
            await play_on(Random(2), player, choices=1)
            await player.ask("play", version=0, seat=0, choice=[])
            assert (await anna.get("/healthz")).json() == {"ok": True}
            assert (await anna.get("/metrics")).status_code == 404
            answer = await anna.http.get("/metrics", headers={"authorization": "Bearer secret"})
    told = [line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#")]
    numbers = {name: float(value) for name, value in told}
    assert numbers["kronrat_choices_total"] == 1
    assert numbers["kronrat_tables"] == 1
    assert numbers["kronrat_connections"] == 1
    assert numbers["kronrat_transactions"] >= 1
    assert sum([number for name, number in numbers.items() if name.startswith("kronrat_refused_total{code=")]) == 1
    for measured in ("command", "append", "loop_lag", "collection"):
        assert f"kronrat_{measured}_seconds_count" in numbers
    assert numbers["kronrat_append_seconds_count"] >= 1
    assert numbers["kronrat_command_seconds_count"] >= 2
    assert numbers['kronrat_request_seconds_count{status="2xx"}'] >= 1
    assert "process_cpu_seconds_total" in numbers
    assert {line.split()[2] for line in answer.text.splitlines() if line.startswith("# TYPE")} >= {
        "kronrat_choices_total",
        "kronrat_tables",
    }


async def test_lists_of_tables_are_not_asked_for_too_often(tmp_path: Path) -> None:
    settings = replace(AT_ONCE, list_burst=3, list_rate=0)
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}", settings) as host, host.browser("Anna") as anna:
        assert [(await anna.get("/api/tables")).status_code for _ in range(5)] == [200, 200, 200, 429, 429]
        assert (await anna.get("/api/me")).status_code == 200


async def test_metrics_have_no_address_without_a_token(anna: Browser) -> None:
    for shown in ("", "Bearer", "Bearer x"):
        assert (await anna.http.get("/metrics", headers={"authorization": shown})).status_code == 404


async def test_health_means_that_what_is_played_can_be_kept(
    host: Host, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "BEAT_S", 0.0)
    await until(lambda: host.server.hub.ready)
    assert [(await anna.get(path)).status_code for path in ("/healthz", "/readyz")] == [200, 200]

    async def full(work: object) -> None:
        raise StoreUnavailable("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(host.server.hub.store, "_write", full)  # reading is still possible
        assert [(await anna.get(path)).status_code for path in ("/healthz", "/readyz")] == [503, 503]
    host.server.hub.ready = False  # it has not looked for tables yet
    assert [(await anna.get(path)).status_code for path in ("/healthz", "/readyz")] == [200, 503]


async def test_many_who_ask_for_the_health_write_once(
    host: Host, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "BEAT_S", 3_600.0)
    host.server.pulse._next_beat, beats, beat = 0.0, [], Store.beat

    async def counted(store: Store, at: int) -> None:
        beats.append(at)
        await beat(store, at)

    monkeypatch.setattr(Store, "beat", counted)
    assert {(await anna.get("/healthz")).status_code for _ in range(5)} == {200}
    assert len(beats) == 1


# -- opening tables --------------------------------------------------------------------------------------------------


IMPOSSIBLE: list[Plain] = [
    {"game": "chess"},
    {"seats": []},
    {"seats": [me()]},
    {"seats": [me()] * 6},
    {"seats": [bot(), bot()]},
    {"seats": [me(), bot("cheater")]},
    {"seats": [{"kind": "me"}, FREE]},
    {"seats": [{"kind": "me", "nonce": "x" * 32}, FREE]},
    {"options": dict.fromkeys(other_options(), "3e")},
    {"options": {"colour": "red"}},
    {"limit_s": -1},
    {"limit_s": 10**9},
]


async def test_tables_that_cannot_be(anna: Browser) -> None:
    for wish in IMPOSSIBLE:
        answer = await anna.http.post("/api/tables", json={"game": ANY, "seats": [me(), FREE], **wish})
        assert code_of(answer) == (400, "malformed"), wish
    assert (await anna.get("/api/tables")).json()["mine"] == []


async def test_bodies_that_cannot_be_read(anna: Browser) -> None:
    for body in (
        b"", b"{", b"null", b"\xff", b"[" * 5_000, b'{"game":"%b"}', b'{"game":"%b","seats":{}}',
        b'{"game":"%b","seats":[],"pace":"blitz"}', b'{"game":"%b","seats":[],"secret":"00"}',
        b'{"game":"\\ud800","seats":[]}',
    ):  # fmt: skip
        for path in ("/api/tables", "/api/me"):
            sent = body.replace(b"%b", ANY.encode())
            assert code_of(await anna.http.post(path, content=sent)) == (400, "http"), sent


async def test_bodies_that_are_too_long(anna: Browser) -> None:
    long = b" " * (wire.MESSAGE_BYTES + 1)
    assert code_of(await anna.http.post("/api/me", content=long)) == (413, "too_long")
    assert code_of(await anna.http.post("/api/verify", content=b" " * (JOURNAL_BYTES + 2))) == (413, "too_long")


async def test_one_guest_has_so_many_tables(database: str) -> None:
    async with serving(database, replace(AT_ONCE, tables_per_guest=3)) as host, host.browser("Anna") as anna:
        for _ in range(3):
            await anna.open(me(), FREE)
        wish = {"game": ANY, "seats": [me(), FREE]}
        assert code_of(await anna.http.post("/api/tables", json=wish)) == (429, "too_many_tables")
        async with host.browser("Ben") as ben:
            await ben.open(me(), FREE)


async def test_a_table_that_was_left_does_not_count(database: str) -> None:
    async with serving(database, replace(AT_ONCE, tables_per_guest=2)) as host, host.browser("Anna") as anna:
        for _ in range(5):
            table = await anna.open(me(), bot())
            async with anna.at(table) as player:
                assert (await player.ask("rise", seat=0))["type"] == "done"
        assert (await anna.get("/api/tables")).json()["mine"] == []


async def test_one_address_has_so_many_requests(database: str) -> None:
    async with (
        serving(database, replace(AT_ONCE, request_burst=3, request_rate=0.0)) as host,
        host.browser() as browser,
    ):
        answers = [await browser.http.post("/api/me", json={"name": "Anna"}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert code_of(answers[-1]) == (429, "too_fast")


def test_buckets_of_clients_that_have_gone_are_forgotten() -> None:
    buckets = Buckets(lambda: Bucket(2, 1e9), most=3)
    assert all(buckets.take(f"client {number}") for number in range(100))
    assert len(buckets._buckets) <= 3


def test_newcomers_push_out_the_least_recent() -> None:
    buckets = Buckets(lambda: Bucket(1, 0.0), most=3)
    assert [buckets.take(client) for client in ("a", "b", "c", "a", "d", "e")] == [True, True, True, False, True, True]
    assert not any(buckets.take(client) for client in ("a", "d", "e")), "whoever keeps asking is known"


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("socket", "socket"),
    ],
)
def test_what_counts_as_one_client(address: str, client: str) -> None:
    assert client_of(Address(address, 80)) == client
    assert client_of(None) == ""


async def test_connections_that_come_at_once_are_counted_at_once(database: str) -> None:
    async with (
        serving(database, replace(AT_ONCE, connections_per_address=5)) as host,
        host.browser("Anna") as anna,
    ):
        table = await anna.open(me(), bot())
        answers = await asyncio.gather(*[anna.socket(table) for _ in range(20)], return_exceptions=True)
        open_ones = [answer for answer in answers if not isinstance(answer, BaseException)]
        assert len(open_ones) == 5
        for socket in open_ones:
            await socket.close()
        await until(lambda: host.server.connections.total() == 0)
        (await anna.socket(table)).transport.abort()
        for _ in range(5):
            with pytest.raises(ConnectionClosed):
                await (await anna.socket("unknown")).recv()
        await until(lambda: host.server.connections.total() == 0)


# -- beside the tables -----------------------------------------------------------------------------------------------


async def test_long_games_are_played_through_beside_the_tables(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither opening a table nor sending its whole log holds up the others."""
    async with serving(database) as host, host.browser("Anna") as anna:
        token, table = anna.token, await anna.open(me(), me())
        async with anna.at(table, 0) as first, anna.at(table, 1) as second:
            await play_on(Random(7), first, second, choices=40)
    followed, follow = list[str](), Match.follow

    def noted(match: Match, line: Line) -> list[Event]:
        followed.append(threading.current_thread().name)
        return follow(match, line)

    monkeypatch.setattr(Match, "follow", noted)
    async with serving(database) as host, host.browser(token=token) as anna:
        live = await host.live(table)
        assert live.table.match is not None
        lines = len(live.table.match.journal.lines)
        assert len((await anna.get(f"/api/tables/{table}/log")).json()) == lines
        assert len(followed) == 2 * lines
        assert threading.main_thread().name not in followed


async def test_few_journals_are_studied_at_once(host: Host, anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = record(GAME, 2, ["random"], {}, table_seed()).journal.text()
    busy, most, may_end = [0], [0], threading.Event()

    def slow(*_: object) -> wire.Verified:
        busy[0] += 1
        most[0] = max(busy[0], most[0])
        may_end.wait(PATIENCE_S)
        busy[0] -= 1
        return wire.Verified(ok=True, checked=1)

    monkeypatch.setattr(study, "verified", slow)
    asked = [
        asyncio.create_task(anna.http.post("/api/verify", content=journal)) for _ in range(reception.STUDIES_IN_LINE)
    ]
    await until(lambda: host.server.reception.studies == reception.STUDIES_IN_LINE)
    assert code_of(await anna.http.post("/api/verify", content=journal)) == (503, "try_again")
    assert code_of(await anna.http.post("/api/replay", content=journal)) == (503, "try_again")
    may_end.set()
    assert [(await answer).status_code for answer in asked] == [200] * reception.STUDIES_IN_LINE
    assert most[0] == reception.STUDIES_AT_ONCE
    assert (await anna.http.post("/api/verify", content=journal)).status_code == 200


# -- the dice of a table ---------------------------------------------------------------------------------------------


async def seal_of(browser: Browser) -> tuple[str, str]:
    answer = await browser.http.post("/api/seals")
    assert answer.status_code == 201
    return answer.json()["seal"], answer.json()["commitment"]


async def test_the_secret_is_drawn_before_the_first_nonce_is_sent(host: Host, anna: Browser) -> None:
    seal, promised = await seal_of(anna)
    wish = {"game": ANY, "seats": [me(), bot()], "seal": seal}
    opened = (await anna.http.post("/api/tables", json=wish)).json()
    assert opened["commitment"] == promised
    async with anna.at(opened["table"]) as player:
        assert player.info["commitment"] == promised
        await play_on(Random(6), player)
        assert sha256(bytes.fromhex(player.info["secret"])).hexdigest() == promised
        seal, promised = await seal_of(anna)
        again = {"nonces": [nonce(2)], "seal": seal}
        rematch = (await anna.http.post(f"/api/tables/{opened['table']}/rematch", json=again)).json()
        assert rematch["commitment"] == promised
        assert (await anna.http.post(f"/api/tables/{opened['table']}/rematch", json=again)).json() == rematch
    async with anna.at(rematch["table"]) as player:
        assert player.info["commitment"] == promised


async def test_every_seal_has_a_secret_of_its_own(host: Host, anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    seals = [await seal_of(anna) for _ in range(3)]
    assert len({commitment for _, commitment in seals}) == len({seal for seal, _ in seals}) == 3


async def test_a_seal_is_good_for_one_table_of_its_guest(host: Host, anna: Browser) -> None:
    seal, _ = await seal_of(anna)
    wish = {"game": ANY, "seats": [me(), bot()], "seal": seal}
    async with host.browser("Eve") as eve, host.browser() as nobody:
        assert code_of(await nobody.http.post("/api/seals")) == (401, "needs_name")
        assert code_of(await eve.http.post("/api/tables", json=wish)) == (409, "unknown_seal")
    assert code_of(await anna.http.post("/api/tables", json={**wish, "game": "chess"})) == (400, "malformed")
    assert (await anna.http.post("/api/tables", json=wish)).status_code == 201, "what was refused has not used it up"
    assert code_of(await anna.http.post("/api/tables", json=wish)) == (409, "unknown_seal")
    assert len((await anna.get("/api/tables")).json()["mine"]) == 1


async def test_a_program_may_leave_the_secret_to_the_server(host: Host, anna: Browser) -> None:
    wish = {"game": ANY, "seats": [me(), bot()]}
    opened = (await anna.http.post("/api/tables", json=wish)).json()
    async with anna.at(opened["table"]) as player:
        assert player.info["commitment"] == opened["commitment"]


# -- the lobby -------------------------------------------------------------------------------------------------------


async def test_lists_of_tables(host: Host, anna: Browser) -> None:
    shown = await anna.open(me(), FREE)
    hidden = await anna.open(me(), FREE, listed=False)
    playing = await anna.open(me(), bot())
    private = await anna.open(me(), bot(), listed=False)
    async with host.browser("Ben") as ben, anna.at(playing) as player:
        await player.until(lambda message: player.question) if not player.question else None
        mine = {line["id"]: line for line in (await anna.get("/api/tables")).json()["mine"]}
        assert set(mine) == {shown, hidden, playing, private}
        assert mine[playing]["my_turn"]
        assert mine[playing]["stage"] == "playing"
        assert mine[playing]["caption"]["year"] == 1
        assert not mine[shown]["my_turn"]
        lobby = (await ben.get("/api/tables")).json()
        assert lobby["mine"] == []
        assert [line["id"] for line in lobby["open"]] == [shown]
        assert [line["id"] for line in lobby["running"]] == [playing]
        assert (await anna.get("/api/tables")).json()["open"] == []


async def test_names_travel_as_plain_data(host: Host) -> None:
    name = "<b onclick=x>&\"'"
    async with host.browser(name) as eve:
        table = await eve.open(me(), FREE)
        listed = await eve.get("/api/tables")
        assert listed.headers["content-type"] == "application/json"
        assert listed.json()["mine"][0]["seats"][0]["name"] == name
        async with eve.at(table) as player:
            assert player.info["seats"][0]["name"] == name
        assert name not in (await eve.get(f"/t/{table}")).text


# -- journals --------------------------------------------------------------------------------------------------------


async def test_unknown_tables(anna: Browser) -> None:
    for what in ("log", "journal", "replay"):
        assert code_of(await anna.get(f"/api/tables/nowhere/{what}")) == (404, "unknown_table")
    answer = await anna.http.post("/api/tables/nowhere/rematch", json={"nonces": []})
    assert code_of(answer) == (404, "unknown_table")


async def test_a_running_game_is_told_to_each_seat_as_it_may_know_it(host: Host, anna: Browser) -> None:
    async with host.browser("Ben") as ben, host.browser() as stranger:
        table = await anna.open(me(), FREE)
        path = f"/api/tables/{table}"
        assert code_of(await anna.get(f"{path}/journal")) == (409, "not_now")
        assert (await anna.get(f"{path}/log")).json() == []
        async with anna.at(table) as first, ben.at(table) as second:
            await second.ask("sit", seat=1, nonce=nonce(1))
            await level(first, second)
            await play_on(Random(3), first, second, choices=30)
        assert code_of(await anna.get(f"{path}/replay")) == (409, "not_now")
        for what in ("journal", "log"):
            assert code_of(await ben.get(f"{path}/{what}?seat=0")) == (403, "not_yours")
            assert code_of(await stranger.get(f"{path}/{what}?seat=1")) == (403, "not_yours")
            for seat in ("9", "-1", "x", "٣", "1" * 50):
                assert code_of(await anna.get(f"{path}/{what}?seat={seat}")) == (400, "malformed")
            mine, named, watched = [await anna.get(f"{path}/{what}{seat}") for seat in ("", "?seat=0", "?seat=watch")]
            assert mine.text == named.text
            assert watched.text == (await stranger.get(f"{path}/{what}")).text
        journal = (await stranger.get(f"{path}/journal")).text
        assert "* hidden" in journal  # the enemies
        assert "secret" not in journal
        handed_in = await anna.http.post("/api/replay", content=journal)
        assert code_of(handed_in) == (422, "broken_journal")
        assert handed_in.json()["line"] == journal.splitlines().index("* hidden") + 1


async def finished(anna: Browser) -> str:
    table = await anna.open(me(), me())
    async with anna.at(table, 0) as first, anna.at(table, 1) as second:
        await play_on(Random(4), first, second)
    return table


async def test_a_finished_game_is_everybodys(host: Host, anna: Browser) -> None:
    table = await finished(anna)
    async with host.browser() as stranger:
        answer = await stranger.get(f"/api/tables/{table}/journal")
        assert answer.headers["content-disposition"] == f'attachment; filename="{ANY}-{table}.kronrat"'
        journal = answer.text
        assert "\nsecret " in journal
        for seat in ("0", "1", "watch"):
            told = (await stranger.get(f"/api/tables/{table}/replay?seat={seat}")).json()
            assert told["over"]
            assert told.get("seat") == (None if seat == "watch" else int(seat))
            assert told["bots"] == ["", ""]
        handed_in = (await stranger.http.post("/api/replay?seat=1", content=journal)).json()
        assert handed_in["frames"] == (await stranger.get(f"/api/tables/{table}/replay?seat=1")).json()["frames"]
        verified = (await stranger.http.post("/api/verify", content=journal)).json()
        assert verified == {"ok": True, "checked": journal.count("\n* ")}
        forged = re.sub(r"\nsecret ..", "\nsecret 00", journal)
        assert not (await stranger.http.post("/api/verify", content=forged)).json()["ok"]
        end = journal.count("\n") + 1
        for broken, line in [
            (b"\xff\xfe", 1), (b"hello", 1), (journal.replace(ANY, "chess", 1).encode(), 2),
            ((journal + "0 fly\n").encode(), end), ((journal + "nonsense\n").encode(), end),
        ]:  # fmt: skip
            refused = await stranger.http.post("/api/replay", content=broken)
            assert code_of(refused) == (422, "broken_journal"), broken[:40]
            assert refused.json()["line"] == line
            assert refused.json()["detail"]
        assert (await stranger.http.post("/api/replay?seat=7", content=journal)).status_code == 400


async def test_a_rematch_is_one_table_for_all(host: Host, anna: Browser) -> None:
    async with host.browser("Ben") as ben, host.browser("Eve") as eve:
        table = await anna.open(me(), FREE, bot())
        async with anna.at(table) as first, ben.at(table) as second:
            await second.ask("sit", seat=1, nonce=nonce(1))
            await level(first, second)
            path, mine = f"/api/tables/{table}/rematch", {"nonces": [nonce(2)]}
            assert code_of(await anna.http.post(path, json=mine)) == (409, "not_now")
            await play_on(Random(5), first, second)
            assert code_of(await eve.http.post(path, json=mine)) == (403, "not_yours")
            assert code_of(await anna.http.post(path, json={"nonces": []})) == (400, "malformed")
            assert code_of(await anna.http.post(path, json={"nonces": ["x" * 32]})) == (400, "malformed")
            again = (await anna.http.post(path, json=mine)).json()["table"]
            assert (await ben.http.post(path, json=mine)).json()["table"] == again
            await second.until(lambda message: message.get("table", {}).get("rematch") == again)
            async with ben.at(again) as third:
                assert third.info["stage"] == "gathering"
                assert [seat["kind"] for seat in third.info["seats"]] == ["human", "open", "bot"]
                await third.ask("sit", seat=1, nonce=nonce(3))
                assert third.info["stage"] == "playing"
