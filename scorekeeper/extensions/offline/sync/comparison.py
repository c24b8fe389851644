"""Compares an offline hand with the saved one in its place. Read only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.extensions.offline.sync.conflict_choice import corrected, hand_in_place
from scorekeeper.extensions.offline.sync.delivery import Item
from scorekeeper.extensions.offline.sync.waiting import form_number
from scorekeeper.extensions.offline.sync.writes import AMEND, HAND, LEFT_OUT
from scorekeeper.play.edits.idempotency import hand_by_token
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import Table, hands_in_force, session_table, todays_rules
from scorekeeper.table.entry.edits.conflict import ComparisonRow, compare_entries
from scorekeeper.table.entry.forms import HandForm


@dataclass(frozen=True, slots=True)
class BothHands:
    """The saved ``hand``, None if there is none, beside the device's; ``number``: the device's."""

    table: Table
    hand: Hand | None
    number: int
    is_own_token: bool
    """The saved hand has the same token, with other answers."""
    entered_at: datetime
    """When the hand was entered on the device."""
    rows: list[ComparisonRow]
    may_add: bool
    may_correct: bool

    @property
    def is_same(self) -> bool:
        """Both hands agree."""
        return self.hand is not None and not any(row.differs for row in self.rows)

    @property
    def may_move(self) -> bool:
        """Its place is empty, but no longer the next one."""
        return self.hand is None and self.may_add and self.number != self.next_number

    @property
    def hands_after(self) -> int:
        """Number of saved hands after the saved one."""
        return self.table.game.last_number - self.hand.number if self.hand else 0

    @property
    def next_number(self) -> int:
        return self.table.game.last_number + 1


def compare_hands(session: Session, item: Item) -> BothHands | None:
    """Returns the comparison; None if it is no hand, or today's rules cannot read the game."""
    if item.aim.name not in (HAND, AMEND, LEFT_OUT) or item.aim.number is None:
        return None
    with one_view():
        table = session_table(session, item.aim.number)
        try:
            with todays_rules():
                return _compare(session, item, table) if table else None
        except (EntryError, NotPossibleError, RulesChangedError):
            return None


def _compare(session: Session, item: Item, table: Table) -> BothHands | None:
    own_hand = hand_by_token(table.game, item.token)
    saved_hand = own_hand or (None if item.aim.name == LEFT_OUT else hand_in_place(item, table))
    form = HandForm(table.rules, _fold_at_deal(item, table, saved_hand), table.names, item.body)
    form.is_valid()
    number, is_open = form_number(item.body), session.closed_at is None
    rows = compare_entries(table, table.entry(saved_hand) if saved_hand else None, form.entry)
    return BothHands(
        table=table,
        hand=saved_hand,
        number=table.game.last_number + 1 if number is None else number,
        is_own_token=own_hand is not None,
        entered_at=timezone.now() - item.age,
        rows=rows,
        may_add=is_open and table.game.closed_at is None and item.aim.name != AMEND,
        may_correct=is_open and saved_hand is not None and saved_hand.voided_at is None,
    )


def _fold_at_deal(item: Item, table: Table, saved_hand: Hand | None) -> Fold[Any, Any]:
    """Returns the game as it was when the hand was dealt."""
    hand = saved_hand or (None if item.aim.name == HAND else corrected(item, table))
    return replay_before(table, hand, hands_in_force(table.game)) if hand else table.fold
