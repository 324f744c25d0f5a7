"""Why a command changes nothing."""

from __future__ import annotations

from kronrat.core.flow import Reason


class Refusal(Exception):
    """A command that changes nothing, and why; if a rule of the game refuses it, with its reason."""

    def __init__(self, code: str, reason: Reason | None = None, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
        self.detail = detail
