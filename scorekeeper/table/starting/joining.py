"""Joining a running game, and the rules that the larger table has to settle first.

The house rules stay as frozen, except those that this number of players cannot play by: a ladder
needs a step for one more place. These are shown with a proposal, and only these can be changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.players.names import NameRow, NameRows
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import Question, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats import changes
from scorekeeper.play.selectors import Table
from scorekeeper.questions import encoding
from scorekeeper.questions.option import Option, parse_option, sentence
from scorekeeper.questions.rules import is_readable
from scorekeeper.questions.words import answer_text


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat for somebody who joins. ``name``: whose seat it was; empty for the end."""

    value: str
    name: str
    chosen: bool


class JoinForm(forms.Form):
    """``players``: of the group; ``data``: what the page sent, if it was about joining."""

    data: QueryDict
    player = forms.Field(required=False)

    def __init__(
        self, table: Table, players: Sequence[Player], data: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        self.table, self.rules, club = table, table.rules, table.game.session.club
        self.currency = club.currency
        seated_ids = {player.pk for player in table.players}
        self.players = [player for player in players if player.pk not in seated_ids]
        names = self.data.getlist("name")
        self.new = NameRows(names, taken=table.names, club=club, seated=table.players)
        self.proposed = changes.options_for_one_more(table.rules, table.fold)
        self.options: dict[str, Any] = codec.dump(self.proposed, full=True)
        """Every option of the larger table."""
        self.boxes: dict[str, list[str]] = {}
        self.rule_errors: dict[str, str] = {}
        for q in self.open_questions:
            if f"was-{q.name}" in self.data:
                self._take(q, self.data.getlist(f"o-{q.name}"))

    @cached_property
    def full(self) -> str:
        """Why nobody else can join; empty if somebody can."""
        try:
            changes.check_room(self.rules, self.table.fold)
        except EntryError as error:
            return words(error)
        return ""

    @cached_property
    def free_seats(self) -> list[FreeSeat]:
        """The seats that can be taken over, if any, and the place after the last player. The seat
        is suggested if it is the only one."""
        left = changes.free_places(self.table.fold)
        if not left:
            return []
        texts = ["", *map(str, left)]
        usual = texts[-1] if len(left) == 1 else ""
        posted = self.data.get("seat", usual)
        chosen = posted if posted in texts else usual
        return [
            FreeSeat(text, self.table.names[int(text)] if text else "", text == chosen)
            for text in (*texts[1:], "")
        ]

    @property
    def in_place_of(self) -> int | None:
        """The person whose seat is taken over; None: they sit after the last player."""
        return whole_number(self.data.get("seat", ""))

    @property
    def new_row(self) -> NameRow:
        return self.new.rows[0] if self.new.rows else NameRow()

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    # Rules to settle

    @property
    def open_questions(self) -> list[Question]:
        """Rules that change, or that this number of players cannot play by."""
        unfit = changes.refused_option(self.rules, self.proposed, self.table.fold.seats + 1)
        return [
            q
            for q in questions(self.rules.options)
            if is_readable(q)
            and (
                q.name in {unfit, *self.rule_errors}
                or getattr(self.proposed, q.name) != getattr(self.table.fold.options, q.name)
            )
        ]

    @property
    def open_rules(self) -> list[Option]:
        return [self._field(q) for q in self.open_questions]

    def _field(self, q: Question) -> Option:
        proposed = getattr(self.proposed, q.name)
        boxes = self.boxes.get(q.name, encoding.to_texts(q.kind, proposed, self.currency))
        option = Option.build(q, boxes, proposed, self.currency)
        option.changed, option.published = False, self.rules.source
        option.usually = answer_text(
            q.kind, getattr(self.table.fold.options, q.name), self.currency
        )
        if q.name in self.rule_errors:
            option.errors.append(self.rule_errors[q.name])
        return option

    # Reading

    def _take(self, q: Question, boxes: list[str]) -> None:
        self.boxes[q.name] = boxes
        try:
            self.options[q.name] = parse_option(q, boxes, self.currency)
        except EntryError as error:
            self.rule_errors[q.name] = sentence(q, error, self.currency)

    @property
    def chosen(self) -> str:
        """The id of the player tapped; empty for none."""
        return self.data.get("player", "")

    @property
    def who(self) -> Player | str | None:
        """A player of the group, or the name of a new one."""
        known = next((p for p in self.players if str(p.pk) == self.chosen), None)
        return known or next(iter(self.new.names), None)

    # Validation

    def clean(self) -> None:
        has_names = self.new.is_valid()
        if has_names and self.who is None:
            self.add_error("player", _("Choose a name or enter a new one."))
        elif self.chosen and self.new.names:
            self.add_error(
                "player", _("Add one player at a time. Choose a name or enter a new one.")
            )
        if not self.rule_errors:
            self._check()

    def _check(self) -> None:
        try:
            load_options(self.rules, self.options, self.table.fold.seats + 1)
        except EntryError as error:
            self.refuse(error)

    def is_valid(self) -> bool:
        return super().is_valid() and not self.first_error

    @property
    def first_error(self) -> str:
        """Empty if there is none."""
        own_errors = [str(errors[0]) for errors in self.errors.values()]
        errors = (self.full, *own_errors, *(row.error for row in self.new.rows))
        return next(filter(None, (*errors, *self.rule_errors.values())), "")

    def refuse(self, error: EntryError) -> None:
        """Shows the engine's error next to its field."""
        if error.field == "seats":
            self.add_error("player", words(error))
        else:
            self.rule_errors[error.field] = words(error)
