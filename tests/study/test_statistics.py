"""Many games counted: what the boxes say is counted is there, sums are right, and data can be taken elsewhere."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kronrat
from kronrat.arena.intervals import wilson
from kronrat.arena.record import record
from kronrat.box import box_of
from kronrat.cli.app import app
from kronrat.cli.stats import name_of
from kronrat.core.journal import Journal
from kronrat.study.tables_of_data import tables_of, write_csv, write_parquet
from kronrat.study.tallying import LENGTH, LEVEL, PERSON, SEAT, Line, NotFinished, Tally, counts_of, summed, tally
from kronrat.typings import types_of
from kronrat.words import Words, languages

every_game = pytest.mark.parametrize("game", kronrat.list_games())


def finished(game: str, bots: tuple[str, ...] = ("random", "random"), seed: str = "stats") -> Journal:
    match = record(kronrat.load(game), len(bots), bots, {}, seed)
    match.journal.header["bots"] = " ".join(bots)
    return match.journal


def made_up(won: int, levels: tuple[str, str] = ("greedy", "page"), **more: object) -> Tally:
    shares = [1.0 if seat == won else 0.0 for seat in range(2)]
    counted = [{"houses": {"house.red": 2}}, {"houses": {"house.blue": 1}}]
    return Tally("halma", "", 2, list(levels), [10, 5], shares, 7, {"round": 3}, counted, {"dice": {"1": 1, "2": 3}})


@every_game
def test_everything_that_a_box_counts_exists_and_has_a_heading(game: str) -> None:
    known = types_of(box_of(game))
    assert counts_of(game)
    for count in counts_of(game):
        assert f'event: "{count.event}"' in known
        for lang in languages():
            assert Words(lang, game).has(f"stats.{count.id}")
    for lang in languages():
        assert Words(lang, game).has("stats.traits")


@every_game
def test_a_game_is_counted_seat_by_seat(game: str) -> None:
    rules = kronrat.load(game)
    journal = finished(game)
    found = tally(rules, journal)
    assert (found.seats, found.levels) == (2, ["random", "random"])
    assert sum(found.won) == pytest.approx(1)
    assert found.choices == len([line for line in journal.lines if line.seat >= 0])
    words = Words("en", game, rules.variant(rules.settle_options(dict(p.split("=", 1) for p in found.kind.split()))))
    for seat in found.counted:
        for what, values in seat.items():
            for value in values:
                assert words.has(value), f"{what} {value}"
    assert tally(rules, journal, [PERSON, "greedy"]).levels == [PERSON, "greedy"]
    with pytest.raises(NotFinished):
        tally(rules, Journal(journal.header, journal.lines[:-5]))


@every_game
@pytest.mark.parametrize("lang", languages())
def test_every_length_of_a_game_has_a_name(game: str, lang: str) -> None:
    """Those of this game, by its own words or by those of the pages; those of other games by the name of the fact."""
    frame, words = Words(lang), Words(lang, game)

    def name(of: str) -> str:
        return name_of(frame, words, Line(LENGTH, of, 1, 1.0, 0.0, 0.0, 0.0, 1.0))

    counted = tally(kronrat.load(game), finished(game)).end
    assert counted
    assert [of for of in ("choices", *counted) if name(of) == of] == []
    assert name("lagoons") == "lagoons"


def test_sums_have_the_right_shares_and_intervals() -> None:
    (found,) = summed([made_up(0), made_up(0), made_up(1)])
    lines = {(line.what, line.value): line for line in found.lines}
    assert (found.games, found.seats) == (3, 2)
    red = lines["houses", "house.red"]
    assert (red.n, red.mean, red.even) == (3, 10, 0.5)
    assert red.share == pytest.approx(2 / 3)
    assert (red.low, red.high) == wilson(2, 3)
    assert lines[SEAT, "1"].share == pytest.approx(1 / 3)
    assert lines[LEVEL, "page"].n == 3
    assert (lines["dice", "2"].n, lines["dice", "2"].share) == (9, 0.75)
    assert lines[LENGTH, "choices"].mean == 7
    (some,) = summed([made_up(0), made_up(1, ("page", "greedy"))], level="greedy")
    mine = {(line.what, line.value): line for line in some.lines}
    assert mine[LEVEL, "greedy"].share == 1
    assert (mine["houses", "house.red"].n, mine["houses", "house.blue"].n) == (1, 1)
    assert (LEVEL, "page") not in mine


def test_data_are_written_as_csv_and_parquet(tmp_path: Path) -> None:
    named = [("a.kronrat", made_up(0)), ("b.kronrat", made_up(1))]
    tables = tables_of(named, summed([one for _, one in named]))
    write_csv(tmp_path, tables)
    with (tmp_path / "seats.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["journal"], row["seat"], row["won"]) for row in rows[:2]] == [
        ("a.kronrat", "0", "1.0"), ("a.kronrat", "1", "0.0"),
    ]  # fmt: skip
    (tmp_path / "bare").mkdir()
    write_csv(tmp_path / "bare", {name: [] for name in tables})
    for name, rows_of in tables.items():
        assert rows_of, name
        head = (tmp_path / "bare" / f"{name}.csv").read_text(encoding="utf-8").strip()
        assert head.split(",") == list(rows_of[0])
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(tmp_path, tables)
    assert parquet.read_table(tmp_path / "counts.parquet").to_pylist() == tables["counts"]


def test_the_command_counts_a_folder_and_leaves_out_what_is_no_finished_game(tmp_path: Path) -> None:
    game = kronrat.list_games()[0]
    folder = tmp_path / "games"
    folder.mkdir()
    journal = finished(game)
    (folder / "1.kronrat").write_text(journal.text(), encoding="utf-8")
    (folder / "2.kronrat").write_text(Journal(journal.header, journal.lines[:9]).text(), encoding="utf-8")
    (folder / "3.kronrat").write_text("no journal", encoding="utf-8")
    run = CliRunner().invoke(app, ["stats", str(folder), "--json", "--csv", str(tmp_path / "data")])
    assert run.exit_code == 0, run.output
    (found,) = json.loads(run.stdout)
    assert (found["game"], found["games"]) == (game, 1)
    assert (tmp_path / "data" / "summary.csv").is_file()
    for lang in languages():
        told = CliRunner().invoke(app, ["stats", str(folder), "--lang", lang]).stdout
        assert Words(lang, game).say("stats.opening") in told
    empty = CliRunner().invoke(app, ["stats", str(tmp_path / "data")])
    assert empty.exit_code != 0
    assert "no finished games" in empty.output
