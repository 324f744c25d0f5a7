"""Where the peers live: an environment that is made for this and can be thrown away. And what machine this is."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "tools" / "bench_peers" / "constraints.txt"
VENV = ROOT / "build" / "bench-venv"
PYTHON = VENV / "bin" / "python"
PACKAGES = ("chess", "catanatron", "open_spiel")


def install() -> list[str]:
    """Make the environment if it is not there, and return the packages that could not be installed."""
    stamp = VENV / "made-for"
    pins = CONSTRAINTS.read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != pins:
        shutil.rmtree(VENV, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    missing = [package for package in PACKAGES if not _install(package)]
    if not missing:
        stamp.write_text(pins, encoding="utf-8")
    return missing


def _install(package: str) -> bool:
    print(f"installing {package}", file=sys.stderr, flush=True)
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", "install", "-c"]
    own = {name: value for name, value in os.environ.items() if name not in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT")}
    return subprocess.run([*pip, str(CONSTRAINTS), package], env=own, stdout=sys.stderr).returncode == 0


def machine() -> list[str]:
    return [
        f"{_processor()}, {os.cpu_count()} cores, {_memory()}{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()} ({platform.python_implementation()}) for all",
    ]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def _memory() -> str:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return ""
    size = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{size:.0f} GiB, "
