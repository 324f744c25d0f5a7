"""Whatever is said in a game can be said in both languages: every event, option, question and refusal."""

import random
from collections.abc import Iterable, Iterator

import pytest

import kronrat
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Choice, Decision, Reason
from kronrat.words import Words, languages

GAMES = 30
MUTATIONS = 5  # choices tried at each decision that are probably refused
VERBS: Choice = ("influence", "pass", "take", "trade", "decline", "build", "recruit", "done", "lose", "use", "bonus")
WORDS: Choice = (
    "gold", "wood", "stone", "plus2", "envoy", "bonus", "die", "market", "statue", "chapel", "town_hall", "inn",
    "church", "farms", "stable", "sawmill", "cathedral",
)  # fmt: skip
NUMBERS: Choice = (0, 1, 2, 3, 4, 5, 6, 8, 12, 18, 19, 25)

rules = kronrat.load("kingsburg")


class Listener:
    """Says everything once in every language, and remembers of what kinds it was."""

    def __init__(self, edition: str, seats: int) -> None:
        names = ("Ann", "Bob", "Cem", "Dora", "Emil")[:seats]
        self.words = [Words(lang, "kingsburg", edition, names) for lang in languages()]
        self.said: set[object] = set()
        self.events: set[str] = set()
        self.reasons: set[str] = set()
        self.verbs: set[str | int] = set()

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


def play(listener: Listener, edition: str, seats: int, rng: random.Random) -> None:
    options = {"edition": edition, "merchants_guild": rng.choice(("gold", "choice"))}
    match = kronrat.Match(rules, seats, options, seed=str(rng.random()))
    listener.hear(match.opening)
    while not match.over:
        (seat,) = match.state.deciding()
        decision = match.state.decision(seat)
        assert decision is not None
        listener.ask(decision)
        offer = match.state.options(seat)
        for choice in offer:
            listener.offer(choice, decision)
        for _ in range(MUTATIONS):
            reason = match.state.why_not(seat, mutated(rng.choice(offer), rng))
            if reason is not None:
                listener.refuse(reason)
        for bystander in ((seat + 1) % seats, CHANCE):
            reason = match.state.why_not(bystander, offer[0])
            assert reason is not None
            listener.refuse(reason)
        listener.hear(match.play(seat, rng.choice(offer)))
    reason = match.state.why_not(0, ("pass",))
    assert reason is not None
    listener.refuse(reason)
    for line in match.journal.lines:
        listener.check(words.choice(line.choice) for words in listener.words)
    for standing in match.state.standing():
        listener.check(words.standing(standing) for words in listener.words)


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_word_of_random_games(edition: str) -> None:
    rng = random.Random(edition)
    events: set[str] = set()
    reasons: set[str] = set()
    verbs: set[str | int] = set()
    for number in range(GAMES):
        listener = Listener(edition, 2 + number % 4)
        play(listener, edition, 2 + number % 4, rng)
        events |= listener.events
        reasons |= listener.reasons
        verbs |= listener.verbs
    assert {"BuildingDestroyed", "NeutralPlaced", "EnvoyReturned", "EnemySeen", "BattleFought"} <= events
    assert {"reason.total", "reason.occupied", "reason.row_order", "reason.too_few_goods", "core.form"} <= reasons
    assert {"influence", "build", "recruit", "take", "trade", "use", "lose"} <= verbs
