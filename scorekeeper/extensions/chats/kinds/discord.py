"""Discord: a webhook of a channel. https://discord.com/developers/docs/resources/webhook"""

import json
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions.chats.kinds.kind import Field, Kind, Post, multipart
from scorekeeper.extensions.chats.transport import Request

TEXT: Final = 2000


def _request(values: Mapping[str, str], post: Post) -> Request:
    # A name such as “@everyone” calls nobody.
    payload = json.dumps({"content": post.shortened(TEXT), "allowed_mentions": {"parse": []}})
    if post.image is None:
        return Request(values["url"], payload.encode(), {"Content-Type": "application/json"})
    body, headers = multipart({"payload_json": payload}, "files[0]", post.image)
    return Request(values["url"], body, headers)


KIND: Final = Kind(
    key="discord",
    name="Discord",
    steps=(
        _("In Discord, open the settings of the channel: Integrations, Webhooks."),
        _("Create a webhook and copy its link."),
    ),
    fields=(Field(name="url", label=_("Link of the webhook"), example="https://…"),),
    request=_request,
)
