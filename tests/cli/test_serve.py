"""`kronrat serve` before it serves."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kronrat.cli import serve
from kronrat.cli.app import app
from kronrat.cli.configuration import settings_in
from kronrat.cli.errors import Refused
from kronrat.server import logs
from kronrat.server.settings import BadSetting, Settings


@pytest.mark.parametrize("address", ["sqlite:///{}", "{}"])
def test_a_file_serves_one_process_however_it_is_named(tmp_path: Path, address: str) -> None:
    usual, named = tmp_path / "kronrat.db", serve.file_of(address.format(tmp_path / "kronrat.db"))
    assert named == usual
    with serve.lock(usual):
        with pytest.raises(Refused, match="another Kronrat"), serve.lock(named):
            pass
        with serve.lock(tmp_path / "other.db"):
            pass
    with serve.lock(named):
        pass


def test_postgresql_serves_many() -> None:
    assert serve.file_of("postgresql://localhost/kronrat") is None
    with pytest.raises(Refused):
        serve.file_of("mysql://localhost/kronrat")


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"KRONRAT_LOOK_RATE": "50", "KRONRAT_REFUSALS": "7", "KRONRAT_HOSTS": "games.home, nas", "KRONRAT_ODD": "x"}
    found = Settings().with_environment(given)
    assert (found.look_rate, found.refusals, found.hosts) == (50.0, 7, ("games.home", "nas"))
    with pytest.raises(BadSetting, match="KRONRAT_REFUSALS"):
        Settings().with_environment({"KRONRAT_REFUSALS": "many"})
    monkeypatch.setenv("KRONRAT_HEADER_S", "soon")
    with pytest.raises(Refused, match="KRONRAT_HEADER_S"):
        serve._with_all(Settings(), {})


def test_settings_come_from_a_file_and_the_environment_counts_more(tmp_path: Path) -> None:
    found = Settings().with_file({"look_rate": 50, "hosts": ["nas"], "access_log": True, "log_format": "json"})
    assert (found.look_rate, found.hosts, found.access_log, found.log_format) == (50.0, ("nas",), True, "json")
    assert found.with_environment({"KRONRAT_LOOK_RATE": "60", "KRONRAT_ACCESS_LOG": "no"}).look_rate == 60.0
    assert not found.with_environment({"KRONRAT_ACCESS_LOG": "no"}).access_log
    for wrong in ({"look_rat": 5}, {"look_rate": "many"}, {"log_level": "loud"}, {"access_log": "perhaps"}):
        with pytest.raises(BadSetting):
            Settings().with_file(wrong)
    file = tmp_path / "kronrat.toml"
    file.write_text('port = 8123\nlook_rate = 7\ndata_dir = "x"\n')
    assert settings_in(file) == {"look_rate": 7}
    file.write_text("port = ")
    with pytest.raises(Refused, match="cannot be read"):
        settings_in(file)


def test_options_come_from_the_file_unless_they_are_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, given = tmp_path / "kronrat.toml", list[Any]()
    file.write_text('host = "::1"\nport = 8123\nrefusals = 5\n')
    monkeypatch.setattr(serve, "run", lambda *options: given.extend(options))
    assert CliRunner().invoke(app, ["serve", "--config", str(file), "--port", "9000"]).exit_code == 0
    assert (given[0], given[1], given[-1]) == ("::1", 9000, {"refusals": 5})


@pytest.mark.parametrize("format", ["text", "json"])
def test_logs_have_time_and_level(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().handlers[:]
    try:
        logs.begin("warning", format)
        logging.getLogger("kronrat.test").warning("a table %s", "fell")
        logging.getLogger("kronrat.test").info("not said")
    finally:
        logging.getLogger().handlers[:] = before
    line = capsys.readouterr().err.rstrip("\n")
    if format == "json":
        said = json.loads(line)
        assert (said["level"], said["logger"], said["message"]) == ("warning", "kronrat.test", "a table fell")
        line = f"{said['time']} "
    else:
        assert line.endswith("Z WARNING kronrat.test: a table fell")
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ", line)
