"""The message catalogues: a gettext file for each language and domain, read when first needed and then kept.

A message id is lower-case words joined by dots. A game has its words in its own box; where it uses one of our ids, its
text replaces ours. `ID@VARIANT` replaces `ID` at a table of that variant, such as an edition of the game with its own
names. A message with plural forms has its id as `msgid` and as `msgid_plural`.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from kronrat.box import box_ids, box_of

Forms = tuple[str, ...]  # the text of a message; several if it has plural forms

CORE, PAGE, TERMINAL, BESIDE = OURS = "core", "web", "cli", "beside"  # the last: pages that show no table
OWN = Path(__file__).parent
GAME_NAME = "game."  # begins the ids of the names of games, which are needed on pages without a game too


class NoCatalogue(ValueError):
    """A language without catalogues, or a game that has no words."""


@dataclass(frozen=True)
class Catalogue:
    """Messages by id, and the language's rule for which plural form a number takes."""

    messages: dict[str, Forms]
    form_of: Callable[[int], int]
    plural: str  # the same rule as a gettext expression


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are words in, by their codes: de, en."""
    return tuple(sorted(file.parent.name for file in OWN.glob(f"*/{CORE}.po")))


@cache
def domain(lang: str, name: str) -> Catalogue:
    """Words with their variants: one file of ours, or those of the game of this name and of its parts."""
    if lang not in languages():
        raise NoCatalogue(f"there is no language {lang!r}; there are {', '.join(languages())}")
    files = [OWN / lang / f"{name}.po"] if name in OURS else [folder / f"{lang}.po" for folder in _words_of(name)]
    if not files[0].is_file():
        raise NoCatalogue(f"there are no words for {name!r}")
    first, *parts = [_read(file, lang) for file in files if file.is_file()]
    for part in parts:
        first.messages.update(part.messages)
    return first


def _read(file: Path, lang: str) -> Catalogue:
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=lang, abort_invalid=True)
    messages: dict[str, Forms] = {}
    for message in catalogue:
        if message.id:
            id = message.id if isinstance(message.id, str) else message.id[0]
            text = message.string or ""
            messages[id] = (text,) if isinstance(text, str) else tuple(text)
    return Catalogue(messages, gettext.c2py(catalogue.plural_expr), catalogue.plural_expr)


def _words_of(game: str) -> list[Path]:
    if game not in box_ids():
        raise NoCatalogue(f"there are no words for {game!r}")
    box = box_of(game)
    return [box.words, *[part / "words" for part in box.part_folders]]


@cache
def messages(lang: str, game: str, variant: str) -> Catalogue:
    """All that may be said at a table, in the form of the variant, or beside one, and the names of all games."""
    domains = [domain(lang, name) for name in (CORE, PAGE, TERMINAL, game or BESIDE)]
    everything = {id: forms for part in domains for id, forms in part.messages.items()}
    chosen = names_of_games(lang) | {id: forms for id, forms in everything.items() if "@" not in id}
    if variant:
        ending = f"@{variant}"
        chosen |= {id.removesuffix(ending): forms for id, forms in everything.items() if id.endswith(ending)}
    return Catalogue(chosen, domains[0].form_of, domains[0].plural)


@cache
def names_of_games(lang: str) -> dict[str, Forms]:
    """What the installed games are called."""
    found: dict[str, Forms] = {}
    for game in box_ids():
        words = domain(lang, game).messages
        found |= {id: forms for id, forms in words.items() if id.startswith(GAME_NAME)}
    return found


def plural_rule(lang: str) -> str:
    """Which plural form a number takes in this language, as a gettext expression such as `(n != 1)`."""
    return domain(lang, CORE).plural
