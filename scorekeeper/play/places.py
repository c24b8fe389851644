"""How addresses name a hand: by its night, the number of its game, and its token.

The phone that wrote the hand made the token, and knows it before any server does; a key of the
database would be another one on each server, and none on a phone without a network.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, unquote

from django.urls import register_converter, reverse

from scorekeeper.play.models import Hand

LONGEST_TOKEN: Final = 64
"""Letters, of any kind: a phone makes 24 or 32 of ``A-Z a-z 0-9 - _``."""


class TokenInAddress:
    """A token as one part of an address. What is no letter, digit, ``-`` or ``_`` is written as
    in percent-encoding, but with ``~``: a server takes ``%2F`` for the end of the part, and a
    browser ``..`` for the part before. Each token has one such name."""

    regex = "[A-Za-z0-9_~-]+"

    def to_python(self, value: str) -> str:
        """Raises ValueError where it names no token."""
        token = unquote(value.replace("~", "%"), errors="strict")
        if not 0 < len(token) <= LONGEST_TOKEN or self.to_url(token) != value:
            raise ValueError("no token")
        return token

    def to_url(self, token: str) -> str:
        plain = quote(token, safe="")
        return plain.replace("~", "%7E").replace(".", "%2E").replace("%", "~")


register_converter(TokenInAddress, "token")

HAND_PATH: Final = "nights/<str:code>/games/<int:number>/hands/<token:which>"
"""What the addresses of all pages of one hand begin with."""


def hand_address(name: str, hand: Hand) -> str:
    """Of a page of this hand (``board:hand``). ``hand``: with its game, and that with its night;
    else each is a query."""
    game = hand.game
    return reverse(name, args=[game.session.code, game.number, hand.token])
