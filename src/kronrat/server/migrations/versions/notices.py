"""What people are told while they are not looking, and where."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "notices"
down_revision = "company"


def upgrade() -> None:
    op.create_table(
        "wishes",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guest", sa.String, nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("failed", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("failure", sa.String, nullable=False, server_default=""),
        sa.Column("retry", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "notices",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True, index=True),
        sa.Column("event", sa.String, primary_key=True),
        sa.Column("mark", sa.String, primary_key=True),
        sa.Column("channel", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("state", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "keyring",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "duties",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("holder", sa.String, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("duties", "keyring", "notices", "channels", "wishes"):
        op.drop_table(table)
