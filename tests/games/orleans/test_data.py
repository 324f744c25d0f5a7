"""The tables of Orléans Stories: what the sources print, what is reconstructed, and what profiles may change."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from kronrat.data import DataError, Tables
from kronrat.data import tables as reader
from kronrat.data.entry import PROVENANCE
from kronrat.data.shapes import field_names
from kronrat.data.tables import source_of
from kronrat.games.orleans.data import kinds
from kronrat.games.orleans.rules.effect import by_word
from kronrat.games.orleans.rules.registry import EFFECTS, STORIES
from kronrat.games.orleans.rules.tables import Tables as Printed
from kronrat.games.orleans.rules.tables import in_profile
from kronrat.games.orleans.stories.first_kingdom.rules.printed import KingdomPrinted
from kronrat.games.orleans.stories.kings_favor.rules.printed import FavorPrinted
from kronrat.shelf import tables_of

KNOWN = ("rulebook", "public")


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_of("orleans")


def known_figures(rows: Any) -> dict[tuple[str, str, str], Any]:
    """Every figure that a source prints, by table, entry and name."""
    return {
        (table, entry, name): value
        for table, entries in rows.items()
        for entry, fields in entries.items()
        for name, value in fields.items()
        if name not in PROVENANCE and source_of(fields, name) in KNOWN
    }


def test_no_figure_from_a_source_differs_between_the_profiles(tables: Tables) -> None:
    newest, oldest = in_profile(tables.rows, "recon-2"), in_profile(tables.rows, "recon-1")
    assert newest != oldest
    for rows in (newest, oldest):
        assert {table: list(entries) for table, entries in rows.items()} == {
            table: list(entries) for table, entries in tables.rows.items()
        }
    assert known_figures({**newest, "recon_1": {}}) == known_figures({**oldest, "recon_1": {}})


def test_a_profile_changes_something_in_every_entry_it_names_and_says_why(tables: Tables) -> None:
    for name, old in tables.rows["recon_1"].items():
        table, _, entry = name.partition(".")
        new = tables.rows[table][entry]
        assert any(new[field] != old[field] for field in new if field not in PROVENANCE), name
        assert "recon-2: " in new["note"]
        assert "recon-2" not in old["note"]


def test_what_is_inside_a_list_and_known_is_the_same_in_both_profiles(tables: Tables) -> None:
    """Figures of which the rulebook tells a part only."""
    for profile in ("recon-1", "recon-2"):
        rows = in_profile(tables.rows, profile)
        areas, villages = (rows["control"][column]["thresholds"] for column in ("areas", "villages"))
        assert areas[areas.index(7) + 1] == 8
        assert villages[villages.index(4) + 1] == 6
        spring = rows["refills"]["kf_spring"]["tokens"]
        assert set(spring) == {"grain", "wood"}
        assert [counts[0] for counts in spring.values()] == [2, 2]
        assert rows["deeds"]["alchemy_a"]["fields"] == ["follower"] * len(rows["deeds"]["alchemy_a"]["fields"])
        assert set(rows["deeds"]["order_knights"]["fields"]) == {"knight"}
        assert len(rows["track"]) == len(rows["tiles"]) == 13
        assert all(token in ("coins_1", "coins_2", "coins_3", "coins_4", "coins_5") for token in (
            rows["goals"]["i_royal_hunt"]["send"], rows["goals"]["i_other_hunt"]["send"]))  # fmt: skip


def test_what_the_sources_print(tables: Tables) -> None:
    rows = tables.rows
    assert [rows["goods"][good]["price"] for good in ("wood", "wool", "fish")] == [2, 4, 1]
    assert [row["count"] for row in rows["goods"].values()] == [40, 10, 12, 20, 12, 30, 36, 24]
    assert {row["count"] for row in rows["followers"].values()} == {18}
    assert [row["tiles"] for row in rows["lands"].values()] == [
        [2, 3, 4], [2, 3, 4], [3, 4, 5], [3, 5, 6], [3, 5, 6], [2, 3, 4],
    ]  # fmt: skip
    assert rows["places"]["village"]["spaces"] == ["farmer", "craftsman", "wood"]
    assert rows["places"]["fortress"]["spaces"] == ["knight", "wood"]
    assert rows["starts"]["kf"]["followers"] == ["farmer", "farmer", "fisher", "fisher", "craftsman", "merchant"]
    assert (rows["numbers"]["citizens"]["value"], rows["numbers"]["wealth"]["value"]) == (20, 30)
    assert [rows["epochs"][id]["draw"] for id in ("fk_i", "fk_ii")] == [7, 6]
    assert rows["refills"]["fk_start"]["tokens"]["wood"] == [16, 20, 24]
    assert [id for id, row in rows["places"].items() if row["stories"] == ["first-kingdom"]] == [
        "grove", "trading_boat", "parlatory",
    ]  # fmt: skip
    cards = [row["category"] for row in rows["places"].values() if row["kind"] == "card"]
    assert [cards.count(category) for category in (1, 2, 3)] == [8, 8, 8]


def test_every_figure_has_a_source_and_what_is_not_from_the_rulebook_a_note(tables: Tables) -> None:
    for entries in tables.rows.values():
        for entry, fields in entries.items():
            sources = {fields["source"], *fields["sources"].values()}
            assert sources <= {"rulebook", "public", "reconstruction"}
            if "reconstruction" in sources:
                assert fields["note"].startswith("recon-1: "), entry
    assert ("epochs", "fk_i") in tables.reconstructed()
    assert ("places", "estate") in tables.reconstructed()  # only its spaces
    assert ("lands", "hill") not in tables.reconstructed()


INFERRED = {
    "refills": {"fk_start": "tokens", "kf_start": "tokens"},
    "epochs": {
        "fk_ii": "unlocks bonus",
        "fk_iii": "forbids",
        "fk_iv": "unlocks",
        "fk_v": "unlocks",
        "fk_vi": "forbids categories",
    },
    "places": {"bathhouse": "category", "pub": "category"},
}


def test_what_is_only_inferred_is_shown_as_not_known(tables: Tables) -> None:
    for table, entries in INFERRED.items():
        for entry, names in entries.items():
            row = tables.rows[table][entry]
            assert {source_of(row, name) for name in names.split()} == {"reconstruction"}, entry
            assert any(word in row["note"] for word in ("inferred", "follow")), entry
            assert (table, entry) in tables.reconstructed()
    assert source_of(tables.rows["epochs"]["fk_v"], "forbids") == "rulebook"  # a rule says so
    assert source_of(tables.rows["epochs"]["fk_iv"], "forbids") == "rulebook"


def test_typed_rows_know_their_profile(tables: Tables) -> None:
    newest, oldest = (Printed(tables.rows, profile) for profile in ("recon-2", "recon-1"))
    assert (newest.green, newest.fame_last) == (8, 90)
    assert [len(newest.epochs(story)) for story in ("first-kingdom", "kings-favor")] == [8, 5]
    assert [bin(newest.areas.in_play(seats)).count("1") for seats in (2, 3, 4)] == [15, 23, 29]
    given = {row["number"]: row["draw"] for id, row in in_profile(tables.rows, "recon-1")["epochs"].items()
             if row["story"] == "first-kingdom"}  # fmt: skip
    assert [epoch.draw for epoch in oldest.epochs("first-kingdom")] == [given[n] for n in range(1, 9)]
    kingdom, favor = KingdomPrinted(oldest), FavorPrinted(newest, 5)
    assert (kingdom.citizens_needed, kingdom.tasks[3].id) == (20, "harbour")
    assert [tile.field for tile in favor.tiles if tile.stop] == [90, 42]


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("places.toml", '[mill]\nspaces = ["farmers"]\n', "spaces"),
        ("places.toml", '[mill]\nkind = "card"\n', "cannot be changed"),
        ("places.toml", "[mill]\ncategory = 1\n", "category"),
        ("epochs.toml", '[fk_ii]\nunlocks = ["university"]\n', "unlock"),
        ("epochs.toml", "[fk_ii]\nsettlers = 3\n", "held back"),
        ("epochs.toml", '[fk_iv]\nconditions = [{ do = "task", task = "bridge" }]\n', "task"),
        ("areas.toml", '[a1]\nbeside = ["a2"]\n', "beside"),
        ("areas.toml", "[a1]\nseats_min = 2\n", "15 tiles for 16 areas"),
        ("areas.toml", "[b1]\nstarts = [2]\n", "starts"),
        ("track.toml", "[field_10]\nnumber = 4\n", "rise"),
        ("track.toml", '[field_10]\ntile = "purse"\n', "fixed field"),
        ("control.toml", "[areas]\nthresholds = [3, 3]\n", "rise"),
        ("refills.toml", "[fk_iii.tokens]\nbrocade = [1, 2, 11]\n", "only 10 brocade"),
        ("goals.toml", '[ii_grain]\nreach = "purse"\n', "a goal is one of"),
        ("deeds.toml", '[barter]\nfields = ["coins_99"]\n', "fields"),
        ("goods.toml", "[wine]\nprice = 0\n", "price"),
        ("tasks.toml", '[well]\nfields = ["follower"]\n', "fields"),
        ("goals.toml", '[ii_grain]\nsend = "follower"\n', "send"),
        ("places.toml", '[mill]\nops = [{ do = "citizen", n = 1 }]\n', "citizen has no meaning here"),
        ("places.toml", '[parlatory]\nops = [{ do = "take_any", n = 1 }]\n', "take_any has no meaning here"),
        ("places.toml", '[mill]\nops = [{ do = "take", n = 1 }]\n', "take needs good"),
        ("deeds.toml", '[loom]\nops = [{ do = "wild", n = 1 }]\n', "wild has no meaning here"),
        ("deeds.toml", '[loom]\nops = [{ do = "send" }]\n', "send has no meaning here"),
        ("track.toml", '[field_10]\nops = [{ do = "take_food", n = 1 }]\n', "take_food has no meaning here"),
        ("tiles.toml", '[purse]\nops = [{ do = "citizen", n = 1 }]\n', "citizen has no meaning here"),
        ("epochs.toml", '[kf_ii]\nbonus = [{ do = "wild" }]\n', "wild has no meaning here"),
        ("epochs.toml", '[fk_ii]\nconditions = [{ do = "coins", n = 3 }]\n', "coins has no meaning here"),
        ("epochs.toml", '[fk_ii]\nbonus = [{ do = "fame_per", n = 1 }]\n', "fame_per needs count"),
        ("epochs.toml", '[fk_ii]\nbonus = [{ do = "coins_per", n = 1, count = "followers_here" }]\n', "at a place"),
        ("starts.toml", '[kf]\ngoods = ["wood", "wood", "wood", "wood", "wood", "wood", "wood"]\n', "12 wood only"),
        ("starts.toml", '[fk]\nfollowers = ["monk"]\n', "0 monk only"),
        ("refills.toml", "[fk_start.tokens]\nbread = [1, 3, 4]\n", "more than 1 bread"),
        ("starts.toml", "[fk]\nsettlers = 12\n", "20 settlers are needed"),
        ("numbers.toml", "[seasons]\nvalue = 0\n", "4 only"),
        ("numbers.toml", "[autumn_food]\nvalue = 2\n", "1 only"),
        ("goods.toml", '[wine]\nsources = { prize = "owner" }\n', "there is no figure 'prize'"),
    ],
)
def test_a_wrong_correction_is_refused(tmp_path: Path, file: str, text: str, problem: str) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem) as refused:
        tables_of("orleans", tmp_path)
    assert refused.value.file.endswith(file)


def test_the_words_of_the_data_are_those_of_the_rules() -> None:
    told = [word for story in STORIES.values() for word in (*by_word(story.effects), *story.conditions)]
    assert sorted(get_args(kinds.Verb)) == sorted([*EFFECTS, *told])
    for words in (EFFECTS, *[by_word(story.effects) for story in STORIES.values()]):
        for word, effect in words.items():
            assert word, effect
            assert set(effect.needs) <= set(field_names(kinds.Op)), word


@pytest.mark.parametrize("name", tables_of("orleans").rows["recon_1"])
def test_a_correction_of_the_owner_holds_in_every_profile(tmp_path: Path, name: str) -> None:
    table, _, entry = name.partition(".")
    (tmp_path / f"{table}.toml").write_text(f'[{entry}]\nnote = "read off a copy"\n', encoding="utf-8")
    corrected = tables_of("orleans", tmp_path)
    for profile in ("recon-1", "recon-2"):
        row = in_profile(corrected.rows, profile)[table][entry]
        assert (row["source"], row["note"]) == ("owner", "read off a copy")


def test_a_correction_leaves_the_other_figures_of_every_profile(tmp_path: Path, tables: Tables) -> None:
    """What the owner of a copy does not name stays as the profile has it."""
    (tmp_path / "epochs.toml").write_text("[fk_vi]\ndraw = 7\n", encoding="utf-8")
    (tmp_path / "refills.toml").write_text("[fk_viii.tokens]\nwine = [1, 1, 1]\n", encoding="utf-8")
    corrected = tables_of("orleans", tmp_path)
    for profile, coins, farmers in (("recon-1", 1, None), ("recon-2", 2, [2, 3, 4])):
        rows = in_profile(corrected.rows, profile)
        epoch, tokens = rows["epochs"]["fk_vi"], rows["refills"]["fk_viii"]["tokens"]
        assert (epoch["draw"], epoch["bonus"][0]["n"]) == (7, coins)
        assert (tokens["wine"], tokens.get("farmer")) == ([1, 1, 1], farmers)
    assert corrected.digest != tables.digest


def test_a_corrected_figure_is_no_longer_reconstructed_and_the_others_are(tmp_path: Path) -> None:
    (tmp_path / "deeds.toml").write_text('[loom]\nfields = ["wool"]\n', encoding="utf-8")
    loom = tables_of("orleans", tmp_path).rows["deeds"]["loom"]
    assert source_of(loom, "fields") == "owner"
    assert source_of(loom, "ops") == "reconstruction"


def test_of_a_group_that_is_corrected_in_part_the_rest_stays_reconstructed(tmp_path: Path) -> None:
    file = tmp_path / "refills.toml"
    tokens = tables_of("orleans").rows["refills"]["fk_viii"]["tokens"]
    file.write_text("[fk_viii.tokens]\nwine = [1, 1, 1]\n", encoding="utf-8")
    assert source_of(tables_of("orleans", tmp_path).rows["refills"]["fk_viii"], "tokens") == "reconstruction"
    lines = [f"{token} = {counts}" for token, counts in tokens.items()]
    file.write_text("\n".join(["[fk_viii.tokens]", *lines]), encoding="utf-8")
    assert source_of(tables_of("orleans", tmp_path).rows["refills"]["fk_viii"], "tokens") == "owner"


def test_a_profile_that_changes_a_known_figure_is_refused(tmp_path: Path) -> None:
    (tmp_path / "epochs.toml").write_text('[fk_i]\ndraw = 8\nnote = "recon-2: more"\n', encoding="utf-8")
    raw = {"epochs": {"fk_i": {"draw": 7, "source": "reconstruction", "sources": {"draw": "public"}}}}
    with pytest.raises(DataError, match="reconstructed figures only"):
        reader._tuned(tmp_path, raw)
