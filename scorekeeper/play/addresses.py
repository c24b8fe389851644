"""How addresses name a hand: by its session, the number of its game, and its token.

The device that wrote the hand made the token and knows it before any server does; a database key
would differ on each server and not exist offline.
"""

from typing import Final
from urllib.parse import quote, unquote

from django.urls import register_converter, reverse

from scorekeeper.core.requests.sent import LONGEST_TOKEN
from scorekeeper.play.models import Hand


class TokenInAddress:
    """A token as one part of an address. Other characters than letters, digits, ``-`` and ``_`` are
    percent-encoded with ``~``: servers read ``%2F`` as the end of the part, browsers ``..`` as the
    parent. Each token has one such name."""

    regex = "[A-Za-z0-9_~-]+"

    def to_python(self, value: str) -> str:
        """Raises ValueError if it names no token."""
        token = unquote(value.replace("~", "%"), errors="strict")
        if not 0 < len(token) <= LONGEST_TOKEN or self.to_url(token) != value:
            raise ValueError("no token")
        return token

    def to_url(self, token: str) -> str:
        plain = quote(token, safe="")
        return plain.replace("~", "%7E").replace(".", "%2E").replace("%", "~")


register_converter(TokenInAddress, "token")

HAND_PATH: Final = "sessions/<str:code>/games/<int:number>/hands/<token:hand_token>"
"""Prefix of the addresses of all pages of one hand."""


def hand_address(name: str, hand: Hand) -> str:
    """Returns the address of a page of this hand (``board:hand``). ``hand``: with its game and
    session; each one missing is a query."""
    game = hand.game
    return reverse(name, args=[game.session.code, game.number, hand.token])
