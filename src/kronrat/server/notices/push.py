"""Web Push: messages that only one browser can read (RFC 8291), under a key by which push services know this server.

The forty lines here are what `pywebpush` would be used for. That brings three libraries for HTTP along, and sends by
itself; we have to look at every address before we connect to it (`kronrat.server.notices.outgoing`).
"""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

AVAILABLE = find_spec("cryptography") is not None  # pip install 'kronrat[push]'
KEY_NAME = "vapid"
RECORD_SIZE = 4_096
PADDED = 1_024  # so that the length tells nothing
GOOD_FOR_S = 12 * 3_600
_AUTH_BYTES, _POINT_BYTES = 16, 65


class BadSubscription(ValueError):
    """Keys that no browser has made."""


def text_of(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


# -- the key of this server --------------------------------------------------------------------------------------------


def new_key() -> bytes:
    """The secret by which push services will know this server."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def public_key(secret: bytes) -> str:
    """What browsers subscribe with."""
    return text_of(_point(_key(secret).public_key()))


def authorization(secret: bytes, endpoint: str, contact: str) -> str:
    """The header that tells a push service who sends; `contact` is where the host can be reached."""
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + GOOD_FOR_S, "sub": contact}
    said = [text_of(msgspec.json.encode(one)) for one in ({"typ": "JWT", "alg": "ES256"}, claims)]
    r, s = utils.decode_dss_signature(_key(secret).sign(".".join(said).encode(), ec.ECDSA(SHA256())))
    signature = text_of(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={'.'.join([*said, signature])}, k={public_key(secret)}"


# -- what is sent ------------------------------------------------------------------------------------------------------


def check_keys(p256dh: str, auth: str) -> None:
    """Raise `BadSubscription` unless these can be the keys of a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        good = len(bytes_of(auth)) == _AUTH_BYTES and len(bytes_of(p256dh)) == _POINT_BYTES
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(p256dh))
    except ValueError as problem:
        raise BadSubscription(str(problem)) from problem
    if not good:
        raise BadSubscription("keys of another length")


def encrypted(text: bytes, p256dh: str, auth: str, padded: int = PADDED) -> bytes:
    """The body of a message to the browser with these keys."""
    return sealed(text, p256dh, auth, new_key(), os.urandom(16), padded)


def sealed(text: bytes, p256dh: str, auth: str, secret: bytes, salt: bytes, padded: int = 0) -> bytes:
    """The same with a key and a salt that were drawn before."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own, theirs = _key(secret), bytes_of(p256dh)
    point = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = _derived(shared, bytes_of(auth), b"WebPush: info\0" + theirs + point, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(key).encrypt(nonce, (text + b"\x02").ljust(padded, b"\0"), None)
    return salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(point)]) + point + record


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


def _key(secret: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())


def _point(key: EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
