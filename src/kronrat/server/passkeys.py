"""Passkeys, where the package for them is installed: `pip install 'kronrat[passkeys]'`."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from kronrat.server.accounts import Passkey

AVAILABLE = find_spec("webauthn") is not None


class BadPasskey(Exception):
    """An answer of a browser that proves nothing."""


def to_make(origin: str, guest: str, name: str, known: list[Passkey]) -> tuple[dict[str, Any], str]:
    """What a browser makes a passkey with, and the challenge in it."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=_host(origin),
        rp_name="Kronrat",
        user_id=guest.encode(),
        user_name=name,
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=_bytes(key.id)) for key in known],
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
    )
    return json.loads(webauthn.options_to_json(options)), _text(options.challenge)


def made(origin: str, challenge: str, credential: dict[str, Any], guest: str, label: str, at: int) -> Passkey:
    """The passkey that a browser has made."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=_bytes(challenge),
            expected_rp_id=_host(origin),
            expected_origin=origin,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError) as problem:
        raise BadPasskey(str(problem)) from problem
    return Passkey(_text(found.credential_id), guest, found.credential_public_key, found.sign_count, label, at)


def to_find(origin: str) -> tuple[dict[str, Any], str]:
    """What a browser finds any passkey of ours with, and the challenge in it."""
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=_host(origin))
    return json.loads(webauthn.options_to_json(options)), _text(options.challenge)


def proved(origin: str, challenge: str, credential: dict[str, Any], key: Passkey) -> int:
    """How often a passkey says that it was used; raises `BadPasskey` if this is not its answer."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=_bytes(challenge),
            expected_rp_id=_host(origin),
            expected_origin=origin,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.uses,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError) as problem:
        raise BadPasskey(str(problem)) from problem
    return found.new_sign_count


def challenge_in(credential: dict[str, Any]) -> str:
    """The challenge that a browser says it has answered, to be looked up; "" if it says none."""
    try:
        told = json.loads(_bytes(credential["response"]["clientDataJSON"]))
        return str(told["challenge"])
    except (KeyError, TypeError, ValueError):
        return ""


def _host(origin: str) -> str:
    return urlsplit(origin).hostname or ""


def _bytes(text: str) -> bytes:
    from webauthn import base64url_to_bytes

    return base64url_to_bytes(text)


def _text(value: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(value)
