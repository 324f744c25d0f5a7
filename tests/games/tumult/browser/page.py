"""Tumult Royal in a browser: positions from games that bots have played, and its table as a person meets it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from playwright.sync_api import Locator, expect

import kronrat
from kronrat.arena.record import let_bots_play
from kronrat.bots import Turn, make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event, Forced
from kronrat.core.flow import Choice, Decision
from kronrat.core.match import Match
from kronrat.words.sentences import snake
from tests.browser.house import Asked, House, kind_of
from tests.browser.often import each
from tests.browser.pages import TablePage
from tests.browser.positions import Position, at, seed_of_game

GAME = kronrat.load("tumult")
DRAFT: Mapping[str, str] = {"raid": "draft"}
ORDERS: Mapping[str, str] = {"raid": "orders"}
BY_CHOICE: Mapping[str, str] = {"raid": "draft", "mercy": "choice"}
LIVE: Mapping[str, str] = {"raid": "live", "raid_seconds": "15"}
GAMBLERS: Mapping[str, str] = {"raid": "draft", "variant": "gamblers"}
REFUSALS = ("pass",)
ROBBING = ("lift", "keep", "return", "stop", "resume")
LONGEST = 3_000  # looks at the table; no game needs more


# -- positions -------------------------------------------------------------------------------------------------------


@cache
def well_played(options: tuple[tuple[str, str], ...], seats: int, number: int) -> Match:
    """A whole game of bots that know what they do."""
    match = Match(GAME, seats, dict(options), seed_of_game(number, seats), keyed=False)
    let_bots_play(match, {seat: make_bot("greedy") for seat in range(seats)}, Dice(seed_of_text("the bots")))
    return match


def moments(options: Mapping[str, str], seats: int, number: int = 0) -> Iterator[tuple[Position, Match]]:
    """Every question to the first seat of such a game, and the game up to there."""
    whole = well_played(tuple(options.items()), seats, number)
    match = Match(GAME, seats, whole.options, seed_of_game(number, seats), roll=False, keyed=False)
    for line in whole.journal.lines:
        decision = match.state.decision(line.seat)
        if line.seat == 0 and decision is not None:
            yield here(match, number, decision), match
        match.follow(line)


def here(match: Match, number: int, decision: Decision) -> Position:
    return at(match, number, 0, snake(type(decision).__name__), tuple(match.state.options(0)))


# Every kind of question, where it is asked, and how many answers it has at least.
KINDS: Mapping[str, tuple[Mapping[str, str], int]] = {
    "choose_side": (DRAFT, 2),
    "first_statue": (DRAFT, 5),
    "draft_lift": (DRAFT, 8),
    "draft_look": (DRAFT, 2),
    "give_order": (ORDERS, 20),
    "use_mercy": (BY_CHOICE, 2),
    "place": (DRAFT, 6),
    "pay": (DRAFT, 3),
    "turn_up": (DRAFT, 2),
    "ready": (LIVE, 1),
}
every_kind = each("kind", KINDS, ("draft_look", "pay"))


@cache
def position_of(kind: str, seats: int = 3, round: int = 1) -> Position:
    """Where the first of some people is asked this."""
    options, least = KINDS[kind]
    if kind == "ready":
        return before_a_live_raid(seats)
    for number in range(20):
        for position, match in moments(options, seats, number):
            late = GAME.caption(match.state)["round"] >= round or kind in ("choose_side", "first_statue")
            if position.kind == kind and len(position.choices) >= least and late:
                return position
    raise LookupError(f"no {kind}")


@cache
def before_a_live_raid(seats: int) -> Position:
    """Everybody has a statue, and nobody is ready yet."""
    match, chooser = Match(GAME, seats, LIVE, seed_of_game(0, seats), keyed=False), Dice(seed_of_text("choices"))
    while True:
        asked = match.state.deciding()[0]
        decision = match.state.decision(asked)
        assert decision is not None
        if snake(type(decision).__name__) == "ready":
            return here(match, 0, decision)
        options = match.state.options(asked)
        match.play(asked, options[chooser.below(len(options))])


def ended(seats: int = 3, options: Mapping[str, str] = DRAFT) -> Position:
    """A game that is over."""
    return at(well_played(tuple(options.items()), seats, 0), 0)


def before(kind: str, choice: Choice, event: str, seats: int = 4) -> Position:
    """Where the first seat is asked this from the second round on, and its answer makes something happen."""
    for number in range(60):
        for position, match in moments(DRAFT, seats, number):
            if position.kind == kind and GAME.caption(match.state)["round"] > 1:
                world = match.state.clone()
                happened: list[Event] = []
                world.listener = happened.append
                world.apply(0, choice)
                if any(snake(type(one).__name__) == event for one in happened):
                    return position
    raise LookupError(event)


@cache
def before_a_forced_pass() -> tuple[Position, int, Choice]:
    """Where the choice of another seat leaves nothing to place to the first one, who makes it, and the choice."""
    for number in range(60):
        whole = well_played(tuple(DRAFT.items()), 3, number)
        match = Match(GAME, 3, whole.options, seed_of_game(number, 3), roll=False, keyed=False)
        for line in whole.journal.lines:
            position = at(match, number)
            forced = [event for event in match.follow(line) if isinstance(event, Forced) and event.seat == 0]
            if line.seat > 0 and any(event.choice == ("pass",) for event in forced):
                return position, line.seat, line.choice
    raise LookupError("nobody has to pass")


@cache
def before_the_last_statue() -> tuple[Position, int, Choice]:
    """Where another seat places the last statue of a round and a coronation follows, who it is, and the choice."""
    for number in range(60):
        whole = well_played(tuple(DRAFT.items()), 3, number)
        match = Match(GAME, 3, whole.options, seed_of_game(number, 3), roll=False, keyed=False)
        for line in whole.journal.lines:
            position = at(match, number)
            happened = {snake(type(event).__name__) for event in match.follow(line)}
            if line.seat > 0 and {"statues_placed", "chronicle_written"} <= happened:
                return position, line.seat, line.choice
    raise LookupError("no round ends with a statue")


@cache
def before_a_riot() -> Position:
    return before("draft_look", ("keep",), "riot_broke_out")


@cache
def before_a_coronation() -> Position:
    return before("place", ("pass",), "mercy_shown")


# -- the table -------------------------------------------------------------------------------------------------------


class TumultPage(TablePage):
    """A table of Tumult Royal in somebody's browser."""

    words_of_page = "web.tr"
    refusals = REFUSALS

    @property
    def pile(self) -> Locator:
        return self.group("web.tr.pile", n=len(self.house.view(self.id, self.seat)["raid"]["slots"]))

    def tile(self, slot: int) -> Locator:
        return self.pile.get_by_role("button").nth(slot)

    def field(self, row: int, column: int) -> Locator:
        place = self.say("web.tr.at", row=row + 1, column=column + 1)
        return self.page.get_by_role("button", name=re.compile(rf", {re.escape(place)}(?!\d)"))

    def expect_question(self) -> Asked:
        self.settle()
        asked = self.asked()
        assert asked is not None
        self.skip_what_is_told()
        expect(self.your_turn).to_be_visible()
        return asked

    def skip_what_is_told(self) -> None:
        """Behind the riots and behind a coronation the game waits for a press."""
        while self.tray.locator(".prompt").count():
            skip = self.tray.locator("[data-skip]")
            (skip if skip.count() else self.primary).click()

    def answer(self, choice: Choice) -> None:
        before = self.house.version(self.id)
        asked = self.expect_question()
        if choice in (("pass",), ("decline",)):
            self.decline.click()
        elif choice[0] in ROBBING:
            self.rob(choice)
        else:
            self.pick(asked, choice)
            self.primary.click()
        self.heard(before)
        self.visitor.wait_until(lambda: not self.busy())

    def busy(self) -> bool:
        """Whether the page still says what was picked: an order takes several choices."""
        return bool(self.page.evaluate("seen.open.size"))

    def rob(self, choice: Choice) -> None:
        if choice[0] == "lift":
            self.tile(int(choice[1])).click()
        else:
            verb = "stop" if choice[0] in ("stop", "resume") else choice[0]
            self.tray.locator(f"[data-{verb}]").click()

    def pick(self, asked: Asked, choice: Choice) -> None:
        getattr(self, f"_pick_{asked.kind}")(asked, choice)

    def _pick_choose_side(self, asked: Asked, choice: Choice) -> None:
        view = self.house.view(self.id, self.seat)
        rank = view["players"][self.seat]["rank"]
        name = self.say(f"rank_female.{rank}" if choice[1] == "female" else f"rank.{rank}")
        self._set(self.group("web.tr.sides").get_by_role("button", name=name, exact=True))

    def _pick_first_statue(self, asked: Asked, choice: Choice) -> None:
        self._set(self.field(int(choice[1]), int(choice[2])))

    _pick_place = _pick_first_statue

    def _pick_use_mercy(self, asked: Asked, choice: Choice) -> None:
        expect(self.primary).to_be_visible()

    def _pick_turn_up(self, asked: Asked, choice: Choice) -> None:
        place = self.say("web.tr.at", row=int(choice[1]) + 1, column=int(choice[2]) + 1)
        name = f"{self.say('web.tr.fog')}, {place}"
        self._set(self.page.get_by_role("button", name=name, exact=True))

    def _pick_pay(self, asked: Asked, choice: Choice) -> None:
        self.pick_payment(choice)

    def pick_payment(self, choice: Choice) -> None:
        self._set(self.way_to_pay(choice))

    def way_to_pay(self, choice: Choice) -> Locator:
        name, _, _ = self.say("web.tr.pay.way", tiles=list(choice[1:]), n=0).partition(":")
        return self.group("web.tr.pay.all").get_by_role("button", name=re.compile(rf"^{re.escape(name)}:"))

    def _pick_give_order(self, asked: Asked, choice: Choice) -> None:
        if choice[0] == "set":
            self.set_number(str(choice[1]), int(choice[2]))

    def set_number(self, name: str, number: int) -> None:
        label = self.say(f"order.{name}")
        counter = self.page.get_by_role("group", name=label, exact=True)
        missing = number - int(counter.get_by_role("status").inner_text())
        step = self.say("web.tr.orders.more" if missing > 0 else "web.tr.orders.less", name=label)
        button = counter.get_by_role("button", name=step, exact=True)
        for _ in range(abs(missing)):
            button.click()

    def _pick_ready(self, asked: Asked, choice: Choice) -> None:
        expect(self.primary).to_be_visible()


def play(page: TumultPage, until: int = 99) -> set[str]:
    """Answer what is asked, by a bot's advice, up to a round or the end; returns the kinds of questions."""
    adviser, dice = make_bot("greedy"), Dice(seed_of_text("advice"))
    house: House = page.house
    kinds: set[str] = set()
    for _ in range(LONGEST):
        state = house.state(page.id)
        if state.over or GAME.caption(state)["round"] >= until:
            return kinds
        if page.seat is None or page.seat not in state.deciding():
            page.page.wait_for_timeout(20)  # a bot decides
            continue
        decision = state.decision(page.seat)
        assert decision is not None
        kinds.add(kind_of(decision))
        page.answer(adviser.decide(Turn(state, page.seat, dice)))
    raise AssertionError("the game does not end")
