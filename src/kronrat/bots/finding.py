"""How bots are found: by the name of an installed one, as `module:Class`, or in a file.

Installed bots are named in the entry-point group `kronrat.bots`. Ours come through the same door as everybody else's:

    [project.entry-points."kronrat.bots"]
    clever = "my_package.clever:Clever"

Only installed bots may be named by strangers (over the wire, in a saved game): a path would run their code here.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getsourcefile, signature
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from kronrat.bots.bot import Bot
from kronrat.bots.search import Budget
from kronrat.core.flow import Choice, IllegalChoice, State
from kronrat.core.game import BadOption

GROUP = "kronrat.bots"
DEFAULT = "greedy"
"""Plays where no bot is named."""
LEVELS = (
    "page",
    "squire",
    "steward",
    "marshal",
    "chancellor",
)
"""Opponents for people, from the weakest to the strongest."""
USUAL = LEVELS[2]
"""The bot that people play with unless they name another."""
_OURS = (*LEVELS, "random", "points", DEFAULT)  # as they are listed: entry points have no order

BotName = str | type[Bot]
"""What a bot is called: a text, or in a program its class."""


class BotFailed(Exception):
    """A bot raised an exception instead of choosing."""


@cache
def _entries() -> dict[str, EntryPoint]:
    """Ours first, then all others by name."""
    found = {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}
    return {name: found[name] for name in [*filter(found.__contains__, _OURS), *found]}


def list_bots() -> tuple[str, ...]:
    """The names of all installed bots.

    >>> "greedy" in kronrat.list_bots()
    True
    """
    return tuple(_entries())


@cache
def installed_bot(name: str) -> type[Bot]:
    """The class of an installed bot; no other bot is found."""
    if name not in _entries():
        raise BadOption(f"there is no bot {name!r}; there are {', '.join(_entries())}, or module:Class, or a file.py")
    try:
        return _checked(_entries()[name].load(), name)
    except Exception as problem:
        raise _unusable(name, problem) from problem


def bot_class(bot: BotName) -> type[Bot]:
    """The class meant by the name of an installed bot, by `module:Class`, `file.py` or `file.py:Class`."""
    if not isinstance(bot, str):
        return _checked(bot, repr(bot))
    if _is_file(bot):
        file, name = _file_and_class(bot)
        return _from_file(file.resolve(), name)
    if ":" in bot:
        return _from_module(bot)
    return installed_bot(bot)


def make_bot(bot: BotName | Bot, budget: Budget | None = None) -> Bot:
    """A bot that is ready to play; an instance is taken as it is. A budget is for bots that take one."""
    if isinstance(bot, Bot):
        return bot
    found = bot_class(bot)
    wishes: dict[str, Any] = {"budget": budget} if budget is not None and takes_budget(found) else {}
    try:
        return found(**wishes)
    except Exception as problem:
        raise _unusable(bot if isinstance(bot, str) else found.__name__, problem) from problem


def takes_budget(bot: type[Bot]) -> bool:
    """Whether a bot can be told how long to think: its `__init__` has a parameter `budget`."""
    return "budget" in signature(bot).parameters


def list_thinkers() -> list[str]:
    """The installed bots that can be told how long to think; one that cannot be used is left out."""
    found: list[str] = []
    for name in list_bots():
        with suppress(BadOption):
            found += [name] if takes_budget(installed_bot(name)) else []
    return found


def lasting_name(bot: BotName) -> str:
    """The name by which another process, in another folder, finds the same bot; raises BadOption if there is none."""
    found = bot_class(bot)
    if isinstance(bot, str):
        if not _is_file(bot):
            return bot
        file, name = _file_and_class(bot)
        return f"{file.resolve()}:{name}" if name else str(file.resolve())
    for name, entry in _entries().items():
        if entry.value == f"{found.__module__}:{found.__qualname__}":
            return name
    file_of_main = None
    with suppress(OSError, TypeError):  # of a class that was typed at a prompt or into a notebook
        file_of_main = getsourcefile(found) if found.__module__ == "__main__" else None
    name = f"{file_of_main or found.__module__}:{found.__qualname__}"
    if "<" in name or (found.__module__ == "__main__" and file_of_main is None):
        raise BadOption(f"{found.__qualname__} cannot be found by other processes: it has to be a class in a module")
    return name


def short_name(bot: str) -> str:
    """What a bot is called in a journal: without the folders of a file, and without blanks."""
    if not _is_file(bot):
        return bot
    file, name = _file_and_class(bot)
    return "_".join((f"{file.name}:{name}" if name else file.name).split())


def failure_of(bot: Bot, problem: Exception) -> BotFailed:
    """What went wrong in a bot, in one line that says where."""
    return BotFailed(f"the bot {bot.title()} failed: {_in_one_line(problem)}")


def refuse(bot: Bot, state: State, seat: int, choice: Choice) -> None:
    """Raise the reason why a choice is not possible, and say whose it was."""
    try:
        state.play(seat, choice)
    except IllegalChoice as refusal:
        refusal.add_note(f"as a choice of the bot {bot.title()}")
        raise


# -- files and modules -----------------------------------------------------------------------------------------------


def _is_file(name: str) -> bool:
    return name.endswith(".py") or name.rpartition(":")[0].endswith(".py")


def _file_and_class(name: str) -> tuple[Path, str]:
    if name.endswith(".py"):
        return Path(name), ""
    file, _, found = name.rpartition(":")
    return Path(file), found


def _from_module(name: str) -> type[Bot]:
    module, _, found = name.partition(":")
    try:
        return _checked(getattr(import_module(module), found), name)
    except Exception as problem:
        raise _unusable(name, problem) from problem


@cache
def _from_file(file: Path, name: str) -> type[Bot]:
    module = _module_of(file)
    if name:
        if not hasattr(module, name):
            raise BadOption(f"{file.name} has no bot {name!r}; it has {', '.join(_bots_in(module)) or 'none'}")
        return _checked(getattr(module, name), f"{file.name}:{name}")
    bots = _bots_in(module)
    if len(bots) != 1:
        several = f"has several bots, name one of them: {', '.join(f'{file.name}:{bot}' for bot in bots)}"
        raise BadOption(f"{file.name} {several if bots else 'has no bot: expected a subclass of kronrat.Bot'}")
    return next(iter(bots.values()))


def _bots_in(module: ModuleType) -> dict[str, type[Bot]]:
    """The bots defined in this module, without those that others inherit from."""
    own = {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Bot) and kind.__module__ == module.__name__
    }
    return {name: kind for name, kind in own.items() if not any(kind in other.__bases__ for other in own.values())}


@cache
def _module_of(file: Path) -> ModuleType:
    if not file.is_file():
        raise BadOption(f"there is no file {file}")
    name = f"kronrat_bot_{blake2b(str(file).encode(), digest_size=8).hexdigest()}"
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses and pickle look for it
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        raise _unusable(file.name, problem) from problem
    return module


def _checked(found: object, name: str) -> type[Bot]:
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadOption(f"{name} is not a bot: expected a subclass of kronrat.Bot")
    return found


def _unusable(name: str, problem: Exception) -> BadOption:
    if isinstance(problem, BadOption):
        return problem
    return BadOption(f"the bot {name} cannot be loaded: {_in_one_line(problem)}")


def _in_one_line(problem: Exception) -> str:
    """The exception, and the line where it was raised."""
    places = extract_tb(problem.__traceback__)
    if isinstance(problem, SyntaxError) or not places:
        return f"{type(problem).__name__}: {problem}"
    return f"{type(problem).__name__}: {problem} ({Path(places[-1].filename).name}, line {places[-1].lineno})"
