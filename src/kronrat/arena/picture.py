"""The ratings of a ladder as a picture: a dot for each bot and a bar for its 95 % interval, as SVG."""

from __future__ import annotations

from html import escape

from kronrat.arena.report import Report

_WIDTH, _ROW, _TOP, _LEFT, _RIGHT = 720, 34, 46, 150, 40
_STEPS = (10, 20, 50, 100, 200, 500)
_MOST_TICKS = 8


def draw(report: Report, title: str, subject: str) -> str:
    """The picture; `subject` names the axis."""
    bots = sorted(report.ratings, key=lambda bot: -report.ratings[bot])
    ends = [end for span in report.spans.values() for end in span] + list(report.ratings.values())
    ticks = _ticks(min(ends), max(ends))
    height = _TOP + _ROW * len(bots) + 40
    bottom = _TOP + _ROW * len(bots)

    def across(rating: float) -> float:
        return round(_LEFT + (rating - ticks[0]) / (ticks[-1] - ticks[0]) * (_WIDTH - _LEFT - _RIGHT), 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(title, quote=True)}">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffdf7"/>',
        f'<text x="16" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for tick in ticks:
        x = across(tick)
        lines.append(f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{bottom}" stroke="#ddd5c3"/>')
        lines.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="#5b5344">{tick}</text>')
    for row, bot in enumerate(bots):
        y = _TOP + _ROW * row + _ROW // 2
        x, (low, high) = across(report.ratings[bot]), report.spans[bot]
        lines.append(f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(bot)}</text>')
        lines.append(
            f'<line x1="{across(low)}" y1="{y}" x2="{across(high)}" y2="{y}" stroke="#7a2e2e" stroke-width="3"/>'
        )
        lines.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#7a2e2e"/>')
        lines.append(f'<text x="{x}" y="{y - 9}" text-anchor="middle" font-size="11">{report.ratings[bot]:.0f}</text>')
    lines.append(
        f'<text x="{_WIDTH - _RIGHT}" y="{bottom + 32}" text-anchor="end" fill="#5b5344">{escape(subject)}</text>'
    )
    return "\n".join([*lines, "</svg>"]) + "\n"


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers from below the lowest value to above the highest."""
    step = next((step for step in _STEPS if (high - low) / step <= _MOST_TICKS), 1000)
    first = int(low // step)
    return [number * step for number in range(first, max(first + 1, int(-(-high // step))) + 1)]
