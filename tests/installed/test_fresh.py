"""Kronrat as it is installed into an empty environment, by every Python that is to be had here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kronrat
from kronrat.box import box_of
from tests.pythons import PYTHONS

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
MOST_PACKAGES = 12
PATIENCE_S = 300
PLAY_ALL = """
import kronrat
for name in kronrat.list_games():
    match = kronrat.Match(kronrat.load(name), 2, seed="fresh")
    for _ in range(60):
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[0])
    print(name, match.game.digest(match.state))
"""
LEARN = """
from array import array
from kronrat.train.fitting import fit
from kronrat.train.selfplay import Lessons
lessons = Lessons()
for row in range(400):
    gold = row % 5
    lessons.features.append(array("f", [gold, 4 - gold]))
    lessons.shares.append(array("f", [gold / 4, 1 - gold / 4]))
    lessons.guesses.append(array("f", [0.5, 0.5]))
    lessons.ends.append(row + 1)
fitted = fit(lessons, ("gold 0", "gold 1"), 2, units=2, epochs=2, seed="extra")
assert len(fitted.bias) == 2, fitted
"""
EXTRAS = {
    "wire": "import kronrat.client",
    "server": "import kronrat.cli.serve",
    "postgres": "import kronrat.server.app, psycopg; print(psycopg.pq.__impl__)",
    "passkeys": "import kronrat.server.passkeys as ours; assert ours.AVAILABLE; ours.to_find('https://kronrat.example')",
    "push": "import kronrat.server.app; from kronrat.server.notices import push; assert push.AVAILABLE",
    "cluster": "import ray",
    "stats": "import pyarrow.parquet; from kronrat.study.tables_of_data import write_parquet",
    "rl": "import kronrat.rl.openspiel; from kronrat import rl; rl.aec('{game}', 2); rl.gym('{game}')",
    "train": LEARN,
}
EXTRAS["all"] = "\n".join(EXTRAS.values())


class Environment:
    """An environment of its own, with nothing in it but pip."""

    def __init__(self, folder: Path, python: str) -> None:
        subprocess.run([python, "-m", "venv", folder], check=True, timeout=PATIENCE_S)
        self.bin = folder / "bin"
        self.packages = next((folder / "lib").glob("python3.*")) / "site-packages"
        self.own = set(self.packages.iterdir())

    def run(self, program: str, *arguments: str | Path) -> str:
        quiet = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "NO_COLOR": "1", "COLUMNS": "120"}
        quiet.pop("PYTHONPATH", None)
        done = subprocess.run(
            [self.bin / program, *arguments], env=quiet, cwd=self.bin, text=True, timeout=PATIENCE_S, check=False,
            capture_output=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, *what: str | Path) -> None:
        self.run("python", "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", "install", *what)

    @property
    def installed(self) -> list[Path]:
        """What has been added."""
        return sorted(set(self.packages.iterdir()) - self.own)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(command, check=True, timeout=PATIENCE_S)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.parametrize("version", PYTHONS)
def test_the_base_is_slim_and_plays(version: str, wheel: Path, tmp_path: Path) -> None:
    fresh = Environment(tmp_path / "fresh", PYTHONS[version])
    fresh.install(wheel)
    packages = [path for path in fresh.installed if path.name.endswith(".dist-info")]
    assert len(packages) <= MOST_PACKAGES, packages
    compiled = [file for path in fresh.installed for file in path.rglob("*") if file.suffix in (".so", ".pyd")]
    assert compiled == []
    here = subprocess.run([sys.executable, "-c", PLAY_ALL], capture_output=True, text=True, check=True)
    assert fresh.run("python", "-c", PLAY_ALL) == here.stdout
    for game in kronrat.list_games():
        assert box_of(game).prefix in fresh.run("kronrat", "rules", f"{box_of(game).prefix}-", "--lang", "de")
        assert "2 games" in fresh.run("kronrat", "simulate", game, "--games", "2", "--seats", "2", "--lang", "en")
    fresh.run("python", "-W", "error", "-c", "import kronrat, kronrat.cli.app")


@pytest.mark.parametrize("extra", EXTRAS)
def test_each_extra_alone(extra: str, wheel: Path, tmp_path: Path) -> None:
    fresh = Environment(tmp_path / "fresh", sys.executable)
    fresh.install(f"{wheel}[{extra}]")
    fresh.run("python", "-c", EXTRAS[extra].format(game=kronrat.list_games()[0]))


def test_the_server_without_uvloop_and_without_a_driver_for_postgres(wheel: Path, tmp_path: Path) -> None:
    fresh = Environment(tmp_path / "fresh", sys.executable)
    fresh.install(f"{wheel}[server]")
    fresh.run("python", "-m", "pip", "uninstall", "-q", "-y", "uvloop")
    with serving(fresh, tmp_path / "tables") as address:
        assert urllib.request.urlopen(f"{address}healthz", timeout=10).status == 200
    with pytest.raises(AssertionError, match=r"pip install 'kronrat\[postgres\]'"):
        fresh.run("kronrat", "serve", "--database", "postgresql://nobody@127.0.0.1/none")


@contextmanager
def serving(fresh: Environment, tables: Path) -> Iterator[str]:
    command = [str(fresh.bin / "kronrat"), "serve", "--port", "0", "--data-dir", str(tables)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        server.terminate()
        server.wait(PATIENCE_S)
