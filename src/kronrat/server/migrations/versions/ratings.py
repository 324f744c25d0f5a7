"""Results of finished games, the ratings that follow from them, and tables with the same dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "ratings"
down_revision = "notices"


def upgrade() -> None:
    op.add_column("guests", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("deal", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("nonces", sa.Text, nullable=False, server_default="[]"))
    op.create_index("ix_tables_deal", "tables", ["deal"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("number", sa.Integer, unique=True),
        sa.Column("deal", sa.String, nullable=False, server_default="", index=True),
    )
    waiting = sa.text("rated AND number IS NULL")
    op.create_index("results_waiting", "results", ["ended", "table_id"], sqlite_where=waiting, postgresql_where=waiting)
    op.create_table(
        "placings",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("helped", sa.String, nullable=False, server_default=""),
        sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("strength", sa.Float),
        sa.Column("strength_error", sa.Float),
        sa.Column("before", sa.Float),
        sa.Column("mean", sa.Float),
        sa.Column("error", sa.Float),
        sa.Column("pace_mean", sa.Float),
        sa.Column("pace_error", sa.Float),
        sa.Column("marks", sa.Text, nullable=False, server_default="[]"),
        sa.Column("luck", sa.Float),
        sa.Column("share", sa.Float),
        sa.Column("accuracy", sa.Float),
        sqlite_with_rowid=False,
    )
    op.create_index("placings_guest", "placings", ["guest", "game", "ended"])
    op.create_table(
        "ratings",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("pace", sa.String, primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("error", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ratings_list", "ratings", ["game", "pace", "mean"])


def downgrade() -> None:
    for table in ("ratings", "placings", "results"):
        op.drop_table(table)
    op.drop_index("ix_tables_deal", "tables")
    for column in ("nonces", "deal", "rated"):
        op.drop_column("tables", column)
    op.drop_column("guests", "private")
