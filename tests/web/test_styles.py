"""The style sheet of a page dresses the page, never what a game has drawn into it, whenever the sheet comes in."""

import re

import pytest

from kronrat.box import box_of
from kronrat.server.pages import WEB
from kronrat.shelf import list_games

EVERYWHERE = {"fonts.css", "tokens.css", "ui.css"}  # what pages and games are made of alike
ALONE = {"credits.css", "still.css"}  # of documents outside the pages
SHEETS = sorted({sheet.name for sheet in WEB.glob("*.css")} - EVERYWHERE - ALONE)
PARTS = {"board", "side", "tray", "log", "waits", "beats", "heldtag", "panetabs"}  # of the table, which games fill

CLASS = re.compile(r"\.(-?[A-Za-z][\w-]*)")
WRITTEN = re.compile(
    r"""class="([^"]*)"|class=\$\{((?:[^{}]|\{[^{}]*\})*)\}|class: (.*)|names\((.*)\)|icon\([^,()]*,(.*?)\)"""
)
QUOTED = re.compile(r"""["`]([^"`]*)["`]""")


def rules_of(sheet: str) -> list[tuple[str, bool]]:
    """The selectors of a sheet one by one, and whether each stands within another rule."""
    found: list[tuple[str, bool]] = []
    around: list[str] = []
    for before, sign in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        head = before.strip()
        if sign == "{":
            if not head.startswith("@") and not any(one.startswith("@keyframes") for one in around):
                inner = any(not one.startswith("@") for one in around)
                found += [(one.strip(), inner) for one in re.split(r",(?![^(]*\))", head)]
            around.append(head)
        elif sign == "}":
            around.pop()
    return found


def drawn_by(game: str) -> set[str]:
    """The class names of what a game draws: those in its markup, and those that its sheet knows within its own box."""
    web = box_of(game).web
    scripts = "".join(script.read_text(encoding="utf-8") for script in web.glob("*.js"))
    found: set[str] = set()
    for plain, *worked_out in WRITTEN.findall(scripts):
        found |= {word for words in (plain, *QUOTED.findall(" ".join(worked_out))) for word in words.split()}
    rules = rules_of((web / "table.css").read_text(encoding="utf-8"))
    within = {name for one, inner in rules if inner and one[0] != "&" for name in CLASS.findall(one)}
    return found | within & set(re.findall(r"[\w-]+", scripts))


def reaching(sheet: str, drawn: set[str]) -> list[str]:
    """The selectors that may find something drawn by a game: every class in them is one of the game's."""
    return [one for one, inner in rules_of(sheet) if not inner and set(CLASS.findall(one)) <= drawn]


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_page_dresses_what_a_game_draws(sheet: str, game: str) -> None:
    drawn = drawn_by(game)
    assert len(drawn) > 100
    assert reaching((WEB / sheet).read_text(encoding="utf-8"), drawn - PARTS) == []


def test_a_rule_that_reaches_into_a_game_is_found() -> None:
    sheet = ".a { & .b { top: 0 } } .b .c > i, .page .b { top: 0 } @media (x) { .b:is(.c, .d) { top: 0 } p { top: 0 } }"
    assert [one for one, inner in rules_of(sheet) if inner] == ["& .b"]
    assert reaching(sheet, {"b", "c", "d"}) == [".b .c > i", ".b:is(.c, .d)", "p"]
