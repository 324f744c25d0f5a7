"""People and each other: places kept for somebody, who does not want to meet whom, complaints, and leagues."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "company"
down_revision = "devices"


def upgrade() -> None:
    op.create_table(
        "places",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("inviter", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_places_guest", "places", ["guest"])
    op.create_index("ix_places_inviter", "places", ["inviter"])
    found = sa.text("inviter = ''")
    op.create_index("places_waiting", "places", ["guest"], unique=True, sqlite_where=found, postgresql_where=found)
    op.create_table(
        "blocks",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("other", sa.String, primary_key=True, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("reporter", sa.String, nullable=False, index=True),
        sa.Column("guest", sa.String, nullable=False, index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("limit_s", sa.Integer, nullable=False),
        sa.Column("evenings", sa.Integer, nullable=False),
        sa.Column("owner", sa.String, nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("league_id", sa.String, sa.ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String, primary_key=True, index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.Column("here", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "evenings",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("league_id", sa.String, sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("result", sa.Text),
    )


def downgrade() -> None:
    for table in ("evenings", "members", "leagues", "reports", "blocks", "places"):
        op.drop_table(table)
