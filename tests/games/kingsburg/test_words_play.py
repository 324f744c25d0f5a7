"""Whatever is said in a game of Kingsburg can be said in both languages: every event, option, question and refusal."""

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import pytest

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Choice, Decision, Reason
from kronrat.games.kingsburg.rules.game import Kingsburg
from kronrat.words import Words, languages

GAMES = 30
ROUNDS = 4  # in how many games each governor is played
MOST_ROUNDS = 20  # if some use of a card, or some refusal, has not come up by then
OF_GOVERNORS = {"reason.first_column", "reason.cannot_turn", "reason.another_kind", "reason.condition"}
MUTATIONS = 5  # choices tried at each decision that are probably refused
VERBS: Choice = (
    "influence", "pass", "take", "trade", "decline", "build", "recruit", "done", "lose", "use", "bonus", "keep",
    "token", "first", "spare",
)  # fmt: skip
WORDS: Choice = (
    "gold", "wood", "stone", "plus2", "envoy", "bonus", "die", "market", "statue", "chapel", "town_hall", "inn",
    "church", "farms", "stable", "sawmill", "cathedral", "private", "architect", "miner", "prince", "peddler",
)  # fmt: skip
NUMBERS: Choice = (0, 1, 2, 3, 4, 5, 6, 8, 12, 18, 19, 25)
ALL_MODULES = {"edition": "2e", "modules": "buildings,governors,army"}

rules = cast(Kingsburg, kronrat.load("kingsburg"))
deck = list(rules.rows["governors"])


class Listener:
    """Says everything once in every language, and remembers of what kinds it was."""

    def __init__(self, edition: str, seats: int) -> None:
        names = ("Ann", "Bob", "Cem", "Dora", "Emil")[:seats]
        self.words = [Words(lang, "kingsburg", edition, names) for lang in languages()]
        self.said: set[object] = set()
        self.events: set[str] = set()
        self.reasons: set[str] = set()
        self.verbs: set[str | int] = set()
        self.usable: set[str | int] = set()

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.add(type(event).__name__)
            if event not in self.said:
                self.said.add(event)
                self.check(words.event(event) for words in self.words)

    def ask(self, decision: Decision) -> None:
        if decision not in self.said:
            self.said.add(decision)
            self.check(words.ask(decision) for words in self.words)

    def offer(self, choice: Choice, decision: Decision) -> None:
        key = (choice, type(decision))
        if key not in self.said:
            self.said.add(key)
            self.verbs.add(choice[0])
            if choice[0] == "use":
                self.usable.add(choice[1])
            self.check(words.choice(choice, decision) for words in self.words)
            self.check(words.choice(choice) for words in self.words)

    def refuse(self, reason: Reason) -> None:
        self.reasons.add(reason.says)
        key = (reason.says, str(reason.facts))
        if key not in self.said:
            self.said.add(key)
            self.check(words.reason(reason) for words in self.words)

    @staticmethod
    def check(sentences: Iterator[str]) -> None:
        for sentence in sentences:
            assert sentence
            assert sentence[0] == sentence[0].upper()
            assert not set(sentence) & set("{}[]@#"), sentence


def mutated(choice: Choice, rng: random.Random) -> Choice:
    """A choice with one word changed for another of its kind, added or left out."""
    words = list(choice)
    at = rng.randrange(len(words))
    how = rng.random()
    if how < 0.1:
        words[0] = rng.choice(VERBS)
    elif how < 0.4 or len(words) == 1:
        words.insert(rng.randint(1, len(words)), rng.choice(WORDS))
    elif how < 0.5:
        del words[at]
    else:
        words[at] = rng.choice(NUMBERS if isinstance(words[at], int) else WORDS if at else VERBS)
    return tuple(words)


def play(listener: Listener, seats: int, options: Mapping[str, str], rng: random.Random, kept: list[str]) -> None:
    """A random game; where governors are dealt, each seat keeps the one that is wanted for it."""
    state = rules.new(seats, options)
    dice = Dice(seed_of_text(str(rng.random())))
    events: list[Event] = []
    state.listener = events.append
    while not state.over:
        seat = rng.choice(state.deciding())
        if seat == CHANCE:
            choice = state.sample(dice)
            if choice[0] == "deal":
                choice = ("deal", choice[1], *dealt_with(kept, int(choice[1])))
            listener.check(words.choice(choice) for words in listener.words)
        else:
            choice = answer(listener, state.decision(seat), state.options(seat), rng, kept)
            for _ in range(MUTATIONS):
                reason = state.why_not(seat, mutated(choice, rng))
                if reason is not None:
                    listener.refuse(reason)
            for bystander in {(seat + 1) % seats, CHANCE}.difference(state.deciding()):
                reason = state.why_not(bystander, choice)
                assert reason is not None
                listener.refuse(reason)
        state.play(seat, choice)
        listener.hear(events)
        events.clear()
    reason = state.why_not(0, ("pass",))
    assert reason is not None
    listener.refuse(reason)
    for standing in state.standing():
        listener.check(words.standing(standing) for words in listener.words)


def dealt_with(kept: list[str], seat: int) -> list[str]:
    """The governor wanted for a seat, and two that nobody else wants."""
    spare = [id for id in deck if id not in kept]
    mine = [kept[seat], *spare[2 * seat : 2 * seat + 2]]
    return [id for id in deck if id in mine]


def answer(
    listener: Listener, decision: Decision | None, offer: list[Choice], rng: random.Random, kept: list[str]
) -> Choice:
    assert decision is not None
    listener.ask(decision)
    for choice in offer:
        listener.offer(choice, decision)
    return ("keep", kept[decision.seat]) if "keep" in decision.verbs else rng.choice(offer)


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_word_of_random_games(edition: str) -> None:
    rng = random.Random(edition)
    listeners = {seats: Listener(edition, seats) for seats in rules.seat_counts}
    for number in range(GAMES):
        options = {"edition": edition, "merchants_guild": rng.choice(("gold", "choice"))}
        play(listeners[2 + number % 4], 2 + number % 4, options, rng, [])
    events, reasons, verbs = heard(listeners.values())
    assert {"BuildingDestroyed", "NeutralPlaced", "EnvoyReturned", "EnemySeen", "BattleFought"} <= events
    assert {"reason.total", "reason.occupied", "reason.row_order", "reason.goods_missing", "core.form"} <= reasons
    assert {"influence", "build", "recruit", "take", "trade", "use", "lose"} <= verbs


@pytest.mark.parametrize("seats", [2, 5])
def test_every_word_of_random_games_with_every_governor(seats: int) -> None:
    rng = random.Random(seats)
    listener = Listener("2e", seats)
    usable = {id for id in deck if rules.tables.cards[id].moments}
    for number in range(MOST_ROUNDS):
        heard_enough = "spare" in listener.verbs and usable <= listener.usable and listener.reasons >= OF_GOVERNORS
        if number >= ROUNDS and heard_enough:
            break
        rivals = rng.sample(deck, len(deck))
        for first in range(0, len(deck), seats):
            play(listener, seats, ALL_MODULES, rng, (rivals + rivals)[first : first + seats])
    events, reasons, verbs = heard([listener])
    assert {"GovernorsRevealed", "TokensRevealed", "SealsBroken", "CardUsed", "GroupMoved"} <= events
    assert {"reason.not_dealt", "reason.token_gone", "reason.no_such_token", "reason.no_private_advisor"} <= reasons
    assert reasons >= OF_GOVERNORS
    assert {"keep", "token", "use", "spare"} <= verbs
    assert usable <= listener.usable


def heard(listeners: Iterable[Listener]) -> tuple[set[str], set[str], set[str | int]]:
    """The kinds of events, reasons and choices that came up."""
    found = list(listeners)
    return (
        set().union(*[listener.events for listener in found]),
        set().union(*[listener.reasons for listener in found]),
        set().union(*[listener.verbs for listener in found]),
    )
