"""`kronrat data GAME --workshop`: somebody who owns the game says what is printed on it, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kronrat.cli.doubt import DOUBT
from kronrat.cli.errors import Refused
from kronrat.cli.speech import console, words_of
from kronrat.data.entry import PROVENANCE
from kronrat.data.shared import read_shared, shared_text, toml
from kronrat.data.tables import override_rows
from kronrat.words import Words
from kronrat.workshop import Figure, Place, Problem, check, figures_of, typed_in

NEXT_ENTRY, END, AS_PRINTED = ">", ".", "="


def work(game: str, data: Path | None, into: Path, everything: bool, lang: str | None) -> None:
    """Ask for figure after figure, check each at once, and keep them in a folder."""
    words = words_of(lang, game)
    out = console()
    typed = {} if data is None else typed_in(game, shared_of(game, data))
    figures = [figure for figure in figures_of(game) if everything or figure.doubtful]
    out.print(words.say("cli.workshop", game=game, n=len(figures)), style="bold")
    out.print(words.say("cli.workshop.how"))
    for figure in asked(out, words, figures, typed):
        problems = [found for found in check(game, typed).problems if concerns(found, figure)]
        for problem in problems:
            out.print(f"  {told(words, problem)}", style="yellow")
        if problems:
            del typed[figure.place]
    if not typed:
        out.print(words.say("cli.workshop.nothing"))
        return
    found = check(game, typed)
    for problem in found.problems:
        out.print(f"{problem.table} {problem.entry} {problem.field}: {told(words, problem)}", style="yellow")
    if not found.text:
        raise Refused(words.say("cli.workshop.unsaved"))
    keep(game, found.text, into)
    out.print(words.say("cli.workshop.kept", changed=found.changed, confirmed=found.confirmed, folder=str(into)))
    out.print(f"    kronrat play {game} --data {into}\n    kronrat data {game} --data {into} --share FILE.toml")


def asked(out: Console, words: Words, figures: list[Figure], typed: dict[Place, str]) -> Iterator[Figure]:
    """Each figure for which something was typed; once more if it was taken out again, because it cannot be right."""
    for (table, entry), group in groupby(figures, key=lambda figure: (figure.table, figure.entry)):
        here = list(group)
        name = words.say(here[0].name) if here[0].name else entry
        out.print(Text.assemble("\n", (name, "bold"), (f"  {table} {entry}", "dim")))
        for known in dict.fromkeys([here[0].note, here[0].reconstructed and f"{DOUBT} {here[0].reconstructed}"]):
            if known:
                out.print(f"  {known}", style="dim")
        for figure in here:
            while True:
                mark = DOUBT if figure.source == "reconstruction" else " "
                line = answer(f"  {mark} {figure.field} [{typed.get(figure.place, figure.text)}] ")
                if line in ("", NEXT_ENTRY, END):
                    break
                typed[figure.place] = figure.text if line == AS_PRINTED else line
                yield figure
                if figure.place in typed:
                    break
            if line in (NEXT_ENTRY, END):
                break
        if line == END:
            return


def answer(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        return END


def concerns(problem: Problem, figure: Figure) -> bool:
    return (problem.table, problem.entry) == (figure.table, figure.entry) or not problem.table


def told(words: Words, problem: Problem) -> str:
    return words.say(f"figure.wrong.{problem.says}", fact=problem.fact)


# -- folders and files -----------------------------------------------------------------------------------------------


def shared_of(game: str, data: Path) -> str:
    """A folder of corrections, or a file, as the text of one file; notes and sources are left out."""
    if data.is_file():
        rows = read_shared(game, data.read_text(encoding="utf-8"), data)
    else:
        rows = override_rows(data)
    figures = {
        table: {
            entry: {name: value for name, value in fields.items() if name not in PROVENANCE}
            for entry, fields in entries.items()
        }
        for table, entries in rows.items()
    }
    return shared_text(game, figures)


def keep(game: str, text: str, into: Path) -> None:
    """Corrections as a folder: a file for each table."""
    try:
        into.mkdir(parents=True, exist_ok=True)
        for table, entries in read_shared(game, text, into).items():
            parts = [
                "\n".join([f"[{entry}]", *[f"{name} = {toml(value)}" for name, value in fields.items()]])
                for entry, fields in entries.items()
            ]
            (into / f"{table}.toml").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    except OSError as problem:
        raise Refused(f"{into} cannot be written: {problem.strerror}") from problem


def share(game: str, data: Path, file: Path, lang: str | None) -> None:
    """Write a folder of corrections into one file, after all checks."""
    text = shared_of(game, data)
    found = check(game, typed_in(game, text))
    words = words_of(lang, game)
    for problem in found.problems:
        raise Refused(f"{problem.table} {problem.entry} {problem.field}: {told(words, problem)}")
    try:
        file.write_text(found.text, encoding="utf-8")
    except OSError as problem:
        raise Refused(f"{file} cannot be written: {problem.strerror}") from problem
    console().print(words.say("cli.workshop.shared", file=str(file)))
