"""What nobody may see: not those who watch, and not the next one at the same browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.lobby import LobbyPage
from tests.browser.visitor import Visitor, Visitors
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import GAME, MODULES, SECOND, find


def raise_curtain(page: KingsburgPage, seat: int) -> None:
    page.button("web.curtain.open", seat=seat).click()
    page.seat = seat
    expect(page.your_turn).to_be_visible()


def test_a_spectator_is_asked_nothing_and_told_no_secret(visitors: Visitors, house: House) -> None:
    position = find(lambda kind, *_: kind == "keep_governor", options=MODULES)
    table = house.set_up(position, [house.guest("Anna"), house.guest("Ben"), house.guest("Cara")])
    watcher = visitors.come()
    page = KingsburgPage(watcher, table, None).open("?watch")
    expect(page.region("web.kb.scene.governor")).to_be_visible()
    expect(page.region("web.kb.tray")).to_be_visible()
    expect(page.your_turn).to_have_count(0)
    told = " ".join(watcher.told()).replace('"priest":', "")  # the option of the table is not a card
    for seat in range(3):
        for governor in house.view(table, seat)["players"][seat]["dealt"]:
            assert f'"{governor}"' not in told


def secrets_of(page: KingsburgPage, seat: int) -> list[str]:
    """The names of the governors that only this seat may know."""
    player = page.house.view(page.id, seat)["players"][seat]
    return [page.say(f"governor.{id}") for id in player["dealt"]]


def test_a_curtain_falls_between_secret_views(anna: Visitor, house: House) -> None:
    lobby = LobbyPage(anna).open(GAME.id)
    lobby.seats("me", "me")
    lobby.name_of(0).fill("Anna")
    lobby.name_of(1).fill("Bruno")
    lobby.switch("switch.modules.governors").check(force=True)
    page = KingsburgPage(anna, lobby.open_table()).ready()

    curtain = anna.page.get_by_role("main", name=page.say("web.curtain"), exact=True)
    expect(curtain).to_contain_text(page.say("web.curtain.next", seat=0))
    for seat in (0, 1):
        for secret in secrets_of(page, seat):
            assert secret not in anna.page.content()

    raise_curtain(page, 0)
    for secret in secrets_of(page, 0):
        expect(anna.page.get_by_text(secret).first).to_be_attached()
    mine, others = secrets_of(page, 0), secrets_of(page, 1)
    asked = page.expect_question()
    page.answer(asked.options[0])

    expect(curtain).to_contain_text(page.say("web.curtain.next", seat=1))
    for secret in [*mine, *others]:
        assert secret not in anna.page.content()
    raise_curtain(page, 1)
    for secret in mine:
        assert secret not in anna.page.content()
    for secret in others:
        expect(anna.page.get_by_text(secret).first).to_be_attached()


@pytest.mark.full
def test_a_peeked_enemy_hides_behind_the_curtain(anna: Visitor, house: House) -> None:
    """The second of two people at one browser has not seen the card that the first one has looked at."""
    position = find(
        lambda kind, _, match: kind == "influence" and peeked(match.state) == [True, False], seats=2, options=SECOND
    )
    table = house.set_up(position, [anna.guest, anna.guest])
    page = KingsburgPage(anna, table).open()
    enemy = house.view(table, 0)["enemy"]
    card = page.page.get_by_role("article").or_(page.page.locator(f"[data-enemy='{enemy}']"))
    raise_curtain(page, 0)
    before = len(anna.told())
    page.answer(page.expect_question().options[0])
    page.button("web.curtain.open", seat=1).click()
    page.seat = 1
    expect(page.region("web.kb.my_province")).to_be_visible()
    expect(card).to_have_count(0)
    told = "".join(text for text in anna.told()[before:] if '"front":0' not in text and '"type":"full"' in text)
    assert f'"enemy":"{enemy}"' not in told


def peeked(state: object) -> list[bool]:
    return [player.peeked for player in state.players]  # type: ignore[attr-defined]
