"""The line above the page of a hand that says what the last action did: "Hand 7 saved – Undo"."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.localization.words import points
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits.hints import Doubt, Oddity
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.terms import game_text
from scorekeeper.table.entry.preview import Result


@dataclass
class Bar:
    """The result of the last action: "Hand 7 saved — Undo"."""

    message: str
    unsynced: str = ""
    """The message where it waits on this device until it is synced."""
    hand: Hand | None = None
    """The hand that it is about."""
    question: str = ""
    """What seems odd about it, as a question that need not be answered."""
    is_duplicate: bool = False
    """It may be the previous hand again."""
    is_large: bool = False
    """A number may be wrong; else a hand may be missing before it."""
    is_refused: bool = False
    """It was not done."""
    undo: str = ""
    """The address that undoes it; empty if it cannot be undone."""
    result: Result | None = None
    """The hand's result."""


def refusal_bar(message: str) -> Bar:
    return Bar(message, is_refused=True)


def saved_bar(
    table: Table, hand: Hand, doubt: Doubt | None = None, result: Result | None = None
) -> Bar:
    values = {"number": hand.number}
    if hand.voided_at:
        return Bar(
            game_text(hand.game.terms, "Hand %(number)d was saved and later deleted.") % values
        )
    question = doubt_question(table, hand, doubt) if doubt else ""
    is_duplicate = doubt is not None and doubt.kind is Oddity.TWICE
    return Bar(
        game_text(hand.game.terms, "Hand %(number)d saved.") % values,
        game_text(hand.game.terms, "Hand %(number)d saved on this phone.") % values,
        hand,
        question,
        is_duplicate,
        is_large=doubt is not None and doubt.kind is Oddity.LARGE,
        undo=hand_address("entry:hand_delete", hand),
        result=result,
    )


def corrected_bar(table: Table, hand: Hand, result: Result) -> Bar:
    """``hand``: the version in force, with the one it replaced."""
    values = {"number": hand.number}
    if hand.voided_at or hand.replaces is None:
        return saved_bar(table, hand)
    undo = hand_address("entry:hand_restore", hand.replaces)
    others = _changed_with(hand, hand.replaces.voided_at)
    return Bar(
        game_text(hand.game.terms, "Hand %(number)d edited.") % values + others,
        game_text(hand.game.terms, "Hand %(number)d edited on this phone.") % values + others,
        hand,
        undo=undo,
        result=result,
    )


def restored_bar(hand: Hand, result: Result) -> Bar:
    """The hand was deleted or edited, and is in force again."""
    values = {"number": hand.number}
    undone = Hand.objects.filter(replaces=hand.replaces_id, voided_at__isnull=False).last()
    others = _changed_with(hand, undone.voided_at if undone else hand.at)
    return Bar(
        game_text(hand.game.terms, "Hand %(number)d restored.") % values + others,
        game_text(hand.game.terms, "Hand %(number)d restored on this phone.") % values + others,
        hand,
        result=result,
    )


def _changed_with(hand: Hand, moment: datetime | None) -> str:
    """Names the later hands that an edit led through: all were deleted at its ``moment``."""
    later = Hand.objects.filter(game=hand.game_id, voided_at=moment, number__gt=hand.number)
    numbers = later.order_by("number").values_list("number", flat=True).distinct()
    named = ", ".join(map(str, numbers)) if moment else ""
    return " " + _("Changed with it: %(numbers)s.") % {"numbers": named} if named else ""


def deleted_bar(table: Table, hand: Hand) -> Bar:
    if hand.number > table.game.last_number:
        message = game_text(hand.game.terms, "Hand %(number)d deleted. It no longer counts.")
    else:
        message = game_text(
            hand.game.terms,
            "Hand %(number)d deleted. It no longer counts. Later hands keep their numbers.",
        )
    values, undo = {"number": hand.number}, hand_address("entry:hand_restore", hand)
    unsynced = game_text(hand.game.terms, "Hand %(number)d deleted on this phone.") % values
    others = _changed_with(hand, hand.voided_at)
    return Bar(message % values + others, unsynced + others, hand, undo=undo)


def doubt_question(table: Table, hand: Hand, doubt: Doubt) -> str:
    """Returns the question in words."""
    match doubt.kind:
        case Oddity.TWICE:
            text = game_text(
                hand.game.terms, "The same result was saved %(ago)s ago. Is this a second hand?"
            )
            return text % {"ago": _ago(doubt.since)}
        case Oddity.DEALER:
            text = game_text(
                hand.game.terms, "%(name)s was to deal hand %(number)d. Did you miss a hand?"
            )
            return text % {"name": _name(table, doubt), "number": hand.number}
        case Oddity.LARGE:
            text = game_text(
                hand.game.terms,
                "Is %(points)s right for %(name)s? The cards of a hand make fewer points.",
            )
            return text % {"points": points(doubt.count), "name": _name(table, doubt)}
        case Oddity.LATE:
            text = game_text(
                hand.game.terms,
                "%(ago)s since the last hand (usually %(usual)s). Did you miss one?",
            )
            return text % {"ago": _ago(doubt.since), "usual": _ago(doubt.usual)}


def _name(table: Table, doubt: Doubt) -> str:
    person = doubt.person or 0
    return table.names[person] if person < len(table.names) else ""


def _ago(seconds: int) -> str:
    """``20 seconds``, ``4 minutes``."""
    if seconds < 120:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    minutes = round(seconds / 60)
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
