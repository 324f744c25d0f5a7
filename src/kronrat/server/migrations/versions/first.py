"""Guests, tables, their records, heads and seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("token_hash", sa.String, nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("undo", sa.String, nullable=False),
        sa.Column("limit_s", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("command", sa.String),
        sqlite_with_rowid=False,
    )
    only_commands = sa.text("command IS NOT NULL")
    op.create_index(
        "records_command",
        "records",
        ["table_id", "command"],
        unique=True,
        sqlite_where=only_commands,
        postgresql_where=only_commands,
    )
    op.create_table(
        "heads",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("stage", sa.String, nullable=False, index=True),
        sa.Column("busy", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("guests", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
        sa.Column("leased_by", sa.String, nullable=False, server_default=""),
        sa.Column("leased_until", sa.BigInteger, nullable=False, server_default="0"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True, index=True),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("seats", "heads", "records", "tables", "guests"):
        op.drop_table(table)
