"""The container file, the compose file and the unit, as far as they can be checked without running them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
UNIT = ROOT / "packaging" / "kronrat.service"
STEPS = [line.split(None, 1) for line in CONTAINER.splitlines() if line and not line.startswith("#")]
PATIENCE_S = 120


def of_last_stage(word: str) -> list[str]:
    last = max(number for number, step in enumerate(STEPS) if step[0] == "FROM")
    return [rest for name, rest in STEPS[last:] if name == word]


def test_the_container_is_not_run_by_root_and_keeps_its_tables() -> None:
    assert of_last_stage("USER") == ["10001"]
    assert of_last_stage("VOLUME") == ["/data"]
    (command,) = of_last_stage("CMD")
    assert "/data" in json.loads(command)
    assert not any("gcc" in step for step in of_last_stage("RUN"))
    assert all(re.search(r":\d", image) for name, image in STEPS if name == "FROM")


def test_all_that_is_copied_into_the_build_is_there_and_let_in() -> None:
    let_in = (ROOT / ".containerignore").read_text(encoding="utf-8")
    copied = [name for word, rest in STEPS if word == "COPY" for name in rest.split()[:-1]]
    assert {"pyproject.toml", "src"} <= set(copied)
    for name in copied:
        assert (ROOT / name).exists()
        assert f"!{name}\n" in let_in


def test_the_compose_file_hangs_together() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"database", "kronrat", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        named = {volume.split(":")[0] for volume in service.get("volumes", [])}
        assert named <= set(COMPOSE["volumes"])
    assert (ROOT / services["kronrat"]["build"]["dockerfile"]).is_file()
    assert services["kronrat"]["healthcheck"]["test"] == ["CMD", *json.loads(re.findall(r"CMD (.*)", CONTAINER)[0])]
    waited_for = [name for service in services.values() for name in service.get("depends_on", {})]
    assert all("healthcheck" in services[name] for name in waited_for)
    assert "ports" not in services["kronrat"]
    assert "ports" not in services["database"]
    assert not re.search(r"PASSWORD: [^$]", (ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_its_options_are_those_of_the_command() -> None:
    known = subprocess.run(
        [sys.executable, "-m", "kronrat", "serve", "--help"], capture_output=True, text=True, check=True,
        env={**os.environ, "COLUMNS": "200"},
    ).stdout  # fmt: skip
    (command,) = of_last_stage("CMD")
    used = [word.partition("=")[0] for word in [*COMPOSE["services"]["kronrat"]["command"], *json.loads(command)]]
    used += re.findall(r"--[\w-]+", re.findall(r"ExecStart=(.*)", UNIT.read_text(encoding="utf-8"))[0])
    assert [option for option in used if option.startswith("--") and option not in known] == []


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/kronrat/bin/kronrat", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.full
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("chroot"), reason="only root may change the root")
def test_the_server_runs_in_an_empty_root_as_a_stranger(tmp_path: Path) -> None:
    """What a container would be: Python and the wheel with its extra, nothing else, and a user without rights."""
    root = tmp_path / "root"
    prefix = Path(sys.base_prefix)
    shutil.copytree(prefix, root / prefix.relative_to("/"), symlinks=True, ignore=shutil.ignore_patterns(
        "test", "tests", "site-packages", "__pycache__", "idlelib", "*.a"))  # fmt: skip
    python = (prefix / "bin" / "python3").resolve()
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", tmp_path, ROOT], check=True, timeout=PATIENCE_S)
    (wheel,) = tmp_path.glob("*.whl")
    site = root / "site"
    subprocess.run(
        [*pip, "install", "-c", ROOT / "constraints.txt", "--target", site, f"{wheel}[server]"], check=True,
        timeout=3 * PATIENCE_S,
    )  # fmt: skip
    for file in [python, *root.rglob("*.so")]:
        for library in re.findall(r"(/\S+) \(", subprocess.run(["ldd", file], capture_output=True, text=True).stdout):
            if not (there := root / library.lstrip("/")).exists():
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, there)
    for folder in (root / "data", root / "tmp"):
        folder.mkdir()
        folder.chmod(0o777)
    for folder in (tmp_path, root):
        folder.chmod(0o755)
    command = [str(python), "-m", "kronrat", "serve", "--port", "0", "--data-dir", "/data"]
    server = subprocess.Popen(
        [shutil.which("chroot") or "", "--userspec=10001:10001", str(root), *command],
        env={"PYTHONPATH": "/site", "HOME": "/data", "PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        check = re.findall(r'CMD \["python", "-c", "(.*?)"\]', CONTAINER)[0]
        asked = check.replace("http://127.0.0.1:8080/", found[0])
        end = time.monotonic() + PATIENCE_S
        while (done := subprocess.run([sys.executable, "-c", asked], capture_output=True, check=False)).returncode:
            assert time.monotonic() < end, done.stderr
            time.sleep(1)
        assert b"Kronrat" in urllib.request.urlopen(found[0], timeout=20).read()
        assert (root / "data" / "kronrat.db").stat().st_uid == 10001
    finally:
        server.terminate()
        server.wait(PATIENCE_S)
