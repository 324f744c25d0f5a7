"""The component tables: what is in them, how an owner corrects them, and how a broken file is refused."""

import errno
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kronrat.box import box_of
from kronrat.data import DataError, Tables, load_tables
from kronrat.data.tables import source_of
from kronrat.games.kingsburg.data import schema
from kronrat.shelf import tables_of

Write = Callable[..., Path]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_of("kingsburg")


@pytest.fixture
def override(tmp_path: Path) -> Write:
    """Writes an override folder: override(buildings="…", enemies="…")."""

    def write(**files: str) -> Path:
        for table, text in files.items():
            (tmp_path / f"{table}.toml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def refusal(folder: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        tables_of("kingsburg", folder)
    error = caught.value
    assert "\n" not in str(error)
    assert error.problem in str(error)
    return error


# --- what is printed -------------------------------------------------------------------------------


def test_every_component_is_there(tables: Tables) -> None:
    """What is printed; cards of one's own may come on top."""
    counts = {table: len(entries) for table, entries in tables.rows.items()}
    printed = {
        "buildings": 28,
        "enemies": 25,
        "advisors": 18,
        "components": 17,
        "governors": 24,
        "army": 6,
    }
    assert set(counts) == set(printed)
    assert all(counts[table] >= count for table, count in printed.items())


def test_every_entry_says_where_it_comes_from(tables: Tables) -> None:
    for entries in tables.rows.values():
        for fields in entries.values():
            assert fields["source"] in ("rulebook", "public", "reconstruction")


def test_what_is_not_from_a_rulebook_explains_itself(tables: Tables) -> None:
    for entries in tables.rows.values():
        for fields in entries.values():
            assert fields["source"] == "rulebook" or fields["note"]
            assert fields["source"] != "reconstruction" or fields["reconstructed"]


def cost(tables: Tables, building: str) -> tuple[int, int, int]:
    fields = tables.rows["buildings"][building]
    return fields["gold"], fields["wood"], fields["stone"]


@pytest.mark.parametrize(
    ("building", "gold_wood_stone", "vp"),
    [
        ("statue", (2, 0, 0), 3),
        ("inn", (1, 1, 0), 0),
        ("guard_tower", (1, 0, 1), 1),
        ("palisade", (0, 2, 0), 0),
    ],
)
def test_buildings_whose_cost_and_points_a_rulebook_states(
    tables: Tables, building: str, gold_wood_stone: tuple[int, int, int], vp: int
) -> None:
    assert cost(tables, building) == gold_wood_stone
    assert tables.rows["buildings"][building]["vp"] == vp
    assert tables.rows["buildings"][building]["source"] == "rulebook"


def test_buildings_that_rulebook_examples_show(tables: Tables) -> None:
    buildings = tables.rows["buildings"]
    assert cost(tables, "farms") == (2, 3, 1)
    assert cost(tables, "barricade") == (0, 1, 0)
    assert cost(tables, "blacksmith") == (1, 2, 0)
    assert buildings["market"]["vp"] == 1
    assert buildings["market"]["row"] < buildings["crane"]["row"]
    assert buildings["market"]["column"] == buildings["crane"]["column"] == 2
    assert {buildings[first]["column"] for first in ("inn", "barricade", "guard_tower")} == {1}
    assert [buildings[name]["column"] for name in ("statue", "chapel", "church")] == [1, 2, 3]
    assert {buildings[name]["row"] for name in ("statue", "chapel", "church")} == {"B"}


def test_combat_modifiers(tables: Tables) -> None:
    plain = {name: b["battle"] for name, b in tables.rows["buildings"].items() if b["battle"]}
    assert plain == {
        "farms": -1,
        "guard_tower": 1,
        "blacksmith": 1,
        "wizards_guild": 2,
        "palisade": 1,
        "stone_wall": 1,
        "fortress": 1,
    }
    against = {name: b["against"] for name, b in tables.rows["buildings"].items() if b["against"]}
    assert against == {"church": {"demons": 1}, "palisade": {"zombies": 2}, "barricade": {"goblins": 1}}
    weak = {
        n: (b["against_up_to"], b["against_value"]) for n, b in tables.rows["buildings"].items() if b["against_up_to"]
    }
    assert weak == {"makeshift_defenses": (5, 1)}


def test_points_of_all_buildings(tables: Tables) -> None:
    points: dict[str, list[int]] = {}
    for building in tables.rows["buildings"].values():
        points.setdefault(building["row"], []).append(building["vp"])
    assert {row: printed[:4] for row, printed in points.items()} == {
        "A": [1, 2, 3, 5],
        "B": [3, 5, 7, 9],
        "C": [0, 1, 2, 4],
        "D": [1, 2, 4, 6],
        "E": [0, 2, 2, 4],
        "F": [0, 1, 2, 4],
        "G": [0, 1, 2, 3],
    }


def test_rows_of_the_module(tables: Tables) -> None:
    rows = {b["row"] for b in tables.rows["buildings"].values() if b["module"] == "buildings"}
    assert rows == {"A", "G"}


def printed(figures: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in figures.items() if count}


def test_the_two_enemy_cards_that_the_rulebooks_show(tables: Tables) -> None:
    first, second = tables.rows["enemies"]["e1_goblins_3"], tables.rows["enemies"]["e3_goblins_4"]
    assert (first["strength"], printed(first["penalty"])) == (3, {"gold": 1, "buildings": 1})
    assert printed(first["reward"]) == {"stone": 1}
    assert (second["strength"], printed(second["penalty"])) == (
        4,
        {"wood": 3, "stone": 3, "buildings": 1, "vp": 1},
    )
    assert printed(second["reward"]) == {"wood": 1}
    assert first["source"] == second["source"] == "rulebook"


def test_enemies_by_type_and_year(tables: Tables) -> None:
    enemies = tables.rows["enemies"]
    assert Counter(e["type"] for e in enemies.values()) == {
        "goblins": 8,
        "barbarians": 4,
        "orcs": 4,
        "zombies": 4,
        "demons": 4,
        "dragons": 1,
    }
    for name, enemy in enemies.items():
        assert name == f"e{enemy['year']}_{enemy['type']}_{enemy['strength']}"
    strengths = {year: [e["strength"] for e in enemies.values() if e["year"] == year] for year in range(1, 6)}
    ranges = {year: (min(found), max(found)) for year, found in strengths.items()}
    assert ranges == {1: (2, 4), 2: (3, 5), 3: (4, 6), 4: (5, 7), 5: (7, 9)}


def test_penalties_stand_in_the_order_in_which_they_are_suffered(tables: Tables) -> None:
    for enemy in tables.rows["enemies"].values():
        assert list(enemy["penalty"]) == ["gold", "wood", "stone", "goods", "buildings", "vp"]


def test_the_disputed_card_says_so(tables: Tables) -> None:
    assert "isputed" in tables.rows["enemies"]["e4_demons_6"]["note"]


def test_all_advisors_are_from_the_rulebook(tables: Tables) -> None:
    advisors = tables.rows["advisors"]
    assert [a["rank"] for a in advisors.values()] == list(range(1, 19))
    assert {a["source"] for a in advisors.values()} == {"rulebook"}
    assert printed(advisors["king"]["gain"]) == {"gold": 1, "wood": 1, "stone": 1, "soldiers": 1}
    assert advisors["merchant"]["one_of"] == ["gold", "wood"]
    assert (advisors["smuggler"]["choose"], advisors["smuggler"]["pay"]) == (3, {"vp": 1})
    assert (advisors["queen"]["choose"], advisors["queen"]["gain"]["vp"]) == (2, 3)
    assert [name for name, a in advisors.items() if a["trade"]] == ["alchemist"]
    assert [name for name, a in advisors.items() if a["peek"]] == ["general", "queen"]
    assert [name for name, a in advisors.items() if a["gain"]["plus2"]] == ["astronomer", "duchess"]
    assert [name for name, a in advisors.items() if a["gain"]["soldiers"]] == ["sergeant", "general", "king"]


def test_material_of_both_editions(tables: Tables) -> None:
    box = tables.rows["components"]
    for edition in ("1e", "2e"):
        supply = ("gold", "wood", "stone", "plus2_tokens", "bonus_dice")
        assert [box[name][edition] for name in supply] == [25, 20, 15, 20, 6]
    assert (box["soldier_tokens"]["1e"], box["soldier_tokens"]["2e"]) == (0, 20)


def test_governor_decks(tables: Tables) -> None:
    tiers = Counter(g["tier"] for g in tables.rows["governors"].values())
    assert (tiers["documented"], tiers["attested"]) == (11, 8)
    assert tiers["reconstructed"] >= 5


def test_governor_numbers(tables: Tables) -> None:
    governors = tables.rows["governors"]
    assert (governors["prince"]["threshold"], governors["prince"]["dice"]) == (8, [3, 4, 6])
    assert (governors["usurer"]["gold"], governors["usurer"]["vp"]) == (4, -3)
    assert [advisor["rank"] for advisor in governors["politician"]["advisors"]] == [5, 10]
    assert "dice" not in governors["fairy"]


def test_army_tokens(tables: Tables) -> None:
    assert [token["value"] for token in tables.rows["army"].values()] == [0, 1, 1, 2, 3, 4]


def test_reconstructed_entries_are_named(tables: Tables) -> None:
    found = tables.reconstructed()
    assert {table for table, _ in found} <= {"governors", "buildings"}
    assert ("governors", "damsel") in found
    assert ("governors", "minstrel") in found  # known but for one part
    assert ("governors", "prince") not in found


# --- corrections by the owner of a copy ------------------------------------------------------------


def test_an_override_replaces_fields_and_keeps_the_others(tables: Tables, override: Write) -> None:
    changed = tables_of("kingsburg", override(buildings="[market]\nvp = 3\n"))
    market = changed.rows["buildings"]["market"]
    assert market["vp"] == 3
    assert market["gold"] == 2
    assert (source_of(market, "vp"), source_of(market, "gold")) == ("owner", "public")
    assert market["note"] == ""
    assert changed.rows["buildings"]["crane"] == tables.rows["buildings"]["crane"]
    assert list(changed.rows["buildings"]) == list(tables.rows["buildings"])
    assert changed.digest != tables.digest


def test_an_override_may_name_its_source(override: Write) -> None:
    folder = override(army='[token_4]\nvalue = 5\nsource = "public"\nnote = "other printing"\n')
    token = tables_of("kingsburg", str(folder)).rows["army"]["token_4"]
    assert (token["value"], token["source"], token["note"]) == (5, "public", "other printing")


@pytest.mark.parametrize("text", ["[e3_goblins_4.penalty]\nwood = 2\n", "[e3_goblins_4]\npenalty = { wood = 2 }\n"])
def test_of_a_table_inside_an_entry_the_figures_not_named_are_kept(override: Write, text: str) -> None:
    changed = tables_of("kingsburg", override(enemies=text)).rows["enemies"]["e3_goblins_4"]
    assert printed(changed["penalty"]) == {"wood": 2, "stone": 3, "buildings": 1, "vp": 1}
    assert printed(changed["reward"]) == {"wood": 1}


def test_a_figure_inside_an_entry_is_taken_away_by_a_zero(override: Write) -> None:
    text = "[palisade]\nagainst = { zombies = 0, orcs = 1 }\n"
    against = tables_of("kingsburg", override(buildings=text)).rows["buildings"]["palisade"]["against"]
    assert against == {"zombies": 0, "orcs": 1}


def test_a_list_inside_an_entry_is_replaced_as_a_whole(override: Write) -> None:
    text = '[merchant]\none_of = ["wood", "stone"]\n'
    assert tables_of("kingsburg", override(advisors=text)).rows["advisors"]["merchant"]["one_of"] == ["wood", "stone"]


def test_a_card_stays_reconstructed_until_the_owner_says_otherwise(override: Write) -> None:
    number = tables_of("kingsburg", override(governors="[heiress]\nthreshold = 9\n"))
    assert ("governors", "heiress") in number.reconstructed()
    whole = tables_of("kingsburg", override(governors='[heiress]\nsource = "owner"\nreconstructed = ""\n'))
    assert ("governors", "heiress") not in whole.reconstructed()


def test_notes_and_sources_do_not_change_the_digest(tables: Tables, override: Write) -> None:
    folder = override(buildings='[market]\nnote = "seen"\n', governors='[fairy]\nreconstructed = "?"\n')
    assert tables_of("kingsburg", folder).digest == tables.digest


def test_the_digest_is_the_same_each_time(tables: Tables) -> None:
    assert tables_of("kingsburg").digest == tables.digest
    assert len(tables.digest) == 64


def test_buildings_may_not_change_places_but_may_be_said_to_stand_where_they_are(override: Write) -> None:
    error = refusal(override(buildings="[inn]\ncolumn = 2\n[market]\ncolumn = 1\n"))
    assert (error.entry, error.problem) == ("inn", "column: cannot be changed, because the rules depend on it")
    changed = tables_of("kingsburg", override(buildings='[inn]\nrow = "C"\ncolumn = 1\nvp = 1\n'))
    assert changed.rows["buildings"]["inn"]["vp"] == 1


def test_other_files_in_the_folder_are_left_alone(tables: Tables, override: Write) -> None:
    folder = override(buildings="")
    (folder / "README.md").write_text("my copy")
    assert tables_of("kingsburg", folder).digest == tables.digest


# --- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "text", "entry", "problem"),
    [
        ("buildings", "[market]\nvp = \n", "", "is not valid TOML: Invalid value (at line 2, column 6)"),
        ("buildings", "[market]\nvp = 1\nvp = 2\n", "", "is not valid TOML: Cannot overwrite a value"),
        ("buildings", f"[market]\nvp = {'9' * 5000}\n", "", "is not valid TOML"),
        ("buildings", f"[market]\nvp = {'[' * 9999}\n", "", "is not valid TOML"),
        ("houses", "[market]\nvp = 1\n", "", "there is no table 'houses'; the tables are buildings,"),
        ("buildings", "[bazaar]\nvp = 1\n", "bazaar", "there is no such entry in buildings"),
        ("buildings", "[Market]\nvp = 1\n", "Market", "an id has lower-case letters"),
        ("buildings", '["a\\nb"]\nvp = 1\n', "a b", "an id has lower-case letters"),
        ("buildings", "market = 1\n", "market", "a table of fields is expected"),
        ("buildings", "[market]\npoints = 1\n", "market", "unknown field 'points'"),
        ("buildings", '[market]\nvp = "1"\n', "market", "vp: expected int, got str"),
        ("buildings", "[market]\nvp = 1.0\n", "market", "vp: expected int, got float"),
        ("buildings", "[market]\nvp = -1\n", "market", "vp: expected int >= 0"),
        ("buildings", "[market]\nvp = 100\n", "market", "vp: expected int <= 99"),
        ("buildings", "[market]\ncolumn = 6\n", "market", "column: expected int <= 5"),
        ("buildings", '[market]\nrow = "H"\n', "market", "row: unknown value 'H'"),
        ("buildings", "[market]\nagainst = { trolls = 1 }\n", "market", "against: unknown value 'trolls'"),
        ("buildings", '[market]\nsource = "rumour"\n', "market", "source 'rumour' is not one of rulebook,"),
        ("buildings", "[market]\nsource = [1]\n", "market", "source [1] is not one of rulebook, public"),
        ("buildings", "[statue]\ncolumn = 2\n", "statue", "column: cannot be changed"),
        ("buildings", '[market]\nrow = "A"\nmodule = "buildings"\n', "market", "row: cannot be changed"),
        ("buildings", '[market]\nmodule = "buildings"\n', "market", "module must be 'buildings' in rows"),
        ("buildings", "[market]\nagainst_value = 1\n", "market", "against_value needs against_up_to"),
        ("enemies", "[e1_goblins_3]\nyear = 2\n", "e1_goblins_3", "year 2 needs five cards but has 6"),
        ("enemies", '[e1_goblins_3]\ntype = "trolls"\n', "e1_goblins_3", "type: unknown value 'trolls'"),
        (
            "enemies",
            "[e1_goblins_3]\npenalty = { silver = 1 }\n",
            "e1_goblins_3",
            "penalty: unknown field 'silver'",
        ),
        ("advisors", "[king]\nrank = 17\n", "king", "rank 17 needs one advisor but has queen and king"),
        ("advisors", '[merchant]\none_of = ["gold", "gold"]\n', "merchant", "one_of needs two or three"),
        ("advisors", "[alchemist]\ngain = { gold = 1 }\n", "alchemist", "gain would have no effect beside trade"),
        ("advisors", "[alchemist]\nchoose = 2\npeek = true\n", "alchemist", "choose and peek would have no effect"),
        ("advisors", "[smuggler.gain]\nvp = 1\n", "smuggler", "gain would have no effect beside pay"),
        ("advisors", "[smuggler]\npeek = true\n", "smuggler", "peek would have no effect beside pay"),
        ("advisors", '[queen]\none_of = ["gold", "wood"]\n', "queen", "one_of would have no effect beside choose"),
        ("advisors", "[merchant]\npay = { vp = 1 }\n", "merchant", "one_of would have no effect beside pay"),
        ("governors", "[prince]\ndice = [3, 4]\n", "prince", "dice: expected array of length >= 3"),
        ("governors", "[fairy]\nthreshold = 8\n", "fairy", "unknown field 'threshold': it has no"),
        (
            "governors",
            "[politician]\nadvisors = [{ choose = 1 }]\n",
            "politician",
            "advisors[0]: missing required field 'rank'",
        ),
    ],
)
def test_a_broken_override_is_refused_in_one_line(
    override: Write, table: str, text: str, entry: str, problem: str
) -> None:
    folder = override(**{table: text})
    error = refusal(folder)
    file = str(folder / f"{table}.toml")
    assert (error.file, error.entry) == (file, entry)
    assert error.problem.startswith(problem)
    assert str(error) == (f"{file} [{entry}]: {error.problem}" if entry else f"{file}: {error.problem}")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    error = refusal(tmp_path / "nowhere")
    assert str(error) == f"{tmp_path / 'nowhere'}: cannot be read: No such file or directory"


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "buildings.toml").write_text("")
    assert refusal(tmp_path / "buildings.toml").problem == "names no game"


def test_a_folder_without_any_table(tmp_path: Path) -> None:
    assert refusal(tmp_path).problem.startswith("holds no .toml file; the tables are buildings, enemies")


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "buildings.toml").mkdir()
    assert refusal(tmp_path).problem == "cannot be read: Is a directory"


def test_a_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert refusal(tmp_path).problem == "cannot be read: Permission denied"


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "buildings.toml").write_bytes(b"\xff\xfe\x00")
    assert refusal(tmp_path).problem == "is not UTF-8 text"


def shipped(tmp_path: Path) -> Path:
    """A copy of the shipped files that a test may damage."""
    return shutil.copytree(box_of("kingsburg").data, tmp_path / "data")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("vp = 3\n", "", "missing required field 'vp'"),
        ('source = "rulebook"\n', "", "missing required field 'source'"),
        ('source = "rulebook"\n', 'source = "owner"\n', "source 'owner' is not one of rulebook, public"),
    ],
)
def test_shipped_files_are_checked_too(tmp_path: Path, old: str, new: str, problem: str) -> None:
    file = shipped(tmp_path) / "buildings.toml"
    head, statue = file.read_text(encoding="utf-8").split("[statue]\n")
    file.write_text(f"{head}[statue]\n{statue.replace(old, new, 1)}", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_tables(tmp_path / "data", schema)
    assert (caught.value.file, caught.value.entry) == (str(file), "statue")
    assert caught.value.problem.startswith(problem)


def test_a_missing_building_is_noticed(tmp_path: Path) -> None:
    file = shipped(tmp_path) / "buildings.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: text.index("[military_academy]")], encoding="utf-8")
    with pytest.raises(DataError, match="row G, column 4 needs one building but has none"):
        load_tables(tmp_path / "data", schema)
