"""Both editions, for tests of rules that they share."""

from __future__ import annotations

import pytest

both_editions = pytest.mark.parametrize("edition", ["1e", "2e"])
