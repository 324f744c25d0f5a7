"""The `?` of the terminal: what an option would do, why a choice is refused, what a rule or a card says."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kronrat import rulebook
from kronrat.cli.options import is_number, numbered_option
from kronrat.cli.rules import print_rule
from kronrat.cli.session import Session
from kronrat.cli.telling import event_line
from kronrat.cli.typed import print_notation, print_refusal, read_choice
from kronrat.core.flow import Choice
from kronrat.core.notation import BadNotation, choice_text


def explain(out: Console, session: Session, topic: str) -> None:
    """Answer `? topic`: nothing, a number, a rule, a card, or a choice in notation."""
    words = session.words
    if not topic:
        _question(out, session)
    elif is_number(topic):
        choice = numbered_option(out, session, topic)
        if choice is not None:
            _option(out, session, choice)
    elif (rule := rulebook.rule(topic, words.lang)) is not None:
        print_rule(out, rule)
    elif (card := session.drawing.about(words, session.game.rows, topic)) is not None:
        out.print(Text(card))
    else:
        _choice(out, session, topic)


def _question(out: Console, session: Session) -> None:
    """The question itself, its rule, and what can be typed."""
    out.print(Text(session.words.ask(session.question), "bold"))
    _print_rules(out, session, [session.rule])
    print_notation(out, session)
    out.print(session.words.say("cli.help"))


def _choice(out: Console, session: Session, topic: str) -> None:
    words = session.words
    try:
        choice = read_choice(session, topic)
    except BadNotation:
        out.print(words.say("cli.unknown_topic", topic=topic), style="yellow")
        return
    reason = session.match.state.why_not(session.me, choice)
    if reason is None:
        _option(out, session, choice)
    elif choice[0] not in session.question.verbs:
        out.print(words.say("cli.not_now", asked=words.ask(session.question)), style="yellow")
        for word in choice[1:2]:
            out.print(Text(session.drawing.about(words, session.game.rows, str(word)) or ""))
    else:
        print_refusal(out, session, reason)
        _print_rules(out, session, [reason.rule])


def _option(out: Console, session: Session, choice: Choice) -> None:
    """What an option is, how it is written, what it brings at once, and the rules behind that."""
    words = session.words
    out.print(Text.assemble((words.choice(choice, session.question), "bold"), (f"  {choice_text(choice)}", "dim")))
    rows = session.game.rows
    more = session.drawing.heading(words, rows, choice) or session.drawing.detail(words, rows, choice)
    if more:
        out.print(Text(more))
    foreseen = session.foresee(choice)
    if foreseen:
        out.print(words.say("cli.foreseen"))
        for event in foreseen:
            out.print(event_line(words, rows, event))
    else:
        out.print(words.say("cli.nothing_foreseen"))
    _print_rules(out, session, [session.rule, *[event.rule for event in foreseen]])


def _print_rules(out: Console, session: Session, ids: list[str]) -> None:
    for id in dict.fromkeys(ids):
        rule = rulebook.rule(id, session.words.lang)
        if rule is not None:
            out.print(
                Padding(Text.assemble((rule.id, "cyan"), f" {rule.title}: {rule.text}"), (0, 0, 0, 2), expand=False)
            )
