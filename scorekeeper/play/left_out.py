"""A hand that was left out, written down in its place after the hands that followed it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F

from scorekeeper.clubs.models import Membership
from scorekeeper.engine.entry_json import dump_entry
from scorekeeper.engine.game import Entry
from scorekeeper.play.audit import link
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.repeated import SavedOtherwise, check_same, written
from scorekeeper.play.replay import before as replay_before
from scorekeeper.play.selectors import hands_in_force, person_keys
from scorekeeper.play.services import Saved, in_force, laid_anew, locked, rework


@transaction.atomic
def insert_hand(
    *, before: Hand, entry: Entry[Any, Any], token: str, by: Membership | None = None
) -> Saved:
    """Write a hand in before this one; it and those after it have their numbers go up by one.

    Once per token. Raises Stale if ``before`` is no longer in force, EntryError if the rules
    refuse the entry, NotPossible if a later hand could not have followed it, Closed after the
    night, SavedOtherwise if the token has saved other answers.
    """
    at = locked(before.game)
    if earlier := written(at.game, token):
        if earlier.replaces_id:
            raise SavedOtherwise(earlier)
        check_same(at, earlier, entry)
        return Saved(earlier, at, repeated=True)
    held = in_force(at, before)
    number = held.number
    fold = replay_before(at, held, hands_in_force(at.game))
    _make_room(at.game, number)
    plain = dump_entry(entry, person_keys(held.persons))
    new = Hand.objects.create(
        game=at.game,
        number=number,
        entry=plain,
        laid=laid_anew(at, fold, entry),
        persons=held.persons,
        changes=held.changes,
        token=token,
        digest=link(at.game.last_digest, token, plain),
        by=by,
        reason="had been left out",
    )
    at.game.last_digest = new.digest
    rework(at, why=f"hand {number} had been left out", by=by, new=new)
    return Saved(new, at)


def _make_room(game: Game, number: int) -> None:
    """No hand has this number any more; the last ones move first, so that no two share one."""
    later = game.hands.filter(number__gte=number).order_by("-number")
    for taken in list(later.values_list("number", flat=True).distinct()):
        game.hands.filter(number=taken).update(number=F("number") + 1)
