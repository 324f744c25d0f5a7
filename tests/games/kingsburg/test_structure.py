"""The shape of the code: no phase names a card, steps are frozen and listed, every rule id is in the catalogue."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kronrat
import kronrat.games.kingsburg.rules
from kronrat.box import box_of
from kronrat.core.flow import Step
from kronrat.games.kingsburg.rules import game
from kronrat.games.kingsburg.rules.buildings import ROWS
from kronrat.games.kingsburg.testing import full_game, rules

SOURCE = Path(kronrat.__file__).parent
KINGSBURG = SOURCE / "games" / "kingsburg" / "rules"
CATALOGUE = box_of("kingsburg").book / "rules.en.md"

RULE_FILES = sorted(path for path in KINGSBURG.glob("*.py") if path.name not in ("evaluation.py", "hints.py"))
RULE_ID = re.compile(r"\bKB2?-[A-Za-z0-9-]*[A-Za-z0-9]\b(?!-?[{…])")  # not `KB-ADV-{rank}` or `KB2-GOV-…`


def kingsburg_modules() -> list[Any]:
    names = [info.name for info in pkgutil.walk_packages([str(KINGSBURG)], "kronrat.games.kingsburg.rules.")]
    return [importlib.import_module(name) for name in names]


def steps_of_kingsburg() -> set[type[Step]]:
    kingsburg_modules()
    found: set[type[Step]] = set()
    waiting: list[type[Step]] = [Step]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        waiting += kinds
        found.update(kind for kind in kinds if kind.__module__.startswith("kronrat.games.kingsburg.rules."))
    return found


def catalogue() -> set[str]:
    return set(re.findall(r"^### (KB2?-\S+) ", CATALOGUE.read_text(encoding="utf-8"), re.MULTILINE))


# -- no phase names a card -----------------------------------------------------------------------------------------

CARD_WORDS = set(rules().tables.cells) | {kind.__name__ for row in ROWS for kind in row}
OPTION = "merchants_guild"  # the one card that an option of the table is named after


def words_of(path: Path) -> set[str]:
    """All names, texts and comments of a file, cut into words."""
    return set(re.findall(r"\w+", path.read_text(encoding="utf-8")))


def test_the_words_to_look_for() -> None:
    assert len([word for word in CARD_WORDS if word[0].islower()]) >= 28  # with the rows A and G of the modules
    assert {"market", "Market", "guard_tower", "GuardTower", "town_hall", "TownHall"} <= CARD_WORDS


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.name)
def test_no_rule_file_names_a_card(path: Path) -> None:
    lower = {word.lower() for word in CARD_WORDS}
    named = {word for word in words_of(path) if word.lower() in lower}
    assert named <= ({OPTION} if path.name in ("game.py", "state.py") else set())


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.name)
def test_no_rule_file_names_the_rule_of_a_card(path: Path) -> None:
    named = {id for id in RULE_ID.findall(path.read_text(encoding="utf-8")) if id.startswith("KB-BLD-")}
    assert named <= ({"KB-BLD-MERCHANTS-1"} if path.name == "game.py" else set())


def test_the_option_named_after_a_card_is_read_once() -> None:
    uses = [line for path in RULE_FILES for line in path.read_text(encoding="utf-8").splitlines() if OPTION in line]
    assert len(uses) == 2  # where it is declared and where it becomes a switch


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].__module__.rpartition(".")[2])
def test_a_file_of_buildings_is_one_row(row: tuple[type[Any], ...]) -> None:
    (module,) = {importlib.import_module(kind.__module__) for kind in row}
    own = [kind for kind in vars(module).values() if inspect.isclass(kind) and kind.__module__ == module.__name__]
    assert [kind for kind in own if getattr(kind, "id", "")] == list(row)
    assert module.__name__.startswith("kronrat.games.kingsburg.rules.buildings.")
    letters = {rules().tables.cells[kind.id].row for kind in row}
    assert letters == {"ABCDEFG"[ROWS.index(row)]}


def test_the_docstring_of_a_building_names_its_rule() -> None:
    said: dict[str, str] = {}
    for path in (KINGSBURG / "buildings").glob("*.py"):
        classes = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]
        said |= {node.name: ast.get_docstring(node) or "" for node in classes}
    kinds = [kind for row in ROWS for kind in row]
    assert set(said) - {"Workshop"} == {kind.__name__ for kind in kinds}
    assert [kind.id for kind in kinds if f"[{kind.rule}" not in said[kind.__name__]] == []


# -- steps ---------------------------------------------------------------------------------------------------------


def test_every_step_is_listed() -> None:
    unlisted = steps_of_kingsburg() - set(game.STEPS)
    assert {kind.__name__ for kind in unlisted} == {"RollDice"}  # only a base of others
    assert set(game.STEPS) <= steps_of_kingsburg()
    assert len({kind.__name__ for kind in game.STEPS}) == len(game.STEPS) == len(rules().steps)


def test_what_is_not_listed_is_never_made() -> None:
    unlisted = {kind.__name__ for kind in steps_of_kingsburg() - set(game.STEPS)}
    for path in KINGSBURG.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                assert name not in unlisted, (path.name, node.lineno)


@pytest.mark.parametrize("kind", game.STEPS, ids=lambda kind: str(kind.__name__))
def test_the_fields_of_a_step_are_its_arguments(kind: type[Step]) -> None:
    takes_nothing = kind.__init__ is object.__init__
    arguments = () if takes_nothing else tuple(inspect.signature(kind).parameters)
    assert arguments == kind.FIELDS


def assigned_to_self(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Everything in a method that changes its first argument, or what that holds."""
    self = function.args.args[0].arg if function.args.args else ""
    for node in ast.walk(function):
        if any(_belongs_to(target, self) for target in _targets(node)):
            yield node


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign | ast.Delete):
        return list(node.targets)
    if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.comprehension):
        return [node.target]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr"):
        return [ast.Attribute(node.args[0], "")]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
        return [node.func.value]
    return []


CHANGING = ("append", "extend", "insert", "pop", "remove", "clear", "add", "update", "sort", "reverse")


def _belongs_to(target: ast.expr, self: str) -> bool:
    if isinstance(target, ast.Tuple | ast.List):
        return any(_belongs_to(part, self) for part in target.elts)
    while isinstance(target, ast.Attribute | ast.Subscript | ast.Starred):
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == self:
            return True
        target = target.value
    return False


def changing_methods(tree: ast.Module, kinds: set[str]) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in kinds:
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name != "__init__" and list(assigned_to_self(method)):
                    found.append(f"{node.name}.{method.name}")
    return found


def test_steps_are_frozen() -> None:
    kinds = {kind.__name__ for kind in steps_of_kingsburg()}
    seen: set[str] = set()
    for path in KINGSBURG.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        seen |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        assert changing_methods(tree, kinds) == [], path.name
    assert kinds <= seen


@pytest.mark.parametrize(
    "line",
    [
        *("self.seat = 1", "self.seat += 1", "self.seat: int = 1", "del self.seat", "a, self.seat = 1, 2"),
        *("self.dice[0] = 1", "setattr(self, 'seat', 1)", "self.dice.append(1)", "for self.seat in (1, 2): pass"),
    ],
)
def test_a_step_that_changes_itself_would_be_found(line: str) -> None:
    text = f"class Roll:\n    def __init__(self):\n        self.seat = 0\n    def run(self, state):\n        {line}\n"
    assert changing_methods(ast.parse(text), {"Roll"}) == ["Roll.run"]
    harmless = text.replace(line, "state.players[self.seat].vp = self.seat")
    assert changing_methods(ast.parse(harmless), {"Roll"}) == []


def small(value: object) -> bool:
    """Ids, numbers and tuples of them: what a step may hold."""
    if isinstance(value, tuple):
        return all(small(part) for part in value)
    return isinstance(value, str | int)


def test_steps_hold_ids_and_numbers_only() -> None:
    met: set[type[Step]] = set()
    match, _ = full_game()
    state = rules().new(match.state.seats, match.options)
    for line in match.journal.lines:
        for step in state.stack:
            met.add(type(step))
            if hasattr(step, "__dict__"):  # a compiled step has none
                assert vars(step) == vars(type(step)(*step.values())), step
                assert all(small(value) for value in vars(step).values()), step
            assert all(small(value) for value in step.values()), step
        state.apply(line.seat, line.choice)
    assert len(met) > 15


# -- rule ids ------------------------------------------------------------------------------------------------------


def test_every_rule_id_of_the_source_is_in_the_catalogue() -> None:
    known = catalogue()
    assert len(known) > 200
    paths = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".toml", ".po", ".md")]
    assert len(paths) > 30
    for path in paths:
        named = set(RULE_ID.findall(path.read_text(encoding="utf-8")))
        assert named <= known, path.relative_to(SOURCE)


def test_rules_that_are_put_together_exist_too() -> None:
    assert {advisor.rule for advisor in rules().tables.advisors} == {f"KB-ADV-{rank}" for rank in range(1, 19)}
    assert {advisor.rule for advisor in rules().tables.advisors} <= catalogue()


def test_every_building_and_question_names_a_rule() -> None:
    for row in ROWS:
        for kind in row:
            assert kind.rule.startswith(("KB-BLD-", "KB2-MOD1-"))
            assert kind.rule in catalogue()
    for step in game.STEPS:
        if getattr(step, "rule", ""):
            assert step.rule in catalogue()  # type: ignore[attr-defined]
