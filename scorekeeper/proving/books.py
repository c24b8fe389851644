"""Whether the payments of a night are sound among themselves, whatever the hands say: each has its
two ends where it belongs, what takes another back fits it, the sums come to nothing. Reads only.

That they are what the hands give is for ``play.audit``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import nets
from scorekeeper.play.models import Game, Hand, LateCorrection, Seat
from scorekeeper.settling.audit import faults_beside
from scorekeeper.settling.standing import standing
from scorekeeper.standings.models import GameResult
from scorekeeper.wording.words import Minor

IN_FORCE: Final = Q(reverses=None, reversed_by=None)
ENDS: Final = ("payer", "payee")


STRANGE: Final = _("payment {row} of {amount} names somebody who is not in the club")
AWAY: Final = _("payment {row} of {amount} names somebody who does not sit at its table")


def faults(night: Session) -> Iterator[Phrase]:
    """Each thing that does not match, in words; amounts in them are ``Minor``."""
    yield from _ends(night)
    yield from _belongings(night)
    yield from _reversals(night)
    yield from _removed(night)
    yield from _results(night)
    yield from _late(night)
    yield from faults_beside(night)
    yield from _sums(night)


def _told(said: Phrase, row: Payment) -> Phrase:
    """A sentence about one payment, by the number of its row."""
    return said.format(row=row.pk, amount=Minor(row.amount))


def _each(said: Phrase, rows: QuerySet[Payment]) -> Iterator[Phrase]:
    yield from (_told(said, row) for row in rows.order_by("pk"))


def _ends(night: Session) -> Iterator[Phrase]:
    """Two of them, in this club; in a game, at its table."""
    rows = Payment.objects.filter(session=night)
    one_end = Q(payer=F("payee")) | Q(payer=None, payee=None) | Q(amount__lte=0)
    yield from _each(
        _("payment {row} of {amount} does not go from one end to another"), rows.filter(one_end)
    )
    for end in ENDS:
        told = rows.exclude(**{end: None})
        here = Player.objects.filter(pk=OuterRef(end), club=night.club_id)
        strange = told.filter(~Exists(here))
        yield from _each(STRANGE, strange)
        seated = Seat.objects.filter(game=OuterRef("game"), player=OuterRef(end))
        away = told.filter(IN_FORCE, ~Exists(seated), game__isnull=False)
        yield from _each(AWAY, away)


def _belongings(night: Session) -> Iterator[Phrase]:
    """What a game or a hand brought names one of this night, and nothing else does."""
    rows = Payment.objects.filter(session=night)
    games = Game.every.filter(pk=OuterRef("game"), session=night)
    yield from _each(
        _("payment {row} of {amount} is of a game of another night"),
        rows.filter(~Exists(games), game__isnull=False),
    )
    hands = Hand.objects.filter(pk=OuterRef("hand"), game=OuterRef("game"))
    yield from _each(
        _("payment {row} of {amount} is of a hand of another game"),
        rows.filter(~Exists(hands), hand__isnull=False),
    )
    of_game = Q(kind=PaymentKind.GAME)
    said = _("payment {row} of {amount} is not of the kind that it says")
    yield from _each(said, rows.filter(of_game & Q(game=None) | ~of_game & Q(game__isnull=False)))


def _reversals(night: Session) -> Iterator[Phrase]:
    """What takes a payment back is the same the other way round, and takes back a payment."""
    rows = Payment.objects.filter(session=night, reverses__isnull=False).order_by("pk")
    back = {row.reverses_id: row for row in rows}
    undone = Payment.objects.in_bulk([pk for pk in back if pk])
    for pk, row in back.items():
        old = undone.get(pk or 0)
        if old is None:
            yield _told(_("payment {row} of {amount} takes back one that is not there"), row)
        elif old.reverses_id or _turned(old) != _facts(row):
            said = _("payment {row} of {amount} is not what takes back payment {old}")
            yield said.format(row=row.pk, amount=Minor(row.amount), old=old.pk)


def _facts(row: Payment) -> tuple[object, ...]:
    where = row.session_id, row.game_id, row.hand_id, row.kind
    return *where, row.payer_id, row.payee_id, row.amount


def _turned(row: Payment) -> tuple[object, ...]:
    where = row.session_id, row.game_id, row.hand_id, row.kind
    return *where, row.payee_id, row.payer_id, row.amount


def _removed(night: Session) -> Iterator[Phrase]:
    """Of a game started by mistake nothing counts."""
    removed = Game.every.filter(session=night, removed_at__isnull=False)
    for game in removed.order_by("number"):
        stands = Payment.objects.filter(IN_FORCE, game=game).exists()
        if stands or GameResult.objects.filter(game=game).exists():
            yield _("game {number} was removed, and something of it still counts").format(
                number=game.number
            )


def _results(night: Session) -> Iterator[Phrase]:
    """The season reads the night from its own rows: they name this night, its club and day."""
    ours = GameResult.objects.filter(Q(session=night) | Q(game__session=night))
    same = Q(session=night, club=night.club_id, played_on=night.played_on)
    same &= Q(game__session=night) | Q(game=None, session__from_book=True)
    if ours.exclude(same).exists():
        yield _("standings: a result of this night is not told of its day, its club or its game")


def _late(night: Session) -> Iterator[Phrase]:
    """A correction after closing is of a hand of this night."""
    for row in LateCorrection.objects.filter(session=night).exclude(hand__game__session=night):
        yield _("correction {row} after closing is of a hand of another night").format(row=row.pk)


def _sums(night: Session) -> Iterator[Phrase]:
    """What was won and lost comes to nothing, and everybody stands where the payments put him."""
    found, pots = nets(night), 0
    truth: dict[int, int] = {}
    for game, net in found.items():
        pot = net.get(None, 0)
        pots += pot
        for player, amount in net.items():
            if player is not None and not (game and pot):
                truth[player] = truth.get(player, 0) + amount
    stands = standing(night)
    for pk, shown in stands.who.items():
        if pk != shown.pk:
            truth[shown.pk] = truth.get(shown.pk, 0) + truth.pop(pk, 0)
    total = sum(stands.balances.values())
    if total:
        yield _("the balances come to {total}, not to nothing").format(total=Minor(total))
    kept = {player.pk: (player.name, amount) for player, amount in stands.balances.items()}
    for pk in kept | truth:
        name, amount = kept.get(pk, (str(pk), 0))
        if amount != truth.get(pk, 0):
            yield _("{name} stands at {kept}, the payments come to {paid}").format(
                name=name, kept=Minor(amount), paid=Minor(truth.get(pk, 0))
            )
    if pots != stands.open_pots:
        yield _("{kept} lies in pots, the payments come to {paid}").format(
            kept=Minor(stands.open_pots), paid=Minor(pots)
        )
