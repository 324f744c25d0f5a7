"""Kingsburg's table in a browser, as a person meets it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from kronrat.core.flow import Choice, Decision
from tests.browser.house import Asked, kind_of
from tests.browser.pages import TablePage, as_json, begins
from tests.games.kingsburg.browser.positions import GAME

GOODS = ("gold", "wood", "stone")
PAYMENTS = (*GOODS, "plus2")
PRESSED = "all => all.map((one) => [one.innerText.trim(), one.ariaPressed === 'true'])"
REFUSALS = ("pass", "done", "decline")


class KingsburgPage(TablePage):
    """A table of Kingsburg in somebody's browser."""

    words_of_page = "web.kb"
    refusals = REFUSALS

    @property
    def own_place(self) -> Locator:
        return self.region("web.kb.my_province")

    def advisor(self, rank: int, governor: str = "") -> Locator:
        name = self.say(f"governor.{governor}") if governor else self.say(f"advisor.{_advisor(rank)}")
        return self.page.get_by_role("button", name=begins(f"{rank} {name}"))

    def cell(self, building: str) -> Locator:
        sheet = self.region("web.kb.my_province")
        long, short = self.say(f"building.{building}"), self.say(f"short.{building}")
        return sheet.get_by_role("button", name=re.compile(rf"^(?:{re.escape(long)}|{re.escape(short)})\s*,"))

    # -- what is asked -----------------------------------------------------------------------------------------------

    def expect_question(self) -> Asked:
        asked = super().expect_question()
        if asked.kind not in ("keep_governor", "choose_token"):
            expect(self.tray.get_by_role("heading", name=self.prompt(asked.decision))).to_be_visible()
        return asked

    def prompt(self, decision: Decision) -> str:
        id = f"web.kb.ask.{kind_of(decision)}"
        facts = dict(zip(decision.FIELDS, decision.values(), strict=True))
        return self.say(id, **facts) if self.words.has(id) else self.words.ask(decision)

    # -- answering ---------------------------------------------------------------------------------------------------

    def answer(self, choice: Choice) -> None:
        """Give this answer with the controls of the page, and wait until it counts."""
        before = self.house.version(self.id)
        asked = self.asked()
        assert asked is not None
        self.leave_battle()
        if choice[0] in REFUSALS:
            self.decline.click()
        else:
            self.pick(asked, choice)
            if not self.primary.is_visible():
                self.button("web.kb.pane.turn").click()
            self.primary.click()
        self.heard(before)

    def to_the_result(self) -> None:
        super().to_the_result()
        self.button("web.kb.to_end").click()

    def leave_battle(self) -> None:
        """Behind a battle the next year waits for a press, or the result."""
        if self.onward.is_visible():
            self.onward.click()

    @property
    def onward(self) -> Locator:
        view = self.house.view(self.id, None)
        return self.button("web.kb.to_end") if view["over"] else self.button("web.kb.to_year", year=view["year"])

    def pick(self, asked: Asked, choice: Choice) -> None:
        """Press until the page would say this. Only what is not yet so is pressed."""
        getattr(self, f"_pick_{asked.kind}")(asked, choice)
        assert self.is_picked(choice), f"{self.picked()} instead of {as_json(choice)}"

    def _bring_out(self, place: Locator) -> None:
        """A phone shows one pane at a time."""
        province = self.button("web.kb.pane.province")
        if province.is_visible() and not place.is_visible():
            province.click()

    # .. dice

    def _pick_influence(self, asked: Asked, choice: Choice) -> None:
        own, bonus, words = parts_of(choice)
        wanted = [self.say("web.kb.die", face=face) for face in own]
        wanted += [self.say("web.kb.bonus_die", face=face) for face in bonus]
        wanted += [self.say("good.plus2")] if "plus2" in words else []
        self._set_dice(wanted)
        if self.is_picked(choice):
            return
        rank = int(choice[1])
        self.advisor(rank, self.mine["governor"] if "private" in words else "").click()
        for _ in asked.options:
            if self.is_picked(choice):
                return
            self.tray.get_by_role("button", name=begins(self.say("web.kb.way", at="", of="").split()[0])).click()
        raise AssertionError(f"no way to {choice}")

    def _set_dice(self, wanted: list[str]) -> None:
        """Take up the dice of these names, and the token; of equal ones the first."""
        dice = self.group("web.kb.your_dice").get_by_role("button")
        left = list(wanted)
        for place, (name, pressed) in enumerate(dice.evaluate_all(PRESSED)):
            on = next((die for die in left if begins(die).match(name)), None)
            if on is not None:
                left.remove(on)
            if (on is not None) != pressed:
                dice.nth(place).click()

    @property
    def mine(self) -> dict[str, Any]:
        """What lies before me."""
        player: dict[str, Any] = self.house.view(self.id, self.seat)["players"][self.seat]
        return player

    def dice_in_order(self) -> list[tuple[str, int]]:
        """My dice as they lie there: own ones before bonus dice, by their faces; a placed one has neither."""
        view = self.house.view(self.id, self.seat)
        placed = [
            parts_of(("", *group)) for groups in view["court"].values() for group in groups if group[0] == self.seat
        ]
        lying = [("own", face, 1, ("own", face)) for face in self.mine["dice"]]
        lying += [("own", face, 0, ("", 0)) for own, _, _ in placed for face in own]
        lying += [("ownbonus", face, 1, ("bonus", face)) for face in self.mine["bonus"]]
        lying += [("ownbonus", face, 0, ("", 0)) for _, bonus, _ in placed for face in bonus]
        return [die for *_, die in sorted(lying)]

    def _pick_roll_bonus_dice(self, asked: Asked, choice: Choice) -> None:
        most, count = max(int(option[1]) for option in asked.options), int(choice[1])
        for number in range(most, count, -1):
            self._set(self._bonus_die(number), on=False)
        if count:
            self._set(self._bonus_die(count))

    def _bonus_die(self, number: int) -> Locator:
        """One that is not rolled yet."""
        return self.tray.get_by_role("button", name=self.say("web.kb.bonus_die_number", number=number), exact=True)

    # .. goods

    def _pick_take_goods(self, asked: Asked, choice: Choice) -> None:
        offers = [option[1:] for option in asked.options if option[0] == choice[0]]
        self._pick_handful(offers, choice[1:])

    _pick_buy_goods = _pick_lose_goods = _pick_spare_building = _pick_take_goods

    def _pick_handful(self, offers: list[Choice], goods: Choice) -> None:
        if all(len(offer) == 1 for offer in offers):
            self._set(self.tray.get_by_role("button", name=self.say(f"good.{goods[0]}"), exact=True))
        else:
            self._step(goods)

    def _step(self, goods: Choice) -> None:
        """Bring every counter to its number: first down, for then there is room to go up."""
        for up in (False, True):
            for kind in PAYMENTS:
                good = self.say(f"good.{kind}")
                counter = self.tray.get_by_role("group", name=good, exact=True)
                if not counter.count():
                    continue
                missing = goods.count(kind) - int(counter.get_by_role("status").inner_text())
                button = counter.get_by_role("button", name=self.say("web.kb.more" if up else "web.kb.less", good=good))
                for _ in range(missing if up else -missing):
                    button.click()

    def _pick_trade(self, asked: Asked, choice: Choice) -> None:
        name = self.words.choice(choice, asked.decision)
        self._set(self.tray.get_by_role("group").get_by_role("button", name=name, exact=True))

    def _pick_recruit(self, asked: Asked, choice: Choice) -> None:
        self._step(choice[1:])

    # .. buildings

    def _pick_build(self, asked: Asked, choice: Choice) -> None:
        if choice[0] == "ask":
            name = self.words.choice(choice, asked.decision)
            self._set(self.group("web.kb.your_cards").get_by_role("button", name=name, exact=True))
            return
        self._set(self.cell(str(choice[1])))
        ways = self.group("web.kb.build.ways").get_by_role("button")
        for place in range(ways.count()):
            if self.is_picked(choice):
                return
            ways.nth(place).click()

    # .. cards

    def _card(self, id: str) -> Locator:
        kind = "governor" if id in GAME.rows["governors"] else "building"
        cards = self.tray.get_by_role("group", name=self.say("web.kb.your_cards"), exact=True)
        return cards.get_by_role("button", name=self.say(f"{kind}.{id}"), exact=True)

    def _pick_act_first(self, asked: Asked, choice: Choice) -> None:
        self._set(self._card(str(choice[1])))

    def _pick_accept_gain(self, asked: Asked, choice: Choice) -> None:
        answers = self.group("web.kb.your_cards").get_by_role("button")
        self._set(answers.nth(asked.options.index(choice)))

    def _pick_use_cards(self, asked: Asked, choice: Choice) -> None:
        card, detail = str(choice[1]), choice[2:]
        self._set(self._card(card))
        offers = [option[2:] for option in asked.options if option[:2] == ("use", card)]
        if not detail:
            return
        if card == "trickster":
            self._turn_dice(asked, choice)
        elif detail[0] in ("die", "bonus"):
            heap, id = ("bonus", "web.kb.bonus_die") if detail[0] == "bonus" else ("dice", "web.kb.die")
            name = self.say(id, face=self.mine[heap][0])
            self._set(self.group("web.kb.your_dice").get_by_role("button", name=name, exact=True).first)
        elif detail[0] not in PAYMENTS:
            self._set(self.cell(str(detail[0])))
        elif len(detail) == 2:
            for id, good in zip(("web.kb.give", "web.kb.take"), detail, strict=True):
                self._set(self.group(id).get_by_role("button", name=self.say(f"good.{good}"), exact=True))
        else:
            self._pick_handful(offers, detail)

    def _turn_dice(self, asked: Asked, choice: Choice) -> None:
        """Press each die that can be turned until all together are as wanted."""
        dice = self.group("web.kb.your_dice").get_by_role("button")
        own, bonus, _ = parts_of(("", "", *choice[2:]))
        twos, white = self.mine["dice"].count(2), self.mine["bonus"].count(2)
        wanted = [*own, *[2] * (twos - len(own)), *bonus, *[2] * (white - len(bonus))]
        for place, face in enumerate(wanted):
            while dice.nth(place).inner_text().strip() != self.say("web.kb.turn_die", face=face):
                dice.nth(place).click()

    # .. secrets

    def _pick_keep_governor(self, asked: Asked, choice: Choice) -> None:
        name = self.say(f"governor.{choice[1]}")
        self._set(self.group("web.kb.governor.dealt").get_by_role("button", name=begins(name)))

    def _pick_choose_token(self, asked: Asked, choice: Choice) -> None:
        name = self.say("web.kb.token.number", number=choice[1])
        tokens = self.group("web.kb.token.yours").get_by_role("button", name=name, exact=True)
        if not tokens.and_(self.page.locator("[aria-pressed=true]")).count():
            tokens.first.click()


def parts_of(choice: Choice) -> tuple[list[int], list[int], list[str]]:
    """Own dice, bonus dice, and the other words of a placement."""
    own: list[int] = []
    bonus: list[int] = []
    words: list[str] = []
    heap = own
    for word in choice[2:]:
        if isinstance(word, int):
            heap.append(word)
        elif word == "bonus":
            heap = bonus
        else:
            words.append(word)
    return own, bonus, words


def _advisor(rank: int) -> str:
    return next(id for id, row in GAME.rows["advisors"].items() if row["rank"] == rank)
