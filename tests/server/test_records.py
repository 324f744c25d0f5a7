"""What is stored of a record: readable for ever, and written as it always was."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from kronrat.server.records import (
    Absent,
    Advised,
    Agreed,
    Arranged,
    Became,
    Body,
    Chatted,
    ClockKept,
    Closed,
    Declined,
    Held,
    Left,
    Lined,
    Locked,
    Marked,
    Muted,
    Opened,
    Rematched,
    Removed,
    Returned,
    Rose,
    Sat,
    Seat,
    Started,
    Summary,
    Wished,
)

# As they were stored in databases before bodies had types.
STORED: list[tuple[str, Body]] = [
    (
        '{"kind":"open","seats":[{"kind":"human","guest":"anna","name":"Anna","bot":"","nonce":"00","invite":"",'
        '"held":""},{"kind":"invited","guest":"","name":"","bot":"","nonce":"","invite":"open-sesame","held":""}]}',
        Opened([Seat("human", "anna", "Anna", nonce="00"), Seat("invited", invite="open-sesame")]),
    ),
    ('{"kind":"sit","seat":1,"guest":"ben","name":"Ben","nonce":"01"}', Sat(1, "ben", "Ben", "01")),
    ('{"kind":"rise","seat":1}', Rose(1)),
    (
        '{"kind":"arrange","seat":1,"to":"bot","bot":"greedy","name":"","invite":""}',
        Arranged(1, "bot", "greedy", "", ""),
    ),
    ('{"kind":"ready","seat":1,"ready":false}', Marked(1, False)),
    ('{"kind":"close"}', Closed()),
    ('{"kind":"start"}', Started()),
    ('{"kind":"line","text":"* enemy cove_7"}', Lined("* enemy cove_7")),
    ('{"kind":"line","text":"@9000 1 take gold","bot":true}', Lined("@9000 1 take gold", bot=True)),
    ('{"kind":"clock","by":"here","pause":3000}', ClockKept("here", 3_000)),
    ('{"kind":"hold","seat":1,"bot":"greedy"}', Held(1, "greedy")),
    ('{"kind":"return","seat":1}', Returned(1)),
    ('{"kind":"leave","seat":1,"bot":"greedy"}', Left(1, "greedy")),
    ('{"kind":"absent","seat":1,"since":5,"until":9,"bot":"greedy"}', Absent(1, 5, 9, "greedy")),
    ('{"kind":"advise","seat":1}', Advised(1)),
    ('{"kind":"wish","seat":1}', Wished(1)),
    ('{"kind":"agree","seat":0}', Agreed(0)),
    ('{"kind":"decline","seat":0}', Declined(0)),
    ('{"kind":"chat","name":"Anna","text":"hello","seat":0}', Chatted("Anna", "hello", 0)),
    ('{"kind":"chat","name":"Zoe","text":"hello"}', Chatted("Zoe", "hello")),
    ('{"kind":"chat","name":"Zoe","text":"hello","guest":"z"}', Chatted("Zoe", "hello", guest="z")),
    ('{"kind":"mute","guest":"z","on":true}', Muted("z", True)),
    ('{"kind":"remove","guest":"z"}', Removed("z")),
    ('{"kind":"become","guest":"z","now":"anna"}', Became("z", "anna")),
    ('{"kind":"lock","on":false}', Locked(False)),
    ('{"kind":"rematch","table":"another"}', Rematched("another")),
]


@pytest.mark.parametrize(("text", "body"), STORED, ids=[type(body).__name__ for _, body in STORED])
def test_bodies_are_read_and_written_as_ever(text: str, body: Body) -> None:
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Body)
    assert decoder.decode(text) == body
    assert msgspec.json.encode(body).decode() == text


def test_every_kind_of_record_is_among_them() -> None:
    assert {type(body) for _, body in STORED} == set(get_args(Body))


def test_a_summary_as_it_was_stored_is_read() -> None:
    text = (
        '{"stage":"playing","seats":[{"kind":"human","name":"Anna","bot":"","held":"greedy"}],"deciding":[0,-2],'
        '"caption":{"year":1},"deadlines":{"0":5},"guests":{"0":"anna"}}'
    )
    summary = msgspec.json.decode(text, type=Summary)
    assert (summary.seats[0].kind, summary.seats[0].name, summary.seats[0].held) == ("human", "Anna", "greedy")
