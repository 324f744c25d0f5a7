"""Whatever a user can get wrong ends as one line on stderr and exit code 2, never as a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, NoReturn

from typer.core import TyperGroup
from typer.exceptions import Abort, TyperException

from kronrat.bots import BotFailed
from kronrat.core.codec import BrokenDump
from kronrat.core.flow import IllegalChoice
from kronrat.core.game import BadOption
from kronrat.core.journal import BrokenJournal
from kronrat.core.notation import BadNotation
from kronrat.data import DataError
from kronrat.extras import told
from kronrat.rulebook import UnknownRule

WRONG = 2
INTERRUPTED = 130


class Refused(Exception):
    """A complaint of the command line itself: a file that cannot be read, a game that is over."""


USER_ERRORS = (
    Refused,
    BadOption,
    BadNotation,
    BotFailed,
    IllegalChoice,
    BrokenJournal,
    BrokenDump,
    DataError,
    UnknownRule,
)


class OneLineErrors(TyperGroup):
    """The commands, with their complaints cut down to one line."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **extra: Any) -> NoReturn:
        extra["standalone_mode"] = False
        _print_anything()
        try:
            code = super().main(args, prog_name, **extra)
        except USER_ERRORS as error:
            sys.exit(complain(" ".join([str(error), *getattr(error, "__notes__", [])])))
        except TyperException as error:
            sys.exit(complain(error.format_message()))
        except ModuleNotFoundError as missing:
            sentence = told(missing)
            if sentence is None:
                raise
            sys.exit(complain(sentence))
        except (Abort, KeyboardInterrupt):
            print(file=sys.stderr)
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            # The reader of our output has closed it; Python must not complain about that on its way out.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)


def complain(problem: str) -> int:
    line = " ".join(problem.split())
    print("kronrat:", "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)
    return WRONG


def _print_anything() -> None:
    """Let a terminal that cannot show a sign show another one instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
