"""Every example runs: this says where, and that every command that is shown exists, with its options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from kronrat.cli.app import app

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs" / "guides"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

# Pages with programs in fences, and the test that runs them. Prompts (`>>>`) of all pages run in tests/test_library.py.
RUN_BY = {
    "README.md": "tests/test_library.py",
    "add-a-card.md": "tests/games/*/test_new_cards.py",
    "add-a-page.md": "tests/web/test_types.py",
    "add-a-story.md": "tests/games/*/test_third_story.py",
    "bot-over-the-wire.md": "tests/server/test_client.py",
    "test-a-game.md": "tests/installed/test_guide.py",
    "write-a-bot.md": "tests/bots/test_guide.py",
    "write-a-game.md": "tests/installed/test_guide.py",
}
PROGRAM = re.compile(r"^ *```(?:py|python|js)$", re.MULTILINE)
SHOWN = re.compile(r"^(?: {4}|```sh\n|(?<=\n))(?:\.venv/bin/)?kronrat ([a-z].*)$|`kronrat ([a-z][^`]*)`", re.MULTILINE)


def test_every_page_with_programs_has_a_test_that_runs_them() -> None:
    assert [page.name for page in PAGES if PROGRAM.search(page.read_text(encoding="utf-8"))] == list(RUN_BY)
    for page, tests in RUN_BY.items():
        texts = [file.read_text(encoding="utf-8") for file in ROOT.glob(tests)]
        assert any(page.removesuffix(".md") in text for text in texts), page


def commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for one, other in SHOWN.findall(page.read_text(encoding="utf-8")):
            yield page.relative_to(ROOT).as_posix(), (one or other).partition(" #")[0].strip()


def wrong_with(line: str, command: Any) -> str:
    words = line.split()
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    if command.name not in line.split():
        return "there is no such command"
    known = {"--help", *[option for one in command.params for option in (*one.opts, *one.secondary_opts)]}
    return " ".join(set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", line)) - known)


def test_every_command_that_is_shown_exists() -> None:
    program = typer.main.get_command(app)
    shown = sorted(set(commands()))
    assert len(shown) > 80
    assert [(page, line, wrong) for page, line in shown if (wrong := wrong_with(line, program))] == []
