"""A line for each seat, in the colours of the page: how the scores of a game went."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

COLOURS = ("#a8201a", "#2058d8", "#b98c00", "#3e8a6c", "#382249")  # of the seats, as in the charts of the page
_WIDTH, _HEIGHT = 720, 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 130, 40, 30
_MARKS = 5  # round numbers at the left, at most


class Chart:
    """Scores by seat, line by line of a journal; a notebook shows it as a picture.

    >>> print(kronrat.Chart("Two seats", ["Anna", "Ben"], [[0, 0], [1, 0], [1, 3]]).svg()[:4])
    <svg
    """

    def __init__(self, title: str, names: Sequence[str], scores: Sequence[Sequence[float]]) -> None:
        self.title = title
        self.names = list(names)
        self.scores = [list(row) for row in scores]

    def __repr__(self) -> str:
        last = self.scores[-1] if self.scores else []
        return f"<Chart {self.title}: {', '.join(f'{n} {s:g}' for n, s in zip(self.names, last, strict=False))}>"

    def save(self, file: Path | str) -> None:
        """Write it into an SVG file."""
        Path(file).write_text(self.svg(), encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """The picture."""
        every = [score for row in self.scores for score in row] or [0.0]
        low, high = min(0.0, *every), max(1.0, *every)
        right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

        def x(number: int) -> float:
            return round(_LEFT + (right - _LEFT) * number / max(1, len(self.scores) - 1), 1)

        def y(score: float) -> float:
            return round(bottom - (bottom - _TOP) * (score - low) / (high - low), 1)

        drawn = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" '
            f'aria-label="{escape(self.title)}" font-family="system-ui, sans-serif" font-size="12">',
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fbf6ea"/>',
            f'<text x="{_LEFT}" y="22" font-size="15" font-weight="bold" fill="#2b2418">{escape(self.title)}</text>',
        ]
        for mark in _marks(low, high):
            drawn.append(f'<line x1="{_LEFT}" y1="{y(mark)}" x2="{right}" y2="{y(mark)}" stroke="#ddd5c3"/>')
            drawn.append(f'<text x="{_LEFT - 8}" y="{y(mark) + 4}" text-anchor="end" fill="#5b5344">{mark:g}</text>')
        for seat, name in enumerate(self.names):
            colour = COLOURS[seat % len(COLOURS)]
            points = " ".join([f"{x(number)},{y(row[seat])}" for number, row in enumerate(self.scores)])
            drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
            drawn.append(
                f'<text x="{right + 10}" y="{_TOP + 18 * seat + 8}" fill="{colour}" font-weight="bold">'
                f"{escape(name)} {self.scores[-1][seat]:g}</text>"
            )
        return "\n".join([*drawn, "</svg>"])


def _marks(low: float, high: float) -> list[float]:
    """Round numbers from low to high."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power)
                if (high - low) / step <= _MARKS)  # fmt: skip
    first = int(low // step)
    return [float(number * step) for number in range(first, int(high // step) + 1) if number * step >= low]
