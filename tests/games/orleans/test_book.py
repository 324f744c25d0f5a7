"""The catalogue and the rulings of Orléans Stories can be read by a program and tell the figures of the data."""

from __future__ import annotations

import re
from typing import Any

import pytest

import kronrat
from kronrat.box import box_of
from kronrat.games.orleans.rules.registry import STORIES
from kronrat.rulebook import books_of, rules_of
from kronrat.shelf import tables_of
from kronrat.words import languages

BOOK = box_of("orleans").book
RULES = "\n".join([(book / "rules.en.md").read_text(encoding="utf-8") for book in books_of("orleans")])
RULINGS = (BOOK / "rulings.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^### (.+)$", re.MULTILINE)
ID = re.compile(r"OS-[A-Z0-9-]*[A-Z0-9]")
IDS = {heading.split(" ")[0] for heading in HEADING.findall(RULES)}

TOLD_HERE = ("first-kingdom", "kings-favor")  # whose figures the catalogue tells
ROMAN = ("I", "II", "III", "IV", "V")


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def text_of(id: str) -> str:
    """The text of a rule on one line."""
    body = RULES.split(f"\n### {id} ", 1)[1].partition("\n")[2]
    return " ".join(re.split(r"\n#|\nRuling", body)[0].split())


def test_every_rule_has_an_id_a_title_and_a_text() -> None:
    for section in RULES.split("\n### ")[1:]:
        head, _, body = section.partition("\n")
        assert re.fullmatch(r"OS-[A-Z0-9-]+ \S.*", head), head
        assert body.split("\n## ")[0].strip(), head


def test_examples_are_given_and_then() -> None:
    examples = [section for section in RULES.split("\n### ")[1:] if section.startswith("OS-EX-")]
    assert len(examples) == 15
    for section in examples:
        assert re.search(r"^- Given .*^- Then ", section, re.MULTILINE | re.DOTALL), section[:30]


def test_links_lead_to_rulings_and_every_ruling_is_complete() -> None:
    headings = HEADING.findall(RULINGS)
    linked = set(re.findall(r"rulings\.md#([\w-]+)", RULES))
    assert linked == {anchor(heading) for heading in headings}
    for section in RULINGS.partition("\n## ")[0].split("\n### ")[1:]:
        for part in ("Question", "Sources", "Ruling", "Reason", "Switch", "Rules"):
            assert re.search(rf"^- {part}: \S", section, re.MULTILINE), section[:40]


@pytest.mark.parametrize("text", [RULES, RULINGS], ids=["rules", "rulings"])
def test_every_rule_that_is_mentioned_exists(text: str) -> None:
    assert set(ID.findall(text)) <= IDS


ROW = re.compile(r"^\| `(\w+)` \| (.+) \| `([\w-]+)` \| (OS-\S+) \|$", re.MULTILINE)


@pytest.mark.parametrize("lang", languages())
def test_every_option_is_in_the_table(lang: str) -> None:
    """With all its values, its default and, where only one story has it, that story; newer stories have a book."""
    text = (BOOK / f"rules.{lang}.md").read_text(encoding="utf-8")
    table = {name: (values, default) for name, values, default, _ in ROW.findall(text)}
    by_story = {story: kronrat.load("orleans").switches({"story": story}) for story in TOLD_HERE}
    known = {switch.name: switch for switches in by_story.values() for switch in switches}
    assert list(table) == ["story", "favourites", "rounds", "ascent", "start", "profile", "planning", "newcomers"]
    assert set(table) == set(known)
    for name, (values, default) in table.items():
        stories = [story for story, switches in by_story.items() if name in [switch.name for switch in switches]]
        only = stories if len(stories) == 1 else []
        expected = TOLD_HERE if name == "story" else known[name].values
        assert re.findall(r"`([\w-]+)`", values) == [*expected, *only], name
        assert default == known[name].default
    assert set(re.findall(r"^- Switch: `(\w+)`", RULINGS, re.MULTILINE)) <= set(table)


def test_every_option_rests_on_a_rule() -> None:
    known = {rule.id for rule in rules_of("orleans")}
    for story in STORIES:
        assert {switch.rule for switch in kronrat.load("orleans").switches({"story": story})} <= known


# -- figures -----------------------------------------------------------------------------------------------------

rows: dict[str, dict[str, dict[str, Any]]] = tables_of("orleans").rows


def name(token: str) -> str:
    """A token as the catalogue writes it: `3 coins` for `coins_3`."""
    amount = token.removeprefix("coins_")
    return token if amount == token else f"{amount} coin{'s' * (amount != '1')}"


@pytest.mark.parametrize("epoch", [id for id, row in rows["epochs"].items() if row["story"] in TOLD_HERE])
def test_the_catalogue_tells_the_parameters_of_an_epoch(epoch: str) -> None:
    story, _, number = epoch.partition("_")
    row, text = rows["epochs"][epoch], text_of(f"OS-{story.upper()}-PARAM-{number.upper()}")
    fame = "/".join(str(row[building] or "-") for building in ("village", "fortress", "church"))
    categories = " ".join("I" * category for category in row["categories"]) or "none"
    assert f"draw {row['draw']}; categories {categories};" in text
    assert f"building fame village/fortress/church {fame} (reconstructed)" in text


@pytest.mark.parametrize("refill", [id for id in rows["refills"] if id.startswith("fk_") and id != "fk_start"])
def test_the_catalogue_tells_the_refills(refill: str) -> None:
    tokens = rows["refills"][refill]["tokens"].items()
    told = ", ".join(f"{token} {four}/{three}/{two}" for token, (two, three, four) in tokens)
    assert text_of(f"OS-FK-REFILL-{refill[3:].upper().replace('_', '-')}").endswith(f": {told} (reconstructed).")


@pytest.mark.parametrize("task", rows["tasks"])
def test_the_catalogue_tells_the_fields_of_tasks(task: str) -> None:
    told = ", ".join(name(token) for token in rows["tasks"][task]["fields"])
    assert text_of(f"OS-FK-TASK-{task.upper()}").endswith(f": {told} (reconstructed).")


@pytest.mark.parametrize("deed", [id for id, row in rows["deeds"].items() if row["ops"][0]["do"] in ("coins", "fame")])
def test_the_catalogue_tells_fields_and_bonus_of_deeds(deed: str) -> None:
    row = rows["deeds"][deed]
    fields = ", ".join(name(token) for token in row["fields"])
    bonus = " and ".join(f"{op['n']} {op['do']}" for op in row["ops"])
    text = text_of(f"OS-DEED-BONUS-{deed.upper().replace('_', '-')}")
    assert f"fields {fields}; {bonus} per token (reconstructed)" in text


def test_the_catalogue_tells_the_track_the_thresholds_and_the_prices() -> None:
    told = {"citizen": "citizen", "coins": "coins", "technology": "technology", "wild": "wild"}
    for mark in rows["track"].values():
        text = text_of(f"OS-FK-FAME-{mark['number']}")
        assert text.startswith(f"Field {mark['number']}: ")
        for op in mark["ops"]:
            assert f"{op['n']} {told[op['do']]}" in text or (op["do"] == "wild" and "wild" in text)
    for column in ("areas", "villages", "churches"):
        numbers = ", ".join(map(str, rows["control"][column]["thresholds"]))
        assert f"{column} {numbers}" in text_of("OS-FK-CONTROL-9")
    prices = ", ".join(f"{good} {row['price']}" for good, row in rows["goods"].items())
    assert prices in text_of("OS-PLACE-MARKET-9")


@pytest.mark.parametrize("place", [id for id, row in rows["places"].items() if row["kind"] == "card" and row["spaces"]])
def test_the_catalogue_tells_category_and_spaces_of_cards(place: str) -> None:
    row, text = rows["places"][place], text_of(f"OS-CARD-{place.upper().replace('_', '-')}")
    spaces = " + ".join(row["spaces"])
    special = {"gunpowder_tower": "any token", "county_fair": "1 to 7 different followers"}
    assert f"({'I' * row['category']}; {special.get(place, spaces)})" in text
    for op in row["ops"]:
        assert not op["n"] or str(op["n"]) in text or op["n"] == 1


def test_the_catalogue_tells_the_goals() -> None:
    for goal, row in rows["goals"].items():
        text = text_of(f"OS-KF-GOALS-{ROMAN[row['epoch'] - 1]}")
        wanted = {
            "count": f"at least {row['least']} ",
            "send": f"send {name(row['send'])}",
            "reach": "reach the Tournament ground" if row["reach"] == "tournament" else "reach the Castle",
        }
        assert all(wanted[kind] in text for kind in wanted if row[kind]), goal
