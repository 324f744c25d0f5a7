"""What a rulebook or a public source prints is not ours to change: every figure of these entries, word for word.

Only reconstructed parts may be adjusted for balance. To correct a misprint, change the figure here too.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from kronrat.data import Tables
from kronrat.shelf import tables_of

RULEBOOK = {
    "buildings": {
        "statue": "column 1, gold 2, vp 3",
        "inn": "column 1, gold 1, wood 1",
        "guard_tower": "column 1, gold 1, stone 1, vp 1, battle 1",
        "palisade": "column 1, wood 2, battle 1, against.zombies 2",
    },
    "enemies": {
        "e1_goblins_3": "year 1, strength 3, penalty.gold 1, penalty.buildings 1, reward.stone 1",
        "e3_goblins_4": "year 3, strength 4, penalty.wood 3, penalty.stone 3, penalty.buildings 1, penalty.vp 1, "
        "reward.wood 1",
    },
    "advisors": {
        "jester": "rank 1, gain.vp 1",
        "squire": "rank 2, gain.gold 1",
        "architect": "rank 3, gain.wood 1",
        "merchant": "rank 4, one_of gold/wood",
        "sergeant": "rank 5, gain.soldiers 1",
        "alchemist": "rank 6, trade",
        "astronomer": "rank 7, gain.plus2 1, choose 1",
        "treasurer": "rank 8, gain.gold 2",
        "master_hunter": "rank 9, gain.wood 1, one_of gold/stone",
        "general": "rank 10, gain.soldiers 2, peek",
        "swordsmith": "rank 11, gain.stone 1, one_of wood/gold",
        "duchess": "rank 12, gain.plus2 1, choose 2",
        "champion": "rank 13, gain.stone 3",
        "smuggler": "rank 14, choose 3, pay.vp 1",
        "inventor": "rank 15, gain.gold 1, gain.wood 1, gain.stone 1",
        "wizard": "rank 16, gain.gold 4",
        "queen": "rank 17, gain.vp 3, choose 2, peek",
        "king": "rank 18, gain.gold 1, gain.wood 1, gain.stone 1, gain.soldiers 1",
    },
    "governors": {"usurer": "gold 4, vp -3"},
}

PUBLIC = {
    "buildings": {
        "sawmill": "column 1, wood 2, stone 1, vp 1, pay.wood 1, gain.gold 2",
        "quarry": "column 2, gold 1, wood 1, stone 2, vp 2, pay.stone 1, gain.gold 3",
        "goldsmith": "column 3, gold 2, wood 2, stone 2, vp 3, pay.gold 1, gain.vp 1, gain.soldiers 1",
        "mint": "column 4, gold 6, wood 1, stone 1, vp 5",
        "chapel": "column 2, gold 3, stone 1, vp 5",
        "church": "column 3, gold 3, wood 1, stone 2, vp 7, against.demons 1",
        "cathedral": "column 4, gold 5, stone 3, vp 9",
        "market": "column 2, gold 2, wood 2, vp 1",
        "farms": "column 3, gold 2, wood 3, stone 1, vp 2, battle -1",
        "merchants_guild": "column 4, gold 3, wood 1, stone 2, vp 4",
        "blacksmith": "column 2, gold 1, wood 2, vp 2, battle 1",
        "barracks": "column 3, gold 2, wood 2, stone 1, vp 4",
        "wizards_guild": "column 4, gold 3, wood 2, stone 2, vp 6, battle 2",
        "stable": "column 2, gold 1, wood 1, stone 1, vp 2",
        "stone_wall": "column 3, gold 2, stone 2, vp 2, battle 1",
        "fortress": "column 4, gold 3, stone 2, vp 4, battle 1",
        "barricade": "column 1, wood 1, against.goblins 1",
        "crane": "column 2, wood 1, stone 1, vp 1",
        "town_hall": "column 3, gold 2, wood 1, stone 1, vp 2",
        "embassy": "column 4, gold 2, wood 2, stone 2, vp 4",
        "makeshift_defenses": "column 1, stone 1, against_up_to 5, against_value 1",
        "recruiting_station": "column 2, gold 1, wood 1, vp 1",
        "training_camp": "column 3, gold 1, wood 2, vp 2",
        "military_academy": "column 4, gold 2, wood 1, stone 1, vp 3",
    },
    "enemies": {
        "e1_barbarians_2": "year 1, strength 2, penalty.goods 1, penalty.buildings 1, reward.gold 1",
        "e1_goblins_2": "year 1, strength 2, penalty.wood 1, penalty.stone 1, penalty.buildings 1, penalty.vp 1, "
        "reward.wood 1",
        "e1_orcs_3": "year 1, strength 3, penalty.goods 2, penalty.vp 1, reward.gold 1",
        "e1_zombies_4": "year 1, strength 4, penalty.vp 2, reward.vp 1",
        "e2_goblins_3": "year 2, strength 3, penalty.wood 2, penalty.stone 2, penalty.buildings 1, penalty.vp 1, "
        "reward.wood 1",
        "e2_goblins_4": "year 2, strength 4, penalty.gold 2, penalty.buildings 1, reward.stone 1",
        "e2_orcs_4": "year 2, strength 4, penalty.goods 2, penalty.buildings 1, reward.gold 1",
        "e2_barbarians_5": "year 2, strength 5, penalty.goods 2, penalty.vp 1, reward.gold 1",
        "e2_zombies_5": "year 2, strength 5, penalty.vp 2, reward.vp 1",
        "e3_goblins_5": "year 3, strength 5, penalty.gold 3, penalty.buildings 1, reward.stone 1",
        "e3_orcs_5": "year 3, strength 5, penalty.goods 2, penalty.buildings 1, reward.gold 1",
        "e3_zombies_6": "year 3, strength 6, penalty.vp 2, reward.vp 1",
        "e3_demons_6": "year 3, strength 6, penalty.gold 2, penalty.wood 1, penalty.stone 1, penalty.vp 1, reward.vp 1",
        "e4_goblins_5": "year 4, strength 5, penalty.wood 4, penalty.stone 4, penalty.buildings 1, penalty.vp 1, "
        "reward.wood 1",
        "e4_goblins_6": "year 4, strength 6, penalty.gold 4, penalty.buildings 1, reward.stone 1",
        "e4_demons_6": "year 4, strength 6, penalty.goods 4, penalty.vp 1, reward.gold 1, reward.vp 1",
        "e4_orcs_7": "year 4, strength 7, penalty.goods 2, penalty.buildings 1, reward.goods 1",
        "e4_zombies_7": "year 4, strength 7, penalty.vp 2, reward.vp 1",
        "e5_barbarians_7": "year 5, strength 7, penalty.vp 8, reward.vp 1",
        "e5_barbarians_8": "year 5, strength 8, penalty.buildings 1, reward.vp 1",
        "e5_demons_8": "year 5, strength 8, penalty.buildings 1, penalty.vp 2, reward.vp 2",
        "e5_demons_9": "year 5, strength 9, penalty.buildings 1, reward.vp 2",
        "e5_dragons_9": "year 5, strength 9, penalty.vp 5, reward.vp 3",
    },
    "advisors": {},
    "governors": {
        "minstrel": "vp_equal 1, vp_fewest 1",
        "sorcerer": "year 3, columns 1, buildings 3",
        "philosopher": "threshold 10, vp_threshold 10, vp 1",
        "preacher": "vp 1",
        "priest": "threshold 8, bonus_dice 1, vp 1",
        "prince": "threshold 8, dice 3/4/6",
        "tax_collector": "columns 4, goods 1",
        "fairy": "bonus_dice 1",
        "trickster": "face 2, turned_to 1/3",
        "duke": "rank 12",
    },
}

KNOWN_PARTS = {  # of cards whose other figures are reconstructed
    "carpenter": ("wood", 1),
    "miner": ("gold", 1),  # that it is 1 good
    "sculptor": ("stone", 1),
    "heiress": ("plus2", 2),
}


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_of("kingsburg")


def figures(fields: dict[str, Any], within: str = "") -> Iterator[str]:
    """All that a table says in numbers, in its order; what is 0 or missing says nothing, and texts are left out."""
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from figures(value, f"{within}{name}.")
        elif isinstance(value, list):
            yield from [f"{within}{name} {'/'.join(map(str, value))}"] if value else []
        elif value is True:
            yield f"{within}{name}"
        elif isinstance(value, int) and value:
            yield f"{within}{name} {value}"


@pytest.mark.parametrize(("source", "printed"), [("rulebook", RULEBOOK), ("public", PUBLIC)])
@pytest.mark.parametrize("table", ["buildings", "enemies", "advisors", "governors"])
def test_no_figure_from_a_source_was_changed(
    tables: Tables, table: str, source: str, printed: dict[str, dict[str, str]]
) -> None:
    entries = tables.rows[table].items()
    found = {entry: ", ".join(figures(fields)) for entry, fields in entries if fields["source"] == source}
    assert found == printed[table]  # nor was an entry given to another source


def test_the_known_parts_of_reconstructed_governors_were_not_changed(tables: Tables) -> None:
    governors = tables.rows["governors"]
    for entry, (field, number) in KNOWN_PARTS.items():
        assert (governors[entry]["source"], governors[entry][field]) == ("reconstruction", number)
    assert governors["politician"]["advisors"][0]["rank"] == 5


def test_all_other_governors_are_reconstructed(tables: Tables) -> None:
    made_up = {entry for entry, fields in tables.rows["governors"].items() if fields["source"] == "reconstruction"}
    assert made_up >= {
        *("architect", "politician", "carpenter", "miner", "sculptor", "damsel", "heiress", "general_gov"),
        *("innkeeper", "knight", "spy", "peddler", "courtier"),
    }
