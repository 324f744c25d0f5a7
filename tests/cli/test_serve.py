"""`kronrat serve` before it serves."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat.cli import serve
from kronrat.cli.errors import Refused


@pytest.mark.parametrize("address", ["sqlite:///{}", "{}"])
def test_a_file_serves_one_process_however_it_is_named(tmp_path: Path, address: str) -> None:
    usual, named = tmp_path / "kronrat.db", serve._file_of(address.format(tmp_path / "kronrat.db"))
    assert named == usual
    with serve._alone_with(usual):
        with pytest.raises(Refused, match="another Kronrat"), serve._alone_with(named):
            pass
        with serve._alone_with(tmp_path / "other.db"):
            pass
    with serve._alone_with(named):
        pass


def test_postgresql_serves_many() -> None:
    assert serve._file_of("postgresql://localhost/kronrat") is None
    with pytest.raises(Refused):
        serve._file_of("mysql://localhost/kronrat")
