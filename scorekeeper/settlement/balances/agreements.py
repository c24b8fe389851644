"""Sets how a session is settled and rounded: the only writer of terms."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, Session, author_fields
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import together
from scorekeeper.core.requests.outcomes import Refused
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.settlement.balances.rounding import book_rounding
from scorekeeper.settlement.balances.terms import terms_of
from scorekeeper.settlement.models import Terms, Way

Purses = Sequence[Sequence[int]]
CHOOSE_BANKER: Final = _("Choose a banker.")


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
    """Saves new terms for the session; what is None stays as it was. Players by id, ``step`` in
    minor units. Debts are rounded to the step at once, or no longer; called without changes, it
    rounds again what has changed since.

    Once per token. Refuses where a player is not of the group or in two purses, or a way lacks what
    it needs; OtherwiseError if the token set other terms.
    """
    locked = locks.hold_session(session.pk)
    changes: dict[str, object] = {
        "way": way,
        "banker_id": banker,
        "purses": _shared_purses(purses),
        "step": step,
    }
    if existing := _find_existing(locked, token, changes):
        return existing
    current = terms_of(locked)
    new = Terms(
        session=locked,
        way=way or current.way,
        banker=current.banker if banker is None else _player(locked, banker),
        purses=current.purses if purses is None else _purses(locked, purses),
        step=current.step if step is None else step,
        token=token,
        player_id=by.player_id if by else None,
        **author_fields(by),
    )
    _save_terms(locked, current, new)
    return new


def _save_terms(session: Session, current: Terms, new: Terms) -> None:
    """Saves, rounds, and notes the change for the group. The session is locked."""
    by = new.by
    _check(new)
    new.save()
    if new.way != current.way:
        note(
            ActivityKind.SETTLED_BY,
            club=session.club,
            session=session,
            by=by,
            way=_english_label(new.way),
        )
    book_rounding(session, new, by=by)
    locks.touch(session)


def _find_existing(session: Session, token: str, changes: dict[str, object]) -> Terms | None:
    """Returns what this token wrote. Refuses with it if that differs from ``changes``: fields of
    ``Terms``, None where unchanged."""

    def is_same(terms: Terms) -> bool:
        return all(value in (None, getattr(terms, name)) for name, value in changes.items())

    rows = Terms.objects.filter(session=session).select_related("banker", "session__club")
    return first_answer(rows, token, is_same, _already_saved)


def _already_saved(terms: Terms) -> Refusal:
    """Names the terms that this token saved before."""
    text = _("This was already saved: %(terms)s. Below is what you asked for now.")
    return OtherwiseError(terms, text, fate=Refused, terms=_in_words(terms))


def _in_words(terms: Terms) -> str:
    """Returns all terms in words."""
    parts = [str(Way(terms.way).label)]
    parts += [str(terms.banker)] if terms.banker else []
    known = Player.objects.in_bulk({pk for purse in terms.purses for pk in purse})
    parts += [together(str(known[pk]) for pk in purse if pk in known) for purse in terms.purses]
    parts += [currencies.money(terms.step, terms.session.club.currency)] if terms.step else []
    return ", ".join(parts)


def _english_label(way: str) -> str:
    """Returns the English name, to be translated when it is read."""
    with override("en"):
        return str(Way(way).label)


def _player(session: Session, pk: int) -> Player:
    player = Player.objects.filter(club=session.club_id, pk=pk).first()
    if player is None:
        raise Refusal(CHOOSE_BANKER, status=400)
    return player


def _purses(session: Session, purses: Purses) -> list[list[int]]:
    people = [pk for purse in purses for pk in purse]
    known = Player.objects.filter(club=session.club_id, pk__in=people).count()
    if len(set(people)) < len(people) or known < len(people):
        raise Refusal(_("Each player can be in one household only."), status=400)
    return _shared_purses(purses) or []


def _shared_purses(purses: Purses | None) -> list[list[int]] | None:
    """Returns the purses with more than one person."""
    return None if purses is None else [list(purse) for purse in purses if len(purse) > 1]


def _check(terms: Terms) -> None:
    if terms.way == Way.BANKER and terms.banker is None:
        raise Refusal(CHOOSE_BANKER, status=400)
    if terms.way == Way.PURSES and not terms.purses:
        raise Refusal(_("Choose the households first."), status=400)
