"""A match: its dice, its journal, who may take what back, and who may read what."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest

from kronrat.core.dice import Dice, commitment
from kronrat.core.flow import CHANCE, CLOCK, Choice, IllegalChoice, Part, Step
from kronrat.core.journal import BrokenJournal, Journal, Line
from kronrat.core.match import Match
from kronrat.core.replay import Replay, replay, verify
from kronrat.core.seeds import TableSeed
from kronrat.core.undo import UndoRefused
from pearl_divers.rules.coves import Deal, Shuffle, draw
from pearl_divers.rules.diving import Dive, Diving
from pearl_divers.rules.market import Trade
from pearl_divers.rules.state import State
from tests.pearls import Tiny

TINY = Tiny()
LONG = 100  # dice
TABLE = TableSeed(b"s" * 32, (b"a" * 16, b"b" * 16))
READY: Choice = ("ready",)
SHORE: Choice = ("place", 0)
TIME_UP: Choice = ("time", "up")


def begin(seed: str | bytes | TableSeed | None = "a match") -> Match:
    return Match(TINY, 2, seed=seed)


def play_out(match: Match) -> Match:
    """Every seat takes its last option, to the end."""
    while not match.over:
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[-1])
    return match


def numbers(match: Match) -> list[str]:
    return [str(line) for line in match.journal.lines]


# -- dice ------------------------------------------------------------------------------------------------------------


def test_chance_is_answered_at_once() -> None:
    match = begin()
    assert [line.seat for line in match.journal.lines] == [CHANCE, CHANCE]
    assert match.state.deciding() == (0, 1)
    assert [event.rule for event in match.opening if not event.reveals] == ["PD-ROUND", "PD-ROUND", "PD-TIDE"]


def test_the_same_seed_gives_the_same_game() -> None:
    assert play_out(begin("x")).journal.text() == play_out(begin("x")).journal.text()
    assert play_out(begin("x")).journal.text() != play_out(begin("y")).journal.text()


def test_a_text_gives_its_sha_256_as_seed() -> None:
    seed = hashlib.sha256(b"a match").digest()
    assert begin().journal.header["seed"] == seed.hex()
    assert begin().journal.text() == begin(seed).journal.text()


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        begin(bytes(16))


def test_a_table_publishes_a_commitment_and_shows_its_secret_in_the_end() -> None:
    match = begin(TABLE)
    assert match.journal.header["commitment"] == commitment(TABLE.secret)
    assert match.journal.header["nonces"] == f"{'61' * 16},{'62' * 16}"
    while not match.over:
        assert TABLE.secret.hex() not in match.journal.text()
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[-1])
    assert match.journal.header["secret"] == TABLE.secret.hex()
    assert verify(TINY, Journal.parse(match.journal.text())) == 3


def test_every_nonce_changes_the_dice() -> None:
    fewer, swapped = TableSeed(TABLE.secret, TABLE.nonces[:1]), TableSeed(TABLE.secret, TABLE.nonces[::-1])
    others = (fewer, swapped, TableSeed(b"t" * 32, TABLE.nonces))
    texts = {"\n".join(numbers(play_out(begin(seed)))) for seed in (TABLE, *others)}
    assert len(texts) == 4


def test_a_table_without_a_nonce_is_refused_for_its_commitment_would_be_its_seed() -> None:
    with pytest.raises(ValueError, match="nonce"):
        TableSeed(bytes(32), ())


@pytest.mark.parametrize("seed", [None, TABLE])
def test_what_is_published_does_not_tell_the_dice(seed: TableSeed | None) -> None:
    """Long streams are compared: a few dice of a fresh secret may be guessed by luck."""
    match = begin(seed)
    header = match.journal_for(0).header
    told = [bytes.fromhex(header["commitment"]), *[bytes.fromhex(nonce) * 2 for nonce in header["nonces"].split(",")]]
    play_out(match)
    nonces = tuple([bytes.fromhex(nonce) for nonce in header["nonces"].split(",")])
    rolled = Dice(TableSeed(bytes.fromhex(match.journal.header["secret"]), nonces).seed).roll(LONG)
    assert all(Dice(guess).roll(LONG) != rolled for guess in told)


def test_no_guess_replays_a_game() -> None:
    match = begin(TABLE)
    header = {name: value for name, value in match.journal.header.items() if name not in ("commitment", "nonces")}
    for guess in (bytes.fromhex(commitment(TABLE.secret)), *[nonce * 2 for nonce in TABLE.nonces]):
        with pytest.raises(BrokenJournal):
            replay(TINY, Journal({**header, "seed": guess.hex()}, match.journal.lines[:]))


def test_a_nonce_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        TableSeed(bytes(32), (bytes(8),))


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        TableSeed(b"short", (bytes(16),))


def test_without_a_seed_a_fresh_secret_is_drawn() -> None:
    one, two = begin(None), begin(None)
    assert one.journal.header["commitment"] != two.journal.header["commitment"]
    assert "secret" not in one.journal.header
    assert verify(TINY, play_out(one).journal)


def test_the_dice_cannot_be_checked_before_the_end() -> None:
    with pytest.raises(BrokenJournal, match="secret"):
        verify(TINY, begin(TABLE).journal)


def test_a_seed_beside_a_commitment_does_not_get_around_it() -> None:
    """Otherwise a host who rolled other dice could name their seed and leave the committed secret unused."""
    journal = Journal.parse(play_out(begin("dice of my own")).journal.text())
    journal.header["commitment"] = commitment(TABLE.secret)
    with pytest.raises(BrokenJournal):
        verify(TINY, journal)


# -- playing ---------------------------------------------------------------------------------------------------------


def test_a_refused_choice_leaves_no_trace() -> None:
    match = begin()
    before = match.journal.text(), TINY.digest(match.state)
    for seat, choice in ((0, ("place", 77)), (0, TIME_UP), (CLOCK, TIME_UP), (CHANCE, ("tide", 3)), (7, READY)):
        with pytest.raises(IllegalChoice):
            match.play(seat, choice)
    assert (match.journal.text(), TINY.digest(match.state)) == before


def test_nobody_answers_for_chance() -> None:
    match = Match(TINY, 2, seed="a", roll=False)
    assert match.state.deciding() == (CHANCE,)
    with pytest.raises(IllegalChoice, match="CORE-NOT-ASKED"):
        match.play(CHANCE, ("shuffle", 1, 2, 3, 4, 5))


@pytest.mark.parametrize("choice", [("place", False), ("place", 0.0)])
def test_what_python_finds_equal_is_not_written_into_the_journal(choice: Any) -> None:
    match = begin()
    try:
        match.play(0, choice)
    except (IllegalChoice, TypeError):
        return
    assert Journal.parse(match.journal.text()).lines[-1].choice == SHORE


def test_the_header_says_what_was_played() -> None:
    header = Match(TINY, 3, {"wares": "rope,lamp"}, "a").journal.header
    assert list(header) == ["game", "rules", "data", "seats", "options", "dice", "seed"]
    assert (header["game"], header["seats"], header["options"]) == ("pearls", "3", "wares=lamp,rope")


def test_nobody_listens_to_the_state_between_choices() -> None:
    match = begin()
    match.play(0, READY)
    assert match.state.listener is None


# -- undo ------------------------------------------------------------------------------------------------------------


def test_undo_is_a_line_and_the_state_is_the_replay_of_what_counts() -> None:
    match = begin()
    before = TINY.digest(match.state)
    match.play(0, SHORE)
    match.undo(0, ms=1_234)
    assert TINY.digest(match.state) == before
    assert numbers(match)[2:] == ["0 place 0", "@1234 0 undo 3"]
    assert match.journal.counting() == [1, 2]


def test_a_plan_can_be_taken_back_step_by_step() -> None:
    match = begin()
    match.play(0, SHORE)
    match.play(1, SHORE)
    match.play(0, READY)
    match.play(1, SHORE)
    match.undo(0)
    match.undo(0)
    assert numbers(match)[6:] == ["0 undo 5", "0 undo 3"]
    assert match.newest(0) is None
    assert match.newest(1) == 6
    with pytest.raises(UndoRefused, match="no choice"):
        match.undo(0)


def test_a_choice_made_again_has_a_new_number() -> None:
    match = begin()
    match.play(0, SHORE)
    match.undo(0)
    match.play(0, READY)
    assert match.newest(0) == 5


def traded() -> Match:
    """Seat 0 has traded, and seat 1 is to trade. Nothing is hidden in a `pass`."""
    match = begin()
    for seat, choice in ((0, READY), (1, READY), (CLOCK, TIME_UP), (0, ("pass",))):
        match.play(seat, choice)
    return match


def test_the_newest_choice_of_all_is_free() -> None:
    match = traded()
    assert match.undo_is_free(0)
    match.undo(0)
    assert match.state.deciding() == (0,)


def test_once_another_seat_chose_the_others_must_agree() -> None:
    match = begin()
    for seat, choice in ((0, READY), (1, READY), (0, ("grab", 1)), (1, ("grab", 1))):
        match.play(seat, choice)
    assert not match.undo_is_free(0)
    with pytest.raises(UndoRefused, match="agree"):
        match.undo(0)
    match.undo(0, consent=True)
    assert numbers(match)[-2:] == ["1 undo 6", "0 undo 5"], "what followed goes first"
    assert match.state.deciding() == (0, 1, CLOCK)


def test_once_chance_spoke_the_others_must_agree_and_it_says_the_same_again() -> None:
    match = traded()
    match.play(1, ("pass",))
    tide = match.journal.lines[-1]
    assert tide.seat == CHANCE
    with pytest.raises(UndoRefused):
        match.undo(1)
    match.undo(1, consent=True)
    match.play(1, ("pass",))
    assert match.journal.lines[-1] == tide


def test_once_something_was_shown_the_others_must_agree() -> None:
    match = begin()
    match.play(0, READY)
    match.play(1, READY)
    assert not match.undo_is_free(1)
    with pytest.raises(UndoRefused):
        match.undo(1)


def test_consent_is_not_used_up_where_none_is_needed() -> None:
    match = begin()
    match.play(0, SHORE)
    match.play(1, SHORE)
    match.undo(0, consent=True)
    assert match.journal.counting() == [1, 2, 4], "the sealed choice of the other seat stands"


@pytest.mark.parametrize("seat", [CHANCE, CLOCK])
@pytest.mark.parametrize("consent", [False, True])
def test_chance_and_clock_take_nothing_back(seat: int, consent: bool) -> None:
    match = begin()
    match.play(0, READY)
    match.play(1, READY)
    match.play(CLOCK, TIME_UP)
    with pytest.raises(UndoRefused):
        match.undo(seat, consent=consent)
    fresh = begin()
    with pytest.raises(UndoRefused):
        fresh.undo(seat, consent=consent)


def test_nothing_is_taken_back_once_the_dice_are_known() -> None:
    match = play_out(begin(TABLE))
    text = match.journal.text()
    with pytest.raises(UndoRefused):
        match.undo(1, consent=True)
    assert match.journal.text() == text
    newest = match.newest(1)
    with pytest.raises(BrokenJournal, match="taken back"):
        replay(TINY, Journal.parse(f"{text}1 undo {newest}\n"))


def test_a_journal_takes_back_the_last_choice_only() -> None:
    match = begin()
    for seat, choice in ((0, READY), (1, READY), (CLOCK, TIME_UP), (0, ("pass",))):
        match.play(seat, choice)
    older = match.journal.lines.index(next(line for line in match.journal.lines if line.seat == 0)) + 1
    with pytest.raises(BrokenJournal, match="taken back"):
        replay(TINY, Journal.parse(f"{match.journal.text()}0 undo {older}\n"))


def test_a_digest_between_two_undos_is_the_position_between_them() -> None:
    match = begin()
    match.play(0, SHORE)
    match.play(1, SHORE)
    match.undo(1)
    match.checkpoint()
    match.undo(0)
    match.checkpoint()
    again = replay(TINY, Journal.parse(match.journal.text()))
    assert TINY.digest(again.state) == TINY.digest(match.state)


def count_steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From now on every answer that a state takes is counted."""
    steps, apply = [0], State.apply

    def counted(state: State, seat: int, choice: Choice) -> None:
        steps[0] += 1
        apply(state, seat, choice)

    monkeypatch.setattr(State, "apply", counted)
    return steps


def test_taking_back_again_and_again_costs_no_more_than_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = wandering("costs", 400)
    journal = Journal.parse(match.journal.text())
    undone = len([line for line in journal.lines if line.undoes is not None])
    assert undone > 100, "many choices were taken back"
    steps = count_steps(monkeypatch)
    replay(TINY, journal)
    assert steps[0] < 3 * len(journal.lines), "opening a journal costs about one step for each line"


@pytest.mark.parametrize("seed", range(20))
def test_whatever_was_taken_back_the_match_is_the_replay_of_what_counts(seed: int) -> None:
    match = wandering(f"exact {seed}", 150)
    fresh = Match(TINY, 2, seed=f"exact {seed}", roll=False)
    for line in counting(match):
        fresh.follow(line)
    assert TINY.digest(fresh.state) == TINY.digest(match.state)
    assert fresh.state.options(match.state.deciding()[0]) == match.state.options(match.state.deciding()[0])
    events = [[repr(event) for event in on.play(*answer(on))] for on in (fresh, match)]
    assert events[0] == events[1], "the same happens next, with the same dice"
    assert TINY.digest(fresh.state) == TINY.digest(match.state)


def counting(match: Match) -> list[Line]:
    return [match.journal.lines[number - 1] for number in match.journal.counting()]


def answer(match: Match) -> tuple[int, Choice]:
    seat = match.state.deciding()[0]
    return seat, match.state.options(seat)[0]


def wandering(seed: str, turns: int, undos: float = 0.4) -> Match:
    """A match of people who often change their minds and never finish."""
    random, match = Random(seed), begin(seed)
    for _ in range(turns):
        seat = random.randrange(2)
        if random.random() < undos and match.newest(seat) is not None:
            match.undo(seat, consent=True)
            continue
        seat = random.choice(match.state.deciding())
        choices = [choice for choice in match.state.options(seat) if not ends(match, seat, choice)]
        if choices:
            match.play(seat, random.choice(choices))
    return match


def ends(match: Match, seat: int, choice: Choice) -> bool:
    world = match.state.clone()
    world.apply(seat, choice)
    return world.over


# -- sealed phases that do not behave as usual -----------------------------------------------------------------------


class Staged(Tiny):
    """Pearl divers with a stack of the test's own."""

    def __init__(self, *then: Step) -> None:
        super().__init__()
        self.then = then

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        state = self.blank(seats, self.settle_options(options or {}))
        state.push(Shuffle(), Deal(), *self.then)
        return state


class Peek(Part):
    """Inside a sealed phase a seat draws a card that it alone sees."""

    verbs: ClassVar[tuple[str, ...]] = ("look",)

    def options(self, state: State) -> list[Choice]:
        return [("look",)]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        draw(state, self.seat)
        return Dive(self.seat)


def test_the_end_of_a_sealed_phase_is_a_reveal_even_if_no_event_says_so() -> None:
    match = Match(Staged(Diving((Dive(0), Dive(1))), Trade(0), Trade(1)), 2, seed="a")
    match.play(0, SHORE)
    match.play(0, READY)
    match.play(1, READY)
    assert match.state.deciding() == (0,)
    assert not match.undo_is_free(1), "the others know now that all are ready"
    assert ("place", 0) in [line.choice for line in match.journal_for(1).lines]


def test_two_sealed_phases_in_a_row_are_two() -> None:
    match = Match(Staged(Diving((Dive(0), Dive(1))), Diving((Dive(0), Dive(1)))), 2, seed="a")
    for seat in (0, 1):
        match.play(seat, READY)
    match.play(0, SHORE)
    assert not match.undo_is_free(1), "that was in the phase before"
    match.undo(0)
    assert match.state.deciding() == (0, 1)


def test_what_one_seat_learns_in_a_sealed_phase_does_not_open_it() -> None:
    match = Match(Staged(Diving((Peek(0), Dive(1)))), 2, seed="a")
    match.play(1, SHORE)
    match.play(0, ("look",))
    hidden = [line.choice for line in match.journal_for(0).lines if line.seat == 1]
    assert hidden == [("hidden",)], "the plan of the other seat was not shown"
    assert [line.choice for line in match.journal_for(1).lines if line.seat == 0] == [("hidden",)]


def test_a_seat_that_saw_a_new_card_cannot_take_it_back_freely() -> None:
    match = Match(Staged(Diving((Peek(0), Dive(1)))), 2, seed="a")
    match.play(0, ("look",))
    assert not match.undo_is_free(0)


# -- reading ---------------------------------------------------------------------------------------------------------


def test_a_seat_reads_its_own_plan_and_not_that_of_others() -> None:
    match = begin(TABLE)
    match.play(0, SHORE)
    match.play(1, SHORE)
    match.undo(1)
    assert [str(line) for line in match.journal_for(0).lines] == [
        "* hidden", numbers(match)[1], "0 place 0", "1 hidden", "1 undo 4",
    ]  # fmt: skip
    assert [str(line) for line in match.journal_for(None).lines][2:4] == ["0 hidden", "1 hidden"]
    assert numbers(match)[2] == "0 place 0", "the match itself keeps the truth"


def test_what_was_taken_back_is_never_shown_while_the_game_runs() -> None:
    match = begin()
    match.play(0, SHORE)
    match.undo(0)
    match.play(0, READY)
    match.play(1, READY)
    assert [str(line) for line in match.journal_for(1).lines][2:] == ["0 hidden", "0 undo 3", "0 ready", "1 ready"]


def test_a_running_journal_tells_nobody_the_seed() -> None:
    match = begin()
    match.checkpoint()
    shown = match.journal_for(0)
    assert "seed" not in shown.header
    assert not shown.checks


def test_the_whole_journal_is_there_in_the_end() -> None:
    match = play_out(begin(TABLE))
    assert match.journal_for(None).text() == match.journal.text()
    assert "hidden" not in match.journal.text()


# -- replay ----------------------------------------------------------------------------------------------------------


def test_a_table_goes_on_where_it_stopped() -> None:
    match = begin(TABLE)
    match.play(0, SHORE)
    again = replay(TINY, Journal.parse(match.journal.text()), TABLE)
    assert play_out(again).journal.text() == play_out(match).journal.text()


def test_a_replayed_match_can_still_take_back() -> None:
    match = begin()
    match.play(0, SHORE)
    match.play(1, SHORE)
    again = replay(TINY, match.journal)
    again.undo(0)
    assert again.journal.counting() == [1, 2, 4]


def test_a_replayed_match_has_the_same_journal() -> None:
    match = begin()
    match.play(0, SHORE, ms=70)
    match.checkpoint()
    match.play(1, READY, ms=90)
    assert replay(TINY, Journal.parse(match.journal.text())).journal.text() == match.journal.text()


def test_without_the_secret_a_journal_replays_but_does_not_go_on() -> None:
    match = traded_at_a_table()
    again = replay(TINY, Journal.parse(match.journal.text()))
    assert TINY.digest(again.state) == TINY.digest(match.state)
    assert "secret" not in again.journal.header
    before = again.journal.text()
    with pytest.raises(ValueError, match="secret"):
        again.play(1, ("pass",))
    assert again.journal.text() == before


def traded_at_a_table() -> Match:
    match = begin(TABLE)
    for seat, choice in ((0, READY), (1, READY), (CLOCK, TIME_UP), (0, ("pass",))):
        match.play(seat, choice)
    return match


def test_a_replay_goes_line_by_line() -> None:
    match = traded()
    run = Replay(TINY, match.journal)
    told = 0
    while not run.finished:
        told += len(run.step())
    assert told > 5
    assert run.chance_checked == 2
    assert TINY.digest(run.match.state) == TINY.digest(match.state)


def test_a_journal_of_another_game_is_refused() -> None:
    journal = begin().journal
    journal.header["game"] = "chess"
    with pytest.raises(BrokenJournal, match="game is 'chess', expected 'pearls'"):
        replay(TINY, journal)


# -- forks -----------------------------------------------------------------------------------------------------------


def test_a_fork_and_its_match_go_on_apart() -> None:
    match = wandering("forks", 60)
    before, ahead = match.journal.text(), match.fork()
    seat, choice = answer(match)
    ahead.play(seat, choice)
    assert match.journal.text() == before
    assert ahead.journal.lines[len(match.journal.lines)].choice == choice
    other = match.state.options(seat)[-1]
    match.play(seat, other)
    ahead.undo(seat, consent=True)
    match.undo(seat, consent=True)
    assert TINY.digest(ahead.state) == TINY.digest(match.state) == TINY.digest(replay(TINY, match.journal).state)


def test_a_fork_rolls_what_its_match_will_roll() -> None:
    match = traded()
    ahead = match.fork()
    told = [repr(event) for event in ahead.play(1, ("pass",))]
    assert told == [repr(event) for event in match.play(1, ("pass",))]
    assert ahead.journal.text() == match.journal.text()


def test_what_a_choice_would_write_is_told_without_playing_it() -> None:
    match = traded()
    before = match.journal.text(), TINY.digest(match.state)
    lines = match.lines_of(1, ("pass",))
    assert (match.journal.text(), TINY.digest(match.state)) == before
    match.play(1, ("pass",))
    assert match.journal.lines[-len(lines) :] == lines
