"""Who sits opposite: levels with name, character and measured strength, and a game against those who were chosen."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from kronrat.arena.measured import strengths
from kronrat.bots import LEVELS
from kronrat.box import box_of
from kronrat.shelf import list_games, load
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.house import House
from tests.browser.lobby import LobbyPage
from tests.browser.often import each
from tests.browser.room import overflow
from tests.browser.stage import GAME
from tests.browser.visitor import Visitors

SIZES = ["1280x720", "1920x1080", "1024x768", "768x1024", "844x390", "390x844"]


@each("game", list_games(), [GAME.id])
def test_opponents_are_chosen_by_their_measured_strength(
    game: str, visitors: Visitors, house: House, look: Look
) -> None:
    visitor = visitors.come()
    page = visitor.go(f"/bots/{game}")
    words = Words("en")
    first = box_of(game).first
    seats = 1 + len(first.bots)
    switches = load(game).switches(first.options)
    options = {switch.name: first.options.get(switch.name, switch.default) for switch in switches}
    decisive = [switch.name for switch in switches if switch.main or switch.many]
    known = strengths(game, options, decisive).get(seats, {})
    for level in LEVELS:
        card = page.locator(".card", has=page.get_by_role("radio", name=words.say(f"bot.{level}")))
        measured = f"{known[level].rating:.0f} ± {2 * known[level].error:.0f}" if known else ""
        expect(card).to_contain_text(measured or words.say("web.bots.not_measured"))
        expect(card).to_contain_text(words.say(f"web.about.{level}"))
    look(page)
    page.get_by_role("radio", name=words.say(f"bot.{LEVELS[-1]}")).check(force=True)
    page.get_by_role("button", name=words.say("web.bots.begin"), exact=True).click()
    table = LobbyPage(visitor).opened()
    assert house.look(table, lambda table: [seat.bot for seat in table.seats]) == ["", LEVELS[-1], *first.bots[1:]]


@each("size", SIZES, ["844x390"])
def test_the_game_can_be_begun_without_scrolling(size: str, visitors: Visitors) -> None:
    width, height = [int(part) for part in size.split("x")]
    visitor = visitors.come(size={"width": width, "height": height}, lang="de")
    page = visitor.go(f"/bots/{GAME.id}")
    expect(page.get_by_role("radio")).not_to_have_count(0)
    expect(page.get_by_role("button", name=Words("de").say("web.bots.begin"), exact=True)).to_be_in_viewport(ratio=1)
    assert overflow(page)[1] == 0


@each("size", SIZES[:3], ["1280x720"])
def test_what_is_said_of_every_level_is_seen_at_once(size: str, visitors: Visitors) -> None:
    """Also where one has no rating yet and is told with whom to begin."""
    width, height = [int(part) for part in size.split("x")]
    page = visitors.come(size={"width": width, "height": height}, lang="de").go(f"/bots/{GAME.id}")
    words = Words("de")
    begin = page.get_by_role("button", name=words.say("web.bots.begin"), exact=True)
    expect(begin).to_be_visible()
    foot = top_and_bottom(page.locator("main > footer"))[0]
    said = [f"web.about.{level}" for level in LEVELS] + ["web.bots.first"]
    for id in said:
        assert top_and_bottom(page.get_by_text(words.say(id), exact=True))[1] < foot
    scale = top_and_bottom(page.get_by_role("img"))
    for mark in page.get_by_role("img").locator("svg").all():
        top, bottom = top_and_bottom(mark)
        assert scale[0] <= top
        assert bottom <= scale[1]


def top_and_bottom(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]
