"""Seals: secrets that were drawn before their tables were opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "seals"
down_revision = "first"


def upgrade() -> None:
    op.create_table(
        "seals",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guest", sa.String, nullable=False, index=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("seals")
