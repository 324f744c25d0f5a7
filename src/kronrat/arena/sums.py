"""What is kept of many games: sums that can be added up in any order with the same result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kronrat.arena.series import Plain
from kronrat.core.game import Standing

Key = tuple[Any, ...]  # a kind of event and the facts that were asked for


@dataclass
class Sums:
    """The games of one chunk, or of all. Fractions, because a shared victory counts in parts."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    seated: Counter[str] = field(default_factory=Counter)  # bot -> how many seats it had in all games
    scores: Counter[str] = field(default_factory=Counter)  # bot -> points in all those seats
    wins: dict[str, Fraction] = field(default_factory=dict)
    winning_scores: Counter[int] = field(default_factory=Counter)  # score -> games won with it
    events: Counter[Key] = field(default_factory=Counter)
    games_with: Counter[Key] = field(default_factory=Counter)  # games in which it happened at least once
    played_with: Counter[str] = field(default_factory=Counter)  # trait -> seats that had it
    won_with: dict[str, Fraction] = field(default_factory=dict)

    def add_game(
        self,
        bots: Sequence[str],
        standing: Sequence[Standing],
        decisions: int,
        heard: Counter[Key],
        traits: Sequence[Sequence[str]],
        cut_short: bool = False,
    ) -> None:
        """One game; `bots` and `traits` in seat order. One that was cut short counts as a game, but not as finished."""
        self.games += 1
        self.finished += not cut_short
        self.decisions += decisions
        winners = [result.seat for result in standing if result.place == 1]
        for result in standing:
            bot = bots[result.seat]
            self.seated[bot] += 1
            self.scores[bot] += result.score
            self.wins.setdefault(bot, Fraction(0))
            won = Fraction(1, len(winners)) if result.place == 1 else Fraction(0)
            self.wins[bot] += won
            for trait in traits[result.seat]:
                self.played_with[trait] += 1
                self.won_with[trait] = self.won_with.get(trait, Fraction(0)) + won
        self.winning_scores[max([result.score for result in standing if result.place == 1])] += 1
        self.events.update(heard)
        self.games_with.update(heard.keys())

    def add(self, other: Sums) -> None:
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        self.seated.update(other.seated)
        self.scores.update(other.scores)
        for bot, won in other.wins.items():
            self.wins[bot] = self.wins.get(bot, Fraction(0)) + won
        self.winning_scores.update(other.winning_scores)
        self.events.update(other.events)
        self.games_with.update(other.games_with)
        self.played_with.update(other.played_with)
        for trait, won in other.won_with.items():
            self.won_with[trait] = self.won_with.get(trait, Fraction(0)) + won

    def plain(self) -> Plain:
        return {
            "games": self.games,
            "finished": self.finished,
            "decisions": self.decisions,
            "seated": dict(self.seated),
            "scores": dict(self.scores),
            "wins": {bot: str(won) for bot, won in self.wins.items()},
            "winning_scores": dict(self.winning_scores),
            "events": [[*key, count] for key, count in self.events.items()],
            "games_with": [[*key, count] for key, count in self.games_with.items()],
            "played_with": dict(self.played_with),
            "won_with": {trait: str(won) for trait, won in self.won_with.items()},
        }

    @staticmethod
    def from_plain(plain: Plain) -> Sums:
        return Sums(
            plain["games"],
            plain["finished"],
            plain["decisions"],
            Counter(plain["seated"]),
            Counter(plain["scores"]),
            {bot: Fraction(won) for bot, won in plain["wins"].items()},
            Counter(plain["winning_scores"]),
            Counter({tuple(key): count for *key, count in plain["events"]}),
            Counter({tuple(key): count for *key, count in plain["games_with"]}),
            Counter(plain["played_with"]),
            {trait: Fraction(won) for trait, won in plain["won_with"].items()},
        )
