"""The versions of Python that are to be had on this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def pythons() -> dict[str, str]:
    """The interpreters of this machine: that of the tests, those on the path, and those of pyenv."""
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    homes = sorted((Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions").glob("3.*"))
    for version in VERSIONS:
        named = shutil.which(f"python{version}")
        kept = [str(home / "bin" / "python") for home in homes if home.name.startswith(f"{version}.")]
        for python in [*([named] if named else []), *kept]:
            works = subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True, check=False)
            if works.returncode == 0:
                found.setdefault(version, python)
    return found


PYTHONS = pythons()
