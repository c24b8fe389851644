"""Encrypts addresses and keys of destinations with the site's key: who has only the database cannot
post into a group's chat."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet


class UnreadableError(Exception):
    """It was encrypted with a key that the site no longer has."""


def _cipher() -> "MultiFernet":
    from cryptography.fernet import Fernet, MultiFernet  # a site without chats does without it

    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (salted_hmac("chats", "sealed", key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(urlsafe_b64encode(digest)) for digest in digests])


def seal(values: Mapping[str, str]) -> str:
    return _cipher().encrypt(json.dumps(values).encode()).decode()


def unseal(sealed: str) -> dict[str, str]:
    """Raises UnreadableError."""
    from cryptography.fernet import InvalidToken

    try:
        values: dict[str, str] = json.loads(_cipher().decrypt(sealed.encode()))
    except InvalidToken as error:
        raise UnreadableError from error
    return values
