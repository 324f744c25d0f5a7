"""Tables that go on from a moment of another game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "origins"
down_revision = "puzzles"


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("tables", "origin")
