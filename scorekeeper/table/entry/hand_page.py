"""The page on which a hand is entered. Reads and shows; ``play.services`` writes."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from django.http import HttpResponse

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization.words import new_token
from scorekeeper.core.requests.addresses import address
from scorekeeper.core.requests.outcomes import HtmxRequest, Refused, conclude
from scorekeeper.engine.questions.kinds import Card
from scorekeeper.engine.seats.changes import is_open
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.approvals.contests import Contest, open_contests
from scorekeeper.play.edits.leading import Seating, seatings
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.after_closing import ranking_above
from scorekeeper.table.entry.cards import picker
from scorekeeper.table.entry.cards.referee import Show, declarers, stored_claims
from scorekeeper.table.entry.edits.steps import Step, step_in_request
from scorekeeper.table.entry.forms import FormFault, HandForm
from scorekeeper.table.entry.game_pages import (
    chosen_seating,
    fold_before,
    page,
    posted_hand,
    posted_reason,
    require_table,
    token_or_new,
)
from scorekeeper.table.entry.layout import Chip, PersonRow
from scorekeeper.table.entry.results import Bar, Proposal, proposal, slip


@dataclass
class HandPage:
    """The page of the next hand, of an earlier one to be edited, or of a missing one. ``amends``:
    the hand it edits; ``before``: the hand before which one is inserted."""

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
    """The hidden inputs that carry the answers for later hands."""

    # Which hand --------------------------------------------------------------------------------

    @classmethod
    def next_hand(
        cls, session: Session, table: Table, bar: Bar | None = None, again: Hand | None = None
    ) -> Self:
        """The next hand; ``again``: with the answers of a deleted hand."""
        has_room = again is not None and again.persons <= table.fold.persons
        entry = table.entry(again) if again and has_room else None
        wrong_shows = stored_claims(again) if again and entry else ""
        form = HandForm(table.rules, table.fold, table.names, entry=entry, wrong_shows=wrong_shows)
        proposed = None if entry else proposal(table)
        return cls(session, table, form, table.game.last_number + 1, bar=bar, proposed=proposed)

    @classmethod
    def proposed_hand(cls, session: Session, table: Table) -> Self:
        """The next hand with the answers that the rules propose; an empty one if they propose
        nothing."""
        proposed = proposal(table)
        entry = proposed.entry if proposed else None
        form = HandForm(table.rules, table.fold, table.names, entry=entry)
        return cls(session, table, form, table.game.last_number + 1)

    @classmethod
    def typed(cls, request: HtmxRequest, session: Session, number: int) -> Self:
        """The page as typed so far: the next hand, one to be edited, or a missing one."""
        token, reason = token_or_new(request), posted_reason(request)
        with one_view():
            table = require_table(session, number)
            if found := step_in_request(request, table):
                step, later = found
                form = HandForm(
                    table.rules, later.fold, table.names, request.POST, includes_left=True
                )
                return cls(
                    session, table, form, later.hand.number, token, amends=later.hand, step=step
                )
            amends = posted_hand(request, table, "amends")
            before = posted_hand(request, table, "before")
            if before:
                before = chosen_seating(request, table, before)
            earlier = amends or before
            fold = fold_before(table, earlier) if earlier else table.fold
        form = HandForm(
            table.rules, fold, table.names, request.POST, includes_left=amends is not None
        )
        hand_number = earlier.number if earlier else table.game.last_number + 1
        return cls(
            session, table, form, hand_number, token, amends=amends, before=before, reason=reason
        )

    # What is answered --------------------------------------------------------------------------

    def answer(self, request: HtmxRequest) -> HttpResponse:
        context = self._context
        if self.form.is_started or (self.form.is_bound and not self.form.faults):
            context |= self.slip_context(self.form)
        return page(request, "hand_new", context)

    def refuse(self, request: ClubRequest) -> HttpResponse:
        """Shows what was typed and not saved; its bar or its fields say why."""
        if self.bar and self.bar.is_refused:
            conclude(request, Refused(self.bar.message))
        else:
            fault = next(iter(self.form.faults), FormFault("", "", ""))
            named = f"{fault.person_name}: {fault.message}" if fault.person_name else fault.message
            conclude(request, Refused(named, fault.field_id))
        return self.answer(request)

    def answer_with(self, request: HtmxRequest, data: Any) -> HttpResponse:
        """Shows the page with these answers; missing ones are named in the preview only."""
        fold, includes_left = self.form.fold, self.amends is not None
        self.form, checked = (
            HandForm(self.table.rules, fold, self.table.names, data, includes_left=includes_left)
            for _form in range(2)
        )
        return page(request, "hand_new", self._context | self.slip_context(checked))

    @property
    def _context(self) -> dict[str, Any]:
        """Includes what may be agreed on instead of a hand already typed."""
        context = {"page": self, "form": self.form, "session": self.session}
        return context | (
            self.proposal_context if self.form.is_bound else {"proposed": self.proposed}
        )

    def slip_context(self, form: HandForm) -> dict[str, Any]:
        """Returns the preview of this form, or what is missing in it."""
        table, asked = self.table, {"last_asked": form.last_asked}
        if form.is_valid():
            currency, unusual = table.game.session.club.currency, table.agreement.unusual()
            preview = slip(table.rules, form.after, table.names)
            return asked | {"slip": preview, "currency": currency, "unusual": unusual}
        fault = form.faults[0]
        return asked | {"hint": fault.message, "hint_who": fault.person_name, "names": table.names}

    @property
    def proposal_context(self) -> dict[str, Any]:
        """The agreement that may be made instead of the next hand as typed, for its preview."""
        proposed = proposal(self.table) if self.may_propose else None
        if proposed is None:
            return {}
        return {
            "proposed": proposed,
            "joining": joining_names(self.form),
            "page": self,
            "session": self.session,
        }

    # What its templates ask --------------------------------------------------------------------

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
    def declarers(self) -> list[tuple[PersonRow, Chip | None]]:
        return list(declarers(self.form))

    @property
    def show_sizes(self) -> str:
        """The numbers of cards that a show may have."""
        return " ".join(str(size) for size in self.table.rules.shows)

    @property
    def show_needs(self) -> str:
        """Names of the deal's cards that are needed to judge a show."""
        fields = [field for part in self.form.parts for field in part.deal.values()]
        return " ".join(f.name for f in fields if isinstance(f.question.kind, Card))

    @property
    def show_stock(self) -> str:
        """The stock of each card (see ``picker.stock``)."""
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
        """The number of seat changes that the page knows of."""
        return self.table.game.change_count

    @property
    def place(self) -> tuple[str, int]:
        return self.session.code, self.table.game.number


def news_address(session: Session, game: int) -> str:
    """Returns the address of news of a hand; its number is in the form."""
    return f"{address('entry:hand_news', session.code, game)}?v={session.version}"


def joining_names(form: HandForm) -> list[str]:
    """Returns who rejoins in the hand as typed, which rules out an agreement instead."""
    joins = form.rules.joins
    lines = form.entry.lines if joins else ()
    return [name for name, line in zip(form.names, lines, strict=False) if getattr(line, joins)]
