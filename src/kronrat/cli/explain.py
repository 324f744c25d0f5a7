"""The `?` of the terminal: what an option would do, why a choice is refused, what a rule or a card says."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kronrat import rulebook
from kronrat.cli.options import is_number, numbered_option
from kronrat.cli.rules import print_rule
from kronrat.cli.table import Table
from kronrat.cli.telling import event_line
from kronrat.cli.typed import print_notation, print_refusal, read_choice
from kronrat.core.flow import Choice
from kronrat.core.notation import BadNotation, choice_text


def explain(out: Console, table: Table, topic: str) -> None:
    """Answer `? topic`: nothing, a number, a rule, a card, or a choice in notation."""
    words = table.words
    if not topic:
        _question(out, table)
    elif is_number(topic):
        choice = numbered_option(out, table, topic)
        if choice is not None:
            _option(out, table, choice)
    elif (rule := rulebook.rule(topic, words.lang)) is not None:
        print_rule(out, rule)
    elif (card := table.drawing.about(words, table.game.rows, topic)) is not None:
        out.print(Text(card))
    else:
        _choice(out, table, topic)


def _question(out: Console, table: Table) -> None:
    """The question itself, its rule, and what can be typed."""
    out.print(Text(table.words.ask(table.question), "bold"))
    _print_rules(out, table, [table.rule])
    print_notation(out, table)
    out.print(table.words.say("cli.help"))


def _choice(out: Console, table: Table, topic: str) -> None:
    words = table.words
    try:
        choice = read_choice(table, topic)
    except BadNotation:
        out.print(words.say("cli.unknown_topic", topic=topic), style="yellow")
        return
    reason = table.match.state.why_not(table.me, choice)
    if reason is None:
        _option(out, table, choice)
    elif choice[0] not in table.question.verbs:
        out.print(words.say("cli.not_now", asked=words.ask(table.question)), style="yellow")
        for word in choice[1:2]:
            out.print(Text(table.drawing.about(words, table.game.rows, str(word)) or ""))
    else:
        print_refusal(out, table, reason)
        _print_rules(out, table, [reason.rule])


def _option(out: Console, table: Table, choice: Choice) -> None:
    """What an option is, how it is written, what it brings at once, and the rules behind that."""
    words = table.words
    out.print(Text.assemble((words.choice(choice, table.question), "bold"), (f"  {choice_text(choice)}", "dim")))
    rows = table.game.rows
    more = table.drawing.heading(words, rows, choice) or table.drawing.detail(words, rows, choice)
    if more:
        out.print(Text(more))
    foreseen = table.foresee(choice)
    if foreseen:
        out.print(words.say("cli.foreseen"))
        for event in foreseen:
            out.print(event_line(words, rows, event))
    else:
        out.print(words.say("cli.nothing_foreseen"))
    _print_rules(out, table, [table.rule, *[event.rule for event in foreseen]])


def _print_rules(out: Console, table: Table, ids: list[str]) -> None:
    for id in dict.fromkeys(ids):
        rule = rulebook.rule(id, table.words.lang)
        if rule is not None:
            out.print(
                Padding(Text.assemble((rule.id, "cyan"), f" {rule.title}: {rule.text}"), (0, 0, 0, 2), expand=False)
            )
