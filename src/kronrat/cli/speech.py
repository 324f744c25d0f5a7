"""Language, and the two places where the command line speaks."""

from __future__ import annotations

import os
import sys

from rich.console import Console

from kronrat.core.game import BadOption
from kronrat.words import Words, languages

FALLBACK = "en"


def language(wanted: str | None) -> str:
    """The language asked for, or else that of the system if it is one of ours."""
    if wanted is not None:
        if wanted not in languages():
            raise BadOption(f"there is no language {wanted!r}; there are {', '.join(languages())}")
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        system = os.environ.get(variable, "")
        if system:
            return system[:2] if system[:2] in languages() else FALLBACK
    return FALLBACK


def words_of(lang: str | None, game: str = "", variant: str = "", names: tuple[str, ...] = ()) -> Words:
    return Words(language(lang), game, variant, names)


def console() -> Console:
    """Standard output; marks like [1] in a text are not taken for styling."""
    return Console(file=sys.stdout, markup=False, highlight=False, emoji=False)
