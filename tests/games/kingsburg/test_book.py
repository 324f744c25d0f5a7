"""The rule catalogue and the rulings can be read by a program, and their links lead somewhere."""

import re

import pytest

from kronrat.box import box_of

BOOK = box_of("kingsburg").book
RULES = (BOOK / "rules.en.md").read_text(encoding="utf-8")
RULINGS = (BOOK / "rulings.md").read_text(encoding="utf-8")

HEADING = re.compile(r"^### (.+)$", re.MULTILINE)
ID = re.compile(r"\bKB2?-[A-Za-z0-9-]*[A-Za-z0-9]")


def sections(text: str) -> dict[str, str]:
    """Heading -> text below it, up to the next heading of any level."""
    parts = re.split(r"^#+ (.+)$", text, flags=re.MULTILINE)
    titles, bodies = parts[1::2], parts[2::2]
    wanted = set(HEADING.findall(text))
    return {title: body.strip() for title, body in zip(titles, bodies, strict=True) if title in wanted}


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


RULE_SECTIONS = sections(RULES)
RULE_IDS = {heading.split(" ", 1)[0] for heading in RULE_SECTIONS}


def test_every_rule_heading_is_an_id_and_a_title() -> None:
    for heading in HEADING.findall(RULES):
        assert re.fullmatch(r"KB2?-[A-Za-z0-9-]+ \S.*", heading), heading


@pytest.mark.parametrize("text", [RULES, RULINGS], ids=["rules", "rulings"])
def test_headings_are_unique(text: str) -> None:
    headings = HEADING.findall(text)
    firsts = [heading.split(" ", 1)[0] for heading in headings] if text is RULES else headings
    assert len(firsts) == len(set(firsts)) > 0
    anchors = [anchor(heading) for heading in headings]
    assert len(anchors) == len(set(anchors))


def test_every_rule_says_its_edition_first() -> None:
    for heading, body in RULE_SECTIONS.items():
        assert re.match(r"\((both|1e|2e|2e, modules)\) \S", body), heading


def test_only_modules_have_module_ids() -> None:
    for heading, body in RULE_SECTIONS.items():
        rule = heading.split(" ", 1)[0]
        module = (rule.startswith("KB2-") and rule != "KB2-VP-1") or rule in ("KB-TIME-3", "KB-EX-29")
        assert body.startswith("(2e, modules)") == module, rule


def test_examples_are_given_when_then() -> None:
    examples = {heading: body for heading, body in RULE_SECTIONS.items() if "-EX-" in heading}
    assert examples
    for heading, body in examples.items():
        assert re.search(r"^- Given .*^- When .*^- Then ", body, re.MULTILINE | re.DOTALL), heading


@pytest.mark.parametrize("text", [RULES, RULINGS], ids=["rules", "rulings"])
def test_every_rule_that_is_mentioned_exists(text: str) -> None:
    assert set(ID.findall(text)) <= RULE_IDS


def test_links_into_the_rulings_resolve() -> None:
    anchors = {anchor(heading) for heading in HEADING.findall(RULINGS)}
    links = set(re.findall(r"\]\(rulings\.md#([^)]*)\)", RULES))
    assert links == anchors


def test_every_link_of_a_rule_bears_the_name_of_its_ruling() -> None:
    for name, target in re.findall(r"\[([^\]]+)\]\(rulings\.md#([^)]*)\)\.?,?\n", RULES):
        assert name == "rulings" or anchor(name) == target


def test_every_ruling_is_complete() -> None:
    for heading, body in sections(RULINGS).items():
        for part in ("Question", "Sources", "Ruling", "Reason", "Switch"):
            assert re.search(rf"^- {part}: \S", body, re.MULTILINE), (heading, part)


def test_every_option_is_in_the_table() -> None:
    table = re.findall(r"^\| `(\w+)` \|", RULES, re.MULTILINE)
    assert table == ["edition", "plus2", "negative_vp", "merchants_guild", "modules", "governors", "priest"]
    assert set(re.findall(r"^- Switch: `(\w+)`", RULINGS, re.MULTILINE)) <= set(table)
