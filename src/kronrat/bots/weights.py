"""The weights of learned values: what is in their files, which of them fit a table, and why others are refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from hashlib import sha256
from pathlib import Path

from kronrat.box import box_ids, box_of
from kronrat.core.game import Game
from kronrat.core.net import Net, is_of_seat
from kronrat.data.shapes import Record, plain, read

FOLDER = "learned"  # of a box


class BadWeights(ValueError):
    """Weights that were learned for something else, or a file that holds none."""


class Provenance(Record):
    """Where weights come from."""

    date: str
    seed: str
    games: int  # from which they were learned
    positions: int
    generation: int  # 0: from games of a policy that looks one choice ahead, then from games of a search
    loss: float  # on positions kept apart, in nats
    loss_before: float  # the same of the game's own numbers
    strength: str = ""  # what was measured with them
    note: str = ""  # what else has to be known, such as a correction since that hardly matters to them


class Weights(Record):
    """A net and the tables it is for: `options` names those that matter, and features are known by their names."""

    game: str
    rules: int
    data: str
    seats: int
    options: dict[str, str]
    common: list[str]  # features of the table,
    own: list[str]  # and of a seat, without its distance
    shared: list[list[float]]
    hidden: list[list[float]]
    bias: list[float]
    out: list[float]
    straight: list[float]
    provenance: Provenance
    trust: float = 1.0  # the share of the net in a judgement; the rest is that of the game's own numbers
    search: dict[str, float] = field(
        default_factory=dict
    )  # how a search is tuned that trusts it: `width`, `worlds`, `moments`, `thinks`, `doubt`
    levels: dict[str, dict[str, float]] = field(
        default_factory=dict
    )  # how strong each is there: `positions`, `forgets`, …

    def fits(self, seats: int, options: Mapping[str, str]) -> bool:
        """Whether they were learned at tables like this one."""
        return self.seats == seats and all(options.get(name) == value for name, value in self.options.items())

    def refusal(self, game: Game) -> str:
        """Why they are not for this game as it is, in a sentence; empty if they are."""
        for what, theirs, mine in (
            ("game", self.game, game.id),
            ("version of the rules", self.rules, game.rules_version),
            ("component data", self.data, game.data_digest),
        ):
            if theirs != mine:
                return f"these weights were learned with another {what}: {theirs} instead of {mine}"
        return ""

    def digest(self) -> str:
        """What tells them apart from all others."""
        return sha256(json.dumps(plain(self), sort_keys=True).encode()).hexdigest()

    def net(self, names: tuple[str, ...]) -> Net:
        """The net, for features in the order of these names; raises BadWeights."""
        places = {name: place for place, name in enumerate(names)}
        try:
            common = [places[name] for name in self.common]
            own = [[places[f"{name} {distance}"] for name in self.own] for distance in range(self.seats)]
        except KeyError as missing:
            raise BadWeights(f"these weights need the feature {missing}, which the game does not have") from None
        return Net(common, own, self.shared, self.hidden, self.bias, self.out, self.straight)


def read_weights(file: Path) -> Weights:
    try:
        return read(json.loads(file.read_bytes()), Weights)
    except OSError as problem:
        raise BadWeights(f"{file.name} cannot be read: {problem.strerror}") from None
    except (ValueError, RecursionError) as problem:
        raise BadWeights(f"{file.name} does not hold weights: {problem}") from None


def write_weights(weights: Weights, file: Path) -> None:
    file.write_text(json.dumps(plain(weights), separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")


@cache
def shipped_weights(game: str) -> tuple[Weights, ...]:
    """Those in the box of a game, in the order of their names; a game without a box has none."""
    if game not in box_ids():
        return ()
    return tuple([read_weights(file) for file in sorted((box_of(game).folder / FOLDER).glob("*.json"))])


def split_names(names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Features of the table, and those of a seat without its distance."""
    common = [name for name in names if not is_of_seat(name)]
    own = [name.rpartition(" ")[0] for name in names if is_of_seat(name) and name.endswith(" 0")]
    return common, own
