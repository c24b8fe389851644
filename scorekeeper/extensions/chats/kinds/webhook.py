"""A signed webhook for programs, as the Standard Webhooks specification has it.
https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md"""

import hashlib
import hmac
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from secrets import token_bytes
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scorekeeper.extensions.chats.kinds.kind import Field, Kind, Post
from scorekeeper.extensions.chats.transport import Request

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32


def _new_keys() -> dict[str, str]:
    return {"secret": PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()}


def signature(secret: str, pk: str, seconds: int, body: str) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.digest(key, f"{pk}.{seconds}.{body}".encode(), hashlib.sha256)
    return f"v1,{b64encode(signed).decode()}"


def _request(values: Mapping[str, str], post: Post) -> Request:
    body, seconds = json.dumps(post.event, ensure_ascii=False), int(time.time())
    headers = {
        "Content-Type": "application/json",
        "webhook-id": post.pk,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(values["secret"], post.pk, seconds, body),
    }
    return Request(values["url"], body.encode(), headers)


KIND: Final = Kind(
    key="webhook",
    name=gettext_noop("Webhook"),
    steps=(
        _("For programs: each result is sent as JSON, signed by the Standard Webhooks rules."),
        _("The signing secret is on this page once the webhook is added."),
    ),
    fields=(Field(name="url", label=_("Address of the program"), example="https://…"),),
    request=_request,
    new_keys=_new_keys,
    takes_images=False,
    repeats_harmlessly=True,
)
