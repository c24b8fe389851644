"""A person is forgotten: name and addresses go. Sums and hands stay, because those of the others
rest on them: every payment has two ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.keepers import give_up
from scorekeeper.clubs.models import Happening, Membership, Player, Session
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.mailing.addresses import forget
from scorekeeper.paying.services import keep
from scorekeeper.statements.services import throw_away

NOBODY: Final = "N. N."
"""``N. N. 3`` stands where the name stood."""


def is_erased(player: Player) -> bool:
    return player.name.startswith(f"{NOBODY} ")


@transaction.atomic
def erase(*, player: Player, by: Membership | None) -> Player:
    """Once: who is forgotten is not forgotten again. The nights he played in are held first."""
    locks.hold_nights(Session.objects.filter(club=player.club_id))
    locks.hold_club(player.club)
    held = Player.objects.select_related("club").get(pk=player.pk)
    if is_erased(held):
        return held
    before, held.name = held.name, _free_name(held)
    held.save(update_fields=["name"])
    keep(player=held, addresses={}, sent_along=True)
    forget(held)
    give_up(held)
    Membership.objects.filter(player=held).update(name="")
    Happening.objects.bulk_update(list(_renamed(held, before)), ["values"])
    nights = nights_naming(held)
    throw_away(nights)
    locks.touch_held(nights.values_list("pk", flat=True))
    note(Happened.PLAYER_ERASED, club=held.club, by=by, name=held.name)
    return held


def _free_name(player: Player) -> str:
    taken = set(player.club.players.values_list("name", flat=True))
    return next(name for n in range(1, len(taken) + 2) if (name := f"{NOBODY} {n}") not in taken)


def _renamed(player: Player, before: str) -> Iterator[Happening]:
    """What was told of him by his name is told of nobody."""
    for happening in Happening.objects.filter(club=player.club_id):
        told = {
            name: _without(value, before, player.name) for name, value in happening.values.items()
        }
        if told != happening.values:
            happening.values = told
            yield happening


def _without(value: Any, before: str, now: str) -> Any:
    """A name alone, or among others with commas between them."""
    if not isinstance(value, str):
        return value
    return ", ".join(now if part == before else part for part in value.split(", "))
