"""The words of Tumult Royal are complete in both languages and name only facts that somebody provides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from kronrat.games.tumult.rules import events
from kronrat.games.tumult.rules.hints import TIPS
from kronrat.games.tumult.rules.orders import NAMES
from kronrat.games.tumult.rules.state import KINDS, TILES
from kronrat.games.tumult.testing import game
from kronrat.words import Words, languages
from kronrat.words.catalogue import domain
from tests.words import speech

RAIDS = ("live", "draft", "orders")
both_languages = pytest.mark.parametrize("lang", languages())
SAMPLES: dict[str, tuple[object, ...]] = {
    "row": (0, 5), "column": (0, 5), "seat": (0, 1), "seats": ((0,), (1, 0)), "slot": (0, 14), "has": (0, 1, 2),
    "needs": (1, 2, 3), "kind": KINDS, "tile": TILES, "field": ("meadow", "forest", "mountain", "village", "castle"),
    "name": NAMES, "number": (0, 3), "least": (0,), "most": (3, 12), "verbs": (("place", "pass"),),
    "double": (False, True, True), "bread": (0, 1, 2), "marble": (1, 0, 2), "tools": (2, 1, 0),
}  # fmt: skip


def everything() -> Iterator[str]:
    """The ids that the game, its data and its table need."""
    yield from (f"phase.{n}{text}" for n in range(8) for text in ("", ".text"))
    yield from (tip for tips in TIPS.values() for tip in tips)
    yield from (f"kind.{kind}" for kind in KINDS)
    yield from (f"tile.{tile}" for tile in TILES)
    yield from (f"{start}.{n}" for n in range(1, 5) for start in ("rank", "rank_female"))
    yield from (f"order.{name}" for name in NAMES)
    names = {"goods": "goods", "fields": "field", "disc": "disc", "chronicle": "chronicle", "land": "land",
             "tables": "tables", "layouts": "layouts", "components": "component"}  # fmt: skip
    for table, rows in game().rows.items():
        yield f"table.{table}"
        yield from (f"{names[table]}.{id}" for id in rows)
    for raid in RAIDS:
        yield from speech.switched(game(), {"raid": raid})
    yield from speech.asked(game())
    yield from (f"choice.{verb}" for verb in ("ranks", "land", "fog", "spin", "goods", "sand"))
    for file in (speech.SOURCE / "games" / "tumult").glob("*.py"):
        yield from re.findall(r"\"((?:source|reason)\.\w+)\"", file.read_text(encoding="utf-8"))


@both_languages
def test_everything_has_its_words(lang: str) -> None:
    assert sorted({id for id in everything() if id not in domain(lang, "tumult").messages}) == []
    assert "game.tumult" in domain(lang, "tumult").messages


def test_languages_have_the_same_messages_with_the_same_facts() -> None:
    speech.check_languages("tumult")


@both_languages
def test_sentences_are_calm_and_lead_to_messages_that_exist(lang: str) -> None:
    speech.check_sentences(lang, "tumult")


@both_languages
def test_every_event_has_its_sentence_and_all_facts_for_it(lang: str) -> None:
    speech.check_events(lang, "tumult", events)


@both_languages
def test_every_reason_can_be_said(lang: str) -> None:
    speech.check_reasons(lang, "tumult", SAMPLES)


@both_languages
@pytest.mark.parametrize("raid", RAIDS)
def test_a_whole_game_can_be_told(lang: str, raid: str) -> None:
    speech.tell_a_game(lang, game(), {"raid": raid, "variant": "gamblers"}, last_word=("submit",))


def test_tiles_are_told_by_what_they_come_to() -> None:
    """However many there are: who reads it wants to know how much was paid."""
    words = Words("en", "tumult", names=("Anna", "Bert"))
    tiles = ("b1", "b2", "m1", "m1", "t1")
    assert words.event(events.TilesPaid("", 0, tiles)) == "Anna pays 3 bread, 2 marble and 1 tool."
    assert words.event(events.TilesGivenBack("", 1, ("t3", "t2"))) == "Bert gives back 5 tools."


@both_languages
def test_whatever_the_terminal_says_has_its_words(lang: str) -> None:
    known = {id for part in ("tumult", "core", "cli", "web") for id in domain(lang, part).messages}
    for call in ast.walk(ast.parse((speech.SOURCE / "games" / "tumult" / "terminal.py").read_text(encoding="utf-8"))):
        match call:
            case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Constant(value=str(id)), *_]):
                assert id in known
