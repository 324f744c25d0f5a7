"""`kronrat rules`: the rule catalogue on the terminal."""

from __future__ import annotations

from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kronrat import rulebook
from kronrat.cli.speech import console, words_of
from kronrat.rulebook import Rule


def show(id: str | None, word: str | None, lang: str | None) -> None:
    words = words_of(lang)
    out = console()
    if word is not None:
        for rule in rulebook.search(word, id or "", words.lang):
            print_rule(out, rule)
    elif id is not None:
        for rule in rulebook.rules_under(id, words.lang):
            print_rule(out, rule)
    else:
        _contents(out, words.lang)
        out.print(words.say("cli.rules_hint"), style="dim")


def print_rule(out: Console, rule: Rule) -> None:
    out.print(Text.assemble((rule.id, "bold cyan"), "  ", (rule.title, "bold")))
    out.print(Padding(Text(rule.text), (0, 0, 0, 2), expand=False))
    out.print()


def _contents(out: Console, lang: str) -> None:
    for chapter, rules in groupby(rulebook.rules(lang).values(), key=lambda rule: rule.chapter):
        out.print(chapter, style="bold")
        for rule in rules:
            out.print(Text.assemble("  ", (f"{rule.id:<20}", "cyan"), " ", rule.title))
        out.print()
