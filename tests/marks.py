"""`@rule("KB-…")` names the rules of the catalogue that a test proves."""

import pytest

rule = pytest.mark.rule
