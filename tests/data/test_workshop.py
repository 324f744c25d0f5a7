"""The workshop of owners: doubtful figures first, checked at once, kept in a file that holds figures only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronrat.box import box_of
from kronrat.data import DataError
from kronrat.data.entry import PROVENANCE
from kronrat.data.tables import source_of
from kronrat.shelf import list_games, load, tables_of
from kronrat.workshop import Figure, check, figures_of, typed_in

every_game = pytest.mark.parametrize("game", list_games())


def number_of(game: str) -> Figure:
    """A doubtful number."""
    return next(figure for figure in figures_of(game) if figure.kind == "number" and figure.doubtful)


@every_game
def test_doubtful_figures_come_first_and_nothing_that_rules_depend_on(game: str) -> None:
    figures = figures_of(game)
    doubts = [figure.doubtful for figure in figures]
    assert doubts == sorted(doubts, reverse=True)
    assert any(doubts)
    assert {(figure.table, figure.entry) for figure in figures if figure.doubtful} <= set(
        tables_of(game).reconstructed()
    )
    fixed = {(table, name) for table, names in getattr(box_of(game).schema(), "FIXED", {}).items() for name in names}
    assert fixed.isdisjoint({(figure.table, figure.field) for figure in figures})
    assert {figure.field for figure in figures}.isdisjoint(PROVENANCE)


@every_game
def test_what_is_confirmed_is_the_same_game_and_the_owners(game: str, tmp_path: Path) -> None:
    typed = {figure.place: figure.text for figure in figures_of(game)}
    found = check(game, typed)
    assert (found.problems, found.changed, found.confirmed) == ([], 0, len(typed))
    assert typed_in(game, found.text) == typed
    file = tmp_path / "mine.toml"
    file.write_text(found.text, encoding="utf-8")
    ours, mine = tables_of(game).rows, tables_of(game, file).rows
    for figure in figures_of(game):
        name = figure.field.split(".")[0]
        row = mine[figure.table][figure.entry]
        assert row[name] == ours[figure.table][figure.entry][name]
        assert source_of(row, name) == "owner"


@every_game
def test_a_changed_figure_is_played_with(game: str, tmp_path: Path) -> None:
    for figure in [figure for figure in figures_of(game) if figure.kind == "number" and figure.doubtful][:12]:
        found = check(game, {figure.place: str(int(figure.text) + 1)})
        if found.text:
            break
    assert (found.changed, found.problems) == (1, [])
    file = tmp_path / "mine.toml"
    file.write_text(found.text, encoding="utf-8")
    assert load(game, file).data_digest == load(game, str(file)).data_digest != load(game).data_digest


@every_game
def test_what_cannot_be_right_is_told_at_once(game: str) -> None:
    figure = number_of(game)
    for text, says in {"9999": "most", "-77": "least", "many": "number", "": "length"}.items():
        found = check(game, {figure.place: text})
        assert [(p.table, p.entry, p.field, p.says) for p in found.problems] == [(*figure.place, says)]
        assert (found.confirmed, found.text) == (0, "")
    assert [p.says for p in check(game, {("no", "such", "figure"): "1"}).problems] == ["unknown"]


@every_game
def test_several_mistakes_are_told_together(game: str) -> None:
    figures = [figure for figure in figures_of(game) if figure.kind == "number"]
    entries = {figure.entry: figure for figure in figures}
    wrong = list(entries.values())[:3]
    found = check(game, {figure.place: "9999" for figure in wrong})
    assert {p.entry for p in found.problems} == {figure.entry for figure in wrong}


@every_game
def test_no_text_gets_in(game: str) -> None:
    """Neither a sentence in a figure, nor a note."""
    for figure in {(one.table, one.kind): one for one in figures_of(game)}.values():
        if figure.kind in ("word", "words"):
            assert check(game, {figure.place: "Whoever holds this card, takes two: at once!"}).problems
        if figure.kind == "rows":
            assert check(game, {figure.place: '[{ do = "Take two of them" }]'}).problems
    text = check(game, {figure.place: figure.text for figure in figures_of(game)}).text
    assert not [word for word in re.findall(r'"([^"]*)"', text) if " " in word]
    figure = number_of(game)
    for name in sorted(PROVENANCE):
        with pytest.raises(DataError, match="figures only"):
            typed_in(game, f'game = "{game}"\n[{figure.table}.{figure.entry}]\n{name} = "a text"\n')


@every_game
def test_a_file_of_another_game_or_of_none_is_refused(game: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for text, problem in {
        'game = "halma"\n': "holds figures of 'halma'",
        "": "names no game",
        f'game = "{game}"\nnumbers = 3\n': "a table of entries",
        f'game = "{game}"\n[nothing.here]\n': "there is no table 'nothing'",
        "[": "is not valid TOML",
    }.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(DataError, match=problem):
            tables_of(game, file)
    file.write_bytes(b"\xff")
    with pytest.raises(DataError, match="not UTF-8"):
        tables_of(game, file)
