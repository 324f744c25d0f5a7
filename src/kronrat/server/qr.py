"""A link as a QR code: bytes, error correction M, as small as it can be, drawn as SVG (ISO/IEC 18004)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple


class Size(NamedTuple):
    """How a version divides its codewords, by error correction M: blocks of two lengths, each with its own `ecc`."""

    ecc: int
    blocks: tuple[int, ...]  # data codewords of each block
    centres: tuple[int, ...]  # of the alignment patterns


# Versions 1 to 10 are enough for 213 bytes; an address of ours has fewer than a hundred.
SIZES = (
    Size(10, (16,), ()),
    Size(16, (28,), (6, 18)),
    Size(26, (44,), (6, 22)),
    Size(18, (32, 32), (6, 26)),
    Size(24, (43, 43), (6, 30)),
    Size(16, (27,) * 4, (6, 34)),
    Size(18, (31,) * 4, (6, 22, 38)),
    Size(22, (38, 38, 39, 39), (6, 24, 42)),
    Size(22, (36, 36, 36, 37, 37), (6, 26, 46)),
    Size(26, (43, 43, 43, 43, 44), (6, 28, 50)),
)
LONGEST = 213  # bytes
QUIET = 4  # modules around the code

Grid = list[list[bool]]
Free = list[list[bool]]
Put = Callable[[int, int, bool], None]


class TooLong(ValueError):
    """More bytes than the largest code here can hold."""


def svg(text: str) -> str:
    """The code as a picture, dark on light whatever the theme."""
    grid = modules(text)
    side = len(grid) + 2 * QUIET
    dark = "".join(
        [f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, row in enumerate(grid) for x, on in enumerate(row) if on]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>'
    )


def modules(text: str) -> Grid:
    """The dark modules, with the mask that looks least like a pattern."""
    data = text.encode()
    version = next((n for n, size in enumerate(SIZES, 1) if _room(n, size) >= len(data)), None)
    if version is None:
        raise TooLong(f"{len(data)} bytes do not fit into a code")
    codewords = _interleaved(_packed(data, version), SIZES[version - 1])
    return min([_drawn(version, codewords, mask) for mask in range(8)], key=_penalty)


def _room(version: int, size: Size) -> int:
    return sum(size.blocks) - (2 if version < 10 else 3)


# -- codewords ---------------------------------------------------------------------------------------------------------


def _packed(data: bytes, version: int) -> list[int]:
    """Mode, length and bytes, filled up to all data codewords of the version."""
    bits = f"0100{len(data):0{8 if version < 10 else 16}b}" + "".join([f"{byte:08b}" for byte in data])
    room = 8 * sum(SIZES[version - 1].blocks)
    bits = (bits + "0000")[:room]
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return words + [(0xEC, 0x11)[n % 2] for n in range(room // 8 - len(words))]


def _interleaved(words: list[int], size: Size) -> list[int]:
    """The blocks one beside the other, then what corrects them."""
    blocks: list[list[int]] = []
    for length in size.blocks:
        blocks.append(words[:length])
        words = words[length:]
    checks = [_remainder(block, size.ecc) for block in blocks]
    woven = [block[n] for n in range(max(size.blocks)) for block in blocks if n < len(block)]
    return woven + [check[n] for n in range(size.ecc) for check in checks]


def _times(a: int, b: int) -> int:
    """The product in the field of 256 elements."""
    product = 0
    for bit in range(7, -1, -1):
        product = (product << 1) ^ (0x11D if product & 0x80 else 0)
        if b >> bit & 1:
            product ^= a
    return product


def _remainder(block: list[int], length: int) -> list[int]:
    """The Reed-Solomon check of a block."""
    divisor, root = [0] * (length - 1) + [1], 1
    for _ in range(length):
        divisor = [_times(word, root) ^ (divisor[n + 1] if n + 1 < length else 0) for n, word in enumerate(divisor)]
        root = _times(root, 2)
    check = [0] * length
    for word in block:
        factor = word ^ check[0]
        check = [old ^ _times(one, factor) for old, one in zip([*check[1:], 0], divisor, strict=True)]
    return check


# -- the drawing -------------------------------------------------------------------------------------------------------


def _drawn(version: int, codewords: list[int], mask: int) -> Grid:
    side = 17 + 4 * version
    grid, free = [[False] * side for _ in range(side)], [[True] * side for _ in range(side)]
    _draw_patterns(grid, free, version, mask)
    bits = [word >> bit & 1 for word in codewords for bit in range(7, -1, -1)]
    for n, (x, y) in enumerate([spot for spot in _path(side) if free[spot[1]][spot[0]]]):
        grid[y][x] = (n < len(bits) and bits[n] == 1) != _masked(mask, x, y)
    return grid


def _path(side: int) -> list[tuple[int, int]]:
    """Up and down in columns of two from the right, without the column of the timing pattern."""
    spots: list[tuple[int, int]] = []
    for pair, right in enumerate([*range(side - 1, 6, -2), *range(5, 0, -2)]):
        rows = range(side - 1, -1, -1) if pair % 2 == 0 else range(side)
        spots += [(right - column, y) for y in rows for column in (0, 1)]
    return spots


def _masked(mask: int, x: int, y: int) -> bool:
    return (
        (x + y) % 2, y % 2, x % 3, (x + y) % 3, (x // 3 + y // 2) % 2,
        x * y % 2 + x * y % 3, (x * y % 2 + x * y % 3) % 2, ((x + y) % 2 + x * y % 3) % 2,
    )[mask] == 0  # fmt: skip


def _draw_patterns(grid: Grid, free: Free, version: int, mask: int) -> None:
    side = len(grid)

    def put(x: int, y: int, dark: bool) -> None:
        if 0 <= x < side and 0 <= y < side:
            grid[y][x], free[y][x] = dark, False

    for n in range(side):
        put(6, n, n % 2 == 0)
        put(n, 6, n % 2 == 0)
    for x, y in ((3, 3), (side - 4, 3), (3, side - 4)):
        for dx, dy in product(range(-4, 5), repeat=2):
            put(x + dx, y + dy, max(abs(dx), abs(dy)) not in (2, 4))
    centres = SIZES[version - 1].centres
    for x, y in product(centres, repeat=2):
        if (x, y) not in ((6, 6), (6, centres[-1]), (centres[-1], 6)):  # where the corners are
            for dx, dy in product(range(-2, 3), repeat=2):
                put(x + dx, y + dy, max(abs(dx), abs(dy)) != 1)
    _draw_format(put, side, _checked(mask, 0x537, 10) ^ 0x5412)  # the two bits of M are 00
    if version >= 7:
        bits = _checked(version, 0x1F25, 12)
        for n in range(18):
            put(side - 11 + n % 3, n // 3, bits >> n & 1 == 1)
            put(n // 3, side - 11 + n % 3, bits >> n & 1 == 1)


def _draw_format(put: Put, side: int, bits: int) -> None:
    for n in range(15):
        dark = bits >> n & 1 == 1
        put(8, n if n < 6 else n + 1 if n < 8 else side - 15 + n, dark)
        put(side - 1 - n if n < 8 else 15 - n if n < 9 else 14 - n, 8, dark)
    put(8, side - 8, True)


def _checked(value: int, divisor: int, length: int) -> int:
    """A value with the remainder that protects it."""
    rest = value
    for _ in range(length):
        rest = (rest << 1) ^ (rest >> (length - 1)) * divisor
    return value << length | rest


# -- which mask is best ------------------------------------------------------------------------------------------------


def _penalty(grid: Grid) -> int:
    lines = [*grid, *[list(column) for column in zip(*grid, strict=True)]]
    return sum([_runs(line) for line in lines]) + _squares(grid) + _balance(grid)


def _runs(line: list[bool]) -> int:
    """Long runs of one colour, and what looks like the corner of a code."""
    text = "".join(["1" if dark else "0" for dark in line])
    lengths = [len(run) for run in text.replace("01", "0 1").replace("10", "1 0").split()]
    corners = [at for at in range(len(text) - 10) if text[at : at + 11] in ("10111010000", "00001011101")]
    return sum([length - 2 for length in lengths if length >= 5]) + 40 * len(corners)


def _squares(grid: Grid) -> int:
    side = range(len(grid) - 1)
    same = [grid[y][x] == grid[y][x + 1] == grid[y + 1][x] == grid[y + 1][x + 1] for x in side for y in side]
    return 3 * sum(same)


def _balance(grid: Grid) -> int:
    dark, all = sum([sum(row) for row in grid]), len(grid) ** 2
    return 10 * (abs(20 * dark - 10 * all) // all)
