"""Slack: an incoming webhook of a channel, which takes text alone.
https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/"""

import json
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions.chats.kinds.kind import Field, Kind, Post
from scorekeeper.extensions.chats.transport import Request

TEXT: Final = 4000
ESCAPED: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def _request(values: Mapping[str, str], post: Post) -> Request:
    body = json.dumps({"text": post.shortened(TEXT).translate(ESCAPED)}).encode()
    return Request(values["url"], body, {"Content-Type": "application/json"})


KIND: Final = Kind(
    key="slack",
    name="Slack",
    steps=(
        _("At api.slack.com/apps, create an app and turn on Incoming Webhooks."),
        _("Add a webhook for the channel and copy its link. Slack takes text here, no image."),
    ),
    fields=(Field(name="url", label=_("Link of the webhook"), example="https://…"),),
    request=_request,
    takes_images=False,
)
