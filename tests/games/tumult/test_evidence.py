"""It plays to the end, it plays well, and it plays as the model of the rules expects."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from kronrat.arena.driver import play_out
from kronrat.arena.intervals import wilson
from kronrat.arena.simulation import simulate
from kronrat.bots import Bot, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import Choice
from kronrat.games.tumult.testing import game
from tests.evidence.figures import percent, write_down
from tests.games.tumult.counts import games
from tests.marks import rule
from tests.profile import FULL

RAIDS = ("live", "draft", "orders")
SEATS = (2, 3, 4)
EXPECTED = {2: 10, 3: 14, 4: 18}  # symbols of a kind in the raid
STATUES = {"village": 2, "castle": 3}


class Baseline(Bot):
    """The accept rule of the model with a given greed, and a plain way to place. [TR-DIG-SIM-6, TR-DIG-SIM-9]"""

    name = "baseline"

    def __init__(self, greed: float) -> None:
        self.greed = greed
        self.cap = 0.0
        self.robbed: dict[str, int] = {}

    def decide(self, turn: Turn) -> Choice:
        verb = turn.options[0][0]
        if verb == "ready":
            self._begin(turn.view)
        if verb == "keep":
            return self._look(turn)
        if verb in ("lift", "stop"):
            return self._reach(turn)
        if verb == "place" and turn.options[-1] == ("pass",):
            return self._place(turn, turn.view)
        return turn.options[0] if verb == "pay" else turn.options[turn.dice.below(len(turn.options))]

    def _begin(self, view: dict[str, Any]) -> None:
        seats = view["seats"]
        share = (EXPECTED[seats] - view["demand"][0]) / seats * self.greed
        self.cap = 0.5 + max(2.0, float(share))
        self.robbed = dict.fromkeys("bmt", 0)

    def _look(self, turn: Turn) -> Choice:
        (face,) = turn.view["raid"]["faces"].values()  # only the tile in hand is shown
        if self.robbed[face[0]] + int(face[1]) > self.cap:
            return ("return",)
        self.robbed[face[0]] += int(face[1])
        return ("keep",)

    def _reach(self, turn: Turn) -> Choice:
        full = all(n + 1 > self.cap for n in self.robbed.values())
        lifts = [option for option in turn.options if option[0] == "lift"]
        return ("stop",) if full or not lifts else lifts[turn.dice.below(len(lifts))]

    def _place(self, turn: Turn, view: dict[str, Any]) -> Choice:
        board = view["board"]
        kinds = {c: board["fields"][int(c[1]) * board["columns"] + int(c[2])] for c in turn.options[:-1]}
        most = max(STATUES.get(kind, 1) for kind in kinds.values())
        choices = [c for c, kind in kinds.items() if STATUES.get(kind, 1) == most]
        return choices[turn.dice.below(len(choices))]


class Watch:
    """What a game was like, by its events."""

    def __init__(self) -> None:
        self.rounds = self.riot_rounds = 0
        self.leader_after_7: int | None = None
        self.statues: dict[int, int] = {}
        self.rioted = False

    def hear(self, event: Event) -> None:
        kind, facts = type(event).__name__, event.facts()
        if kind == "RoundBegan":
            if facts["round"] == 8:
                self.leader_after_7 = max(self.statues.values())
            self.rounds = facts["round"]
            self.rioted = False
        elif kind == "RiotBrokeOut":
            self.riot_rounds += not self.rioted
            self.rioted = True
        elif kind in ("StatuesPlaced", "ChronicleWritten"):
            self.statues[facts["seat"]] = self.statues.get(facts["seat"], 0) + facts["statues"]

    @property
    def leader(self) -> int:
        """Statues of the first after round 7, or at the end of that round."""
        return max(self.statues.values()) if self.leader_after_7 is None else self.leader_after_7


@rule("TR-DIG-SIM-10")
@pytest.mark.parametrize("seats", SEATS)
def test_it_plays_as_the_model_expects(seats: int) -> None:
    count = games("band")
    watches = []
    for number in range(count):
        watch = Watch()
        state = game().new(seats, {"raid": "live"})
        state.listener = watch.hear
        bots = [Baseline((0.9, 1.0)[number % 2]) for _ in range(seats)]
        dice, bot_dice = (Dice(seed_of_text(f"band {which} {seats} {number}")) for which in ("dice", "bots"))
        play_out(state, bots, dice, bot_dice)
        assert state.supply >= 0
        watches.append(watch)
    riots = sum(watch.riot_rounds for watch in watches) / sum(watch.rounds for watch in watches)
    leader = mean(watch.leader for watch in watches if watch.rounds >= 7)
    in_time = sum(6 <= watch.rounds <= 10 for watch in watches) / count
    lengths = {n: sum(watch.rounds == n for watch in watches) for n in range(1, 11)}
    assert 0.30 <= riots <= 0.75
    assert 18 <= leader <= 23
    assert in_time >= (0.98 if FULL else 0.95)
    write_down(
        f"6-tumult-band-{seats}",
        f"Tumult Royal plays as its model expects: {count} games of {seats} baseline bots, live raid",
        {
            "rounds with a riot (0.30 to 0.75)": f"{riots:.2f}",
            "mean leader after round 7 (18 to 23)": f"{leader:.1f}",
            "games that end in rounds 6 to 10 (at least 98 %)": percent(in_time),
            "games by their last round": ", ".join(f"{n}: {times}" for n, times in lengths.items() if times),
        },
    )


@pytest.mark.parametrize("raid", RAIDS)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end_without_an_error(bot: str, raid: str) -> None:
    """Five thousand of each way to rob. Bots that think need thirty times as long, so most do not."""
    each = games(bot) // len(SEATS)
    decisions = 0
    for seats in SEATS:
        result = simulate("tumult", {"raid": raid}, seats, each, [bot], f"end {raid} {seats}")
        assert result.finished == each
        decisions += result.decisions
    write_down(
        f"7-tumult-games-{bot}-{raid}",
        f"{bot.capitalize()} games of Tumult Royal over all seat counts, raid={raid}, end without an error",
        {"games": each * len(SEATS), "decisions": decisions},
    )


@pytest.mark.parametrize("raid", RAIDS)
def test_greedy_beats_random(raid: str) -> None:
    count = games("strength")
    result = simulate("tumult", {"raid": raid}, 2, count, ["greedy", "random"], "strength")
    low, high = wilson(result.wins["greedy"], count)
    assert low >= (0.88 if FULL else 0.75)
    write_down(
        f"8-tumult-greedy-{raid}",
        f"Tumult Royal, greedy against random, two players, raid={raid} (bar 88 %)",
        {"won": f"{result.wins['greedy']:g} of {count}, 95 % interval {percent(low)} to {percent(high)}"},
    )
