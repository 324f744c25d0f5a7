"""Rules, bots and words in WebAssembly, as a browser would run them: the same journals as here."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.full, pytest.mark.skipif(not shutil.which("npm"), reason="there is no Node.js")]

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[2]
PYODIDE = "pyodide@314.0.7"
PATIENCE_S = 900


def run(*command: str | Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
    return done.stdout


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("node")
    run("npm", "install", "--silent", "--no-package-lock", "--prefix", folder, PYODIDE)
    return folder / "node_modules" / "pyodide"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel and what it needs, unpacked; all of it is pure Python."""
    wheels, folder = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    run(*pip, "wheel", "-c", ROOT / "constraints.txt", "-w", wheels, ROOT)
    found = sorted(wheels.glob("*.whl"))
    assert [wheel.name for wheel in found if not wheel.name.endswith("-none-any.whl")] == []
    for wheel in found:
        zipfile.ZipFile(wheel).extractall(folder)
    return folder


def test_all_games_are_played_in_web_assembly_as_they_are_here(pyodide: Path, site: Path) -> None:
    *there, implementation = run("node", HERE / "run.mjs", pyodide, site, HERE / "played.py").splitlines()
    *here, _ = run(sys.executable, HERE / "played.py").splitlines()
    assert there == here
    assert len(there) > 300
    assert implementation == "cpython"
