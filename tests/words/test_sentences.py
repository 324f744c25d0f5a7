"""The sentence maker: templates, names of seats, and what is not there."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kronrat.core.events import Event, Forced, SealsBroken
from kronrat.core.flow import CHANCE, Reason
from kronrat.words import BadTemplate, MissingFact, NoCatalogue, UnknownMessage, Words
from kronrat.words.template import Include, Passage, Slot, parse
from tests.shelf import ANY

english = Words("en", ANY, names=("Ann", "Bob", "Cem"))


def test_a_template_is_text_with_slots_inclusions_and_passages() -> None:
    assert parse("{a} [b?{b,c:kind} {@x.y}]{{[[]]}}") == (
        Slot(("a",), ""), " ", Passage("b", True, (Slot(("b", "c"), "kind"), " ", Include("x.y"))), "{", "[", "]", "}",
    )  # fmt: skip
    assert parse("[!b?no]") == (Passage("b", False, ("no",)),)


@pytest.mark.parametrize("text", ["{", "}", "{A}", "[a]", "a]", "[a?b", "[a?[b?c]]", "{a:b:c}", "{}"])
def test_a_bad_template_is_refused(text: str) -> None:
    with pytest.raises(BadTemplate):
        parse(text)


def test_unknown_language_or_game() -> None:
    with pytest.raises(NoCatalogue, match="de, en"):
        Words("fr", ANY)
    with pytest.raises(NoCatalogue, match="chess"):
        Words("en", "chess")


def test_the_terminal_has_words_without_a_game() -> None:
    words = Words("en")
    assert words.say("cli.error", problem="no") == "Error: no"


def test_names_of_seats() -> None:
    assert (english.player(0), english.player(3), english.player(CHANCE)) == ("Ann", "Seat 4", "the dice")
    assert Words("de").player(0) == "Platz 1"
    assert Words("en", names=("{x} [y]",)).player(0) == "{x} [y]"


def test_what_every_game_says() -> None:
    assert english.event(Forced("", 0, ("pass",))).startswith("Ann has no other choice: ")
    assert english.event(SealsBroken("")) == "Everybody has chosen."
    waiting = Reason("CORE-NOT-ASKED", "core.not_asked", {"seats": (1,)})
    assert english.reason(waiting) == "It is not this player's turn. Now choosing: Bob."


@dataclass(frozen=True)
class SkyFell(Event):
    """Not in any catalogue."""


def test_unknown_messages_and_missing_facts() -> None:
    with pytest.raises(UnknownMessage, match=r"no\.such"):
        english.say("no.such")
    with pytest.raises(UnknownMessage, match=r"event\.sky_fell"):
        english.event(SkyFell(""))
    with pytest.raises(UnknownMessage, match=r"choice\.fly"):
        english.choice(("fly", "high"))
    with pytest.raises(MissingFact, match="'seat'"):
        english.say("web.end.winner")
    assert english.has(f"game.{ANY}")
    assert not english.has("no.such")
