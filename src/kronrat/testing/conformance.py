"""What must hold for every game, with every option: one suite that any game plugs into.

    import pytest
    from kronrat import load
    from kronrat.testing import Conformance, Subject

    @pytest.fixture(params=[Subject(load("my_game"), seats) for seats in (2, 3)], ids=str)
    def subject(request): return request.param

    class TestMyGame(Conformance): ...

The eight points are clone, undo, save, secrecy, redeal, legality, replay and search, each a property of random walks.
All come from fixed seeds, so a walk that fails once always fails; the failure carries the choices that led to it.

A subject can say more about its game, and then more is checked: invariants of every position (`check`), a ledger that
follows the events, every world possible to a seat, legal choices found in another way, the ids of its rules.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from math import isclose, isfinite, sqrt
from random import Random
from typing import Any

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, CLOCK, Chance, Choice, IllegalChoice, Reason, Together
from kronrat.core.game import Game, Standing
from kronrat.core.journal import HIDDEN, BrokenJournal, Journal, Line
from kronrat.core.match import Match
from kronrat.core.net import is_of_seat
from kronrat.core.notation import choice_text, parse_choice
from kronrat.core.playout import play_on
from kronrat.core.policy import AnyChoice
from kronrat.core.replay import Replay, verify
from kronrat.core.seeds import TableSeed
from kronrat.core.undo import UndoRefused

LONGEST = 5_000  # choices; a longer random game is taken never to end
AHEAD = 5  # choices that a copy plays on at every decision
TO_THE_END = 50  # one copy out of this many plays on to the end
MOST_TAKEN_BACK = 100  # choices, so that a walk with undo ends
FEW = 5  # options, changed choices or words looked at where there may be many
WORLDS = 64  # a position with more of them is not small


@dataclass(frozen=True)
class Effort:
    """How much the suite does for each subject."""

    walks: int = 1  # random games in which a property is checked at every decision
    games: int = 20  # random games that only have to end well
    samples: int = 600  # draws at least, where a frequency is checked


class Ledger:
    """Follows a game by its events alone and compares the state with them. A game's own ledger goes further."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def hear(self, event: Event) -> None:
        """Keep in mind what an event says; nothing, unless a game keeps a ledger of its own."""

    def balance(self, state: Any) -> None:
        """Fails unless the state holds exactly what the events say."""


def nothing_more(state: Any) -> None:
    """For games without invariants of their own."""


@dataclass(frozen=True)
class Subject:
    """A game at one table, and what is known about it apart from its rules."""

    game: Game
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[Any], None] = nothing_more  # invariants of every position
    ledger: Callable[[int], Ledger] = Ledger
    worlds: Callable[[Any, int | None], Iterator[Any]] | None = None  # all worlds possible to a seat, equally likely
    brute: Callable[[Any, int], list[Choice] | None] | None = None  # a seat's legal choices, found in another way
    rules: frozenset[str] | None = None  # the ids that events and refusals may name
    topics: tuple[str, ...] = ()  # of `hints`
    brisk: tuple[Choice, ...] = ()  # answers that end a question with very many options, given every third time
    short: int = 1  # how many of its games make up for one usual walk
    alike: int = 1  # how many tables much like this one share its walks and games
    effort: Effort = Effort()

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.seats), *[f"{name}={value}" for name, value in self.options.items()]])

    @property
    def table(self) -> dict[str, str]:
        """The options as random players need them: with whatever ends a game that they would never end."""
        return self.game.left_alone(self.options)

    @property
    def walks(self) -> range:
        """The numbers of random walks through the game, each with dice of its own."""
        return range(max(1, self.effort.walks * self.short // self.alike))

    @property
    def games(self) -> range:
        """The numbers of whole games."""
        return range(max(1, self.effort.games // self.alike))

    @property
    def observers(self) -> list[int | None]:
        """Everybody who looks on: each seat, and None, who has no seat."""
        return [*range(self.seats), None]

    def new(self) -> Any:
        """A game at its beginning."""
        return self.game.new(self.seats, self.table)


# -- walking ---------------------------------------------------------------------------------------------------------


class Walk:
    """A random game on a bare state, which stops at every decision, those of CHANCE and CLOCK included."""

    def __init__(self, subject: Subject, number: int) -> None:
        self.subject = subject
        self.random = Random(f"{subject} {number}")
        self.dice = Dice(seed_of_text(f"{subject} {number}"))
        self.state: Any = subject.new()
        self.words: set[str | int] = set(range(-1, 20))  # all words and numbers seen in choices so far
        self.lines: list[Line] = []

    def step(self) -> None:
        seat, choice = pick(self.state, self.random, self.dice, self.subject.brisk)
        self.words.update(choice)
        self.lines.append(Line(seat, choice))
        self.state.play(seat, choice)

    def story(self) -> str:
        return "\n".join(map(str, self.lines))


@dataclass(frozen=True)
class Entry:
    """A choice in a match, and what others could learn when it was made."""

    number: int
    seat: int
    choice: Choice
    sealed: bool
    ended: bool  # it was the last one of a sealed phase
    told: bool  # somebody learned something that was hidden
    witnesses: tuple[int, ...] | None


class MatchWalk:
    """A random game as a match, which answers CHANCE itself. A bare state follows it and keeps a record of its own."""

    def __init__(self, subject: Subject, number: int) -> None:
        self.subject = subject
        self.random = Random(f"{subject} match {number}")
        secret = seed_of_text(f"{subject} {number}")
        self.match = Match(subject.game, subject.seats, subject.table, TableSeed(secret, (bytes(16), secret[:16])))
        self.shadow: Any = subject.new()
        self.record: list[Entry] = []  # what counts
        self.struck: list[Entry] = []  # what was taken back
        self.reached: dict[int, str] = {}  # the digest after this many lines
        self._follow(0)

    @property
    def state(self) -> Any:
        return self.match.state

    def step(self) -> None:
        self.play(*pick(self.state, self.random, None, self.subject.brisk))

    def play(self, seat: int, choice: Choice) -> None:
        before = len(self.match.journal.lines)
        self.match.play(seat, choice)
        self._follow(before)

    def _follow(self, before: int) -> None:
        digest = self.subject.game.digest
        for number, line in enumerate(self.match.journal.lines[before:], before + 1):
            self.record.append(self._entry(number, line))
            self.reached[number] = digest(self.shadow)
        assert digest(self.shadow) == digest(self.state)

    def _entry(self, number: int, line: Line) -> Entry:
        state, events = self.shadow, list[Event]()
        top = state.stack[-1]
        sealed = isinstance(top, Together) and top.sealed
        ended = sealed and not top.proceed(state.clone(), top.part(line.seat), line.choice)
        witnesses = state.decision(line.seat).witnesses(state)
        state.listener = events.append
        state.play(line.seat, line.choice)
        state.listener = None
        told = ended or any(event.reveals for event in events)
        return Entry(number, line.seat, line.choice, sealed, ended, told, witnesses)

    def strike(self, taken: list[Entry]) -> None:
        """Drop these choices and start again with the others."""
        self.struck += taken
        self.record = [entry for entry in self.record if entry not in taken]
        self.shadow = self.subject.new()
        for entry in self.record:
            self.shadow.play(entry.seat, entry.choice)
        self.reached[len(self.match.journal.lines)] = self.subject.game.digest(self.shadow)

    def hidden_from(self, observer: int | None) -> set[int]:
        """The lines that an observer may not read while the game goes on."""
        shown = max([entry.number for entry in self.record if entry.ended], default=0)
        hidden: set[int] = set()
        for counts, entries in ((True, self.record), (False, self.struck)):
            for entry in entries:
                if entry.sealed:
                    secret = not counts or entry.number > shown
                else:
                    secret = entry.witnesses is not None and observer not in entry.witnesses
                if secret and entry.seat != observer:
                    hidden.add(entry.number)
        return hidden

    def story(self) -> str:
        return self.match.journal.text()


def pick(state: Any, random: Random, dice: Dice | None, brisk: tuple[Choice, ...] = ()) -> tuple[int, Choice]:
    """Any seat that may choose, any of its options."""
    seat = random.choice(state.deciding())
    if seat == CHANCE and dice is not None:
        return seat, state.sample(dice)
    options = state.options(seat)
    ending = [choice for choice in brisk if choice in options]
    if ending and random.randrange(3) == 0:
        return seat, random.choice(ending)
    return seat, random.choice(options)


def walk_through(subject: Subject, check: Callable[[Walk], None]) -> None:
    """Check every decision of some random games, and their ends."""
    for number in subject.walks:
        walk = Walk(subject, number)
        with telling(walk):
            while not walk.state.over:
                check(walk)
                walk.step()
                assert len(walk.lines) < LONGEST, "this game does not end"
            check(walk)


@contextmanager
def telling(walk: Walk | MatchWalk) -> Iterator[None]:
    """Adds the story of a walk to whatever fails in it."""
    try:
        yield
    except Exception as problem:
        problem.add_note(f"{walk.subject}\n{walk.story()}")
        raise


def future(state: Any, seed: str, length: int = LONGEST) -> list[str]:
    """What comes of a state if the same players play on with the same dice: every line, and the position reached."""
    random, dice = Random(seed), Dice(seed_of_text(seed))
    lines: list[str] = []
    while not state.over and len(lines) < length:
        seat, choice = pick(state, random, dice)
        lines.append(f"{len(state.options(seat))} {Line(seat, choice)}")
        state.apply(seat, choice)
    assert state.over or length < LONGEST, "this game does not end"
    return [*lines, state.game.digest(state)]


def some_length(walk: Walk) -> int:
    return LONGEST if walk.random.randrange(TO_THE_END) == 0 else AHEAD


def photograph(state: Any) -> tuple[Any, ...]:
    """All that can be asked of a state."""
    game: Game = state.game
    seats = [*range(state.seats), CHANCE, CLOCK]
    views = [game.view(state, seat) for seat in (*range(state.seats), None)]
    offers = [state.options(seat) for seat in seats]
    return game.digest(state), state.deciding(), state.over, offers, views, game.standing(state)


# -- looking ---------------------------------------------------------------------------------------------------------


def heard(state: Any, seat: int, choice: Choice, observer: int | None) -> tuple[list[Event], bool, Any]:
    """What an observer hears of this choice up to the first reveal, whether there is one, and what follows it."""
    world = state.clone()
    events: list[Event] = []
    world.listener = events.append
    world.apply(seat, choice)
    world.listener = None
    before_reveal: list[Event] = []
    for event in events:
        if event.reveals:
            return before_reveal, True, world
        if event.seen_by(observer):
            before_reveal.append(event)
    return before_reveal, False, world


def sight(subject: Subject, state: Any, observer: int | None, strange: list[Choice]) -> dict[str, Any]:
    """All that an observer can find out by asking; `strange` are choices that may be illegal."""
    game, state = subject.game, state.clone()
    state.offer = None  # options are worked out anew in each world
    view = game.view(state, observer)
    seen: dict[str, Any] = {
        "view": view,
        "deciding": state.deciding(),
        "over": state.over,
        "hints": [game.hints(view, topic) for topic in subject.topics],
    }
    if observer is not None and observer in state.deciding():
        options = state.options(observer)
        seen["options"] = options
        seen["preview"] = [state.preview(observer, choice) for choice in sample_of(options)]
    if observer is not None:
        seen["why_not"] = [state.why_not(observer, choice) for choice in strange]
    return seen


def is_hidden(state: Any, seat: int, observer: int | None) -> bool:
    """Whether an observer may not know what this seat answers now."""
    top = state.stack[-1]
    if isinstance(top, Together) and top.sealed:
        return observer != seat
    witnesses = state.decision(seat).witnesses(state)
    return witnesses is not None and observer not in witnesses


def alternatives(walk: Walk, seat: int, choice: Choice) -> list[Choice]:
    """What else the seat could have answered with the same verb."""
    if seat == CHANCE:
        options = [walk.state.sample(walk.dice) for _ in range(FEW)]
    else:
        options = walk.state.options(seat)
    return [option for option in options if option[0] == choice[0] and option != choice]


def sample_of(options: list[Choice]) -> list[Choice]:
    """The first, the last, and some in between."""
    step = max(1, len(options) // FEW)
    return [*options[::step], *options[-1:]]


def changed_words(choice: Choice, words: Iterable[str | int]) -> Iterator[Choice]:
    """The choice with one word replaced by another one that occurs in this game."""
    for place in range(len(choice)):
        for word in words:
            if word != choice[place]:
                yield (*choice[:place], word, *choice[place + 1 :])


def reshaped(choice: Choice, words: Iterable[str | int]) -> Iterator[Choice]:
    """The choice with a word missing, added, or out of place."""
    yield ()
    for place in range(len(choice)):
        yield (*choice[:place], *choice[place + 1 :])
        yield (*choice[:place], *reversed(choice[place : place + 2]), *choice[place + 2 :])
        for word in words:
            yield (*choice[:place], word, *choice[place:])
    for word in words:
        yield (*choice, word)


def some_observers(walk: Walk) -> list[int | None]:
    """Two of the seats and spectators: over a walk everybody gets a turn."""
    return walk.random.sample(walk.subject.observers, 2)


def some_words(walk: Walk) -> list[str | int]:
    return walk.random.sample(sorted(walk.words, key=str), min(FEW, len(walk.words)))


def assert_frequencies(counts: Mapping[Any, int], weights: Mapping[Any, int]) -> None:
    """The counts could well come from these weights (chi-square with a generous bound), and from nothing else."""
    assert set(counts) <= set(weights), "something came that is impossible"
    draws, total = sum(counts.values()), sum(weights.values())
    squares = 0.0
    for outcome, weight in weights.items():
        expected = draws * weight / total
        squares += (counts.get(outcome, 0) - expected) ** 2 / expected
    freedom = len(weights) - 1
    bound = freedom + 6 * sqrt(2 * freedom) + 20
    assert squares < bound, f"chi-square {squares:.0f} of {freedom} degrees of freedom, over {draws} draws"


# -- the suite -------------------------------------------------------------------------------------------------------


class Conformance:
    """Subclass this in a test module that has a fixture `subject`."""

    # 1 -- clone -----------------------------------------------------------------------------------------------------

    def test_a_clone_is_apart_and_has_the_same_future(self, subject: Subject) -> None:
        kept: list[tuple[Any, Any]] = []

        def check(walk: Walk) -> None:
            for clone, picture in kept:
                assert photograph(clone) == picture, "playing on touched a clone"
            state, seed, length = walk.state, f"future {len(walk.lines)}", some_length(walk)
            before = photograph(state)
            first, second = state.clone(), state.clone()
            coming = future(first, seed, length)
            assert photograph(state) == before, "a clone touched the original"
            assert future(second, seed, length) == coming
            kept[:] = [(state.clone(), before)]

        walk_through(subject, check)

    def test_a_clone_does_not_listen(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            told: list[Event] = []
            walk.state.listener = told.append
            future(walk.state.clone(), "unheard", AHEAD)
            walk.state.listener = None
            assert not told

        walk_through(subject, check)

    def test_nothing_is_told_if_nobody_listens(self, subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
        forbid_events(monkeypatch)
        for number in subject.walks:
            future(subject.new(), f"silent {number}")

    # 2 -- undo ------------------------------------------------------------------------------------------------------

    def test_undo_gives_the_position_from_before(self, subject: Subject) -> None:
        for number in subject.walks:
            walk = MatchWalk(subject, number)
            with telling(walk):
                while not walk.match.over:
                    walk.step()
                    sometimes_take_back(walk)

    # 3 -- save ------------------------------------------------------------------------------------------------------

    def test_a_saved_state_is_the_same_and_has_the_same_future(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            game, state = subject.game, walk.state
            text = json.dumps(game.dump(state))
            restored = game.restore(json.loads(text))
            assert json.dumps(game.dump(restored)) == text
            assert photograph(restored) == photograph(state)
            seed, length = f"saved {len(walk.lines)}", some_length(walk)
            assert future(restored, seed, length) == future(state.clone(), seed, length)

        walk_through(subject, check)

    # 4 -- secrecy ---------------------------------------------------------------------------------------------------

    def test_a_seat_sees_only_what_it_may_know(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            state, words = walk.state, some_words(walk)
            for observer in some_observers(walk):
                strange = [("strange",), *strange_choices(state, observer, words)]
                seen = sight(subject, state, observer, strange)
                json.dumps(seen["view"]), json.dumps(seen["hints"])
                for world in redealt(walk, observer, 2):
                    assert sight(subject, world, observer, strange) == seen

        walk_through(subject, check)

    def test_what_several_see_is_what_each_sees(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            game, state, fronts = subject.game, walk.state, [None, *range(subject.seats)]
            assert game.views(state, fronts) == [game.view(state, front) for front in fronts]

        walk_through(subject, check)

    def test_a_seat_is_told_only_what_it_may_know(self, subject: Subject) -> None:
        """The same choice, by any seat, sounds the same in every world that the observer considers possible."""

        def check(walk: Walk) -> None:
            if walk.state.over:
                return
            seat, choice = pick(walk.state, walk.random, walk.dice)
            for observer in some_observers(walk):
                told, revealed, after = heard(walk.state, seat, choice, observer)
                for world in redealt(walk, observer, 1):
                    if world.why_not(seat, choice) is not None:
                        continue  # hidden from this observer, and not possible in that world
                    told_there, revealed_there, after_there = heard(world, seat, choice, observer)
                    assert told_there == told
                    if not revealed and not revealed_there:
                        assert sight(subject, after_there, observer, []) == sight(subject, after, observer, [])

        walk_through(subject, check)

    def test_a_hidden_choice_sounds_like_any_other(self, subject: Subject) -> None:
        """An observer who may not know an answer cannot tell it from another one with the same verb."""

        def check(walk: Walk) -> None:
            if walk.state.over:
                return
            seat, choice = pick(walk.state, walk.random, walk.dice)
            others = alternatives(walk, seat, choice)
            for observer in subject.observers:
                if not is_hidden(walk.state, seat, observer):
                    continue
                told, revealed, after = heard(walk.state, seat, choice, observer)
                seen = sight(subject, after, observer, [])
                for other in others:
                    assert heard(walk.state, seat, other, observer)[:2] == (told, revealed)
                if revealed:
                    continue
                for other in sample_of(others):
                    assert sight(subject, heard(walk.state, seat, other, observer)[2], observer, []) == seen

        walk_through(subject, check)

    def test_a_preview_is_what_then_happens(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            for seat in walk.state.deciding():
                if seat >= 0:
                    before = photograph(walk.state)
                    for choice in sample_of(walk.state.options(seat)):
                        assert walk.state.preview(seat, choice) == heard(walk.state, seat, choice, seat)[0]
                    assert photograph(walk.state) == before

        walk_through(subject, check)

    def test_the_journal_of_a_seat_hides_what_it_may_not_know(self, subject: Subject) -> None:
        for number in subject.walks:
            walk = MatchWalk(subject, number)
            with telling(walk):
                while not walk.match.over:
                    assert_hidden(walk, walk.random.choice(subject.observers))
                    walk.step()
                    sometimes_take_back(walk)
                for observer in subject.observers:
                    assert walk.match.journal_for(observer).text() == walk.match.journal.text()

    # 5 -- redeal ----------------------------------------------------------------------------------------------------

    def test_a_redealt_world_can_be_played(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            state = walk.state
            before = photograph(state)
            for observer in some_observers(walk)[:1]:
                for world in redealt(walk, observer, 1):
                    subject.check(world)
                    saved = subject.game.restore(subject.game.dump(world))
                    assert photograph(saved) == photograph(world), "it must forget what the true world offered"
                    future(world, f"redealt {observer}", some_length(walk))
                    subject.check(world)
            assert photograph(state) == before, "a redealt world touched the true one"

        walk_through(subject, check)

    def test_redealing_follows_its_dice(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            for observer in some_observers(walk):
                twins = [subject.game.redeal(walk.state, observer, Dice(bytes(32))) for _ in range(2)]
                assert photograph(twins[0]) == photograph(twins[1])

        walk_through(subject, check)

    def test_every_possible_world_is_redealt_as_often_as_it_is_likely(self, subject: Subject) -> None:
        if subject.worlds is None:
            return
        worlds_of, digest = subject.worlds, subject.game.digest
        tried: Counter[int] = Counter()  # how many positions there were with each number of worlds

        def check(walk: Walk) -> None:
            if walk.random.randrange(3):
                return
            observer = walk.random.choice(subject.observers)
            possible = list(islice(worlds_of(walk.state, observer), WORLDS + 1))
            if len(possible) > WORLDS:
                assert len({digest(world) for world in redealt(walk, observer, 12)}) > 1, "repeated calls must differ"
                return
            worlds = [digest(world) for world in possible]
            assert digest(walk.state) in worlds, "the true world must be possible"
            if len(worlds) == 1:
                assert {digest(world) for world in redealt(walk, observer, 3)} == set(worlds)
            elif tried[len(worlds)] < 2 and tried.total() * 100 < subject.effort.samples:
                tried[len(worlds)] += 1
                draws = max(subject.effort.samples, 10 * len(worlds))
                assert_frequencies(Counter(map(digest, redealt(walk, observer, draws))), Counter(worlds))

        walk_through(subject, check)

    # 6 -- legality --------------------------------------------------------------------------------------------------

    def test_options_are_pure_and_without_duplicates(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            state = walk.state
            before = photograph(state)
            for seat in state.deciding():
                decision, options = state.decision(seat), state.options(seat)
                assert len(options) == len(set(options))
                if isinstance(decision, Chance):
                    continue
                assert options, "nobody may be left without a choice"
                for choice in options:
                    assert choice[0] in decision.verbs
                    assert parse_choice(choice_text(choice)) == choice
                    assert state.why_not(seat, choice) is None
                options.clear()  # a caller may do anything with the answer
                assert state.options(seat)
                if not isinstance(state.stack[-1], Together) and seat != CLOCK:
                    assert len(state.options(seat)) > 1, "nobody is asked a question with one answer"
            for seat in range(subject.seats):
                assert isinstance(subject.game.value(state, seat), float)
            assert photograph(state) == before

        walk_through(subject, check)

    def test_options_agree_with_brute_force(self, subject: Subject) -> None:
        if subject.brute is None:
            return
        brute, compared = subject.brute, 0

        def check(walk: Walk) -> None:
            nonlocal compared
            for seat in walk.state.deciding():
                legal = brute(walk.state, seat)
                if legal is not None:
                    assert sorted(walk.state.options(seat), key=str) == sorted(legal, key=str)
                    compared += 1

        walk_through(subject, check)
        assert compared, "no position was compared"

    def test_everything_else_is_refused_for_a_reason(self, subject: Subject) -> None:
        reasons: Counter[str] = Counter()

        def check(walk: Walk) -> None:
            state, words = walk.state, some_words(walk)
            before = photograph(state)
            for seat in range(subject.seats):
                if seat not in state.deciding():
                    reason = refusal(subject, state, seat, ("anything",))
                    assert reason.rule == ("CORE-OVER" if state.over else "CORE-NOT-ASKED")
                    continue
                options = state.options(seat)
                choice = walk.random.choice(options)
                for changed in changed_words(choice, words):
                    if changed not in options:
                        reasons[refusal(subject, state, seat, changed).rule] += 1
                for changed in reshaped(choice, words[:2]):
                    if changed not in options:
                        refusal(subject, state, seat, changed)
            assert photograph(state) == before

        walk_through(subject, check)
        assert reasons["CORE-UNKNOWN"] * 100 <= reasons.total(), f"too many refusals without a reason: {reasons}"

    def test_chance_accepts_its_samples_and_nothing_foreign(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            state = walk.state
            if state.deciding() != (CHANCE,):
                return
            before = photograph(state)
            outcomes = state.outcomes()
            samples = [state.sample(walk.dice) for _ in range(FEW)]
            if outcomes is not None:
                weights = dict(outcomes)
                assert len(weights) == len(outcomes) <= 1_000
                assert all(isinstance(weight, int) and weight > 0 for weight in weights.values())
                assert set(samples) <= set(weights)
                assert state.options(CHANCE) == list(weights)
                samples += weights
            for choice in samples:
                assert state.why_not(CHANCE, choice) is None
                assert parse_choice(choice_text(choice)) == choice
            words = some_words(walk)
            for foreign in [*changed_words(samples[0], words), *reshaped(samples[0], words)]:
                if outcomes is None:
                    if state.why_not(CHANCE, foreign) is None:
                        state.clone().apply(CHANCE, foreign)  # then it must be an answer
                elif foreign not in weights:
                    assert refusal(subject, state, CHANCE, foreign).rule == "CORE-FORM"
            assert photograph(state) == before

        walk_through(subject, check)

    def test_chance_keeps_to_its_weights(self, subject: Subject) -> None:
        tried: set[tuple[Any, ...]] = set()

        def check(walk: Walk) -> None:
            if walk.state.deciding() != (CHANCE,):
                return
            outcomes = walk.state.outcomes()
            kind = (type(walk.state.stack[-1]), None if outcomes is None else len(outcomes))
            if outcomes is None or kind in tried:
                return
            tried.add(kind)
            draws = max(subject.effort.samples, 10 * len(outcomes))
            assert_frequencies(Counter([walk.state.sample(walk.dice) for _ in range(draws)]), dict(outcomes))

        walk_through(subject, check)
        if not tried:
            pytest.skip("no chance of this game lists its outcomes")

    # 7 -- replay ----------------------------------------------------------------------------------------------------

    def test_a_journal_replays_position_by_position(self, subject: Subject) -> None:
        for number in subject.walks:
            walk = MatchWalk(subject, number)
            match, digest = walk.match, subject.game.digest
            with telling(walk):
                while not match.over:
                    walk.step()
                    if not match.over:
                        sometimes_take_back(walk)
                    if walk.random.randrange(12) == 0:
                        match.checkpoint()
                match.checkpoint()
                journal = Journal.parse(match.journal.text())
                assert journal.text() == match.journal.text()
                replay = Replay(subject.game, journal)
                while not replay.finished:
                    replay.step()
                    expected = walk.reached.get(len(replay.match.journal.lines))
                    if expected is not None:  # inside an undo of several choices there is no position
                        assert digest(replay.match.state) == expected
                rolled = [line for line in journal.lines if line.seat == CHANCE and line.undoes is None]
                assert verify(subject.game, journal) == len(rolled)

    def test_a_journal_that_was_tampered_with_is_refused(self, subject: Subject) -> None:
        for number in subject.walks:
            walk = MatchWalk(subject, number)
            with telling(walk):
                while not walk.match.over:
                    walk.step()
                text = walk.match.journal.text()
                assert_changed_die_found(subject, walk, text)
                assert_swapped_lines_found(subject, walk, text)
                assert_wrong_secret_found(subject, text)

    # 8 -- search ----------------------------------------------------------------------------------------------------

    def test_every_position_can_be_judged(self, subject: Subject) -> None:
        """Shares of one whole for all seats, in every phase and at the end, and a number for each position."""

        def check(walk: Walk) -> None:
            game, state = subject.game, walk.state
            before = photograph(state) if walk.random.randrange(4) == 0 else None
            shares = game.utility(state)
            assert len(shares) == subject.seats
            assert all(0 <= share <= 1 for share in shares)
            assert isclose(sum(shares), 1)
            if state.over:
                assert game.quiet(state)
                places = {result.seat: result.place for result in state.standing()}
                assert sorted(places, key=lambda seat: (-shares[seat], seat)) == sorted(
                    places, key=lambda seat: (places[seat], seat)
                ), "a better place is worth more"
            game.quiet(state)
            assert game.fingerprint(state) == game.fingerprint(state.clone())
            if before is not None:
                restored = game.restore(game.dump(state))
                assert game.fingerprint(restored) == game.fingerprint(state)
                assert photograph(state) == before, "nobody may change what is judged"

        walk_through(subject, check)

    def test_positions_differ_by_their_fingerprints(self, subject: Subject) -> None:
        met: dict[int, str] = {}

        def check(walk: Walk) -> None:
            digest = subject.game.digest(walk.state)
            assert met.setdefault(subject.game.fingerprint(walk.state), digest) == digest

        walk_through(subject, check)
        assert len(met) > 1

    def test_features_tell_what_a_seat_knows(self, subject: Subject) -> None:
        names = subject.game.feature_names(subject.new())
        assert len(set(names)) == len(names)
        own = {name.rpartition(" ")[0] for name in names if is_of_seat(name)}
        of_seats = {f"{name} {distance}" for name in own for distance in range(subject.seats)}
        assert of_seats == {name for name in names if is_of_seat(name)}, "what one seat has, all have"

        def check(walk: Walk) -> None:
            game, state = subject.game, walk.state
            seat = walk.random.randrange(subject.seats)
            numbers = game.features(state, seat)
            assert game.feature_names(state) == names
            assert len(numbers) == len(names)
            assert all(type(number) is float and isfinite(number) for number in numbers)
            for world in redealt(walk, seat, 1):
                assert game.features(world, seat) == numbers

        walk_through(subject, check)

    def test_what_search_compares_can_be_chosen(self, subject: Subject) -> None:
        """Options that are alike, whole answers and instincts: all of them are legal, and nothing is forgotten."""

        def check(walk: Walk) -> None:
            game, state = subject.game, walk.state
            for seat in state.deciding():
                if seat < 0 or walk.random.randrange(6):
                    continue
                options, groups = state.options(seat), game.alike(state, seat)
                assert sorted([option for group in groups for option in group], key=str) == sorted(options, key=str)
                assert game.distinct(state, seat) == [group[0] for group in groups]
                instinct, candidates = game.instinct(state, seat), game.candidates(state, seat)
                assert candidates
                assert len(candidates) == len(set(candidates))
                for choices in [instinct, *candidates]:
                    world = state.clone()
                    for choice in choices:
                        world.play(seat, choice)

        walk_through(subject, check)

    def test_an_imagined_world_is_one_that_may_be(self, subject: Subject) -> None:
        """It looks the same to its seat, and is the same whatever the truth is."""

        def check(walk: Walk) -> None:
            if walk.random.randrange(4):
                return
            game, state = subject.game, walk.state
            seat = walk.random.randrange(subject.seats)
            world = game.imagine(state, seat, Dice(bytes(32)))
            subject.check(world)
            assert sight(subject, world, seat, []) == sight(subject, state, seat, [])
            for truth in redealt(walk, seat, 1):
                assert photograph(game.imagine(truth, seat, Dice(bytes(32)))) == photograph(world)

        walk_through(subject, check)

    def test_a_playout_stops_where_it_is_quiet(self, subject: Subject) -> None:
        def check(walk: Walk) -> None:
            if walk.random.randrange(8):
                return
            world = walk.state.clone()
            made = play_on(world, AnyChoice(), Dice(bytes(32)), subject.game.quiet, 1, LONGEST)
            assert subject.game.quiet(world)
            assert made < LONGEST, "quiet moments are too rare"
            again = walk.state.clone()
            assert play_on(again, AnyChoice(), Dice(bytes(32)), subject.game.quiet, 1, LONGEST) == made
            assert subject.game.digest(again) == subject.game.digest(world)

        walk_through(subject, check)

    # and ------------------------------------------------------------------------------------------------------------

    def test_games_end_and_nothing_is_lost_or_invented(self, subject: Subject) -> None:
        for number in subject.games:
            walk = Walk(subject, number)
            ledger, told = subject.ledger(subject.seats), list[Event]()
            with telling(walk):
                while not walk.state.over:
                    walk.state.listener = told.append
                    walk.step()
                    for event in told:
                        ledger.hear(event)
                        assert subject.rules is None or event.rule in subject.rules, f"{event} rests on no rule"
                    told.clear()
                    ledger.balance(walk.state)
                    subject.check(walk.state)
                    assert len(walk.lines) < LONGEST, "this game does not end"
                assert_standing(subject, walk.state.standing())


# -- what the tests above rest on ------------------------------------------------------------------------------------


def forbid_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every event fail from now on: nobody listens, so none may be made."""

    def refuse(event: Event, *facts: object) -> None:
        raise AssertionError(f"{type(event).__name__} was made although nobody listens")

    kinds = [Event]
    for kind in kinds:
        kinds += kind.__subclasses__()
        monkeypatch.setattr(kind, "__init__", refuse)


def redealt(walk: Walk, observer: int | None, count: int) -> Iterator[Any]:
    for _ in range(count):
        yield walk.subject.game.redeal(walk.state, observer, walk.dice)


def strange_choices(state: Any, seat: int | None, words: list[str | int]) -> list[Choice]:
    """Changed choices of a seat that is asked, legal or not."""
    if seat is None or seat not in state.deciding():
        return []
    options = state.options(seat)
    return [choice for option in sample_of(options)[:2] for choice in changed_words(option, words)]


def refusal(subject: Subject, state: Any, seat: int, choice: Choice) -> Reason:
    """The reason that `why_not` and `play` agree on."""
    reason = state.why_not(seat, choice)
    assert isinstance(reason, Reason), f"{choice} is outside the options, but no reason refuses it"
    with pytest.raises(IllegalChoice) as refused:
        state.play(seat, choice)
    assert refused.value.reason == reason
    assert reason.says
    assert subject.rules is None or reason.rule in subject.rules, f"{reason} rests on no rule"
    return reason


def sometimes_take_back(walk: MatchWalk) -> None:
    if walk.random.randrange(8) == 0 and len(walk.struck) < MOST_TAKEN_BACK and not walk.match.over:
        take_back(walk, walk.random.randrange(walk.subject.seats))


def take_back(walk: MatchWalk, seat: int) -> None:
    """Let a seat take its newest choice back, with consent if need be, and compare with the record."""
    match, game = walk.match, walk.subject.game
    mine = [place for place, entry in enumerate(walk.record) if entry.seat == seat]
    if not mine:
        assert match.newest(seat) is None
        with pytest.raises(UndoRefused):
            match.undo(seat, consent=True)
        return
    since = walk.record[mine[-1] :]
    unseen = not any(entry.told for entry in since)
    free = unseen and (len(since) == 1 or all(entry.sealed for entry in since))
    assert match.newest(seat) == since[0].number
    assert match.undo_is_free(seat) == free
    before, text = game.digest(match.state), match.journal.text()
    if not free:
        with pytest.raises(UndoRefused):
            match.undo(seat)
        assert (game.digest(match.state), match.journal.text()) == (before, text)
    match.undo(seat, consent=not free)
    walk.strike(since[:1] if free else since)
    assert match.journal.counting() == [entry.number for entry in walk.record]
    assert game.digest(match.state) == game.digest(walk.shadow)
    assert "secret" not in match.journal.header
    if not free and walk.random.randrange(2):
        same_answers_again(walk, since, before)


def same_answers_again(walk: MatchWalk, taken: list[Entry], digest: str) -> None:
    """If the seats repeat their choices, CHANCE repeats its answers."""
    for entry in taken:
        if entry.seat != CHANCE:
            walk.play(entry.seat, entry.choice)
    again = walk.record[-len(taken) :]
    assert [(entry.seat, entry.choice) for entry in again] == [(entry.seat, entry.choice) for entry in taken]
    assert walk.subject.game.digest(walk.match.state) == digest


def assert_hidden(walk: MatchWalk, observer: int | None) -> None:
    truth = walk.match.journal
    shown = walk.match.journal_for(observer)
    assert not {"seed", "secret"} & set(shown.header)
    assert not shown.checks, "a digest would tell the whole position"
    hidden = walk.hidden_from(observer)
    for number, (line, true) in enumerate(zip(shown.lines, truth.lines, strict=True), 1):
        expected = Line(true.seat, HIDDEN, true.ms) if number in hidden else true
        assert line == expected, f"line {number} for {observer}"


def assert_changed_die_found(subject: Subject, walk: MatchWalk, text: str) -> None:
    """An answer of CHANCE that was possible, but did not come from the seed."""
    journal = Journal.parse(text)
    rolled = [n for n, line in enumerate(journal.lines) if line.seat == CHANCE]
    place = walk.random.choice(rolled)
    replay = Replay(subject.game, journal)
    for _ in range(place):
        replay.step()
    state: Any = replay.match.state
    dice = Dice(seed_of_text("other dice"))
    other = journal.lines[place].choice
    for _ in range(LONGEST):
        other = state.sample(dice)
        if other != journal.lines[place].choice:
            break
    journal.lines[place] = Line(CHANCE, other)
    with pytest.raises(BrokenJournal) as broken:
        verify(subject.game, Journal.parse(journal.text()))
    assert broken.value.line == journal.rows[place]


def assert_swapped_lines_found(subject: Subject, walk: MatchWalk, text: str) -> None:
    """Two answers of CHANCE that changed places, or one with the choice after it."""
    journal = Journal.parse(text)
    pairs = [
        n
        for n, (one, two) in enumerate(zip(journal.lines, journal.lines[1:], strict=False))
        if CHANCE in (one.seat, two.seat) and one != two
    ]
    place = walk.random.choice(pairs)
    journal.lines[place : place + 2] = reversed(journal.lines[place : place + 2])
    with pytest.raises(BrokenJournal) as broken:
        verify(subject.game, Journal.parse(journal.text()))
    assert broken.value.line == journal.rows[place]


def assert_wrong_secret_found(subject: Subject, text: str) -> None:
    journal = Journal.parse(text)
    others = [TableSeed(seed_of_text(f"another secret {n}"), (bytes(16), bytes(16))) for n in range(3)]
    journal.header["secret"] = others[0].secret.hex()
    with pytest.raises(BrokenJournal, match="commitment"):
        verify(subject.game, journal)
    del journal.header["secret"]
    with pytest.raises(BrokenJournal, match="secret"):
        verify(subject.game, journal)
    with pytest.raises(BrokenJournal, match="the seed gives"):
        follow_all(subject, journal, others)


def follow_all(subject: Subject, journal: Journal, seeds: list[TableSeed]) -> None:
    """A short game may come from another seed by chance, but hardly from several."""
    for seed in seeds:
        Replay(subject.game, journal, seed).run()


def assert_standing(subject: Subject, standing: list[Standing]) -> None:
    assert sorted(result.seat for result in standing) == list(range(subject.seats))
    places = [result.place for result in standing]
    assert places[0] == 1
    for position, result in enumerate(standing):
        assert result.place == 1 + sum(place < result.place for place in places)
        if position:
            above = standing[position - 1]
            assert above.score >= result.score
            if above.score == result.score:
                assert above.ties, "a tie names what was compared"
                assert result.ties, "a tie names what was compared"
