"""Agrees how a night is to be settled, and rounds accordingly: the only writer of terms."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.clubs.signing import author_fields
from scorekeeper.serving.tokens import first_answer
from scorekeeper.settling.models import Terms, Way
from scorekeeper.settling.rounding import book_rounding
from scorekeeper.settling.terms import terms_of

Purses = Sequence[Sequence[int]]


@transaction.atomic
def agree(
    *,
    session: Session,
    token: str,
    by: Membership | None,
    way: Way | None = None,
    banker: int | None = None,
    purses: Purses | None = None,
    step: int | None = None,
) -> Terms:
    """Settle this night that way from now on; what is None stays as it was. Players by id, ``step``
    in minor units. What is owed is rounded to the step at once, or no more: with nothing new, what
    has changed since is rounded again.

    Once per token. Raises ValidationError where somebody is not of the club or in two purses, or a
    way lacks what it needs; OtherwiseError if the token agreed on something else.
    """
    night = locks.hold_night(session.pk)
    told: dict[str, object] = {
        "way": way,
        "banker_id": banker,
        "purses": _shared(purses),
        "step": step,
    }
    if earlier := _agreed_before(night, token, told):
        return earlier
    now = terms_of(night)
    new = Terms(
        session=night,
        way=way or now.way,
        banker=now.banker if banker is None else _player(night, banker),
        purses=now.purses if purses is None else _purses(night, purses),
        step=now.step if step is None else step,
        token=token,
        player_id=by.player_id if by else None,
        **author_fields(by),
    )
    _keep(night, now, new)
    return new


def _keep(night: Session, now: Terms, new: Terms) -> None:
    """The night is held. Rounds as well, and tells the club."""
    by = new.by
    _check(new)
    new.save()
    if new.way != now.way:
        note(Happened.SETTLED_BY, club=night.club, session=night, by=by, way=_message(new.way))
    book_rounding(night, new, by=by)
    locks.touch(night)


def _agreed_before(night: Session, token: str, told: dict[str, object]) -> Terms | None:
    """What this token wrote. Raises OtherwiseError if that is not what is asked for now:
    fields of ``Terms``, None where it stays as it was."""

    def is_same(terms: Terms) -> bool:
        return all(value in (None, getattr(terms, name)) for name, value in told.items())

    return first_answer(
        Terms.objects.filter(session=night).select_related("banker"), token, is_same
    )


def _message(way: str) -> str:
    """Its name, to be worded by whoever reads it."""
    with override("en"):
        return str(Way(way).label)


def _player(night: Session, pk: int) -> Player:
    found = Player.objects.filter(club=night.club_id, pk=pk).first()
    if found is None:
        raise ValidationError(_("Choose who keeps the bank."))
    return found


def _purses(night: Session, purses: Purses) -> list[list[int]]:
    people = [pk for purse in purses for pk in purse]
    known = Player.objects.filter(club=night.club_id, pk__in=people).count()
    if len(set(people)) < len(people) or known < len(people):
        raise ValidationError(_("Everybody has one purse: his own, or one that he shares."))
    return _shared(purses) or []


def _shared(purses: Purses | None) -> list[list[int]] | None:
    """Those of more than one."""
    return None if purses is None else [list(purse) for purse in purses if len(purse) > 1]


def _check(terms: Terms) -> None:
    if terms.way == Way.BANKER and terms.banker is None:
        raise ValidationError(_("Choose who keeps the bank."))
    if terms.way == Way.PURSES and not terms.purses:
        raise ValidationError(_("Say first who shares a purse."))
