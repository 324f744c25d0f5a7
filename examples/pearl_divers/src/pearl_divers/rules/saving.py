"""What a saved position may hold: it may come from a stranger, so every value is checked before it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kronrat.core.checks import are_numbers, are_words, demand, is_flag, is_number
from kronrat.core.saving import Saving
from pearl_divers.rules.coves import all_coves
from pearl_divers.rules.state import NO_COVE, REEF, State

PHASES: Final = ("dive", "grab", "market", "over")
MOST: Final = 999  # pearls; no game has so many


class PearlSaving(Saving):
    """Fields within what the components allow; every cove card is in one place."""

    def fits_table(self, state: State, values: Mapping[str, Any]) -> bool:
        last = len(all_coves(state.seats))
        return (
            is_number(values["round"], 1, state.rounds)
            and values["phase"] in PHASES
            and is_number(values["pile"], 0, MOST)
            and are_numbers(values["deck"], 1, last)
            and are_numbers(values["dived"], 1, last)
        )

    def fits_player(self, state: State, seat: int, values: Mapping[str, Any]) -> bool:
        last = len(all_coves(state.seats))
        wares, plan = values["wares"], values["plan"]
        return (
            is_number(values["pearls"], 0, MOST)
            and are_words(wares, state.sold)
            and len(set(wares)) == len(wares)
            and is_number(values["cove"], NO_COVE, last)
            and are_numbers(plan, REEF, last)
            and tuple(sorted(plan)) == plan
            and is_number(values["hand"], 0, MOST)
            and is_flag(values["swims"])
        )

    def complete(self, state: State) -> None:
        held = [player.cove for player in state.players if player.cove != NO_COVE]
        cards = [*state.deck, *state.dived, *held]
        demand(len(set(cards)) == len(cards), "a cove card in two places")
