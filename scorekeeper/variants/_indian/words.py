"""The answers that Indian games share: how a seat ended a hand, and house rules of several."""

from __future__ import annotations

from scorekeeper.engine.questions import Word
from scorekeeper.engine.words import _


class Finish(Word):
    WON = "won", _("Won"), _("Declared, or was the last one left.")
    COUNTED = "counted", _("Count"), _("Counts the cards left in hand.")
    FIRST_DROP = "first_drop", _("First drop"), _("Dropped before the first turn.")
    MIDDLE_DROP = "middle_drop", _("Middle drop"), _("Dropped later.")
    WRONG_SHOW = "wrong_show", _("Wrong show"), _("Declared a hand that was not valid.")


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("Nobody declared; nobody pays.")


class Block(Word):
    VOID = "void", _("Void"), _("The hand ends without a winner.")
    RESHUFFLE = "reshuffle", _("Reshuffle"), _("The discards become the new stock.")


class HalfRound(Word):
    UP = "up", _("Up")
    DOWN = "down", _("Down")
    EXACT = "exact", _("Keep halves")


class Tanala(Word):
    AUTO = "auto", _("With three packs")
    ON = "on", _("On")
    OFF = "off", _("Off")


class LifeRule(Word):
    FIRST_LIFE = "first_life", _("One is enough"), _("A pure sequence alone saves its own cards.")
    BOTH_OR_ALL = "both_or_all", _("Both or all"), _("Without two sequences every card counts.")


class JokerTurned(Word):
    ACES_WILD = "aces_wild", _("Aces are wild")
    PRINTED_ONLY = "printed_only", _("Printed jokers only")
