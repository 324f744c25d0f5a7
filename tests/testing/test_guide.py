"""The guide to testing a game: its examples are Python, and every name that they take from us is there."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import kronrat
from kronrat.testing import Builder

TEXT = (Path(__file__).parents[2] / "docs" / "guides" / "test-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```py\n(.*?)```", TEXT, flags=re.DOTALL)
PUBLIC = {*kronrat.__all__, *kronrat.testing.__all__}
GIVEN = {"HERE", "ROOT", "Path", "Self", "Market", "MyTable", "Mine", "dataclass", "pytest"}


def _arguments(node: ast.arguments) -> list[ast.arg]:
    return [*node.args, *node.kwonlyargs, *([node.kwarg] if node.kwarg else [])]


def test_every_example_uses_what_there_is() -> None:
    assert len(BLOCKS) >= 5
    for block in BLOCKS:
        tree = ast.parse(block)
        made = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        made |= {
            argument.arg for node in ast.walk(tree) if isinstance(node, ast.arguments) for argument in _arguments(node)
        }
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        assert used - made - PUBLIC - GIVEN - set(dir(builtins)) == set()


def test_what_every_builder_has_is_told() -> None:
    (sentence,) = re.findall(r"^(`state`.*?) belong to every builder", TEXT, flags=re.MULTILINE | re.DOTALL)
    told = set(re.findall(r"`(\w+)`", sentence))
    assert told == {name for name in [*vars(Builder), *Builder.__annotations__] if name[0] != "_"} - {"take", "chance"}
