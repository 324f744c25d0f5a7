"""When people were last here, and whether they may come at all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "care"
down_revision = "thinking"


def upgrade() -> None:
    op.add_column("guests", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("guests", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.get_bind().execute(sa.text("UPDATE guests SET seen = created"))
    op.create_index("ix_guests_seen", "guests", ["seen"])


def downgrade() -> None:
    op.drop_index("ix_guests_seen", "guests")
    op.drop_column("guests", "banned")
    op.drop_column("guests", "seen")
