"""Checks a session's payments for themselves, without the hands: each has two ends where it
belongs, reversals fit what they reverse, the sums are zero. Reads only.

``play.replays.audit`` compares them with the hands."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from django.conf import settings
from django.db.models import Q

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.localization.words import Minor
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.exchange.extension import IMPORTED
from scorekeeper.ledger.models import GameResult, Payment, PaymentKind
from scorekeeper.ledger.selectors import nets
from scorekeeper.play.models import Game, Hand, LateCorrection, Seat
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import Balances

IN_FORCE: Final = Q(reverses=None, reversed_by=None)
NO_TWO_ENDS: Final = _("payment {row} of {amount} has no valid payer and payee")
NOT_A_MEMBER: Final = _("payment {row} of {amount} names a player who is not in the group")
NOT_AT_TABLE: Final = _("payment {row} of {amount} names a player who has no seat in its game")
STRANGE_GAME: Final = _("payment {row} of {amount} belongs to a game of another session")
STRANGE_HAND: Final = _("payment {row} of {amount} belongs to a hand of another game")
WRONG_KIND: Final = _("payment {row} of {amount} has the wrong kind")


def faults(session: Session, settlement: Callable[[], Balances]) -> Iterator[Phrase]:
    """Yields each fault in words; amounts in them are ``Minor``. ``settlement``: reads the standing
    of the session, which may be unreadable."""
    rows = list(Payment.objects.filter(session=session).order_by("pk"))
    games = set(Game.every.filter(session=session).values_list("pk", flat=True))
    yield from _row_faults(session, rows, games)
    yield from _reversals(rows)
    yield from removed_faults(session)
    yield from _results(session, games)
    yield from _late(session)
    yield from audit_faults(session)
    for more_faults in settings.EXTENSIONS.functions("faults in a session's money"):
        yield from more_faults(session)
    yield from _sums(session, settlement())


def _payment_fault(sentence: Phrase, row: Payment) -> Phrase:
    """Fills in a sentence about one payment, by the number of its row."""
    return sentence.format(row=row.pk, amount=Minor(row.amount))


def _row_faults(
    session: Session, rows: Sequence[Payment], games: Collection[int]
) -> Iterator[Phrase]:
    """Each payment for itself: two ends, of this group and in a game at its table; and games and
    hands of this session. Three queries of this session's and this group's rows: joined to the
    payments, the database may read everybody's."""
    members = {None, *Player.objects.filter(club=session.club_id).values_list("pk", flat=True)}
    seats = set(Seat.objects.filter(game__in=games).values_list("game", "player"))
    hands = dict(Hand.objects.filter(game__in=games).values_list("pk", "game"))
    reversed_ids = {row.reverses_id for row in rows}
    for row in rows:
        ends = {row.payer_id, row.payee_id}
        is_in_force = row.reverses_id is None and row.pk not in reversed_ids
        at_table = {(row.game_id, end) for end in ends - {None}} if row.game_id else set()
        if len(ends) < 2 or row.amount <= 0:
            yield _payment_fault(NO_TWO_ENDS, row)
        if not ends <= members:
            yield _payment_fault(NOT_A_MEMBER, row)
        if row.game_id and row.game_id not in games:
            yield _payment_fault(STRANGE_GAME, row)
            continue
        if is_in_force and not at_table <= seats:
            yield _payment_fault(NOT_AT_TABLE, row)
        if row.hand_id and hands.get(row.hand_id, 0) != row.game_id:
            yield _payment_fault(STRANGE_HAND, row)
        if (row.kind == PaymentKind.GAME) != (row.game_id is not None):
            yield _payment_fault(WRONG_KIND, row)


def _reversals(rows: Sequence[Payment]) -> Iterator[Phrase]:
    """A reversal is the same payment with its ends swapped, and reverses a payment."""
    reversals = {row.reverses_id: row for row in rows if row.reverses_id}
    reversed_rows = Payment.objects.in_bulk(reversals.keys())
    for pk, row in reversals.items():
        old = reversed_rows.get(pk or 0)
        if old is None:
            yield _payment_fault(
                _("payment {row} of {amount} reverses a payment that doesn’t exist"), row
            )
        elif old.reverses_id or _facts(old, reverse=True) != _facts(row):
            sentence = _("payment {row} of {amount} doesn’t match payment {old}, which it reverses")
            yield sentence.format(row=row.pk, amount=Minor(row.amount), old=old.pk)


def _facts(row: Payment, *, reverse: bool = False) -> tuple[object, ...]:
    ends = (row.payee_id, row.payer_id) if reverse else (row.payer_id, row.payee_id)
    return row.session_id, row.game_id, row.hand_id, row.kind, row.amount, *ends


def removed_faults(session: Session) -> Iterator[Phrase]:
    """Nothing counts of a removed game."""
    removed = Game.every.filter(session=session, removed_at__isnull=False)
    for game in removed.order_by("number"):
        is_paid = Payment.objects.filter(IN_FORCE, game=game).exists()
        if is_paid or GameResult.objects.filter(game=game).exists():
            yield _("game {number} was deleted, but part of it still counts").format(
                number=game.number
            )


def _results(session: Session, games: Collection[int]) -> Iterator[Phrase]:
    """Results of the session name it, its group, its day and its games."""
    of_session = GameResult.objects.filter(session=session)
    of_games = GameResult.objects.filter(game__in=games)  # in a query of its own: by its own index
    matching = Q(session=session, club=session.club_id, played_on=session.played_on)
    matching &= Q(game__session=session) | Q(game=None, session__kind=IMPORTED.key)
    if any(rows.exclude(matching).exists() for rows in (of_session, of_games)):
        yield _("standings: a result of this session has a wrong day, group or game")


def _late(session: Session) -> Iterator[Phrase]:
    """A correction after the end is of a hand of this session."""
    for row in LateCorrection.objects.filter(session=session).exclude(hand__game__session=session):
        yield _("edit {row} after the session ended belongs to a hand of another session").format(
            row=row.pk
        )


def _sums(session: Session, settlement: Balances) -> Iterator[Phrase]:
    """Balances sum to zero and match the payments."""
    by_game, pots = nets(session), 0
    paid: dict[int, int] = {}
    for game, net in by_game.items():
        pot = net.get(None, 0)
        pots += pot
        for player, amount in net.items():
            if player is not None and not (game and pot):
                paid[player] = paid.get(player, 0) + amount
    for pk, person in settlement.who.items():
        if pk != person.pk:
            paid[person.pk] = paid.get(person.pk, 0) + paid.pop(pk, 0)
    total = sum(settlement.net.values())
    if total:
        yield _("the balances add up to {total}, not to zero").format(total=Minor(total))
    balances = {player.pk: (player.name, amount) for player, amount in settlement.net.items()}
    for pk in balances | paid:
        name, amount = balances.get(pk, (str(pk), 0))
        if amount != paid.get(pk, 0):
            yield _("{name} has {kept}, but the payments add up to {paid}").format(
                name=name, kept=Minor(amount), paid=Minor(paid.get(pk, 0))
            )
    if pots != settlement.open_pots:
        yield _("the pots have {kept}, but the payments add up to {paid}").format(
            kept=Minor(settlement.open_pots), paid=Minor(pots)
        )
