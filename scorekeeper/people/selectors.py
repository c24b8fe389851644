"""What the pages about people show. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum

from scorekeeper.clubs.alike import likely
from scorekeeper.clubs.models import Club, Player, SamePerson, Session
from scorekeeper.clubs.persons import names_of
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.documents.erasing import is_erased
from scorekeeper.people.together import night_of_both
from scorekeeper.settling.standing import standing
from scorekeeper.standings.models import GameResult

SUGGESTED = 6
"""Pairs of names on the page; more are looked at than are shown, as some sat together."""
COMPARED = 200
"""The newest names, each with each."""
LOOKED_AT = 24
OPEN_NIGHTS = 12
"""Of the last so many nights it is said what is still open; more than that nobody settles."""


@dataclass(frozen=True, slots=True)
class UnderNames:
    """What there is under some names. Money in minor units."""

    nights: int
    hands: int
    net: int


def brought(names: Sequence[int]) -> UnderNames:
    """One query."""
    found = GameResult.objects.filter(player__in=names)
    counted = found.filter(Q(hands__gt=0) | ~Q(net=0) | Q(game=None))
    told = found.aggregate(hands=Sum("hands"), net=Sum("net"))
    nights = counted.order_by().values("session").distinct().count()
    return UnderNames(nights, int(told["hands"] or 0), int(told["net"] or 0))


@dataclass(frozen=True, slots=True)
class Doubles:
    """Two names that may be one person's: the one with more nights is proposed to stay."""

    name: Player
    person: Player


def doubles(club: Club) -> list[Doubles]:
    """Likely ones, and never two who sat together."""
    known = club.players.filter(person=None).order_by("-pk")[:COMPARED]
    people = [player for player in reversed(list(known)) if not is_erased(player)]
    found: list[Doubles] = []
    for one, other in list(likely([player.name for player in people]))[:LOOKED_AT]:
        first, second = people[one], people[other]
        if not night_of_both(club, names_of(first.pk), names_of(second.pk)):
            found.append(_in_order(first, second))
        if len(found) == SUGGESTED:
            break
    return found


def _in_order(one: Player, other: Player) -> Doubles:
    ahead = brought(names_of(other.pk)).nights > brought(names_of(one.pk)).nights
    return Doubles(one, other) if ahead else Doubles(other, one)


def joined(club: Club) -> list[SamePerson]:
    """Those in force, the newest first."""
    found = SamePerson.objects.filter(club=club, undoes=None, undone_by=None)
    return list(found.select_related("name", "person").order_by("-pk"))


@dataclass(frozen=True, slots=True)
class OpenDebt:
    """``amount``: what he gets, less than 0 what he owes, in minor units."""

    night: Session
    amount: int


def open_debts(player: Player) -> list[OpenDebt]:
    """Of the last nights in which something of his was paid."""
    names = set(names_of(player.person_pk))
    nights = nights_naming(player) | Session.objects.filter(pk__in=_nights(names))
    found = []
    for night in (
        nights.select_related("club").order_by("-played_on", "-pk").distinct()[:OPEN_NIGHTS]
    ):
        for each, amount in standing(night).arrived.items():
            if each.pk in names and amount:
                found.append(OpenDebt(night, amount))
    return found


def _nights(names: set[int]) -> list[int]:
    told = GameResult.objects.filter(player__in=names, game__isnull=False)
    return list(told.values_list("session_id", flat=True).distinct())
