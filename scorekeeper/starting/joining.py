"""Who may sit down at a running game, and what the larger table has to settle first.

The house rules stay as they were frozen, but for those that so many cannot play by: a ladder needs
a step for one more place. These are shown with a proposal, and only these can be changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.asking import wire
from scorekeeper.asking.option import Option, given, sentence
from scorekeeper.asking.words import said
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import NameRow, NameRows
from scorekeeper.engine import codec, seating
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.options import load_options
from scorekeeper.engine.questions import Question, questions
from scorekeeper.play.selectors import Table
from scorekeeper.wording import currencies
from scorekeeper.wording.words import words


class JoinForm(forms.Form):
    """``players``: those of the club; ``data``: what the page sent, if it was about joining."""

    data: QueryDict
    player = forms.Field(required=False)

    def __init__(self, at: Table, players: Sequence[Player], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.at, self.rules, club = at, at.rules, at.game.session.club
        self.currency = club.currency
        here = {player.pk for player in at.players}
        self.players = [player for player in players if player.pk not in here]
        names = self.data.getlist("name")
        self.new = NameRows(names, taken=at.names, club=club, seated=at.players)
        self.proposed = seating.options_for_one_more(at.rules, at.fold)
        self.told = codec.dump(self.proposed, full=True)
        self.boxes: dict[str, list[str]] = {}
        self.rule_errors: dict[str, str] = {}
        for q in self.open:
            if f"was-{q.name}" in self.data:
                self._take(q, self.data.getlist(f"o-{q.name}"))

    @cached_property
    def full(self) -> str:
        """Why nobody more can sit down; empty when somebody can."""
        try:
            seating.check_room(self.rules, self.at.fold)
        except EntryError as error:
            return words(error)
        return ""

    @property
    def new_row(self) -> NameRow:
        return self.new.rows[0] if self.new.rows else NameRow()

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    # What the larger table has to settle

    @property
    def open(self) -> list[Question]:
        """The rules that change, or that so many cannot play by."""
        unfit = seating.refused_option(self.rules, self.proposed, self.at.fold.seats + 1)
        return [
            q
            for q in questions(self.rules.options)
            if q.name in {unfit, *self.rule_errors}
            or getattr(self.proposed, q.name) != getattr(self.at.fold.options, q.name)
        ]

    @property
    def open_rules(self) -> list[Option]:
        return [self._field(q) for q in self.open]

    def _field(self, q: Question) -> Option:
        proposed = getattr(self.proposed, q.name)
        told = self.boxes.get(q.name, wire.told(q.kind, proposed, self.currency))
        shown = Option.of(q, told, proposed, self.currency)
        shown.changed, shown.published = False, self.rules.source
        shown.usually = said(q.kind, getattr(self.at.fold.options, q.name), self.currency)
        if q.name in self.rule_errors:
            shown.errors.append(self.rule_errors[q.name])
        return shown

    # Reading

    def _take(self, q: Question, boxes: list[str]) -> None:
        self.boxes[q.name] = boxes
        try:
            self.told[q.name] = given(q, boxes, self.currency)
        except EntryError as error:
            self.rule_errors[q.name] = sentence(q, error, self.currency)

    @property
    def chosen(self) -> str:
        """The id of the player tapped; empty when none was."""
        return self.data.get("player", "")

    @property
    def who(self) -> Player | str | None:
        """A player of the club, or the name of a new one."""
        known = next((p for p in self.players if str(p.pk) == self.chosen), None)
        return known or next(iter(self.new.names), None)

    # Judging

    def clean(self) -> None:
        named = self.new.is_valid()
        if named and self.who is None:
            self.add_error("player", _("Choose a name or enter a new one."))
        elif self.chosen and self.new.names:
            self.add_error(
                "player", _("Add one player at a time. Choose a name or enter a new one.")
            )
        if not self.rule_errors:
            self._check()

    def _check(self) -> None:
        try:
            load_options(self.rules, self.told, self.at.fold.seats + 1)
        except EntryError as error:
            self.refuse(error)

    def is_valid(self) -> bool:
        return super().is_valid() and not self.wrong

    @property
    def wrong(self) -> str:
        """The first thing that is."""
        mine = [str(errors[0]) for errors in self.errors.values()]
        found = (self.full, *mine, *(row.error for row in self.new.rows))
        return next(filter(None, (*found, *self.rule_errors.values())), "")

    def refuse(self, error: EntryError) -> None:
        """Put the engine's error beside what it is about."""
        if error.field == "seats":
            self.add_error("player", words(error))
        else:
            self.rule_errors[error.field] = words(error)

    @property
    def options(self) -> dict[str, Any]:
        """Every option of the larger table."""
        return self.told
