"""Orléans Stories in a browser: positions from games that were played, and its table as a person meets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from playwright.sync_api import Locator, expect

import kronrat
from kronrat.bots import Bot, Turn, make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import Choice, State
from kronrat.core.match import Match
from kronrat.games.orleans.rules.events import EpochEntered, FameFieldReached
from kronrat.words.sentences import snake
from tests.browser.house import Asked, House, kind_of
from tests.browser.pages import TablePage, as_json, begins
from tests.browser.positions import Position, at, seed_of_game

GAME = kronrat.load("orleans")
KINGDOM: Mapping[str, str] = {"story": "first-kingdom"}
FAVOR: Mapping[str, str] = {"story": "kings-favor", "favourites": "2"}
REFUSALS = ("pass", "decline", "enough", "return")
LONGEST = 3_000  # looks at the table; no game needs more
MANY_PLACES = 19
MANY_TARGETS = 12
CURIOUS = 3  # every so often the first seat tries something


# -- positions -------------------------------------------------------------------------------------------------------


def questions(
    options: Mapping[str, str], seats: int, number: int
) -> Iterator[tuple[int, str, tuple[Choice, ...], Match]]:
    """A game of bots that know what they do; the first seat now and then tries something else."""
    seed = seed_of_game(number, seats)
    match = Match(GAME, seats, GAME.left_alone(options), seed, keyed=False)
    chooser = Dice(seed_of_text(f"choices {number}"))
    bot = make_bot("greedy")
    while not match.over:
        seat = match.state.deciding()[0]
        decision = match.state.decision(seat)
        assert decision is not None
        kind, choices = snake(type(decision).__name__), tuple(match.state.options(seat))
        yield seat, kind, choices, match
        match.play(seat, _decide(bot, match.state, seat, kind, choices, chooser))


def _decide(bot: Bot, state: State, seat: int, kind: str, choices: tuple[Choice, ...], chooser: Dice) -> Choice:
    if seat == 0 and kind != "plan" and chooser.below(CURIOUS) == 0:
        picks = [choice for choice in choices if choice[0] not in REFUSALS] or choices
        return picks[chooser.below(len(picks))]
    return bot.decide(Turn(state, seat, chooser))


def wishful(wishes: tuple[str, ...], number: int) -> Iterator[tuple[int, str, tuple[Choice, ...], Match]]:
    """A game of two in which the first seat wants only this, the first wish most, and the second does nothing."""
    seed = seed_of_game(number, 2)
    match = Match(GAME, 2, GAME.left_alone(KINGDOM), seed, keyed=False)
    chooser = Dice(seed_of_text(f"choices {number}"))
    while not match.over and GAME.caption(match.state)["round"] < ROUNDS:
        seat = match.state.deciding()[0]
        decision = match.state.decision(seat)
        assert decision is not None
        kind, choices = snake(type(decision).__name__), tuple(match.state.options(seat))
        yield seat, kind, choices, match
        wanted = [[choice for choice in choices if wish in choice] for wish in wishes] if seat == 0 else []
        idle = [choice for choice in choices if choice[0] in ("ready", "draw", "pass")]
        picks: list[Choice] = next(filter(None, [*wanted, idle]), list(choices))
        match.play(seat, picks[chooser.below(len(picks))])


# Every kind of question, in which story it is asked, and how many answers it has at least.
KINDS: Mapping[str, tuple[Mapping[str, str], int]] = {
    "start_village": (KINGDOM, 2),
    "plan": (KINGDOM, 20),
    "recall": (FAVOR, 3),
    "turn": (KINGDOM, 4),
    "recruit": (KINGDOM, 2),
    "expand": (KINGDOM, 3),
    "move": (KINGDOM, 3),
    "build": (FAVOR, 2),
    "take_card": (KINGDOM, 4),
    "trade": (FAVOR, 4),
    "send": (KINGDOM, 3),
    "gain": (KINGDOM, 2),
    "exchange": (KINGDOM, 2),
    "treat": (KINGDOM, 2),
    "deliver": (KINGDOM, 2),
    "swap": (FAVOR, 4),
    "send_away": (KINGDOM, 3),
    "reward": (KINGDOM, 2),
    "draw_another": (KINGDOM, 2),
    "keep": (KINGDOM, 2),
    "set_down": (KINGDOM, 3),
    "welcome": (KINGDOM, 2),
    "strike": (KINGDOM, 2),
    "feed": (KINGDOM, 2),
    "lose_follower": (KINGDOM, 3),
    "leave_area": (KINGDOM, 3),
    "gather": (FAVOR, 3),
    "store": (FAVOR, 2),
}
WISHES = {
    "move": ("territory", "mill", "cottage"),
    "keep": ("bathhouse", "builders_yard", "ropery"),
    "welcome": ("send", "gate"),
}
GAMES = 20  # before a search is given up
ROUNDS = 30


@cache
def position_of(kind: str, seats: int = 3) -> Position:
    """Where the first of some people is asked this."""
    options, least = KINDS[kind]
    for number in range(GAMES):
        game = wishful(WISHES[kind], number) if kind in WISHES else questions(options, seats, number)
        for seat, asked, choices, match in game:
            if seat == 0 and asked == kind and len(choices) >= least:
                return here(match, number, kind, choices)
    raise LookupError(f"no {kind}")


STEADY = {"plan": (), "turn": ("cottage",), "expand": ("territory",), "send": ("gate",), "trade": ("market",)}


@cache
def steady(kind: str) -> Position:
    """Where the first of two is asked this, in a game that no bot has played: it stays as long as the rules do."""
    for seat, asked, choices, match in wishful(STEADY[kind], 0):
        if seat == 0 and asked == kind and len(choices) > 1:
            return here(match, 0, kind, choices)
    raise LookupError(f"no {kind}")


@cache
def fruitless() -> Position:
    """The first of two has planned something at the Gate that no field takes."""
    for number in range(GAMES):
        for seat, asked, choices, match in wishful(("gate",), number):
            mine = GAME.view(match.state, 0)["players"][0]
            if seat == 0 and asked == "plan" and "gate" in mine["idle"] and mine["planned"]:
                return here(match, number, asked, choices)
    raise LookupError("everything is wanted")


@cache
def fruitless_for_two_reasons() -> Position:
    """The first of two has planned at two places that could do nothing, each for a reason of its own."""
    for number in range(GAMES):
        for seat, asked, choices, match in wishful(("hayrick", "builders_yard", "gate"), number):
            idle = GAME.view(match.state, 0)["players"][0]["idle"]
            if seat == 0 and asked == "plan" and {"hayrick", "gate"} <= set(idle):
                return here(match, number, asked, choices)
    raise LookupError("nothing fails in two ways")


@cache
def partly_wanted() -> Position:
    """The first of two has planned two tokens at the Gate, and a field takes one of them."""
    for number in range(GAMES):
        for seat, asked, choices, match in wishful(("gate",), number):
            mine = GAME.view(match.state, 0)["players"][0]
            if seat == 0 and asked == "plan" and mine["unwanted"]:
                return here(match, number, asked, choices)
    raise LookupError("everything is wanted, or nothing")


@cache
def much_to_send() -> Position:
    """Where the first of three could send tokens to more targets than two lines hold."""
    for number in range(GAMES):
        for seat, asked, choices, match in questions(KINGDOM, 3, number):
            if seat == 0 and asked == "send" and len(choices) >= MANY_TARGETS:
                return here(match, number, asked, choices)
    raise LookupError("little is sent")


@cache
def to_ascend() -> Position:
    """Where the first of three could send a token somewhere, and ascend with it there as well."""
    for number in range(GAMES):
        for seat, asked, choices, match in questions(KINGDOM, 3, number):
            if seat == 0 and asked == "send" and any(choice[0] == "ascend" for choice in choices):
                return here(match, number, asked, choices)
    raise LookupError("nobody ascends")


SEASONS = 4
HARD: Mapping[str, str] = {**FAVOR, "favourites": "1"}


@cache
def last_of_year(out: int | None = None, year: int = 1) -> tuple[Position, int, Choice]:
    """Where the next choice ends a year, this one or a later one, who makes it, and the choice; with `out`, this seat
    is eliminated by it.
    """
    for number in range(GAMES):
        before: tuple[Position, int, int] | None = None
        for seat, kind, choices, match in questions(FAVOR if out is None else HARD, 3, number):
            view = GAME.view(match.state, None)
            gone = [other for other in range(3) if other not in view["playing"]]
            if before is not None and view["players"][view["playing"][0]]["epoch"] > before[2] >= year:
                position, who, _ = before
                if out is None or out in gone:
                    line = next(line for line in match.journal.lines[len(position.lines) :] if line.seat == who)
                    return position, who, line.choice
            if view["round"] % SEASONS == 0 and view["phase"] in ("act", "end"):
                before = (at(match, number, seat, kind, choices), seat, view["players"][view["playing"][0]]["epoch"])
            else:
                before = None
    raise LookupError("no year ends so")


@cache
def last_of_round(options: tuple[tuple[str, str], ...], seats: int, rounds: int) -> tuple[Position, int, Choice]:
    """Where the next choice ends the last of these rounds, who makes it, and the choice."""
    before: tuple[Position, int] | None = None
    for seat, kind, choices, match in questions(dict(options), seats, 0):
        round = GAME.caption(match.state)["round"]
        if round > rounds and before is not None:
            position, who = before
            return position, who, match.journal.lines[len(position.lines)].choice
        if round == rounds:
            before = at(match, 0, seat, kind, choices), seat
    raise LookupError("the game is over before")


@cache
def building_a_village() -> Position:
    """Where the first player has several lands that could become a village."""
    for number in range(GAMES):
        for seat, kind, choices, match in questions(FAVOR, 3, number):
            if seat == 0 and kind == "build" and len(choices) > 1 and choices[0][1] == "village":
                return here(match, number, kind, choices)
    raise LookupError("nobody builds villages")


@cache
def settling_for_the_king() -> Position:
    """Where the first player puts down a settler whom the king has asked for, and no other place of the plan does."""
    for number in range(GAMES):
        for seat, kind, choices, match in questions(FAVOR, 3, number):
            if seat == 0 and kind == "expand":
                goals = GAME.view(match.state, 0)["players"][0]["story"]["goals"]
                if not all(met for id, met in goals.items() if id.endswith("_areas")):
                    return here(match, number, kind, choices)
    raise LookupError("the king has asked nobody")


@cache
def before_an_ascent(event: type[Event] = EpochEntered) -> tuple[Position, int, Choice]:
    """Where somebody may enter the next epoch so that this happens at once, who it is, and the choice."""
    for number in range(GAMES):
        for seat, kind, choices, match in questions(KINGDOM, 3, number):
            for choice in choices:
                if choice[0] == "ascend" and any(isinstance(one, event) for one in match.state.preview(seat, choice)):
                    return at(match, number, seat, kind, choices), seat, choice
    raise LookupError("nobody ascends")


@cache
def before_the_crown() -> Position:
    """Where a person who has done everything but the wealth may deliver goods for fame."""
    for number in range(GAMES):
        for seat, kind, choices, match in questions(KINGDOM, 3, number):
            if seat == 0 and kind == "deliver" and GAME.view(match.state, 0)["players"][0]["story"]["ready"]:
                return here(match, number, kind, choices)
    raise LookupError("nobody is so near")


@cache
def before_a_bonus() -> tuple[Position, int, Choice, int]:
    """Where a deed of somebody else passes a marked field of the fame track: who, the choice, and the field."""
    for number in range(GAMES):
        for seat, kind, choices, match in questions(KINGDOM, 3, number):
            for choice in choices if seat and kind == "send" else ():
                fields = [one.field for one in match.state.preview(seat, choice) if isinstance(one, FameFieldReached)]
                if len(fields) == 1 and choice[0] == "send":
                    return at(match, number, seat, kind, choices), seat, choice, fields[0]
    raise LookupError("nobody passes a field")


@cache
def before_a_swap() -> tuple[Position, int, Choice]:
    """Where somebody may take a good from the first player, who it is, and the choice."""
    for seat, kind, choices, match in questions(FAVOR, 2, 0):
        for choice in choices:
            if choice[0] == "swap" and seat != 0 == choice[2]:
                return at(match, 0, seat, kind, choices), seat, choice
    raise LookupError("nobody swaps")


def here(match: Match, number: int, kind: str, choices: tuple[Choice, ...]) -> Position:
    return at(match, number, 0, kind, choices)


@cache
def late(options: tuple[tuple[str, str], ...], seats: int, epoch: int) -> Position:
    """The first of some people plans in this epoch, or later, with a full board."""
    for number in range(GAMES):
        for seat, asked, choices, match in questions(dict(options), seats, number):
            if seat == 0 and asked == "plan" and GAME.view(match.state, 0)["players"][0]["epoch"] >= epoch:
                return here(match, number, asked, choices)
    raise LookupError(f"nobody plans in epoch {epoch}")


@cache
def with_every_place(seats: int = 2) -> Position:
    """Somebody else has nearly all place cards when the first seat plans."""
    for seat, kind, choices, match in questions(KINGDOM, seats, 0):
        if seat == 0 and kind == "plan" and len(match.game.view(match.state, 0)["players"][1]["places"]) >= MANY_PLACES:
            return here(match, 0, kind, choices)
    raise LookupError("nobody takes so many place cards")


@cache
def ended(story: str = "first-kingdom", seats: int = 3) -> Position:
    """A game that is over."""
    options = FAVOR if story == "kings-favor" else KINGDOM
    *_, (_, _, _, match) = questions(options, seats, 0)
    return here(match, 0, "", ())


# -- the table -------------------------------------------------------------------------------------------------------


class OrleansPage(TablePage):
    """A table of Orléans Stories in somebody's browser."""

    words_of_page = "web.os"
    refusals = REFUSALS

    @property
    def own_place(self) -> Locator:
        return self.region("web.os.board", seat=self.seat)

    @property
    def slip(self) -> Locator:
        return self.page.get_by_role("complementary", name=self.say("web.os.narration"), exact=True)

    @property
    def gate(self) -> Locator:
        """Leads on from the judgement of the king."""
        return self.page.locator(".board:has(.judge) .tray [data-primary]")

    def area(self, id: str) -> Locator:
        return self.page.locator(f'[data-area="{id}"]')

    def space(self, place: object, n: object) -> Locator:
        return self.page.locator(f'[data-space="{place} {n}"]')

    def follower(self, kind: str) -> Locator:
        """The first follower of a kind on the green."""
        green = self.page.get_by_role("group", name=begins(self.say("term.green")))
        return green.get_by_role("button", name=self.say(f"token.{kind}"), exact=True).first

    def player(self, seat: int) -> Locator:
        """Leads to the board of another player."""
        return self.region("web.os.players").get_by_role("button", name=begins(self.words.player(seat)))

    def chip(self, name: str) -> Locator:
        return self.tray.get_by_role("group").get_by_role("button", name=name, exact=True)

    def chip_of(self, choice: Choice) -> Locator:
        return self.tray.locator(f'[data-chip="{" ".join(map(str, choice))}"]')

    # -- what is asked -----------------------------------------------------------------------------------------------

    def expect_question(self) -> Asked:
        self.settle()
        asked = self.asked()
        assert asked is not None
        if self.gate.count():
            self.gate.click()
        expect(self.your_turn).to_be_visible()
        self.put_slips_away()
        return asked

    def put_slips_away(self) -> None:
        """Narrations are in sight until they are put away."""
        while self.slip.count():
            self.slip.get_by_role("button").last.click()

    # -- answering ---------------------------------------------------------------------------------------------------

    def answer(self, choice: Choice) -> None:
        before = self.house.version(self.id)
        asked = self.expect_question()
        if choice[0] in REFUSALS:
            self.decline.click()
        elif choice[0] == "place":
            self.hold(str(choice[1]))
            self.space(choice[2], choice[3]).click()
        elif choice[0] == "take":
            self.space(choice[1], choice[2]).click()
        else:
            if choice not in (("ready",), ("draw",)) or asked.kind == "draw_another":
                self.pick(asked, choice)
            self.primary.click()
            self.insist(before, self.primary.click)
        self.heard(before)

    @property
    def doubted(self) -> Locator:
        """The button, after it was asked whether the plan is really done."""
        return self.primary.and_(self.page.locator("[data-sure]"))

    def insist(self, before: int, press: Callable[[], None]) -> None:
        """A plan that leaves something undone needs a second press."""
        self.visitor.wait_until(lambda: self.house.version(self.id) > before or self.doubted.count() > 0)
        if self.house.version(self.id) == before:
            press()

    def hold(self, token: str) -> None:
        """Take a token in hand: from the green, or from the supply, where coins come in the amounts that are wanted."""
        if token in FOLLOWERS:
            self.follower(token).click()
            return
        kind, _, amount = token.partition("_")
        supply = self.page.locator(f'[data-held="{kind}"]:visible')
        supply.click()
        while amount and supply.inner_text() != amount:
            supply.click()

    def pick(self, asked: Asked, choice: Choice) -> None:
        if asked.kind in ON_MAP:
            self._set(self.area(str(choice[-1])))
        elif choice[0] in ("use", "card"):
            self._set(self.page.locator(f'[data-place="{choice[1]}"], [data-card="{choice[1]}"]'))
        elif choice[0] == "put":
            self._set(self.space(choice[1], choice[2]))
        elif choice[0] == "green":
            self._set(self.button("web.os.green.here"))
        elif choice[0] == "remove":
            self._set(self.chip(self.words.player(int(choice[1]))))
            self._set(self.space(choice[2], choice[3]))
        else:
            if choice[0] == "swap":
                self._set(self.chip(self.say(f"token.{choice[1]}")))
            self._set(
                self.chip_of(choice) if choice[0] == "reward" else self.chip(self.words.choice(choice, asked.decision))
            )
        self.page.wait_for_function("choice => seen.foreseen === choice", arg=as_json(choice))

    def _bring_out(self, place: Locator) -> None:
        """A phone shows one pane and one stage at a time."""
        display = self.button("web.os.pane.display")
        if display.is_visible() and not place.is_visible():
            display.click()


FOLLOWERS = ("farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk")
ON_MAP = ("start_village", "expand", "move", "build", "leave_area")


def play(pages: list[OrleansPage], until: int = 99) -> set[str]:
    """Everybody answers what they are asked, by a bot's advice, up to a round or the end; returns what was asked."""
    adviser, dice = make_bot("greedy"), Dice(seed_of_text("advice"))
    house: House = pages[0].house
    kinds: set[str] = set()
    for _ in range(LONGEST):
        state = house.state(pages[0].id)
        if state.over or GAME.caption(state)["round"] >= until:
            return kinds
        page = next((page for page in pages if page.seat in state.deciding()), None)
        if page is None or page.seat is None:
            pages[0].page.wait_for_timeout(20)  # a bot decides
            continue
        decision = state.decision(page.seat)
        assert decision is not None
        kinds.add(kind_of(decision))
        page.answer(adviser.decide(Turn(state, page.seat, dice)))
    raise AssertionError("the game does not end")
