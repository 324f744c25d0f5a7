"""A still of the table for notebooks: what lies before every player, with the drawings and the colours of the page.

The box of a game may have a module `still` with three functions; without it a notebook shows the table of the terminal:

    def heading(words, view):
        \"\"\"When this is.\"\"\"
        return words.say("caption", round=view["round"])

    def amounts(view, seat):
        \"\"\"What this seat has, in numbers, the most important first.\"\"\"
        return [Piece("i-pearl", "term.pearls", view["players"][seat]["pearls"])]

    def cards(view, seat):
        \"\"\"What lies before it and has a name.\"\"\"
        return [Piece("i-net", "find.net")]

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
_USED = re.compile(r"var\((--[\w-]+)")
STYLE = """
.kr-still{font:14px/1.35 var(--f-ui);color:var(--ink);background:var(--page);padding:14px;border-radius:var(--r3);
  max-width:980px}
.kr-still h4{font:700 19px/1.2 var(--f-text);margin:0 0 10px;color:var(--ink)}
.kr-still h4 small{font:400 14px var(--f-ui);color:var(--ink-2);margin-left:10px}
.kr-still .kr-seats{display:grid;grid-template-columns:repeat(auto-fit,minmax(215px,1fr));gap:10px}
.kr-still section{background:var(--surface-1);border:1px solid var(--line);border-top:4px solid var(--pc);
  border-radius:var(--r2);padding:8px 10px}
.kr-still section.kr-asked{background:var(--surface-2);border-color:var(--pc);box-shadow:var(--shadow)}
.kr-still svg{width:20px;height:20px;vertical-align:-4px;color:var(--ink-2);display:inline;max-width:none}
.kr-still header{display:flex;align-items:center;gap:8px;font-size:16px}
.kr-still header svg{width:26px;height:30px}
.kr-still header svg+b+svg{margin-left:auto;color:var(--leaf)}
.kr-still .kr-amounts{display:flex;flex-wrap:wrap;gap:4px 12px;margin:8px 0 0;font-weight:700;font-size:16px}
.kr-still .kr-amounts span{white-space:nowrap;color:var(--ink)}
.kr-still .kr-amounts span:first-child svg{width:26px;height:26px;vertical-align:-7px}
.kr-still svg.kr-die{background:var(--pc);color:var(--pc-ink);border:1px solid var(--pc-edge);border-radius:var(--r1);
  padding:1px}
.kr-still .kr-cards{display:flex;flex-wrap:wrap;gap:5px;margin:8px 0 0}
.kr-still .kr-cards span{background:var(--card);color:var(--card-ink);border:1px solid var(--line);
  border-radius:var(--r1);padding:2px 7px 2px 4px}
.kr-still .kr-question{margin:12px 0 0;font-weight:700}
.kr-still .kr-options{margin:6px 0 0;line-height:2}
.kr-still code{font:13px ui-monospace,monospace;background:var(--surface-2);color:var(--ink);
  border:1px solid var(--line-strong);border-radius:var(--r1);padding:2px 6px;white-space:nowrap}
""".strip()


class Piece(NamedTuple):
    """A drawing, the message that names it, and how many there are, where they are counted."""

    icon: str
    says: str
    number: int | None = None


class Still(Protocol):
    """The module `still` of a box."""

    def heading(self, words: Words, view: View) -> str: ...
    def amounts(self, view: View, seat: int) -> Sequence[Piece]: ...
    def cards(self, view: View, seat: int) -> Sequence[Piece]: ...


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
    colours = _colours(game, drawn + panels + STYLE)
    return (
        f'<div class="kr-still" style="{escape(colours)}"><style>{STYLE}</style>'
        f'<svg style="position:absolute;width:0;height:0" aria-hidden="true"><defs>{drawn}</defs></svg>{body}</div>'
    )


def _panel(still: Still, words: Words, game: str, view: View, seat: int) -> str:
    colour = TINCTURES[seat % len(TINCTURES)]
    edges = "".join([f"--pc{part}:var(--{colour}{part});" for part in ("", "-edge", "-ink")])
    asked = ' class="kr-asked"' if seat in view["deciding"] and not view["over"] else ""
    won = view["over"] and any([row[0] == seat and row[1] == 1 for row in view["standing"]])
    amounts = "".join([_piece(words, game, piece, named=False) for piece in still.amounts(view, seat)])
    cards = "".join([_piece(words, game, piece, named=True) for piece in still.cards(view, seat)])
    laurel = _icon(game, "u-trophy") if won else ""
    header = f"<header>{_icon(game, f'crest-{colour}')}<b>{escape(words.player(seat))}</b>{laurel}</header>"
    listed = f'<div class="kr-cards">{cards}</div>' if cards else ""
    return f'<section{asked} style="{edges}">{header}<div class="kr-amounts">{amounts}</div>{listed}</section>'


def _piece(words: Words, game: str, piece: Piece, named: bool) -> str:
    name = escape(words.say(piece.says))
    count = "" if piece.number is None else f" {piece.number}"
    return f'<span title="{name}">{_icon(game, piece.icon)}{f" {name}" if named else ""}{count}</span>'


def _icon(game: str, name: str) -> str:
    kind = ' class="kr-die"' if name.startswith("die-") else ""
    return f'<svg{kind} aria-hidden="true"><use href="#kr-{game}-{name}"/></svg>'


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
