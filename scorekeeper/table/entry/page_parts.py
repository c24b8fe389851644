"""Parts of the page of a hand besides the hand: its bar, its address, its questions."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Session
from scorekeeper.core.localization.words import new_token, points
from scorekeeper.core.requests.addresses import address
from scorekeeper.engine.questions.kinds import Card
from scorekeeper.engine.seats.changes import is_open
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.approvals.contests import Contest, open_contests
from scorekeeper.play.edits.hints import Doubt, Oddity
from scorekeeper.play.edits.seatings import Seating, seatings
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.terms import game_text
from scorekeeper.settlement.after_closing import ranking_above
from scorekeeper.table.entry.cards import picker
from scorekeeper.table.entry.cards.referee import Show
from scorekeeper.table.entry.edits.steps import Step
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.proposal import Proposal
from scorekeeper.table.entry.result import Result


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


def news_address(session: Session, game: int) -> str:
    """Returns the address of news of a hand; its number is in the form."""
    return f"{address('entry:hand_news', session.code, game)}?v={session.version}"


@dataclass
class Sheet:
    """The page of the next hand, or of an earlier one. ``amends``: the hand it edits; ``before``:
    the hand before which one is inserted."""

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
    """A show that was put to the referee."""
    step: Step | None = None
    """The hand follows one that is edited (``edits.steps``)."""
    inputs: dict[str, list[str]] = field(default_factory=dict)
    """What was entered for hands after the edited one, as hidden inputs."""

    @cached_property
    def seatings(self) -> list[Seating]:
        """Returns the possible seatings of the hand that is inserted, if there is a choice."""
        if self.before is None or self.step:
            return []
        stored = self.table.game.hands.get(pk=self.before.pk)
        possible_seatings = seatings(self.table, stored)
        return possible_seatings if len(possible_seatings) > 1 else []

    @property
    def is_next(self) -> bool:
        """Whether it is the next hand of the game."""
        return self.amends is None and self.before is None

    @cached_property
    def is_previewed(self) -> bool:
        """Whether a host sees what it changes before it is saved."""
        is_late = self.session.closed_at is not None
        return not self.is_next and (is_late or ranking_above(self.session) is not None)

    @property
    def may_propose(self) -> bool:
        """Whether something may be agreed on instead of this hand."""
        return self.is_next and bool(self.table.rules.proposes(self.form.fold))

    @property
    def screens(self) -> list[str]:
        """The template of this game, if it has one, else the derived one."""
        return [f"table/entry/variants/{self.table.rules.key}.html", "table/entry/_derived.html"]

    @cached_property
    def action(self) -> str:
        if self.step:
            return self.step.action
        if self.amends:
            return hand_address("entry:hand_edit", self.amends)
        if self.before:
            return hand_address("entry:hand_insert", self.before)
        return address("entry:hand_new", *self.place)

    @cached_property
    def slip_action(self) -> str:
        return address("entry:slip", *self.place)

    @cached_property
    def cards_action(self) -> str:
        return address("entry:cards", *self.place)

    @cached_property
    def show_action(self) -> str:
        """Address that judges a show; empty in a game without one."""
        return address("entry:show", *self.place) if self.table.rules.shows else ""

    @property
    def show_sizes(self) -> str:
        """How many cards a show may have."""
        return " ".join(str(size) for size in self.table.rules.shows)

    @property
    def show_needs(self) -> str:
        """Names of the deal's cards that are needed to judge a show."""
        fields = [field for part in self.form.parts for field in part.deal.values()]
        return " ".join(f.name for f in fields if isinstance(f.question.kind, Card))

    @property
    def show_stock(self) -> str:
        """How many of each card there are (see ``picker.stock``)."""
        return picker.stock(self.table.rules, self.form.fold.options, self.form.entry.deal)

    @cached_property
    def seats_action(self) -> str:
        """Address for players leaving or joining; empty if nobody can."""
        if not self.is_next or not is_open(self.table.rules, self.form.fold):
            return ""
        return address("starting:seats", *self.place)

    @property
    def poll(self) -> str:
        """Address that tells whether somebody else has saved this hand."""
        return news_address(self.session, self.table.game.number)

    @property
    def contests(self) -> list[Contest]:
        """Open disputes of the session, if it asks for approval."""
        return open_contests(self.session) if self.session.consent else []

    @property
    def remove_action(self) -> str:
        """Address that removes a game started by mistake; empty once a hand was played."""
        if not self.is_next or self.table.game.hand_count or self.form.is_bound:
            return ""
        return address("entry:game_delete", *self.place)

    @property
    def changes(self) -> int:
        """How many seat changes the page knows of."""
        return self.table.game.change_count

    @property
    def place(self) -> tuple[str, int]:
        return self.session.code, self.table.game.number
