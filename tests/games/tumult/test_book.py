"""The catalogue and the rulings of Tumult Royal can be read by a program, and their links lead somewhere."""

from __future__ import annotations

import re

from kronrat.box import box_of

BOOK = box_of("tumult").book
RULES = (BOOK / "rules.en.md").read_text(encoding="utf-8")
RULINGS = (BOOK / "rulings.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^### (.+)$", re.MULTILINE)


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_rule_has_an_id_a_title_and_a_text() -> None:
    for section in RULES.split("\n### ")[1:]:
        head, _, body = section.partition("\n")
        assert re.fullmatch(r"TR-[A-Z0-9-]+ \S.*", head), head
        assert body.split("\n## ")[0].strip(), head


def test_links_lead_to_rulings_and_every_ruling_names_rules() -> None:
    anchors = {anchor(heading) for heading in HEADING.findall(RULINGS)}
    linked = set(re.findall(r"rulings\.md#([\w-]+)", RULES))
    assert linked <= anchors
    ids = {heading.split(" ")[0] for heading in HEADING.findall(RULES)}
    assert set(re.findall(r"TR-[A-Z0-9]+-[A-Z0-9-]*\d+", RULINGS)) <= ids
    for section in RULINGS.split("\n### ")[1:]:
        for part in ("Question", "Sources", "Ruling", "Reason", "Switch", "Rules"):
            assert re.search(rf"^- {part}: \S", section, re.MULTILINE), section[:40]


def test_every_option_is_in_the_table() -> None:
    table = re.findall(r"^\| `(\w+)` \|", RULES, re.MULTILINE)
    assert table == ["variant", "raid", "mercy", "raid_seconds", "raid_queue", "raid_steps", "own_tiles"]


def test_rules_name_only_rules() -> None:
    ids = {heading.split(" ")[0] for heading in HEADING.findall(RULES)}
    named = set(re.findall(r"TR-(?:[A-Z0-9]+-)+[A-Z]?\d+[A-C]?", RULES))
    assert named <= ids, named - ids
