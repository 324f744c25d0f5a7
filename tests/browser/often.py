"""Which of many similar cases are tried every day; the others belong to the full run."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def each(name: str, cases: Iterable[str], often: Iterable[str]) -> pytest.MarkDecorator:
    """A test for each case, of which a few run often."""
    daily = set(often)
    return pytest.mark.parametrize(
        name, [case if case in daily else pytest.param(case, marks=pytest.mark.full) for case in cases]
    )
