"""What a table agrees about time, and orders for questions to come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "correspondence"
down_revision = "care"


def upgrade() -> None:
    op.add_column("tables", sa.Column("terms", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "orders",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String, nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("looked", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("orders")
    op.drop_column("tables", "terms")
