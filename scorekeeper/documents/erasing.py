"""A person is forgotten: name and addresses go. Sums and hands stay, because those of the others
rest on them: every payment has two ends."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Final, TypeVar

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.keepers import clear_keeper
from scorekeeper.clubs.models import Happening, Membership, Player, Session, Signature
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.clubs.services import NAME_LENGTH
from scorekeeper.mailing.addresses import forget
from scorekeeper.paying.services import replace_addresses
from scorekeeper.planning import services as planning
from scorekeeper.planning.models import LONGEST, PlannedNight
from scorekeeper.statements.services import throw_away

Phone = TypeVar("Phone", Membership, Signature)
NOBODY: Final = "N. N."
"""``N. N. 3`` stands where the name stood."""
ERASED: Final = re.compile(rf"{re.escape(NOBODY)} [0-9]+")


def is_erased(player: Player) -> bool:
    return ERASED.fullmatch(player.name) is not None


@transaction.atomic
def erase(*, player: Player, by: Membership | None) -> Player:
    """Once: who is forgotten is not forgotten again, with every name that is his. The nights he
    played in are held first."""
    locks.hold_nights(Session.every.filter(club=player.club_id))
    locks.hold_club(player.club)
    for name in Player.objects.select_related("club").filter(person=player).order_by("pk"):
        _erase(name, by)
    return _erase(Player.objects.select_related("club").get(pk=player.pk), by)


def _erase(held: Player, by: Membership | None) -> Player:
    """One name. The nights and the club are held."""
    if is_erased(held):
        return held
    before, held.name = held.name, _free_name(held)
    held.face = ""
    held.save(update_fields=["name", "face"])
    replace_addresses(held, {}, sent_along=True)
    forget(held)
    planning.forget_player(held)
    PlannedNight.objects.bulk_update(list(_nowhere_planned(held, before)), LONGEST)
    clear_keeper(held)
    Membership.objects.bulk_update(_unnamed(Membership, held, before), ["name"])
    Signature.objects.bulk_update(_unnamed(Signature, held, before), ["name"])
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
    """What was told of him by a name is told of nobody: read from the end, because he was called
    otherwise earlier, and somebody else may have had that name since."""
    happened = Happening.objects.filter(club=player.club_id)
    for happening in happened.order_by("-at", "-pk"):
        renamed = happening.kind == Happened.PLAYER_RENAMED
        now_called = renamed and happening.values.get("new") == before
        called = {before, str(happening.values["old"])} if now_called else {before}
        told = {
            name: _without(value, called, player.name, within=_is_free(happening, name))
            for name, value in happening.values.items()
        }
        if now_called:
            before = str(happening.values["old"])
        if told != happening.values:
            happening.values = told
            yield happening


def _unnamed(model: type[Phone], player: Player, before: str) -> list[Phone]:
    """Of phones, as they are called now or were when they signed: his, which has no name any more,
    and any that is called by his name."""
    changed: list[Phone] = []
    for phone in model._default_manager.filter(club=player.club_id).exclude(name=""):
        renamed = _without(phone.name, {before}, player.name, within=True)
        now = "" if phone.player_id == player.pk else renamed[:NAME_LENGTH]
        if now != phone.name:  # a phone that is renamed meanwhile keeps its new name
            phone.name = now
            changed.append(phone)
    return changed


def _nowhere_planned(player: Player, before: str) -> Iterator[PlannedNight]:
    """Nights that were to be at his place, or say his name otherwise."""
    for planned in player.club.planned.all():
        told = {name: getattr(planned, name) for name in LONGEST}
        for name, most in LONGEST.items():
            text: str = _without(told[name], {before}, player.name, within=True)
            setattr(planned, name, text[:most])
        if told != {name: getattr(planned, name) for name in LONGEST}:
            yield planned


def _is_free(happening: Happening, value: str) -> bool:
    """Somebody worded it himself, and may have put the name into it."""
    return value in ("phone", "label") or happening.kind == Happened.CLUB_RENAMED


def _without(value: Any, called: Collection[str], now: str, *, within: bool) -> Any:
    """A name alone, or among others with commas between them; ``within``: or as part of a text."""
    if not isinstance(value, str):
        return value
    for name in called:
        place = _word(name) if within else rf"(?:(?<=, )|^){re.escape(name)}(?=, |$)"
        value = re.sub(place, now, value)
    return value


def is_in(name: str, told: str) -> bool:
    """The text says this name, such as a club that is called after who began it."""
    return re.search(_word(name), told) is not None


def _word(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"
