"""`kronrat serve` before it serves."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat.cli import serve
from kronrat.cli.errors import Refused
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
        serve._with_environment(Settings())
