"""A still of the table for notebooks: what lies before every player, with the drawings and the colours of the page.

The box of a game may have a module `still` with three functions; without it a notebook shows the table of the terminal:

    def heading(words, view):
        \"\"\"When this is.\"\"\"
        return words.say("caption", round=view["round"])

    def amounts(view, seat):
        \"\"\"What this seat has, in numbers, the most important first.\"\"\"
        return [Holding("i-pearl", "term.pearls", view["players"][seat]["pearls"])]

    def cards(view, seat):
        \"\"\"What lies before it and has a name.\"\"\"
        return [Holding("i-net", "find.net")]

Drawings are symbols of the game's sprite or of the page's, and their colours are tokens of the page and of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from kronrat.box import box_of
from kronrat.words import Words

View = Mapping[str, Any]

TINCTURES = ("red", "blue", "yellow", "green", "violet")  # of the seats, as everywhere on the page
PAGE = Path(__file__).parent / "web"
_DRAWN = re.compile(r'<(symbol|pattern|clipPath|linearGradient|radialGradient)\b[^>]*? id="([^"]+)".*?</\1>', re.DOTALL)
_MEANT = re.compile(r'(?<=href="#)[^"]+|(?<=url\(#)[^)]+')
_NAMED = re.compile(r'((?:id|href)="#?|url\(#)(?=[^")])')
_TOKEN = re.compile(r"(--[\w-]+):\s*([^;]+);")
_ROOT = re.compile(r'^(?::root|:root,\s*\[data-theme="parchment"\]) \{(.*?)^\}', re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_USED = re.compile(r"var\((--[\w-]+)")


class Holding(NamedTuple):
    """What somebody has: its drawing, the message that names it, and how many there are, where they are counted."""

    icon: str
    says: str
    number: int | None = None


class Still(Protocol):
    """The module `still` of a box."""

    def heading(self, words: Words, view: View) -> str: ...
    def amounts(self, view: View, seat: int) -> Sequence[Holding]: ...
    def cards(self, view: View, seat: int) -> Sequence[Holding]: ...


def still_of(game: str) -> Still | None:
    """How the box of a game lets itself be drawn, if it does."""
    return cast("Still | None", box_of(game).still())


def html(still: Still, words: Words, game: str, view: View, said: str, options: Iterable[str]) -> str:
    """The picture: a panel for each player, and what is asked or who has won; answers are shown as they are typed."""
    panels = "".join([_panel(still, words, game, view, seat) for seat in range(view["seats"])])
    title = escape(words.say(f"game.{game}")) if words.has(f"game.{game}") else escape(game)
    asked = f'<p class="kr-question">{escape(said)}</p>' if said else ""
    listed = " ".join([f"<code>{escape(option)}</code>" for option in options])
    answers = f'<p class="kr-options">{listed}</p>' if listed else ""
    drawn = "".join(_symbols(game, set(re.findall(rf'href="#kr-{game}-([^"]+)"', panels))))
    body = f"<h4>{title}<small>{escape(still.heading(words, view))}</small></h4>"
    body += f'<div class="kr-seats">{panels}</div>{asked}{answers}'
    style = _style()
    colours = _colours(game, drawn + panels + style)
    return (
        f'<div class="kr-still" style="{escape(colours)}"><style>{style}</style>'
        f'<svg style="position:absolute;width:0;height:0" aria-hidden="true"><defs>{drawn}</defs></svg>{body}</div>'
    )


def _panel(still: Still, words: Words, game: str, view: View, seat: int) -> str:
    colour = TINCTURES[seat % len(TINCTURES)]
    edges = "".join([f"--pc{part}:var(--{colour}{part});" for part in ("", "-edge", "-ink")])
    asked = ' class="kr-asked"' if seat in view["deciding"] and not view["over"] else ""
    won = view["over"] and any([row[0] == seat and row[1] == 1 for row in view["standing"]])
    amounts = "".join([_holding(words, game, holding, named=False) for holding in still.amounts(view, seat)])
    cards = "".join([_holding(words, game, holding, named=True) for holding in still.cards(view, seat)])
    laurel = _icon(game, "u-trophy") if won else ""
    header = f"<header>{_icon(game, f'crest-{colour}')}<b>{escape(words.player(seat))}</b>{laurel}</header>"
    listed = f'<div class="kr-cards">{cards}</div>' if cards else ""
    return f'<section{asked} style="{edges}">{header}<div class="kr-amounts">{amounts}</div>{listed}</section>'


def _holding(words: Words, game: str, holding: Holding, named: bool) -> str:
    name = escape(words.say(holding.says))
    count = "" if holding.number is None else f" {holding.number}"
    return f'<span title="{name}">{_icon(game, holding.icon)}{f" {name}" if named else ""}{count}</span>'


def _icon(game: str, name: str) -> str:
    kind = ' class="kr-die"' if name.startswith("die-") else ""
    return f'<svg{kind} aria-hidden="true"><use href="#kr-{game}-{name}"/></svg>'


@cache
def _style() -> str:
    """The sheet of a still, on one line."""
    sheet = (PAGE / "still.css").read_text(encoding="utf-8")
    return " ".join(_COMMENT.sub("", sheet).split())


@cache
def _sprites(game: str) -> dict[str, str]:
    """Everything that is drawn in the sprites of the page and of a game, by its name."""
    both = [PAGE / "sprite.svg", box_of(game).web / "sprite.svg"]
    texts = [sprite.read_text(encoding="utf-8") for sprite in both if sprite.is_file()]
    return {found[2]: found[0] for text in texts for found in _DRAWN.finditer(text)}


def _symbols(game: str, wanted: set[str]) -> list[str]:
    """These drawings with all that they use. Their names tell the game, because a notebook may show several."""
    sprites, found, open_ = _sprites(game), dict[str, str](), sorted(wanted)
    while open_:
        name = open_.pop()
        if name not in found and name in sprites:
            found[name] = sprites[name]
            open_ += _MEANT.findall(sprites[name])
    return [_NAMED.sub(rf"\1kr-{game}-", found[name]) for name in sorted(found)]


@cache
def _tokens(game: str) -> dict[str, str]:
    """The colours, fonts and sizes of the page, on parchment, and those of the game."""
    sheets = [PAGE / "tokens.css", box_of(game).web / "table.css"]
    texts = [sheet.read_text(encoding="utf-8") for sheet in sheets if sheet.is_file()]
    return {name: value for text in texts for block in _ROOT.findall(text) for name, value in _TOKEN.findall(block)}


def _colours(game: str, drawn: str) -> str:
    """The tokens that are used here, as declarations."""
    tokens = _tokens(game)
    used = [name for name in tokens if name in set(_USED.findall(drawn))]
    return ";".join([f"{name}:{tokens[name]}" for name in used])
