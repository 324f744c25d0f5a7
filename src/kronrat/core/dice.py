"""Dice that anyone can check: every draw follows from a 32-byte seed, and a table's seed from a public commitment.

The stream is keyed BLAKE2b in counter mode. Draws are unbiased: a value that would favour some faces is thrown away.

There are two versions. In the first, everything is drawn from one stream, so that one draw more shifts all that follow.
In the second, every moment of a game has a stream of its own, with a key made of the seed and the moment: the same roll
falls for the same seat whatever others have chosen before.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import blake2b, sha256
from typing import Final

from mypy_extensions import i64, mypyc_attr

SEED_BYTES: Final = 32
_BLOCK: Final = 64


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """An endless stream of fair draws from one seed. `position` counts the bytes used so far and may be set back."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._block = b""
        self._next = 0  # the number of the block after `_block`
        self._used: i64 = 0  # bytes of `_block` already drawn

    def copy(self) -> Dice:
        """The same stream, from the same place."""
        other = Dice(self._seed)
        other._block, other._next, other._used = self._block, self._next, self._used
        return other

    @property
    def keyed(self) -> bool:
        """Whether every moment has a stream of its own."""
        return False

    @property
    def position(self) -> int:
        return self._next * _BLOCK - len(self._block) + int(self._used)

    @position.setter
    def position(self, value: int) -> None:
        self._next, used = divmod(value, _BLOCK)
        self._block = b""
        self._used = 0
        if used:
            self._refill()
            self._used = used

    def turn_to(self, moment: str) -> None:
        """Go on with the draws of this moment; one stream serves them all."""

    def _refill(self) -> None:
        self._block = blake2b(self._next.to_bytes(8, "big"), key=self._seed).digest()
        self._next += 1
        self._used = 0

    def _byte(self) -> int:
        if self._used == len(self._block):
            self._refill()
        value = self._block[self._used]
        self._used += 1
        return value

    def below(self, count: int) -> int:
        """A number from 0 to count-1, each equally likely."""
        if count <= 1:
            return 0
        if count <= 256:
            faces: i64 = count
            limit: i64 = 256 - 256 % faces
            while True:
                if self._used == len(self._block):
                    self._refill()
                drawn: i64 = self._block[self._used]
                self._used += 1
                if drawn < limit:
                    return int(drawn % faces)
        size = (count.bit_length() + 7) // 8
        span = 1 << (8 * size)
        limit = span - span % count
        while True:
            value = 0
            for _ in range(size):
                value = value << 8 | self._byte()
            if value < limit:
                return value % count

    def roll(self, count: int) -> list[int]:
        """`count` six-sided dice, in ascending order."""
        faces = [self.below(6) + 1 for _ in range(count)]
        faces.sort()
        return faces

    def shuffled(self, count: int) -> list[int]:
        """A random permutation of 0..count-1 (Fisher-Yates)."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class KeyedDice(Dice):
    """A stream for each moment. `position` counts the moments drawn from; what is known of later ones is forgotten."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self._root = seed
        self._moments: list[str] = []
        self._counts: dict[str, int] = {}

    @property
    def moment(self) -> str:
        """The text from which, with the seed, the key of the present stream is made."""
        moment = self._moments[-1]
        return moment_text(moment, self._counts[moment] - 1)

    @property
    def used(self) -> int:
        """How many bytes of the present stream were used."""
        return self._next * _BLOCK - len(self._block) + int(self._used)

    def copy(self) -> Dice:
        other = KeyedDice(self._root)
        other._seed, other._block, other._next, other._used = self._seed, self._block, self._next, self._used
        other._moments, other._counts = self._moments[:], dict(self._counts)
        return other

    @property
    def keyed(self) -> bool:
        return True

    def turn_to(self, moment: str) -> None:
        """Begin the stream of this moment; when it comes again, another one."""
        count = self._counts.get(moment, 0)
        self._counts[moment] = count + 1
        self._moments.append(moment)
        self._begin(stream_key(self._root, moment, count))

    def _begin(self, seed: bytes) -> None:
        self._seed, self._block, self._next, self._used = seed, b"", 0, 0

    @property
    def position(self) -> int:
        return len(self._moments)

    @position.setter
    def position(self, value: int) -> None:
        del self._moments[value:]
        self._counts = {}
        for moment in self._moments:
            self._counts[moment] = self._counts.get(moment, 0) + 1
        self._begin(self._root)


def stream_key(seed: bytes, moment: str, count: int) -> bytes:
    """The key of the stream for a moment that has come so many times before."""
    return blake2b(moment_text(moment, count).encode(), key=seed, digest_size=SEED_BYTES).digest()


def moment_text(moment: str, count: int) -> str:
    return f"{moment} {count}"


def fresh_secret() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_of_text(text: str) -> bytes:
    """The seed that belongs to a word or number typed by a person."""
    return sha256(text.encode()).digest()


def commitment(secret: bytes) -> str:
    """What a table publishes before anybody may add to its dice."""
    return sha256(secret).hexdigest()


def seed_of_table(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """The seed of a table: neither the host, who committed first, nor any player could choose it."""
    return sha256(secret + b"".join(nonces)).digest()
