"""When a table has something to do, whether it is in trouble, what the wall clock said, and a place to try writing."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "times"
down_revision = "keepsakes"


def upgrade() -> None:
    op.add_column("heads", sa.Column("due", sa.BigInteger))
    op.add_column("heads", sa.Column("trouble", sa.String, nullable=False, server_default=""))
    op.add_column("records", sa.Column("wall", sa.BigInteger))
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    c = op.get_bind()
    busy = c.execute(sa.text("SELECT table_id, changed, summary FROM heads WHERE busy")).all()
    dues = [{"table": table, "due": _due(changed, json.loads(summary))} for table, changed, summary in busy]
    if dues:
        c.execute(sa.text("UPDATE heads SET due = :due WHERE table_id = :table"), dues)
    op.drop_column("heads", "busy")
    op.create_index("ix_heads_due", "heads", ["due"])
    op.create_index("ix_heads_changed", "heads", ["changed"])


def _due(changed: int, summary: dict[str, Any]) -> int:
    """A table that waits for people alone has until the first of them is late."""
    seats = summary["seats"]
    people = [place for place, seat in enumerate(seats) if seat["kind"] == "human" and not seat.get("held")]
    deadlines = summary["deadlines"].values()
    waits_for_people = bool(summary["deciding"]) and all(seat in people for seat in summary["deciding"])
    return min(deadlines) if deadlines and waits_for_people else changed


def downgrade() -> None:
    op.drop_index("ix_heads_changed", "heads")
    op.drop_index("ix_heads_due", "heads")
    op.add_column("heads", sa.Column("busy", sa.Boolean, nullable=False, server_default=sa.false()))
    op.get_bind().execute(sa.text("UPDATE heads SET busy = (due IS NOT NULL)"))
    op.drop_table("pulse")
    op.drop_column("records", "wall")
    op.drop_column("heads", "trouble")
    op.drop_column("heads", "due")
