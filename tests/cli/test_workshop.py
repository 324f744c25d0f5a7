"""`kronrat data GAME --workshop`: a dialogue that keeps a folder, which is played with and shared as one file."""

from __future__ import annotations

from pathlib import Path

from kronrat.shelf import list_games, load
from kronrat.workshop import check, figures_of
from tests.browser.often import each
from tests.cli.terminal import kronrat, refused
from tests.shelf import ANY


@each("game", list_games(), [ANY])
@each("lang", ["de", "en"], ["de"])
def test_what_is_typed_is_kept_shared_and_played_with(game: str, lang: str, tmp_path: Path) -> None:
    figure = figures_of(game)[0]
    folder, file = tmp_path / "mine", tmp_path / "mine.toml"
    said = kronrat("data", game, "--workshop", "--into", folder, "--lang", lang, typed=["", "=", "."])
    assert said.code == 0, said.err
    assert figure.note[:30] in said.out
    assert [kept.suffix for kept in folder.iterdir()] == [".toml"]
    assert kronrat("data", game, "--data", folder, "--share", file, "--lang", lang).code == 0
    assert file.read_text(encoding="utf-8").splitlines()[1] == f'game = "{game}"'
    assert load(game, folder).data_digest == load(game, file).data_digest
    assert kronrat("simulate", game, "--seats", "2", "--games", "1", "--data", file).code == 0
    again = kronrat("data", game, "--workshop", "--data", file, "--into", folder, "--lang", lang, typed=["."])
    assert again.code == 0


def test_what_cannot_be_right_is_asked_again(tmp_path: Path) -> None:
    figure = figures_of(ANY)[0]
    wrong = {"number": "9999", "words": "a,b,c d e f", "word": "no such word"}[figure.kind]
    said = kronrat("data", ANY, "--workshop", "--into", tmp_path / "mine", typed=[wrong, figure.text, "."])
    assert said.code == 0
    assert said.out.count(f" {figure.field} [") >= 2
    assert check(ANY, {figure.place: wrong}).problems
    assert (tmp_path / "mine" / f"{figure.table}.toml").exists()


def test_nothing_typed_is_nothing_kept(tmp_path: Path) -> None:
    assert kronrat("data", ANY, "--workshop", "--into", tmp_path / "mine", typed=[">", "."]).code == 0
    assert not (tmp_path / "mine").exists()


def test_what_cannot_be_shared_is_refused_in_a_line(tmp_path: Path) -> None:
    assert "--share needs --data" in refused(kronrat("data", ANY, "--share", tmp_path / "file.toml"))
    (tmp_path / "mine").mkdir()
    said = refused(kronrat("data", ANY, "--data", tmp_path / "mine", "--share", tmp_path / "file.toml"))
    assert "holds no .toml file" in said
    nowhere = tmp_path / "none" / "mine.toml"
    assert "cannot be read" in refused(kronrat("serve", "--port", "0", "--data-dir", tmp_path, "--data", nowhere))
