"""Merges and unmerges players, and records who is a member of the group; nothing else may. Sessions
are not changed: that two names are one person, or are not, is a fact of its own.

Locks the sessions, then the group, then both players, so that a seat taken at the same time waits
or is seen here."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import (
    Club,
    Membership,
    Player,
    SamePerson,
    Session,
    author_fields,
    renew_signatures,
)
from scorekeeper.clubs.players.faces import parse_face
from scorekeeper.clubs.players.persons import keep_persons, merges, names_of
from scorekeeper.clubs.selectors import sessions_naming
from scorekeeper.core.requests.outcomes import Gone
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.exchange.people.merge_checks import session_of_both


def _merged_since() -> Refusal:
    text = _("One of these names has since been merged. Choose again.")
    return Refusal(text, fate=Gone)


# One person ----------------------------------------------------------------------------------


@transaction.atomic
def merge_players(
    *, club: Club, name: Player, person: Player, token: str, by: Membership | None
) -> SamePerson:
    """Makes ``name``, with all names merged into it, a name of ``person``. Both are of this group.

    Once per token. Refuses if both sat together in a session, which is what there is ``now``, or
    paid each other there; or if one of them was merged or unmerged in the meantime.
    """
    sessions = locks.hold_sessions(Session.every.filter(club=club))
    locks.hold_club(club)
    if earlier := SamePerson.objects.filter(club=club, token=token).first():
        return _checked(earlier, name, person)
    locked = locks.hold_players(club, (name.pk, person.pk))
    if len(locked) < 2 or any(player.person_id for player in locked.values()):
        raise _merged_since()
    if both := session_of_both(club, names_of(name.pk), names_of(person.pk)):
        raise Refusal("", now=both)  # the page names the session
    devices = list(Membership.objects.filter(club=club, player=name).order_by("pk"))
    fact = SamePerson.objects.create(
        club=club,
        name=name,
        person=person,
        devices=[device.pk for device in devices],
        token=token,
        **author_fields(by),
    )
    _assign(devices, person)
    _redraw_sessions(club, name, sessions)
    note(ActivityKind.NAMES_JOINED, club=club, by=by, name=name.name, person=person.name)
    return fact


def _checked(earlier: SamePerson, name: Player, person: Player) -> SamePerson:
    if (earlier.name_id, earlier.person_id, earlier.undoes_id) != (name.pk, person.pk, None):
        raise _merged_since()
    return earlier


@transaction.atomic
def unmerge_players(*, fact: SamePerson, token: str, by: Membership | None) -> SamePerson:
    """Unmerges: everything under the name is its own again. Once; repeating it returns the same."""
    club = fact.club
    sessions = locks.hold_sessions(Session.every.filter(club=club))
    locks.hold_club(club)
    if earlier := SamePerson.objects.filter(undoes=fact).first():
        return earlier
    name, person = fact.name, fact.person
    locks.hold_players(club, (name.pk, person.pk))
    undoing = SamePerson.objects.create(
        club=club,
        name=name,
        person=person,
        undoes=fact,
        token=token,
        **author_fields(by),
    )
    devices = Membership.objects.filter(
        club=club, pk__in=fact.devices, player__in=names_of(person.person_pk)
    )
    _assign(list(devices.order_by("pk")), name)
    _redraw_sessions(club, name, sessions)
    note(ActivityKind.NAMES_PARTED, club=club, by=by, name=name.name, person=person.name)
    return undoing


def _assign(devices: list[Membership], player: Player) -> None:
    """Assigns devices to the player; what they wrote before keeps its author."""
    for device in devices:
        device.player = player
        device.save(update_fields=["player"])
    renew_signatures(devices)


def _redraw_sessions(club: Club, name: Player, sessions: list[int]) -> None:
    """Saves the persons that follow from the facts; sessions with these names are rendered
    again."""
    _touch(sessions, {name.pk, *keep_persons(club)})


def _touch(sessions: Sequence[int], names: Iterable[int]) -> None:
    """Gives the locked sessions that show these names a new version."""
    for pk in names:
        named = sessions_naming(Player(pk=pk)).values_list("pk", flat=True)
        locks.touch_held(set(sessions) & set(named))


def merged_ids(club: Club, name: Player) -> list[int]:
    """Returns the ids of a name and of all names merged into it."""
    ids, person_by_name = [name.pk], dict(merges(club).values_list("name_id", "person_id"))
    for pk in ids:  # grows while it is read
        ids += [merged for merged, person in person_by_name.items() if person == pk]
    return ids


# Avatars -------------------------------------------------------------------------------------


@transaction.atomic
def choose_face(*, player: Player, face: str) -> None:
    """Sets an avatar: ``face`` as ``faces.parse_face`` reads it; "" for none. Running sessions show
    it at once; ended ones stay as they are, as no statement shows it. Raises ValueError."""
    if face and parse_face(face) is None:
        raise ValueError("no face")
    sessions = locks.hold_sessions(Session.every.filter(club=player.club_id, closed_at=None))
    locks.hold_club(player.club)
    if Player.objects.filter(pk=player.pk).exclude(face=face).update(face=face):
        _touch(sessions, names_of(player.pk))


# Members -------------------------------------------------------------------------------------


@transaction.atomic
def leave_group(*, player: Player, by: Membership | None) -> None:
    """Offers the player no more seats; what they played stays. Repeating it changes nothing."""
    locks.hold_club(player.club)
    active = Player.objects.filter(pk=player.pk, left_at=None)
    if active.update(left_at=timezone.now()):
        for name in Player.objects.select_related("club").filter(pk__in=names_of(player.pk)):
            for forget in settings.EXTENSIONS.functions("forget a player"):
                forget(name)
        note(ActivityKind.PLAYER_LEFT, club=player.club, by=by, name=player.name)


@transaction.atomic
def rejoin_group(*, player: Player, by: Membership | None) -> None:
    locks.hold_club(player.club)
    if Player.objects.filter(pk=player.pk, left_at__isnull=False).update(left_at=None):
        note(ActivityKind.PLAYER_BACK, club=player.club, by=by, name=player.name)
