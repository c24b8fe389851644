"""What a capture page says and asks besides the hand itself: its bar, its place, its questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.capture import picker
from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.proposal import Proposal
from scorekeeper.capture.result import Result
from scorekeeper.capture.shows import Show
from scorekeeper.clubs.models import Session
from scorekeeper.engine.questions import Card
from scorekeeper.engine.seating import is_open
from scorekeeper.play.contests import Contest, open_contests
from scorekeeper.play.models import Hand
from scorekeeper.play.pace import Doubt, Oddity
from scorekeeper.play.places import hand_address
from scorekeeper.play.selectors import Table
from scorekeeper.serving.addresses import address
from scorekeeper.wording.words import new_token


@dataclass
class Bar:
    """What became of the last thing done: "Hand 7 saved — Undo"."""

    said: str
    hand: Hand | None = None
    """What it is about."""
    asks: str = ""
    """What seems odd about it, as a question that may be left unanswered."""
    twice: bool = False
    """It may be the hand before once more; else one may have been left out before it."""
    refused: bool = False
    """It was not done."""
    undo: str = ""
    """Where it is taken back; empty where it cannot be."""
    result: Result | None = None
    """What the hand brought."""


def refusal(said: str) -> Bar:
    return Bar(said, refused=True)


def saved_bar(
    at: Table, hand: Hand, question: Doubt | None = None, result: Result | None = None
) -> Bar:
    told = {"number": hand.number}
    if hand.voided_at:
        return Bar(_("Hand %(number)d was saved and later deleted.") % told)
    asks = sentence(at, hand, question) if question else ""
    twice = question is not None and question.kind is Oddity.TWICE
    said = _("Hand %(number)d saved.") % told
    return Bar(said, hand, asks, twice, undo=hand_address("capture:hand_void", hand), result=result)


def corrected_bar(at: Table, hand: Hand, result: Result) -> Bar:
    """``hand``: the version that counts now, with the one in whose place it came."""
    told = {"number": hand.number}
    if hand.voided_at or hand.replaces is None:
        return saved_bar(at, hand)
    undo = hand_address("capture:hand_back", hand.replaces)
    return Bar(_("Hand %(number)d edited.") % told, hand, undo=undo, result=result)


def back_bar(hand: Hand, result: Result) -> Bar:
    """It was taken back, or corrected, and counts again."""
    said = _("Hand %(number)d restored.")
    return Bar(said % {"number": hand.number}, hand, result=result)


def out_bar(hand: Hand) -> Bar:
    said = _("Hand %(number)d deleted. It no longer counts.") % {"number": hand.number}
    return Bar(said, hand, undo=hand_address("capture:hand_back", hand))


def sentence(at: Table, hand: Hand, question: Doubt) -> str:
    """The question in words."""
    match question.kind:
        case Oddity.TWICE:
            asked = _("The same result was saved %(ago)s ago. Is this a second hand?")
            return asked % {"ago": _ago(question.since)}
        case Oddity.DEALER:
            person = question.was_to_deal or 0
            asked = _("%(name)s was to deal hand %(number)d. Did you miss a hand?")
            name = at.names[person] if person < len(at.names) else ""
            return asked % {"name": name, "number": hand.number}
        case Oddity.LATE:
            asked = _("%(ago)s since the last hand (usually %(usual)s). Did you miss one?")
            return asked % {"ago": _ago(question.since), "usual": _ago(question.usual)}


def _ago(seconds: int) -> str:
    """``20 seconds``, ``4 minutes``."""
    if seconds < 120:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    minutes = round(seconds / 60)
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def asks_at(session: Session, game: int) -> str:
    """Where the page of a hand asks for news of it; the number of the hand is in its form."""
    return f"{address('capture:overtaken', session.code, game)}?v={session.version}"


@dataclass
class Sheet:
    """What one capture page is about: the next hand, or an earlier one. ``amends``: the hand it
    corrects; ``before``: the hand before which one was left out."""

    session: Session
    table: Table
    form: HandForm
    number: int
    token: str = field(default_factory=new_token)
    bar: Bar | None = None
    amends: Hand | None = None
    before: Hand | None = None
    reason: str = ""
    proposed: Proposal | None = None
    show: Show | None = None
    """A show that was put before the referee."""

    @property
    def is_next(self) -> bool:
        """It is the next hand of the game."""
        return self.amends is None and self.before is None

    @property
    def may_propose(self) -> bool:
        """Something may be agreed on instead of this hand: there is a place for it."""
        return self.is_next and bool(self.table.rules.asking.proposes(self.form.fold))

    @property
    def screens(self) -> list[str]:
        """The drawn screen of this game, if it has one, else the derived one."""
        return [f"capture/variants/{self.table.rules.key}.html", "capture/_derived.html"]

    @cached_property
    def action(self) -> str:
        if self.amends:
            return hand_address("capture:hand_amend", self.amends)
        if self.before:
            return hand_address("capture:hand_left_out", self.before)
        return address("capture:hand_new", *self.place)

    @cached_property
    def slip_action(self) -> str:
        return address("capture:slip", *self.place)

    @cached_property
    def cards_action(self) -> str:
        return address("capture:cards", *self.place)

    @cached_property
    def show_action(self) -> str:
        """Where a show is judged; empty in a game without one."""
        return address("capture:show", *self.place) if self.table.rules.shows else ""

    @property
    def show_sizes(self) -> str:
        """How many cards a show may have."""
        return (
            " ".join(str(size) for size in shows.sizes) if (shows := self.table.rules.shows) else ""
        )

    @property
    def show_needs(self) -> str:
        """Names of the deal's cards without which a show cannot be judged."""
        fields = [field for part in self.form.parts for field in part.deal.values()]
        return " ".join(f.name for f in fields if isinstance(f.question.kind, Card))

    @property
    def show_stock(self) -> str:
        """How many of each card there are (see ``picker.stock``)."""
        return picker.stock(self.table.rules, self.form.fold.options, self.form.entry.deal)

    @cached_property
    def seats_action(self) -> str:
        """Where somebody leaves or joins; empty where nobody can."""
        if not self.is_next or not is_open(self.table.rules, self.form.fold):
            return ""
        return address("starting:seats", *self.place)

    @property
    def poll(self) -> str:
        """Where it asks whether somebody else saves this hand meanwhile."""
        return asks_at(self.session, self.table.game.number)

    @property
    def contests(self) -> list[Contest]:
        """Who contests which hand of the night, where it asks for that."""
        return open_contests(self.session) if self.session.consent else []

    @property
    def remove_action(self) -> str:
        """Where a game started by mistake is removed; empty once a hand was played."""
        if not self.is_next or self.table.game.hand_count or self.form.is_bound:
            return ""
        return address("capture:game_remove", *self.place)

    @property
    def changes(self) -> int:
        """How many changes of seats the page knows of."""
        return self.table.game.change_count

    @property
    def place(self) -> tuple[str, int]:
        return self.session.code, self.table.game.number
