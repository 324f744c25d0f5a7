"""What people answered to puzzles, which ones they reported, and what was counted in finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "puzzles"
down_revision = "ratings"


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("puzzle", sa.String, primary_key=True, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("day", sa.String, nullable=False, server_default=""),
        sa.Column("reported", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tallies",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("tallies")
    op.drop_table("puzzle_answers")
