"""The words of Orléans Stories are complete in both languages and name only facts that somebody provides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import pytest

import kronrat
from kronrat.core.game import Game
from kronrat.games.orleans import BOX
from kronrat.games.orleans.rules import events
from kronrat.games.orleans.rules.registry import STORIES
from kronrat.games.orleans.rules.state import FOLLOWERS, GOODS, PHASES, TERRAINS, TOKENS
from kronrat.games.orleans.rules.tables import BUILDINGS
from kronrat.games.orleans.stories.first_kingdom.rules.printed import COLUMNS
from kronrat.words import Words, languages
from kronrat.words.catalogue import domain
from tests.words import speech

KINDS = {
    "numbers": "number", "goods": "token", "followers": "token", "lands": "land", "places": "place", "deeds": "deed",
    "areas": "area", "track": "mark", "tiles": "tile", "epochs": "epoch", "goals": "goal", "refills": "refill",
    "starts": "start", "tasks": "task", "control": "column", "components": "component",
}  # fmt: skip
both_languages = pytest.mark.parametrize("lang", languages())


@cache
def game() -> Game:
    return kronrat.load("orleans")


def everything() -> Iterator[str]:
    """The ids that the game, its data and its table need."""
    yield from (f"phase.{phase}{text}" for phase in PHASES for text in ("", ".text"))
    yield from (f"season.{n}{text}" for n in range(1, 5) for text in ("", ".text"))
    yield from (f"story.{story}{text}" for story in STORIES for text in ("", ".text"))
    yield from (f"{kind}.{token}" for token in TOKENS for kind in ("token", "a_token"))
    yield from (f"token_number.{n}" for n in range(len(FOLLOWERS) + len(GOODS) + 1))
    yield from (f"count.{token}" for token in (*FOLLOWERS, *GOODS, "technology", "coins"))
    yield from (f"land.{terrain}" for terrain in (*TERRAINS, "village"))
    yield from (f"{kind}.{building}" for building in BUILDINGS for kind in ("building", "a_building"))
    yield from (f"column.{column}" for column in COLUMNS)
    rows = game().rows
    for table, entries in rows.items():
        yield f"table.{table}"
        if table in KINDS:
            yield from (f"{KINDS[table]}.{entry}" for entry in entries)
    for kind, table in (("text", "places"), ("deed_text", "deeds"), ("tile_text", "tiles"), ("task_text", "tasks")):
        yield from (f"{kind}.{entry}" for entry in rows[table])
    yield from (f"the_place.{place}" for place in rows["places"])
    yield from (f"target.{entry}" for table in ("deeds", "tasks", "goals") for entry in rows[table])
    yield from (f"goal_kind.{kind}" for kind in ("areas", "villages", "churches", "fortresses", "send", "reach"))
    for epoch, row in rows["epochs"].items():
        yield f"epoch.{row['number']}"
        yield f"narration.{epoch.removeprefix('fk_')}"
        if epoch.startswith("kf"):
            yield f"privilege.{epoch}"
    yield from ("narration.food_depot", "narration.medicine", "trial.food_depot", "trial.medicine")
    yield from (f"refill.{entry[3:]}" for entry in rows["refills"] if not entry.endswith("_start"))
    yield from (f"{kind}.{task}" for task in ("church", "citizens", "wealth") for kind in ("task", "task_text"))
    yield from (f"{kind}.{tie}" for tie in ("wealth", "epochs", "points") for kind in ("tie", "count"))
    for story in STORIES:
        yield from speech.switched(game(), {"story": story})
    yield from speech.asked(game())
    yield from (f"choice.{verb}" for verb in ("start", "land", "tiles", "draw"))
    for file in (speech.SOURCE / "games" / "orleans").rglob("*.py"):
        yield from re.findall(r"\"(reason\.\w+)\"", file.read_text(encoding="utf-8"))


@both_languages
def test_everything_has_its_words(lang: str) -> None:
    assert sorted({id for id in everything() if id not in domain(lang, "orleans").messages}) == []
    assert "game.orleans" in domain(lang, "orleans").messages


def test_languages_have_the_same_messages_with_the_same_facts() -> None:
    speech.check_languages("orleans")


@both_languages
def test_sentences_are_calm_and_lead_to_messages_that_exist(lang: str) -> None:
    speech.check_sentences(lang, "orleans")


@both_languages
def test_every_event_has_its_sentence_and_all_facts_for_it(lang: str) -> None:
    speech.check_events(lang, "orleans", events, *[import_module(f"{part}.rules.events") for part in BOX.parts])


# -- printed texts -----------------------------------------------------------------------------------------------


def effect_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a text about a place, deed or tile is told: the figures of its effects, each by what is done."""
    facts: dict[str, Any] = {name: row[name] for name in ("autumn_coins",) if name in row}
    for op in row["ops"]:
        facts |= {op["do"]: op["n"]}
        facts |= {name: op[name] for name in ("of", "least", "else_coins") if op[name]}
    return facts


@both_languages
def test_every_printed_text_can_be_said_and_tells_the_figures(lang: str) -> None:
    words = Words(lang, "orleans")
    for kind, table in (("text", "places"), ("deed_text", "deeds"), ("tile_text", "tiles")):
        for entry, row in game().rows[table].items():
            facts = effect_facts(row)
            said = words.say(f"{kind}.{entry}", **facts)
            assert said.endswith(".")
            silent = ("recruit", "technology", "card", "draw_keep", "build", "citizen")
            for do, n in facts.items():
                assert do in (*silent, "of") or n in (0, 1) or str(n) in said, (entry, do)


@both_languages
def test_every_goal_can_be_said(lang: str) -> None:
    words = Words(lang, "orleans")
    for goal, row in game().rows["goals"].items():
        kind = row["count"] or ("send" if row["send"] else "reach")
        assert words.say(f"goal_kind.{kind}", **row), goal


@both_languages
def test_the_short_rules_name_every_task_that_no_favourite_replaces(lang: str) -> None:
    words = Words(lang, "orleans")
    told = words.say("web.rules.os.kf.tasks.2").casefold()
    final = [row["reach"] for row in game().rows["goals"].values() if not row["replaceable"]]
    assert final
    assert all(words.say(f"tile.{tile}").casefold() in told for tile in final)


# -- what the rules say ------------------------------------------------------------------------------------------

SAMPLES: dict[str, tuple[object, ...]] = {
    "takes": (["farmer"], ["farmer", "merchant"]),
    "tokens": (["farmer"], ["coins_3", "wood"]),
    "kinds": (["farmer", "merchant"],),
    "seat": (0, 1), "area": ("a1", "f4"), "place": ("mill", "gate"), "card": ("pub", "school"),
    "token": ("farmer", "wood"), "target": ("barter", "well", "ii_grain"),
    "follower": FOLLOWERS, "good": GOODS, "mine": GOODS, "theirs": GOODS,
    "kind": BUILDINGS, "category": (1, 2, 3), "epoch": (1, 8), "draws": (5, 8), "coins": (1, 5), "needs": (1, 6),
    "several": (False, True),
    "least": (1,), "most": (2, 3), "task": ("well", "harbour"), "verbs": (("use", "pass"),), "has": (0, 3), "n": (1, 2),
}  # fmt: skip


@both_languages
def test_every_reason_can_be_said(lang: str) -> None:
    speech.check_reasons(lang, "orleans", SAMPLES)


@both_languages
@pytest.mark.parametrize("story", STORIES)
def test_a_whole_game_can_be_told(lang: str, story: str) -> None:
    shorter = {"first-kingdom": {"rounds": "20"}, "kings-favor": {"favourites": "2"}}
    speech.tell_a_game(lang, game(), {"story": story, **shorter.get(story, {})})
