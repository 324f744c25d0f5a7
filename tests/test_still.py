"""The still of a table for notebooks: it is whole in itself, shows what the view says, and names nobody's drawings."""

from __future__ import annotations

import re
from copy import copy
from random import Random
from xml.etree import ElementTree

import pytest

import kronrat
from kronrat import still
from kronrat.core.dice import Dice, seed_of_text
from kronrat.words import Words, languages

every_game = pytest.mark.parametrize("game", kronrat.list_games())


def walk(game: str, seats: int, seed: int) -> list[kronrat.Match]:
    """Positions of a random game, its last one among them."""
    rules, random = kronrat.load(game), Random(seed)
    match, found = kronrat.Match(rules, seats, rules.left_alone({}), seed=f"still {seed}"), list[kronrat.Match]()
    while not match.over:
        if random.random() < 0.05:
            found.append(copy(match))
        match.play(match.deciding[0], random.choice(match.choices(match.deciding[0])))
    return [*found[:20], match]


def drawn(match: kronrat.Match) -> ElementTree.Element:
    return ElementTree.fromstring(match._repr_html_())


@every_game
def test_it_is_whole_in_itself_at_every_moment(game: str) -> None:
    """Every drawing that is used is in it, every colour is said, and nothing comes from outside."""
    for match in walk(game, 3, 1):
        page = match._repr_html_()
        picture = ElementTree.fromstring(page)
        assert picture.get("class") == "kr-still"
        names = [one.get("id") for one in picture.iter() if one.get("id")]
        assert len(set(names)) == len(names)
        assert all(str(name).startswith(f"kr-{game}-") for name in names)
        wanted = set(re.findall(r'href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
        assert wanted <= set(names)
        said = set(re.findall(r"(--[\w-]+):", page))
        assert set(re.findall(r"var\((--[\w-]+)\)", page)) <= said
        assert "http" not in page.replace("http://www.w3.org", "")
        assert "<script" not in page


@every_game
def test_it_says_what_everybody_has_and_what_can_be_typed(game: str) -> None:
    module = still.still_of(game)
    assert module is not None
    for match in walk(game, 3, 2)[:-1]:
        seat = match.deciding[0]
        view = match.game.view(match.state, seat)
        sections = drawn(match).findall(".//section")
        assert [one.get("class") == "kr-asked" for one in sections] == [one in match.deciding for one in range(3)]
        for place, section in enumerate(sections):
            shown = [piece.text or (piece.find("svg") is not None and piece[0].tail) for piece in section.iter("span")]
            counts = [int(found[0]) for text in shown if (found := re.findall(r"\d+$", str(text).strip()))]
            pieces = [*module.amounts(view, place), *module.cards(view, place)]
            assert counts == [piece.number for piece in pieces if piece.number is not None]
            names = [piece.get("title") for piece in section.iter("span")]
            words = Words("en", game, match.game.variant(match.options))
            assert names == [words.say(piece.says) for piece in pieces]
        typed = [code.text for code in drawn(match).iter("code")]
        assert len(typed) == len(match.choices(seat))
        for text in random_few(typed):
            again = copy(match)
            again.play(seat, str(text))


def random_few(texts: list[str | None]) -> list[str | None]:
    return Random(1).sample(texts, min(3, len(texts)))


@every_game
def test_nothing_that_is_secret_is_in_it(game: str) -> None:
    """It is drawn from the view of the seat that is asked, so it is the same in all worlds of that seat."""
    for match in walk(game, 3, 3)[:-1]:
        seat = match.deciding[0]
        other = copy(match)
        other.state = match.game.redeal(match.state, seat, Dice(seed_of_text("another world")))
        assert other._repr_html_() == match._repr_html_()


@every_game
@pytest.mark.parametrize("lang", languages())
def test_at_the_end_it_says_who_has_won(game: str, lang: str) -> None:
    match = walk(game, 2, 4)[-1]
    match.lang = lang
    picture = drawn(match)
    best = [result.seat for result in match.state.standing() if result.place == 1]
    crowned = ["u-trophy" in ElementTree.tostring(one, encoding="unicode") for one in picture.findall(".//section")]
    assert crowned == [seat in best for seat in range(2)]
    assert str(match.state.standing()[0].score) in "".join(picture.itertext())
    assert not list(picture.iter("code"))


@every_game
def test_names_of_players_are_text(game: str) -> None:
    match = walk(game, 2, 5)[0]
    match.journal.header["names"] = "<b>Anna</b>|Ben & Co"
    assert "<b>Anna</b>" in "".join(drawn(match).itertext())


def test_a_game_that_draws_no_still_shows_the_table_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(still, "still_of", lambda game: None)
    match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="plain")
    page = ElementTree.fromstring(match._repr_html_())
    assert page.tag == "pre"
    assert "[1]" in "".join(page.itertext())
