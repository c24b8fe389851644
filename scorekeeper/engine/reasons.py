"""Reasons that several games give, and those of money and edits outside a game.

A reason of one game stands in its module. Those of money and edits stand here, as every process
that reads a stored reason loads this module with the games, but perhaps not the service that wrote
it.
"""

from typing import Final

from scorekeeper.engine.words import _, reason

# Of games ------------------------------------------------------------------------------------

WON: Final = reason("won", _("won"))
LOST: Final = reason("lost", _("lost"))
WENT_OUT: Final = reason("went_out", _("went out"))
ABSENT: Final = reason("absent", _("absent"))
VOID: Final = reason("void", _("void"))
VOID_DEAL: Final = reason("void_deal", _("Void"))
COUNT_OF: Final = reason("count_of", _("count of {count}"))
STAKE: Final = reason("stake", _("stake"))
ENTRY_FEE: Final = reason("entry_fee", _("entry fee"))
POT_WON: Final = reason("pot_won", _("pot won"))
SHARE_OF_THE_POT: Final = reason("share_of_the_pot", _("share of the pot"))
DIFFERENCE_AT_THE_END: Final = reason("difference_at_the_end", _("difference at the end"))
BUY_IN: Final = reason("buy_in", _("buy-in"))

# Of money ------------------------------------------------------------------------------------

ADVANCE: Final = reason("advance", _("advance"))
KITTY: Final = reason("kitty", _("kitty"))
CASH: Final = reason("cash", _("cash"))
UNDONE: Final = reason("taken_back", _("undone"))
ROUNDED: Final = reason("rounded", _("rounded"))
ROUNDED_AGAIN: Final = reason("rounded_anew", _("rounded again"))
CARRIED_OUT: Final = reason("carried_to", _("carried over to {session}"))
CARRIED_IN: Final = reason("carried_from", _("carried over from {session}"))
EXPENSE: Final = reason("shared_cost", _("expense: {label}"))

# Of edits ------------------------------------------------------------------------------------

GAME_DELETED: Final = reason("game_removed", _("game deleted"))
GAME_RESTORED: Final = reason("game_not_removed", _("game restored"))
GAME_GOES_ON: Final = reason("game_goes_on", _("game goes on"))
HAND_EDITED: Final = reason("hand_corrected", _("hand {number} edited"))
HAND_INSERTED: Final = reason("hand_had_been_left_out", _("hand {number} inserted"))
HAND_RESTORED: Final = reason("hand_put_back", _("hand {number} restored"))
HAND_DELETED: Final = reason("hand_taken_back", _("hand {number} deleted"))
ROUND_DELETED: Final = reason("round_deleted", _("round {number} deleted"))
ROUND_EDITED: Final = reason("round_edited", _("round {number} edited"))
ROUND_INSERTED: Final = reason("round_inserted", _("round {number} inserted"))
ROUND_RESTORED: Final = reason("round_restored", _("round {number} restored"))
SEAT_CHANGE_UNDONE: Final = reason("seat_taken_back", _("seat change undone"))
