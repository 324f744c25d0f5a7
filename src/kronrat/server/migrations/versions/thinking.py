"""How long the bots of a table think that can be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "thinking"
down_revision = "keyed_dice"


def upgrade() -> None:
    op.add_column("tables", sa.Column("think_s", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("tables", "think_s")
