"""The version of the dice of a table; those from before have the first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "keyed_dice"
down_revision = "times"


def upgrade() -> None:
    op.add_column("tables", sa.Column("dice", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("tables", "dice")
