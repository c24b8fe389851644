"""ntfy: notifications of a topic, here or on a server of one's own. https://docs.ntfy.sh/publish/"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions.chats.kinds.kind import Field, Kind, Post
from scorekeeper.extensions.chats.transport import Request

BYTES: Final = 4096
"""A longer text would become an attachment."""
BYTES_BESIDE_IMAGE: Final = 2000
"""In the address, where each is up to three signs: a proxy takes 8 kB there."""
SIGN_BYTES: Final = 3
"""Most bytes of a character of UTF-16 in UTF-8."""


def _request(values: Mapping[str, str], post: Post) -> Request:
    most = BYTES if post.image is None else BYTES_BESIDE_IMAGE
    text = post.text if len(post.text.encode()) <= most else post.shortened(most // SIGN_BYTES)
    key = values.get("key", "")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    url = values["url"].partition("?")[0]
    if post.image is None:
        return Request(url, text.encode(), headers)
    query = urlencode({"message": text, "filename": "result.png"})
    return Request(f"{url}?{query}", post.image, headers, method="PUT")


KIND: Final = Kind(
    key="ntfy",
    name="ntfy",
    steps=(
        _("In the ntfy app, subscribe to a topic with a name that nobody guesses."),
        _("Everyone in the group subscribes to the same topic."),
    ),
    fields=(
        Field(name="url", label=_("Link of the topic"), example="https://…"),
        Field(
            name="key",
            label=_("Access token, if the topic needs one"),
            example="tk_…",
            pattern=r"[\w-]{8,80}",
            wrong=_("An access token has letters and digits, such as tk_…"),
            is_optional=True,
        ),
    ),
    request=_request,
)
