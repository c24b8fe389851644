"""Sets how a session is settled and rounded: the only writer of terms.

Rounding books what makes every payment of the plan a multiple of the agreed step. Anybody rounded
down owes it to those rounded up: rows with two ends like all others. If the balances have changed
since, all of it is reversed and booked again."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

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
from scorekeeper.engine.reasons import ROUNDED, ROUNDED_AGAIN
from scorekeeper.engine.transfers.rounding import rounding, rounding_between
from scorekeeper.engine.transfers.settle_up import Plan, settle_up
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import balance_changes, beside
from scorekeeper.ledger.services import post, reversal
from scorekeeper.play.sessions import session_tables
from scorekeeper.settlement.balances import Owed, balances_of, purses_of, terms_of, unsettled
from scorekeeper.settlement.models import Terms, Way

Purses = Sequence[Sequence[int]]
Moves: TypeAlias = dict[tuple[Player, Player], int]
"""What rounding makes the first owe the second, in minor units, more than 0."""
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


# Rounding --------------------------------------------------------------------------------------


def book_rounding(session: Session, terms: Terms, *, by: Membership | None) -> None:
    """Rounds the current debts of a locked session; books nothing if they already fit."""
    booked, expected = _booked_and_expected(session, terms)
    if {(row.payer, row.payee): row.amount for row in booked} == expected:
        return
    rows = [reversal(row, reason=ROUNDED_AGAIN, by=by) for row in booked]
    rows += [
        Payment(
            session=session,
            kind=PaymentKind.ROUND,
            payer=payer,
            payee=payee,
            amount=amount,
            reason=ROUNDED,
            by=by,
        )
        for (payer, payee), amount in expected.items()
    ]
    post(rows)
    if terms.step:
        values: dict[str, str | int] = {"step": terms.step, "money": session.club.currency}
        note(ActivityKind.ROUNDED, club=session.club, session=session, by=by, **values)
    else:
        note(ActivityKind.NOT_ROUNDED, club=session.club, session=session, by=by)


def _booked_and_expected(session: Session, terms: Terms) -> tuple[list[Payment], Moves]:
    """Returns the rounding rows in force, and what should be booked instead."""
    rows = beside(session)
    booked = [row for row in rows if row.kind == PaymentKind.ROUND]
    others = [row for row in rows if row.kind != PaymentKind.ROUND]
    balances = balances_of(session_tables(session), others, unsettled(session), terms)
    debts = balances.debts_by_pair() if terms.way == Way.DIRECT else {}
    return booked, rounding_moves(terms, balances.arrived, debts, moved_by_rounding(booked))


def rounding_moves(
    terms: Terms, balances: Mapping[Player, int], owed: Owed, before: Mapping[Player, int]
) -> Moves:
    """Returns what to book. ``balances`` and ``owed``: without rounding; ``before``: how each
    player was moved so far, kept where possible."""
    if not terms.step:
        return {}
    if terms.way == Way.DIRECT:
        return {
            (debtor, creditor) if amount > 0 else (creditor, debtor): abs(amount)
            for (debtor, creditor), amount in rounding_between(owed, terms.step).items()
        }
    held = _by_holder(terms, balances)
    rounded = rounding(held, terms.step, before)
    return {(t.payer, t.payee): t.amount for t in settle_up(rounded).transfers}


def _by_holder(terms: Terms, balances: Mapping[Player, int]) -> dict[Player, int]:
    """Returns the balances by who pays: the player, or the holder of their purse."""
    purses = purses_of(terms.purses, balances) if terms.way == Way.PURSES else []
    holder = {player: purse[0] for purse in purses for player in purse}
    amounts: dict[Player, int] = {}
    for player, amount in balances.items():
        payer = holder.get(player, player)
        amounts[payer] = amounts.get(payer, 0) + amount
    return amounts


def is_rounded(plan: Plan[Player], step: int) -> bool:
    """Tells whether all payments are multiples of the step; 0: no rounding."""
    return not step or all(t.amount % step == 0 for t in plan.transfers)


def moved_by_rounding(beside: Iterable[Payment]) -> dict[Player, int]:
    """Returns what rounding added to each player's balance, from a session's payments outside
    games."""
    amounts: dict[Player, int] = {}
    for payment in beside:
        if payment.kind == PaymentKind.ROUND:
            for player, amount in balance_changes(payment):
                amounts[player] = amounts.get(player, 0) + amount
    return {player: amount for player, amount in amounts.items() if amount}
