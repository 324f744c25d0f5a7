"""The rules with figures read off a real copy: what may be printed there must be played without trouble."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.games.orleans.rules.deeds import Send
from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.places import put
from kronrat.games.orleans.rules.state import GONE, TOKENS
from kronrat.games.orleans.stories.first_kingdom.rules.tasks import Strike
from tests.marks import rule


def corrected(folder: Path, **tables: str) -> Any:
    """A new game of two, in which the tables say this."""
    for table, text in tables.items():
        (folder / f"{table}.toml").write_text(text, encoding="utf-8")
    return kronrat.load("orleans", folder).new(2, {"start": "0"})


def words(options: list[Any]) -> list[str]:
    return [" ".join(map(str, choice)) for choice in options]


@rule("OS-FK-TASK-1", "OS-FK-CITIZEN-5")
def test_two_fields_of_a_kind_are_one_choice(tmp_path: Path) -> None:
    state = corrected(tmp_path, tasks='[delegation]\nfields = ["knight", "knight", "scholar"]\n')
    state.stack.clear()
    state.deeds = [(GONE,) for _ in state.deeds]
    gate = state.atlas.by_id["gate"]
    for crossed in (1, 2):
        assert words(Strike(0).options(state)).count("strike delegation knight") == 1
        put(state.players[0], gate.first, TOKENS.index("knight"))
        assert words(Send(0, gate.number).options(state)) == ["send knight delegation"]
        state.push(Send(0, gate.number))
        state.settle()
        assert state.players[0].sheet.crossed.bit_count() == crossed
    assert "strike delegation knight" not in words(Strike(0).options(state))


@rule("OS-FK-CONTROL-2", "OS-FK-CONTROL-5")
def test_the_start_village_may_reach_the_first_number(tmp_path: Path) -> None:
    state = corrected(tmp_path, control="[villages]\nthresholds = [1, 4, 6, 8]\n")
    state.settle()
    state.play(CHANCE, state.sample(Dice(seed_of_text("any"))))
    assert [me.sheet.citizens for me in state.players] == [0, 0]
    state.play(1, state.options(1)[0])  # the other village is left for seat 0
    assert [(me.sheet.citizens, me.sheet.cubes) for me in state.players] == [(1, (0, 1, 0))] * 2


@rule("OS-ROUND-6")
def test_a_bonus_that_cannot_happen_lapses(tmp_path: Path) -> None:
    state = corrected(tmp_path, epochs='[fk_i]\nbonus = [{ do = "recruit", of = ["monk"] }, { do = "coins", n = 2 }]\n')
    state.stack.clear()
    coins = state.players[1].coins
    state.push(RoundBonus(1))
    state.settle()
    assert state.over
    assert state.players[1].coins == coins + 2


def test_hints_count_whatever_a_condition_counts(tmp_path: Path) -> None:
    counted = ("areas", "area_pairs", "villages", "churches", "fortresses", "lakes")
    asked = ", ".join(f'{{ do = "at_least", n = 2, count = "{what}" }}' for what in counted)
    state = corrected(tmp_path, epochs=f"[fk_i]\nconditions = [{asked}]\n")
    me, number = state.players[1], state.atlas.area_number
    me.areas = sum(1 << number[id] for id in ("b1", "b2", "b3", "c2", "c3"))
    state.villages = 1 << number["b3"] | 1 << number["c3"]
    state.chapels, me.fortresses = 1 << number["b3"], 1 << number["b1"]
    state.land = tuple(3 if n in (number["b1"], number["b3"]) else 0 for n in range(len(state.land)))
    told = state.game.hints(state.game.view(state, 1), "ascent")["conditions"]
    assert [condition["have"] for condition in told] == [5, 3, 2, 1, 1, 1]
