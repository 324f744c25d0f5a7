"""The same person on several devices: tokens by device, one-time codes, passkeys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "devices"
down_revision = "reviews"


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guest", sa.String, nullable=False, index=True),
        sa.Column("token_hash", sa.String, nullable=False, unique=True),
        sa.Column("label", sa.String, nullable=False, server_default=""),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("purpose", sa.String, nullable=False),
        sa.Column("guest", sa.String, nullable=False, index=True),
        sa.Column("until", sa.BigInteger, index=True),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guest", sa.String, nullable=False, index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "partings",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("tables", sa.Text, nullable=False),
    )
    op.execute(
        "INSERT INTO devices (id, guest, token_hash, created, seen)"
        " SELECT id, id, token_hash, created, seen FROM guests"
    )
    with op.batch_alter_table("guests") as guests:
        guests.drop_column("token_hash")


def downgrade() -> None:
    op.add_column("guests", sa.Column("token_hash", sa.String))
    op.execute(
        "UPDATE guests SET token_hash = coalesce((SELECT max(token_hash) FROM devices WHERE guest = guests.id), id)"
    )
    with op.batch_alter_table("guests") as guests:
        guests.alter_column("token_hash", existing_type=sa.String, nullable=False)
        guests.create_unique_constraint("guests_token_hash_key", ["token_hash"])
    for table in ("partings", "passkeys", "tickets", "devices"):
        op.drop_table(table)
