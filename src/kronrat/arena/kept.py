"""The results of a ladder in a file, one game a line, so that a run that was interrupted goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from kronrat.arena.ladder import Ladder
from kronrat.arena.series import Plain
from kronrat.core.game import BadOption


class KeptResults:
    """The first line says which ladder it is; one of more or fewer games is the same ladder."""

    def __init__(self, file: Path, ladder: Ladder) -> None:
        self.file = file
        self.results: list[Plain] = []
        head = json.dumps({"ladder": ladder.plain()})
        try:
            lines = file.read_bytes().split(b"\n") if file.exists() else []
            whole = lines[:-1]  # what follows the last line break was cut off
            if whole and json.loads(whole[0]) != json.loads(head):
                raise BadOption(f"{file} is of another ladder: bots, seats, options, budget, seed or rules differ")
            self.results = [json.loads(line) for line in whole[1:]]
            file.write_bytes(b"".join([line + b"\n" for line in whole]) or f"{head}\n".encode())
        except OSError as problem:
            raise BadOption(f"{file} cannot be written: {problem.strerror}") from None
        except ValueError as problem:
            if isinstance(problem, BadOption):
                raise
            raise BadOption(f"{file} is not a file of results") from None

    def add(self, results: Iterable[Plain]) -> None:
        with self.file.open("a", encoding="utf-8") as kept:
            kept.write("".join([f"{json.dumps(result)}\n" for result in results]))
