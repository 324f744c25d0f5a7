"""The header of a journal: what a match writes there, and what can be read from it again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kronrat.core import dice as fair
from kronrat.core.game import Game
from kronrat.core.journal import BrokenJournal, Journal, join_pairs, split_pairs
from kronrat.core.notation import seat_number
from kronrat.core.seeds import KEYED_DICE, NONCE_BYTES, SealedSeed, Seed, TableSeed, plain_seed

KEYED = str(KEYED_DICE)  # in a header; one that names no version has dice of the first


def header_of(game: Game, seats: int, options: Mapping[str, str], seed: Seed, keyed: bool = False) -> dict[str, str]:
    return {
        "game": game.id,
        "rules": str(game.rules_version),
        "data": game.data_digest,
        "seats": str(seats),
        "options": join_pairs(options),
        **({"dice": KEYED} if keyed else {}),
        **_dice_header(seed),
    }


def _dice_header(seed: Seed) -> dict[str, str]:
    if isinstance(seed, SealedSeed):
        return {}
    if isinstance(seed, TableSeed):
        nonces = ",".join(nonce.hex() for nonce in seed.nonces)
        return {"commitment": fair.commitment(seed.secret), "nonces": nonces}
    return {"seed": plain_seed(seed).hex()}


def check_version(game: Game, journal: Journal) -> None:
    """Raise `BrokenJournal` unless the journal was played by these rules with this data."""
    for name, mine in (("game", game.id), ("rules", str(game.rules_version)), ("data", game.data_digest)):
        stated = journal.header.get(name)
        if stated != mine:
            raise BrokenJournal(journal.row_of_header(name), f"{name} is {stated!r}, expected {mine!r}")


def seats_of(journal: Journal) -> int:
    seats = seat_number(journal.header.get("seats", ""))
    if seats is None:
        raise BrokenJournal(journal.row_of_header("seats"), "expected 'seats' and a number")
    return seats


def options_of(journal: Journal) -> dict[str, str]:
    if "options" not in journal.header:
        raise BrokenJournal(1, "expected a line 'options' in the header")
    return split_pairs(journal.header["options"].split())


def has_keyed_dice(journal: Journal) -> bool:
    """Whether every moment of this game has a stream of dice of its own."""
    stated = journal.header.get("dice", KEYED)
    if stated != KEYED:
        raise BrokenJournal(journal.row_of_header("dice"), f"dice is {stated!r}, expected {KEYED!r} or no such line")
    return "dice" in journal.header


def seed_of(journal: Journal) -> Seed:
    """The seed given by a header, checked against its commitment."""
    header = journal.header
    if "seed" in header and "commitment" in header:
        raise BrokenJournal(
            journal.row_of_header("seed"), "a header with a commitment cannot name a seed; only the secret opens it"
        )
    if "seed" in header:
        return _hex(journal, "seed", header["seed"], fair.SEED_BYTES)
    if "secret" not in header:
        return SealedSeed()
    secret = _hex(journal, "secret", header["secret"], fair.SEED_BYTES)
    parts = [part for part in header.get("nonces", "").split(",") if part]
    if not parts:
        raise BrokenJournal(journal.row_of_header("nonces"), "expected at least one nonce")
    if fair.commitment(secret) != header.get("commitment"):
        raise BrokenJournal(journal.row_of_header("secret"), "the secret does not match its commitment")
    return TableSeed(secret, tuple([_hex(journal, "nonces", part, NONCE_BYTES) for part in parts]))


def _hex(journal: Journal, name: str, text: str, size: int) -> bytes:
    if not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text):
        raise BrokenJournal(journal.row_of_header(name), f"expected {2 * size} hexadecimal digits as {name}")
    return bytes.fromhex(text)
