"""The only writer of who is who, and of who is of the club. Nothing of what was played moves: that
two names are one person is a fact of its own, and so is that they are not.

The nights are held, then the club, then the two names: a seat that is taken meanwhile waits, or is
seen here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.faces import parse_face
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Club, Membership, Player, SamePerson, Session
from scorekeeper.clubs.persons import keep_persons, names_of
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.clubs.signing import author_fields, renew_signatures
from scorekeeper.people.together import night_of_both
from scorekeeper.planning import services as planning


class TwoPeopleError(Exception):
    """They sat together in this ``night``, or paid one another there."""

    def __init__(self, night: Session) -> None:
        super().__init__("two people")
        self.night = night


class NotNowError(Exception):
    """One of the two is another's name by now, or none any more."""


# One person ----------------------------------------------------------------------------------


@transaction.atomic
def merge(
    *, club: Club, name: Player, person: Player, token: str, by: Membership | None
) -> SamePerson:
    """``name`` is a name of ``person`` from now on, with all names that it had itself. Both are of
    this club.

    Once per token. Raises TwoPeopleError; NotNowError.
    """
    nights = locks.hold_nights(Session.every.filter(club=club))
    locks.hold_club(club)
    if earlier := SamePerson.objects.filter(club=club, token=token).first():
        return _as_asked(earlier, name, person)
    held = locks.hold_players(club, (name.pk, person.pk))
    if len(held) < 2 or any(each.person_id for each in held.values()):
        raise NotNowError
    if both := night_of_both(club, names_of(name.pk), names_of(person.pk)):
        raise TwoPeopleError(both)
    phones = list(Membership.objects.filter(club=club, player=name).order_by("pk"))
    made = SamePerson.objects.create(
        club=club,
        name=name,
        person=person,
        phones=[phone.pk for phone in phones],
        token=token,
        **author_fields(by),
    )
    _give(phones, person)
    _told_anew(club, name, nights)
    note(Happened.NAMES_JOINED, club=club, by=by, name=name.name, person=person.name)
    return made


def _as_asked(earlier: SamePerson, name: Player, person: Player) -> SamePerson:
    if (earlier.name_id, earlier.person_id, earlier.undoes_id) != (name.pk, person.pk, None):
        raise NotNowError
    return earlier


@transaction.atomic
def part(*, fact: SamePerson, token: str, by: Membership | None) -> SamePerson:
    """They are two people after all: everything under the one name is that one's again. Once; the
    same again gives the same."""
    club = fact.club
    nights = locks.hold_nights(Session.every.filter(club=club))
    locks.hold_club(club)
    if earlier := SamePerson.objects.filter(undoes=fact).first():
        return earlier
    name, person = fact.name, fact.person
    locks.hold_players(club, (name.pk, person.pk))
    made = SamePerson.objects.create(
        club=club,
        name=name,
        person=person,
        undoes=fact,
        token=token,
        **author_fields(by),
    )
    since = Membership.objects.filter(
        club=club, pk__in=fact.phones, player__in=names_of(person.person_pk)
    )
    _give(list(since.order_by("pk")), name)
    _told_anew(club, name, nights)
    note(Happened.NAMES_PARTED, club=club, by=by, name=name.name, person=person.name)
    return made


def _give(phones: list[Membership], player: Player) -> None:
    """They are this player's now; what they wrote before keeps its author."""
    for phone in phones:
        phone.player = player
        phone.save(update_fields=["player"])
    renew_signatures(phones)


def _told_anew(club: Club, name: Player, nights: list[int]) -> None:
    """Keep what the facts in force say; whoever shows these nights draws them anew."""
    _touch(nights, {name.pk, *keep_persons(club)})


def _touch(nights: Sequence[int], names: Iterable[int]) -> None:
    """Of the nights that are held, those of these names."""
    for pk in names:
        named = nights_naming(Player(pk=pk)).values_list("pk", flat=True)
        locks.touch_held(set(nights) & set(named))


def under(club: Club, name: Player) -> list[int]:
    """The ids of a name and of all that were joined with it, whoever it is itself."""
    facts = SamePerson.objects.filter(club=club, undoes=None, undone_by=None)
    found, above = [name.pk], dict(facts.values_list("name_id", "person_id"))
    for pk in found:
        found += [below for below, person in above.items() if person == pk]
    return found


# Faces ---------------------------------------------------------------------------------------


@transaction.atomic
def choose_face(*, player: Player, face: str) -> None:
    """``face``: as ``faces.sign_of`` reads it; "" for none. Boards of nights that are on show it at
    once; no sheet and no letter shows it, so nights that are over stay as they are. Raises
    ValueError."""
    if face and parse_face(face) is None:
        raise ValueError("no face")
    nights = locks.hold_nights(Session.every.filter(club=player.club_id, closed_at=None))
    locks.hold_club(player.club)
    if Player.objects.filter(pk=player.pk).exclude(face=face).update(face=face):
        _touch(nights, names_of(player.pk))


# Of the club, or not any more ------------------------------------------------------------------


@transaction.atomic
def leave(*, player: Player, by: Membership | None) -> None:
    """No seat is offered any more; what was played stays. The same again changes nothing."""
    locks.hold_club(player.club)
    stays = Player.objects.filter(pk=player.pk, left_at=None)
    if stays.update(left_at=timezone.now()):
        for name in Player.objects.select_related("club").filter(pk__in=names_of(player.pk)):
            planning.forget(name)
        note(Happened.PLAYER_LEFT, club=player.club, by=by, name=player.name)


@transaction.atomic
def come_back(*, player: Player, by: Membership | None) -> None:
    locks.hold_club(player.club)
    if Player.objects.filter(pk=player.pk, left_at__isnull=False).update(left_at=None):
        note(Happened.PLAYER_BACK, club=player.club, by=by, name=player.name)
