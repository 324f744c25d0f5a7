"""Logs: one line for each message, with time and level, for people or for programs."""

from __future__ import annotations

import logging
import sys
import time

import msgspec

LINE = "%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s: %(message)s"
TIME = "%Y-%m-%dT%H:%M:%S"
LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")


class TextLines(logging.Formatter):
    """`2026-05-01T18:03:11.042Z WARNING kronrat.server.hub: …`; a traceback follows in lines of its own."""

    def __init__(self) -> None:
        super().__init__(LINE, TIME)
        self.converter = time.gmtime


class JsonLines(logging.Formatter):
    """One JSON object in each line, a traceback included."""

    def __init__(self) -> None:
        super().__init__()
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": f"{self.formatTime(record, TIME)}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def begin(level: str, format: str) -> None:
    """Write everything that this process logs to its standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if format == "json" else TextLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # says at every start that there is nothing to do
