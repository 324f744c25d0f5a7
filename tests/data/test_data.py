"""Component tables of any game: where they come from, how an owner corrects them, and how a broken file is refused."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from kronrat.core.game import BadOption
from kronrat.data import DataError, load_tables
from kronrat.shelf import list_games, tables_of

every_game = pytest.mark.parametrize("game", list_games())


def first_table(game: str) -> str:
    return next(iter(tables_of(game).rows))


def refusal(game: str, folder: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        tables_of(game, folder)
    assert "\n" not in str(caught.value)
    assert caught.value.problem in str(caught.value)
    return caught.value


@every_game
def test_every_entry_says_where_it_comes_from(game: str) -> None:
    for entries in tables_of(game).rows.values():
        for fields in entries.values():
            assert fields["source"] in ("rulebook", "public", "reconstruction")


@every_game
def test_the_digest_is_the_same_each_time(game: str) -> None:
    assert tables_of(game).digest == tables_of(game).digest
    assert len(tables_of(game).digest) == 64


@every_game
def test_notes_and_other_files_do_not_change_the_digest(game: str, tmp_path: Path) -> None:
    table = first_table(game)
    entry = next(iter(tables_of(game).rows[table]))
    (tmp_path / f"{table}.toml").write_text(f'[{entry}]\nnote = "seen"\n', encoding="utf-8")
    (tmp_path / "README.md").write_text("my copy", encoding="utf-8")
    changed = tables_of(game, tmp_path)
    assert changed.digest == tables_of(game).digest
    assert changed.rows[table][entry]["note"] == "seen"


@every_game
@pytest.mark.parametrize(
    ("text", "entry", "problem"),
    [
        ("[inside]\nvp = \n", "", "is not valid TOML: Invalid value (at line 2, column 6)"),
        ("[inside]\nvp = 1\nvp = 2\n", "", "is not valid TOML: Cannot overwrite a value"),
        (f"[inside]\nvp = {'9' * 5000}\n", "", "is not valid TOML"),
        (f"[inside]\nvp = {'[' * 9999}\n", "", "is not valid TOML"),
        ("[no_such]\nvp = 1\n", "no_such", "there is no such entry in "),
        ("[Upper]\nvp = 1\n", "Upper", "an id has lower-case letters"),
        ('["a\\nb"]\nvp = 1\n', "a b", "an id has lower-case letters"),
        ("single = 1\n", "single", "a table of fields is expected"),
    ],
)
def test_a_broken_override_is_refused_in_one_line(
    game: str, text: str, entry: str, problem: str, tmp_path: Path
) -> None:
    file = tmp_path / f"{first_table(game)}.toml"
    file.write_text(text, encoding="utf-8")
    error = refusal(game, tmp_path)
    assert (error.file, error.entry) == (str(file), entry)
    assert error.problem.startswith(problem)
    assert str(error) == (f"{file} [{entry}]: {error.problem}" if entry else f"{file}: {error.problem}")


@every_game
def test_a_folder_of_corrections_must_be_one(game: str, tmp_path: Path) -> None:
    assert (
        str(refusal(game, tmp_path / "nowhere")) == f"{tmp_path / 'nowhere'}: cannot be read: No such file or directory"
    )
    assert refusal(game, tmp_path).problem.startswith(f"holds no .toml file; the tables are {first_table(game)}, ")
    file = tmp_path / f"{first_table(game)}.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert refusal(game, tmp_path).problem == "is not UTF-8 text"
    assert refusal(game, file).problem == "is not UTF-8 text"  # as a file of the workshop
    file.unlink()
    file.mkdir()
    assert refusal(game, tmp_path).problem == "cannot be read: Is a directory"
    file.rename(tmp_path / "no_such.toml")
    assert refusal(game, tmp_path).problem.startswith("there is no table 'no_such'; the tables are ")


@every_game
def test_a_folder_that_may_not_be_read(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables_of(game)

    def refuse(folder: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert refusal(game, tmp_path).problem == "cannot be read: Permission denied"


def test_an_unknown_game_has_no_tables() -> None:
    for game in ("chess", "tables", f"../{list_games()[0]}", ""):
        with pytest.raises(BadOption, match="there is no game"):
            tables_of(game)


def test_a_game_without_component_data_has_nothing_to_correct(tmp_path: Path) -> None:
    assert load_tables(tmp_path, None).rows == {}
    with pytest.raises(DataError, match="no component data"):
        load_tables(tmp_path, None, tmp_path)
