"""Telegram: a bot posts into a group. https://core.telegram.org/bots/api#sendphoto"""

import json
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions.chats.kinds.kind import Field, Kind, Post, multipart
from scorekeeper.extensions.chats.transport import Request

API: Final = "https://api.telegram.org"
CAPTION: Final = 1024
TEXT: Final = 4096


def _request(values: Mapping[str, str], post: Post) -> Request:
    bot = f"{API}/bot{values['key']}"
    chat = values["chat"]
    if post.image is None:
        body = json.dumps({"chat_id": chat, "text": post.shortened(TEXT)}).encode()
        return Request(f"{bot}/sendMessage", body, {"Content-Type": "application/json"})
    fields = {"chat_id": chat, "caption": post.shortened(CAPTION)}
    return Request(f"{bot}/sendPhoto", *multipart(fields, "photo", post.image))


KIND: Final = Kind(
    key="telegram",
    name="Telegram",
    steps=(
        _("In Telegram, write /newbot to @BotFather. It gives you the key of a new bot."),
        _("Add that bot to your group."),
        _(
            "Open the group at web.telegram.org/a: its number is the end of the page’s address, "
            "with the minus sign. A public group has a name instead, such as @friday."
        ),
    ),
    fields=(
        Field(
            name="key",
            label=_("Key of the bot"),
            example="1234:AAE…",
            pattern=r"\d{5,20}:[\w-]{30,60}",
            wrong=_("A bot’s key is a number, a colon and 35 characters."),
        ),
        Field(
            name="chat",
            label=_("Group"),
            example="-10012…",
            pattern=r"-?\d{1,20}|@\w{4,40}",
            wrong=_("A group is a number with a minus sign, or a name with @."),
        ),
    ),
    request=_request,
)
