"""Chances against results as a picture: for each table a line through its bins, beside the diagonal."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Curve = Sequence[tuple[float, float]]  # predicted, and come true

_SIDE, _LEFT, _TOP, _WIDTH, _ROW = 420, 70, 46, 720, 22
_COLOURS = ("#7a2e2e", "#1f5a9c", "#2c5e2e", "#8a4b00", "#5b3b8c")
_DASHES = ("", "7 4", "2 3")


def draw(curves: Sequence[tuple[str, Curve]], title: str, predicted: str, won: str) -> str:
    """The picture; each curve has a name."""
    height = _TOP + max(_SIDE, _ROW * len(curves)) + 60

    def point(across: float, up: float) -> str:
        return f"{_LEFT + across * _SIDE:.1f},{_TOP + (1 - up) * _SIDE:.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(title, quote=True)}">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffdf7"/>',
        f'<text x="16" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for tick in range(0, 101, 20):
        y, x = _TOP + (1 - tick / 100) * _SIDE, _LEFT + tick / 100 * _SIDE
        lines.append(f'<path d="M{_LEFT} {y:.1f}h{_SIDE}M{x:.1f} {_TOP}v{_SIDE}" stroke="#ddd5c3"/>')
        lines.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#5b5344">{tick}</text>')
        lines.append(f'<text x="{x:.1f}" y="{_TOP + _SIDE + 18}" text-anchor="middle" fill="#5b5344">{tick}</text>')
    lines.append(f'<polyline points="{point(0, 0)} {point(1, 1)}" stroke="#5b5344" stroke-dasharray="3 3"/>')
    for number, (name, curve) in enumerate(curves):
        colour, dash = _COLOURS[number % len(_COLOURS)], _DASHES[number // len(_COLOURS) % len(_DASHES)]
        stroke = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        lines.append(f'<polyline points="{" ".join([point(*one) for one in curve])}" {stroke}/>')
        y = _TOP + 10 + _ROW * number
        lines.append(f'<path d="M{_LEFT + _SIDE + 16} {y}h26" {stroke}/>')
        lines.append(f'<text x="{_LEFT + _SIDE + 50}" y="{y + 4}">{escape(name)}</text>')
    end = _TOP + _SIDE + 38
    lines.append(f'<text x="{_LEFT + _SIDE}" y="{end}" text-anchor="end">{escape(predicted)} (%)</text>')
    lines.append(f'<text x="{_LEFT}" y="{_TOP - 6}">{escape(won)} (%)</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
