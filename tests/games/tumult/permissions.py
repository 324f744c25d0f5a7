"""Positions of Tumult Royal in which permissions are offered that random games seldom come to."""

from __future__ import annotations

from collections.abc import Callable

from kronrat.games.tumult.rules.placing import Place
from kronrat.games.tumult.rules.riots import UseMercy
from kronrat.games.tumult.testing import Royal


def placing(*rows: str, goods: str) -> Royal:
    """Seat 0 has a statue in the upper left corner and these goods, and is on turn."""
    return Royal(2).land(*rows).owns(0, (0, 0)).goods("", goods)


POSITIONS: dict[str, Callable[[], Royal]] = {
    "TR-P3-19": lambda: Royal(mercy="choice").mercy(1).goods("", "", "b1").ask(UseMercy(1, "bread", 0, 0, 0)),
    "TR-P4-10": lambda: placing("mc", goods="m2 t3").statues(23, 24).ask(Place(0)),
    "TR-P4-FREE-1": lambda: placing("m..", "...", "..m", goods="b2 m2").ask(Place(0)),
}
