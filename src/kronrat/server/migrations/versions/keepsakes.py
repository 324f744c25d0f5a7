"""The rules and data a table was begun with, and what was last seen of it under them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "keepsakes"
down_revision = "seals"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.Integer))
    op.add_column("tables", sa.Column("data", sa.String))
    op.create_table(
        "keepsakes",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("keepsakes")
    op.drop_column("tables", "data")
    op.drop_column("tables", "rules")
