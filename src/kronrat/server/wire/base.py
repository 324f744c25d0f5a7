"""What all messages are made of: two kinds of records, words that are fixed, and limits."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Choice = list[str | int]
Plain = dict[str, Any]

MESSAGE_BYTES = 8_192
NAME_LENGTH = 24
CHAT_LENGTH = 500
TOPIC_LENGTH = 64
WHY_LENGTH = 500

Pace = Literal["live", "correspondence"]
UndoPolicy = Literal["off", "free", "consent"]  # never; while it is free; also later, if all others agree
UndoNeeds = Literal["", "free", "alone", "ask"]  # not possible; nothing; nothing, because only bots play; consent
Stage = Literal["gathering", "playing", "over", "closed"]
ReviewState = Literal["none", "waiting", "running", "done", "failed", "stopped"]
SeatKind = Literal["open", "invited", "human", "bot"]
Help = Literal["hints", "lent"]  # why a result does not count: advice of a bot, or a bot that played for somebody


class Strict(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a client sends: an unexpected field is an error."""


class Told(msgspec.Struct, omit_defaults=True):
    """What the server sends; a field that has its default is left out."""


class Problem(Told):
    """Any HTTP refusal, with its status."""

    code: str
    detail: str = ""
    line: int = 0  # of a journal that was handed in
