"""Declares a kind of destination: what a host enters, and the request made of a message."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Final
from urllib.parse import urlsplit

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions.chats.transport import Request

HINT_LENGTH: Final = 4
LINK_HELP: Final = _("This link must begin with https://.")


@dataclass(frozen=True, slots=True)
class Post:
    """A worded message. ``event``: the same for programs."""

    pk: str
    """The same at each attempt."""
    text: str
    image: bytes | None
    event: Mapping[str, Any]

    def shortened(self, most: int) -> str:
        """Returns as many whole lines as fit, in characters as the largest chats count them."""
        if len(self.text.encode("utf-16-le")) // 2 <= most:
            return self.text
        text = self.text.encode("utf-16-le")[: 2 * (most - 2)].decode("utf-16-le", "ignore")
        return text.rpartition("\n")[0] + "\n…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """An address or a key that a host enters."""

    name: str
    label: Promise | str
    example: str
    pattern: str = ""
    """The whole value must match it. If it is "", the field is an address."""
    wrong: Promise | str = LINK_HELP
    is_optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    key: str
    name: str
    """Its own name; one that is an ordinary word is marked for translation."""
    steps: Sequence[Promise | str]
    """How a host sets it up."""
    fields: Sequence[Field]
    request: Callable[[Mapping[str, str], Post], Request]
    new_keys: Callable[[], Mapping[str, str]] = field(default=dict)
    """Makes the keys that nobody enters."""
    takes_images: bool = True
    repeats_harmlessly: bool = False
    """The receiver can tell that it had a message before."""

    @property
    def label(self) -> str:
        return gettext(self.name)

    def hint(self, values: Mapping[str, str]) -> str:
        """Returns what tells two destinations of the kind apart, and opens neither."""
        if "url" not in values:
            return values["chat"]
        parts = urlsplit(values["url"])
        ending = parts.path[1:][-HINT_LENGTH:]
        is_telling = len(parts.path) > 2 * HINT_LENGTH  # of a short one it would be most
        return f"{parts.hostname} …{ending}" if is_telling else f"{parts.hostname}"


def multipart(fields: Mapping[str, str], name: str, image: bytes) -> tuple[bytes, dict[str, str]]:
    """Returns the body of a form with these fields and an image, and its headers."""
    boundary = token_hex(16)
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    ]
    head = f'Content-Disposition: form-data; name="{name}"; filename="result.png"'
    parts.append(f"--{boundary}\r\n{head}\r\nContent-Type: image/png\r\n\r\n")
    body = "".join(parts).encode() + image + f"\r\n--{boundary}--\r\n".encode()
    return body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}


def matches(field: Field, value: str) -> bool:
    return re.fullmatch(field.pattern, value, re.ASCII) is not None


def gives_away(values: Mapping[str, str], text: str) -> bool:
    """Whether a text repeats a part of these keys, or of an address behind its host."""
    secrets = (value.partition("//")[2].partition("/")[2] or value for value in values.values())
    parts = (part for secret in secrets for part in re.findall(r"[\w-]{4,}", secret.lower()))
    return any(part in text.lower() for part in parts)
