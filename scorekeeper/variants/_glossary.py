"""Words that several games share, each as one sentence that begins with it: parts of a game’s
``glossary``. A word of one game stands in the game’s own module."""

from typing import Final

from scorekeeper.engine.words import _

STAR: Final = _("★: a printed joker.")
GO_OUT: Final = _("Go out: to get rid of all your cards.")
VOID: Final = _("Void: the hand does not count.")
CAP: Final = _("Cap: the most that a result can cost.")
POT: Final = _("Pot: everybody pays into it, and the winner takes it.")
POOL: Final = _("Pool: everybody pays in before the first deal, and the winner takes it.")
TIER: Final = _("Tier: what a place pays.")

MELD: Final = _("Meld: a set or a sequence.")
SET: Final = _("Set: three or more cards of one rank.")
SEQUENCE: Final = _("Sequence: three or more cards of one suit in a row.")
PURE_SEQUENCE: Final = _("Pure sequence: cards of one suit in a row, without a joker.")
TUNNELA: Final = _("Tunnela: three identical cards, without a joker.")
DUBLEE: Final = _("Dublee: two identical cards.")
CONTRACT: Final = _("Contract: the melds that a player must lay down first in a deal.")

WILD: Final = _("Wild card: it replaces any other card.")
NATURAL: Final = _("Natural card: a card that is not wild.")
COURT: Final = _("Court card: a jack, a queen or a king.")
DEUCE: Final = _("Deuce: a two.")
UPCARD: Final = _("Upcard: the first card that is turned up after the deal.")
STOCK: Final = _("Stock: the cards that lie face down, to draw from.")
