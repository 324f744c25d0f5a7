"""The message catalogues: a gettext file for each language and domain, read when first needed and then kept.

A message id is lower-case words joined by dots. `ID@VARIANT` replaces `ID` at a table of that variant, such as an
edition of the game with its own names, and `ID@GAME` wherever that game is played. A message with plural forms has its
id as `msgid` and as `msgid_plural`.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

Forms = tuple[str, ...]  # the text of a message; several if it has plural forms

CORE, PAGE, TERMINAL = "core", "web", "cli"
LOCALE = Path(__file__).parent / "locale"


class NoCatalogue(ValueError):
    """A language that is not spoken here, or a game that has no words."""


@dataclass(frozen=True)
class Catalogue:
    """Messages by id, and the language's rule for which plural form a number takes."""

    messages: dict[str, Forms]
    form_of: Callable[[int], int]
    plural: str  # the same rule as gettext writes it


@cache
def languages() -> tuple[str, ...]:
    return tuple(sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))


@cache
def domain(lang: str, name: str) -> Catalogue:
    """One file as it stands, variants included."""
    if lang not in languages():
        raise NoCatalogue(f"there is no language {lang!r}; there are {', '.join(languages())}")
    file = LOCALE / lang / f"{name}.po"
    if not file.is_file():
        raise NoCatalogue(f"there are no words for {name!r}")
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=lang, abort_invalid=True)
    messages: dict[str, Forms] = {}
    for message in catalogue:
        if message.id:
            id = message.id if isinstance(message.id, str) else message.id[0]
            text = message.string or ""
            messages[id] = (text,) if isinstance(text, str) else tuple(text)
    return Catalogue(messages, gettext.c2py(catalogue.plural_expr), catalogue.plural_expr)


@cache
def messages(lang: str, game: str, variant: str) -> Catalogue:
    """All that may be said at a table: core, game, page and terminal, each in the form of the game and the variant."""
    domains = [domain(lang, name) for name in (CORE, game, PAGE, TERMINAL) if name]
    everything = {id: forms for part in domains for id, forms in part.messages.items()}
    chosen = {id: forms for id, forms in everything.items() if "@" not in id}
    for ending in [f"@{name}" for name in (game, variant) if name]:
        chosen |= {id.removesuffix(ending): forms for id, forms in everything.items() if id.endswith(ending)}
    return Catalogue(chosen, domains[0].form_of, domains[0].plural)


def plural_rule(lang: str) -> str:
    """Which plural form a number takes in this language, as a gettext expression such as `(n != 1)`."""
    return domain(lang, CORE).plural
