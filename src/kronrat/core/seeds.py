"""Where the dice of a match come from: a text, 32 bytes, or the secret and the nonces of a table."""

from __future__ import annotations

from dataclasses import dataclass

from kronrat.core import dice as fair
from kronrat.core.dice import Dice, KeyedDice

NONCE_BYTES = 16
ONE_STREAM = 1  # the first version of dice: one stream for a whole game
KEYED_DICE = 2  # the second: one for every moment


@dataclass(frozen=True)
class TableSeed:
    """The dice of a table: a secret the host committed to, and what each human seat added afterwards.

    >>> seed = kronrat.TableSeed(secret=bytes(32), nonces=(b"what Anna said..",))
    >>> match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed=seed)
    >>> "commitment" in match.journal.header, "secret" in match.journal.header
    (True, False)
    """

    secret: bytes
    nonces: tuple[bytes, ...]

    def __post_init__(self) -> None:
        if len(self.secret) != fair.SEED_BYTES:
            raise ValueError(f"a secret has {fair.SEED_BYTES} bytes")
        if not self.nonces:
            raise ValueError("a table needs a nonce: without one its commitment would be its seed")
        if any(len(nonce) != NONCE_BYTES for nonce in self.nonces):
            raise ValueError(f"a nonce has {NONCE_BYTES} bytes")

    @property
    def seed(self) -> bytes:
        """The seed of the dice, which follows from all of them."""
        return fair.seed_of_table(self.secret, self.nonces)


@dataclass(frozen=True)
class SealedSeed:
    """The dice of a journal whose secret is still kept: it can be followed, but not played on."""


Seed = str | bytes | TableSeed | SealedSeed


def fresh_table_seed(players: int = 1) -> TableSeed:
    """The seed of a table whose players leave their nonces to the program."""
    return TableSeed(fair.fresh_secret(), tuple([fair.fresh_secret()[:NONCE_BYTES] for _ in range(players)]))


def dice_of(seed: Seed, keyed: bool = False) -> Dice | None:
    """The dice at their beginning; None where the seed is sealed."""
    if isinstance(seed, SealedSeed):
        return None
    return KeyedDice(seed_bytes(seed)) if keyed else Dice(seed_bytes(seed))


def seed_bytes(seed: str | bytes | TableSeed) -> bytes:
    """The 32 bytes from which everything is drawn."""
    return seed.seed if isinstance(seed, TableSeed) else plain_seed(seed)


def plain_seed(seed: str | bytes) -> bytes:
    return fair.seed_of_text(seed) if isinstance(seed, str) else seed
