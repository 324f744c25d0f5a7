"""The page makes the same sentences as the server, in every language, of everything that comes up in a game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Choice, Decision
from kronrat.core.game import Game
from kronrat.shelf import list_games, load
from kronrat.words import Words, languages
from kronrat.words.catalogue import domain
from kronrat.words.sentences import snake

NAMES = ("Ann", "Bob", "Cem", "Dora", "Emil")


def last_settings(game: Game) -> dict[str, str]:
    """Everything that can be selected, and otherwise the last value of the first switch."""
    first, *_ = switches = game.switches({})
    many = {switch.name: ",".join(switch.values) for switch in switches if switch.many}
    return many or {first.name: first.values[-1]}


TABLES = [
    (game, seats, settings)
    for game in list_games()
    for seats, settings in ((2, {}), (load(game).seat_counts[-1], last_settings(load(game))))
]
SAY_ALL = """async ([file, names, wanted]) => {
    const { Words } = await import("/static/words.js");
    const words = new Words(file, names);
    return wanted.map(([how, ...told]) => words[how](...told));
}"""

Wanted = tuple[str, tuple[Any, ...], str]  # what the page is asked to say, with its facts, and the server's sentence


def facts_of(decision: Decision) -> dict[str, Any]:
    return dict(zip(decision.FIELDS, decision.values(), strict=True))


def told(event: Event) -> dict[str, Any]:
    return {"event": snake(type(event).__name__), **event.facts()}


def mutated(choice: Choice, said: Choice, rng: random.Random) -> Choice:
    """A choice with one word changed for another that was said in this game, added or left out."""
    words = list(choice)
    at = rng.randrange(len(words))
    how = rng.random()
    if how < 0.4:
        words.insert(at + 1, rng.choice(said))
    elif how < 0.6 and len(words) > 1:
        del words[at]
    else:
        words[at] = rng.choice(said)
    return tuple(words)


def heard_in_a_game(
    game: Game, words: Words, seats: int, options: Mapping[str, str], rng: random.Random
) -> Iterator[Wanted]:
    """Every event, question, choice, refusal and standing of a game played at random."""
    state = game.new(seats, game.left_alone(options))
    dice = Dice(seed_of_text(str(rng.random())))
    events: list[Event] = []
    said: list[str | int] = []
    state.listener = events.append
    while not state.over:
        seat = rng.choice(state.deciding())
        if seat == CHANCE:
            choice = state.sample(dice)
            yield "choice", (choice,), words.choice(choice)
        else:
            decision = state.decision(seat)
            assert decision is not None
            question = {"kind": snake(type(decision).__name__), "facts": facts_of(decision)}
            yield "ask", (question,), words.ask(decision)
            offer = state.options(seat)
            for option in rng.sample(offer, min(3, len(offer))):
                yield "choice", (option, question), words.choice(option, decision)
            choice = rng.choice(offer)
            said += choice
            reason = state.why_not(seat, mutated(choice, tuple(said), rng))
            if reason is not None:
                yield "reason", ({"says": reason.says, "facts": reason.facts},), words.reason(reason)
        state.play(seat, choice)
        for event in events:
            yield "event", (told(event),), words.event(event)
        events.clear()
    for line in state.standing():
        plain = {"seat": line.seat, "place": line.place, "score": line.score, "ties": line.ties}
        yield "standing", (plain,), words.standing(line)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("id", "seats", "options"), TABLES)
def test_the_page_says_what_the_server_says(
    page: Page, lang: str, id: str, seats: int, options: dict[str, str]
) -> None:
    game = load(id)
    rng = random.Random(f"{seats} {options}")
    words = Words(lang, id, game.variant(game.settle_options(options)), NAMES[:seats])
    wanted: dict[str, Wanted] = {}
    for how, about, sentence in heard_in_a_game(game, words, seats, options, rng):
        wanted[json.dumps([how, *about])] = (how, about, sentence)
    assert len(wanted) > 200
    asked = [[how, *about] for how, about, _ in wanted.values()]
    file = {"lang": lang, "plural": "(n != 1)", "messages": words.catalogue()}
    said = page.evaluate(SAY_ALL, [file, NAMES[:seats], json.loads(json.dumps(asked))])
    assert said == [sentence for _, _, sentence in wanted.values()]


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        ("(n != 1)", [1, 0, 1, 1, 1, 1]),
        ("(n > 1)", [0, 0, 1, 1, 1, 1]),
        ("n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2", [2, 0, 1, 2, 2, 1]),
        ("!(n-1)", [0, 1, 0, 0, 0, 0]),
    ],
)
def test_plural_rules_are_read_as_gettext_reads_them(page: Page, rule: str, forms: list[int]) -> None:
    read = """async ([rule, numbers]) => {
        const { pluralRule } = await import("/static/words.js");
        return numbers.map(pluralRule(rule));
    }"""
    assert page.evaluate(read, [rule, [0, 1, 2, 5, 11, 22]]) == forms


def test_every_language_has_a_plural_rule_that_the_test_above_covers() -> None:
    for lang in languages():
        assert [domain(lang, "core").form_of(n) for n in range(4)] == [1, 0, 1, 1]


def test_a_missing_word_does_not_stop_the_page(page: Page) -> None:
    file = {"lang": "en", "plural": "(n != 1)", "messages": {"hello": "Hello {name}", "both": "{@nothing}[x?x]"}}
    assert page.evaluate(
        SAY_ALL, [file, [], [["say", "nothing"], ["say", "hello", {}], ["say", "both", {"x": []}]]]
    ) == [
        "nothing",
        "Hello ",
        "nothing",
    ]
