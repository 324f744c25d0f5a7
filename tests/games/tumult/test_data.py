"""The tables of Tumult Royal: what the rulebook and public sources print, and what is reconstructed in one profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat.data import DataError, Tables
from kronrat.data.tables import source_of
from kronrat.shelf import tables_of

KNOWN = {
    "fields": {
        "meadow": (1, 1, 0, 1), "forest": (1, 1, 1, 1), "mountain": (1, 1, 2, 1), "castle": (0, 2, 3, 3),
    },
    "tables": {"players_2": (30, ["none"]), "players_3": (20, ["none", "grey"]),
               "players_4": (15, ["none", "grey", "black"])},
    "chronicle": {**{f"space_{n}": (1, -1) for n in range(1, 6)}, "space_7": (2, 5), "space_10": (2, 0)},
    "components": {"statues": 100, "goods_tiles": 39, "followers": 105, "land_tiles": 10, "frame_pieces": 6,
                   "castle_boards": 4, "rank_cards": 4, "mercy_cards": 4, "tumult_disc": 1, "hourglass": 1},
}  # fmt: skip
FIGURES = {
    "fields": ("bread", "marble", "tools", "statues"),
    "tables": ("followers", "edges"),
    "chronicle": ("statues", "number"),
    "components": ("count",),
}


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_of("tumult")


@pytest.mark.parametrize("table", KNOWN)
def test_no_figure_from_a_source_was_changed(tables: Tables, table: str) -> None:
    rows = tables.rows[table]
    known = {id: row for id, row in rows.items() if row["source"] != "reconstruction"}
    found = {id: tuple(row[name] for name in FIGURES[table]) for id, row in known.items()}
    expected = {id: value if isinstance(value, tuple) else (value,) for id, value in KNOWN[table].items()}  # type: ignore[attr-defined]
    assert found == expected


def test_every_reconstructed_entry_belongs_to_one_profile(tables: Tables) -> None:
    doubtful = tables.reconstructed()
    assert {table for table, _ in doubtful} == {"goods", "fields", "disc", "chronicle", "land", "layouts"}
    assert all(tables.rows[table][entry]["note"].startswith("recon-1: ") for table, entry in doubtful)
    known = [(t, e) for t, rows in tables.rows.items() for e in rows if (t, e) not in doubtful]
    assert not [entry for table, entry in known if "recon-1" in tables.rows[table][entry]["note"]]


def test_the_reconstruction_keeps_to_what_is_known(tables: Tables) -> None:
    rows = tables.rows
    for edge, count in (("none", 21), ("grey", 9), ("black", 9)):
        assert sum(len(row["values"]) for row in rows["goods"].values() if row["edge"] == edge) == count
    assert sorted(row["number"] for row in rows["disc"].values()) == [2, 3, 4, 5]
    assert len(rows["land"]) == 10
    assert all("".join(row["rows"]).count("m") == 3 for row in rows["land"].values())


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("goods.toml", "[bread_grey]\nvalues = [1, 2]\n", "9 tiles"),
        ("goods.toml", "[bread_grey]\nvalues = [1, 2, 4]\n", "values"),
        ("goods.toml", '[bread_grey]\nkind = "tools"\n', "cannot be changed"),
        ("chronicle.toml", "[space_8]\nnumber = 6\n", "fall"),
        ("chronicle.toml", "[space_10]\nnumber = -1\nstatues = 1\n", "0"),
        ("land.toml", '[l01]\nrows = ["xxx", "xxx"]\n', "rows"),
        ("layouts.toml", '[layout_2]\nrows = ["UU", "Ud"]\n', "lie open"),
        ("fields.toml", "[village]\nbread = 9\n", "bread"),
    ],
)
def test_a_wrong_correction_is_refused(tmp_path: Path, file: str, text: str, problem: str) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem) as refused:
        tables_of("tumult", tmp_path)
    assert refused.value.file.endswith(file)


def test_too_few_meadows_are_refused(tmp_path: Path) -> None:
    tiles = "".join(f'[l{n:02}]\nrows = ["fff", "fff", "fff"]\n' for n in range(1, 8))
    (tmp_path / "land.toml").write_text(tiles, encoding="utf-8")
    with pytest.raises(DataError, match="too few meadows"):
        tables_of("tumult", tmp_path)


def test_a_correction_is_played_with(tmp_path: Path) -> None:
    (tmp_path / "fields.toml").write_text("[village]\nbread = 1\ntools = 1\n", encoding="utf-8")
    corrected = tables_of("tumult", tmp_path)
    village = corrected.rows["fields"]["village"]
    assert (village["bread"], village["marble"], village["tools"]) == (1, 2, 1)
    assert [source_of(village, good) for good in ("bread", "marble", "tools")] == ["owner", "reconstruction", "owner"]
    assert ("fields", "village") in corrected.reconstructed()
    assert corrected.digest != tables_of("tumult").digest
