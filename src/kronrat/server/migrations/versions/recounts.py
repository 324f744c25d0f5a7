"""Ratings to be worked out again, tables by stage and time, and an end for tables of a deal that nobody fills."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "recounts"
down_revision = "origins"

DEAL_MS = 14 * 24 * 3_600_000
RARE = (("heads_trouble", "heads", "table_id", "trouble <> ''"), ("guests_banned", "guests", "id", "banned"))


def upgrade() -> None:
    op.create_table(
        "recounts",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("wishes", sa.Integer, nullable=False),
    )
    op.create_index("heads_stage", "heads", ["stage", "changed", "version"])
    op.drop_index("ix_heads_stage", "heads")
    for name, table, column, rare in RARE:
        op.create_index(name, table, [column], sqlite_where=sa.text(rare), postgresql_where=sa.text(rare))
    waiting = "stage = 'gathering' AND due IS NULL AND table_id IN (SELECT id FROM tables WHERE deal <> '')"
    end = f"(SELECT created + {DEAL_MS} FROM tables WHERE tables.id = heads.table_id)"
    op.execute(f"UPDATE heads SET due = {end} WHERE {waiting}")


def downgrade() -> None:
    op.create_index("ix_heads_stage", "heads", ["stage"])
    for name, table, _, _ in RARE:
        op.drop_index(name, table)
    op.drop_index("heads_stage", "heads")
    op.drop_table("recounts")
