"""How the database came to have its shape, step by step; a server brings it up to date when it starts."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text

LOCK = 0x6B726F6E  # a number of our own: one migration at a time


class NewerDatabase(Exception):
    """A database whose shape this release does not know."""


def upgrade(connection: Connection) -> None:
    """Take every step that is still missing, inside the connection's transaction.

    Servers that start together wait here for each other, and later ones find nothing left to do. On SQLite
    the transaction itself keeps the others waiting.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    try:
        command.upgrade(config(connection), "head")
    except CommandError as problem:  # the step that was taken last is none of ours
        raise NewerDatabase(f"it was written by a newer release of Kronrat ({problem})") from problem


def config(connection: Connection) -> Config:
    """What Alembic needs to take steps over this connection."""
    found = Config()
    found.set_main_option("script_location", __name__.replace(".migrations", ":migrations"))
    found.attributes["connection"] = connection
    return found
