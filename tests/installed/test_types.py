"""Code of users, checked by pyright as well; mypy checks it with all other tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

USER = Path(__file__).with_name("user.py")
PYRIGHT = "pyright@1.1.414"


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("npx"), reason="there is no Node.js")
def test_pyright_finds_nothing_wrong_with_what_a_user_writes(tmp_path: Path) -> None:
    command = ["npx", "--yes", PYRIGHT, "--pythonpath", sys.executable, str(USER)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
