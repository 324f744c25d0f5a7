"""What Alembic runs for every command: the steps go over the connection that `upgrade` has."""

from __future__ import annotations

from alembic import context

from kronrat.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
