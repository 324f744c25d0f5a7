"""The address of a table as a picture; its modules were compared with another program's, for every size and mask."""

from __future__ import annotations

from hashlib import sha256

import pytest

from kronrat.server import qr

ADDRESS = "https://kronrat.example/t/abcDEF_-123?seat=2&invite=" + "xY9_" * 60


def digest(length: int) -> str:
    grid = qr.modules(ADDRESS[:length])
    return sha256("\n".join(["".join(["#" if dark else "." for dark in row]) for row in grid]).encode()).hexdigest()[
        :16
    ]


@pytest.mark.parametrize(
    ("length", "side", "found"),
    [
        (14, 21, "fe8a0f1edb5adab5"),
        (26, 25, "455d3ba392a2279d"),
        (42, 29, "0c02a9dea3306c38"),
        (62, 33, "4f6bc7c5ca68e5fd"),
        (84, 37, "dadad6c7085fd51b"),
        (106, 41, "b75edc6e9960ad45"),
        (122, 45, "4ca8f22363b8e7d7"),
        (152, 49, "65016c176e888be9"),
        (180, 53, "8630fa40cf32e4f7"),
        (213, 57, "e0677edecaad6b14"),
    ],
)
def test_a_code_is_as_it_was_compared(length: int, side: int, found: str) -> None:
    assert len(qr.modules(ADDRESS[:length])) == side
    assert digest(length) == found


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(qr.TooLong):
        qr.modules(ADDRESS[: qr.LONGEST + 1])


def test_the_picture_has_a_quiet_border() -> None:
    side = len(qr.modules("a")) + 2 * qr.QUIET
    assert f'viewBox="0 0 {side} {side}"' in qr.svg("a")
    assert f"M{qr.QUIET} {qr.QUIET}h1v1h-1z" in qr.svg("a")  # the first module of the first corner
