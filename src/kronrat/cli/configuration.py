"""The file that says how a server is run, and the options that may stand in it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import typer

from kronrat.cli.errors import Refused

OPTIONS = ("host", "port", "database", "data_dir", "public_url", "durable", "bot_pause", "think", "longest_think")


def read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise Refused(f"{file} cannot be read: {problem}") from problem


def settings_in(file: Path | None) -> dict[str, Any]:
    """What the file says beside the options of the command."""
    if file is None:
        return {}
    return {name: value for name, value in read(file).items() if name not in OPTIONS}


def take_options(context: typer.Context, file: Path | None) -> Path | None:
    """Let options that are not given and not in the environment be what the file says."""
    if file is not None:
        own = {parameter.name for parameter in context.command.params}
        said = {name: value for name, value in read(file).items() if name in OPTIONS and name in own}
        context.default_map = {**(context.default_map or {}), **said}
    return file
