"""A review made in a process of its own, which tells how far it is; and what a review depends on."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Mapping
from hashlib import sha256
from multiprocessing.connection import Connection
from time import monotonic

from kronrat.bots.judging import Learned
from kronrat.bots.search import Budget
from kronrat.core.game import Game
from kronrat.core.journal import Journal
from kronrat.shelf import load
from kronrat.study.lasting import lasting_of
from kronrat.study.report import report
from kronrat.study.reviewing import Reviewing, outline
from kronrat.study.sureness import sureness_of

OUTLINE, PART, WHOLE, FAILED = "outline", "part", "whole", "failed"  # what is told, with a number and a text
VERSION = 2  # of what a review says; older ones are made anew
_POLITE = 15  # how far the process stands back behind all others
_OFTEN_S = 1.0  # between two parts that are told


def key_of(game: Game, journal: Journal, seats: int, options: Mapping[str, str], positions: int) -> str:
    """The same for reviews that would find the same: one journal, reviewed with the same weights and budget."""
    state = game.new(seats, options)
    found = Learned().found(state)
    weights = found[0].digest() if found else ""
    parts = f"{lasting_of(state)} {sureness_of(state)}"
    return sha256(f"{VERSION} {positions} {weights} {parts}\n{journal.text()}".encode()).hexdigest()


def review_apart(line: Connection, game: str, journal: str, positions: int, data: str | None) -> None:
    """Review a journal that was played with these data; what is found goes into the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has none
        os.nice(_POLITE)
    try:
        _review(line, load(game, data), Journal.parse(journal), positions)
    except (BrokenPipeError, EOFError):
        return  # nobody listens any more
    except Exception as problem:
        line.send((FAILED, 0.0, repr(problem)))


def _review(line: Connection, game: Game, journal: Journal, positions: int) -> None:
    line.send((OUTLINE, 0.0, json.dumps([[number, *chances] for number, chances in outline(game, journal)])))
    run = Reviewing(game, journal, Budget(positions=positions))
    told = monotonic()
    for done in run.steps():
        if done < run.length and monotonic() - told >= _OFTEN_S:
            line.send((PART, done / run.length, json.dumps(report(run.review))))
            told = monotonic()
    line.send((WHOLE, 1.0, json.dumps(report(run.review))))
