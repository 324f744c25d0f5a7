"""A package put beside Kronrat without asking an index for anything: what an installer would write, in a folder.

Processes that find the folder on their path have the game; the tests themselves, and all other tests, do not.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAM = Path(sys.executable).parent / "kronrat"
PATIENCE_S = 60


class Site:
    """A folder of installed packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "120", "NO_COLOR": "1"}

    def install(self, project: Path) -> Site:
        """The packages of a project, and its entry points."""
        about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
        for package in about["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
            shutil.copytree(project / package, self.folder / Path(package).name)
        name, version = about["project"]["name"], about["project"]["version"]
        metadata = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        entries = [
            f"[{group}]\n" + "".join([f"{entry} = {place}\n" for entry, place in places.items()])
            for group, places in about["project"]["entry-points"].items()
        ]
        (metadata / "entry_points.txt").write_text("\n".join(entries))
        return self

    def kronrat(self, *arguments: str | Path, typed: str = "") -> str:
        """What a command prints; it must succeed."""
        command = [str(PROGRAM), *map(str, arguments)]
        done = subprocess.run(
            command, env=self.environment, input=typed, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def python(self, *arguments: str | Path) -> str:
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serving(self, tables: Path) -> Iterator[str]:
        """The address of a server that has the game."""
        command = [str(PROGRAM), "serve", "--port", "0", "--data-dir", str(tables), "--bot-pause", "0"]
        server = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            yield found[0].rstrip("/")
        finally:
            server.terminate()
            server.wait(PATIENCE_S)
