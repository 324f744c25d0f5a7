"""What somebody who uses the library writes; checked for its types with the strictest settings."""

from __future__ import annotations

from collections.abc import Sequence

import kronrat
from kronrat.bots import Greedy, make_bot


class Laconic(kronrat.Bot):
    def decide(self, turn: kronrat.Turn) -> kronrat.Choice:
        short: Sequence[kronrat.Choice] = [option for option in turn.options if len(option) < 2]
        return short[0] if short else turn.options[0]


def main() -> None:
    game: kronrat.Game = kronrat.load(kronrat.list_games()[0])
    match = kronrat.Match(game, seats=2, seed="types")
    for event in match.play(match.choices()[0]):
        print(event.rule)
    try:
        match.play("dance")
        match.play(1, ("dance", 3))
    except kronrat.Refusal as refused:
        nearest: list[kronrat.Choice] = refused.nearest
        print(refused.reason.rule, nearest)
    other: kronrat.Match = kronrat.replay(game, match.journal.text())
    print(other.chart().svg(), [line.score for line in other.state.standing()], kronrat.__version__)
    print(Laconic().title(), Greedy().title(), make_bot("random").title())


if __name__ == "__main__":
    main()
