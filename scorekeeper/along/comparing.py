"""A hand of this phone beside what stands in its place; what can become of it. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.along.choosing import corrected, stands_in_place
from scorekeeper.along.delivering import Item
from scorekeeper.along.outbox import number_in
from scorekeeper.along.writes import AMEND, HAND, LEFT_OUT
from scorekeeper.capture.comparison import ComparisonRow, compare_entries
from scorekeeper.capture.forms import HandForm
from scorekeeper.clubs.models import Session
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.play.models import Hand
from scorekeeper.play.repeated import hand_by_token
from scorekeeper.play.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import Table, hands_in_force, session_table
from scorekeeper.play.todays_rules import todays_rules
from scorekeeper.serving.one_view import one_view


@dataclass(frozen=True, slots=True)
class BothHands:
    """``hand``: what stands, None where nothing does; ``number``: of mine on the phone."""

    at: Table
    hand: Hand | None
    number: int
    mine: bool
    """It was written by this very token, with other answers."""
    mine_at: datetime
    """When mine was entered on the phone."""
    rows: list[ComparisonRow]
    may_add: bool
    may_correct: bool

    @property
    def same(self) -> bool:
        """Both told of one hand, and agree."""
        return self.hand is not None and not any(row.differs for row in self.rows)

    @property
    def may_move(self) -> bool:
        """Nothing stands in its place, which is not the next one any more."""
        return self.hand is None and self.may_add and self.number != self.next_number

    @property
    def hands_after(self) -> int:
        """How many saved hands follow what stands."""
        return self.at.game.last_number - self.hand.number if self.hand else 0

    @property
    def next_number(self) -> int:
        return self.at.game.last_number + 1


def both(session: Session, item: Item) -> BothHands | None:
    """None where it is no hand, or the game cannot be read by today's rules any more."""
    if item.to.name not in (HAND, AMEND, LEFT_OUT) or item.to.number is None:
        return None
    with one_view():
        at = session_table(session, item.to.number)
        try:
            with todays_rules():
                return _both(session, item, at) if at else None
        except (EntryError, NotPossibleError, RulesChangedError):
            return None


def _both(session: Session, item: Item, at: Table) -> BothHands | None:
    mine = hand_by_token(at.game, item.token)
    theirs = mine or (None if item.to.name == LEFT_OUT else stands_in_place(item, at))
    form = HandForm(at.rules, _dealt(item, at, theirs), at.names, item.body)
    form.is_valid()
    number, open_night = number_in(item.body), session.closed_at is None
    rows = compare_entries(at, at.entry(theirs) if theirs else None, form.entry)
    return BothHands(
        at=at,
        hand=theirs,
        number=at.game.last_number + 1 if number is None else number,
        mine=mine is not None,
        mine_at=timezone.now() - item.age,
        rows=rows,
        may_add=open_night and at.game.closed_at is None and item.to.name != AMEND,
        may_correct=open_night and theirs is not None and theirs.voided_at is None,
    )


def _dealt(item: Item, at: Table, theirs: Hand | None) -> Fold[Any, Any]:
    """The game as it stood when the hand was dealt."""
    held = theirs or (None if item.to.name == HAND else corrected(item, at))
    return replay_before(at, held, hands_in_force(at.game)) if held else at.fold
