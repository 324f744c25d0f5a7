"""The positions of every game."""

from __future__ import annotations

from tests.perft import kingsburg, orleans, tumult

BOOKS = [kingsburg.BOOK, orleans.BOOK, tumult.BOOK]
