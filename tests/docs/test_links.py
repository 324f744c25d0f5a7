"""The pages of the documentation: every link leads somewhere, and the menu of the site lists every page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s#]*)(#[^)\s]*)?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def pages() -> list[Path]:
    """Those of the project itself; what was installed or built has links of its own."""
    folders = ("docs", "examples", "src", "tests")
    return sorted([*ROOT.glob("*.md"), *[page for folder in folders for page in (ROOT / folder).rglob("*.md")]])


def anchors(text: str) -> set[str]:
    """What headings are called in links, as readers of Markdown make it of them."""
    plain = [re.sub(r"[`*_]|\[|\]\([^)]*\)", "", heading).lower() for heading in HEADING.findall(FENCED.sub("", text))]
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, anchor in LINK.findall(FENCED.sub("", text)):
        if ":" in target:
            continue
        there = (page.parent / target).resolve() if target else page
        assert there.is_relative_to(ROOT), target
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor.removeprefix("#") in anchors(there.read_text(encoding="utf-8")), f"{target}{anchor}"


def listed(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    for entry in nav if isinstance(nav, list) else nav.values() if isinstance(nav, dict) else ():
        yield from listed(entry)


def test_the_menu_lists_every_page_once() -> None:
    menu = sorted(listed(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]))
    assert menu == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


def test_every_picture_is_shown_somewhere() -> None:
    told = "".join(page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *DOCS.rglob("*.md")])
    assert [picture.name for picture in (DOCS / "pictures").iterdir() if f"pictures/{picture.name})" not in told] == []


@pytest.mark.parametrize("form", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda f: f.stem)
def test_a_form_asks_for_something(form: Path) -> None:
    """A form needs a name, a description, and fields with a label and an id of their own."""
    asked = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert asked["name"]
    assert asked["description"]
    fields = asked["body"]
    assert {field["type"] for field in fields} <= {"input", "textarea", "dropdown", "checkboxes"}
    assert all(field["attributes"]["label"] for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)
    assert any(field.get("validations", {}).get("required") for field in fields)
    assert "://" not in form.read_text(encoding="utf-8")
