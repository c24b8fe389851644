"""The kinds of destinations: one module each, in the order of the page."""

from typing import Final

from scorekeeper.extensions.chats.kinds import discord, ntfy, slack, telegram, webhook
from scorekeeper.extensions.chats.kinds.kind import Kind

KINDS: Final[dict[str, Kind]] = {
    module.KIND.key: module.KIND for module in (telegram, discord, slack, ntfy, webhook)
}
