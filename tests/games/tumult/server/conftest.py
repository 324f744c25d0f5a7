"""The fixtures of tests of a server."""

from tests.server.conftest import anyio_backend, clock, database, postgres_server, postgres_url, steady, store_url

__all__ = ["anyio_backend", "clock", "database", "postgres_server", "postgres_url", "steady", "store_url"]
