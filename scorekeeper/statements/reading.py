"""The contents of a sheet, read from what was kept of the night. Applies no rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Membership, Session
from scorekeeper.engine.settle_up import Transfer
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside
from scorekeeper.ledger.services import in_force
from scorekeeper.play import evidence
from scorekeeper.play import selectors as play
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.serving.one_view import one_view
from scorekeeper.settling.standing import standing_of
from scorekeeper.settling.terms import terms_of
from scorekeeper.statements.contents import (
    Balance,
    Contents,
    Correction,
    GameSheet,
    HandRow,
    PaidRow,
    PersonIndex,
    check,
    of_player,
)
from scorekeeper.telling.hand import Outcome, ScoreRows, outcome
from scorekeeper.telling.night import tables
from scorekeeper.wording import currencies
from scorekeeper.wording.words import words


def contents(session: Session, player: int | None = None) -> Contents:
    """The sheet of the night, or of one player (by id), as the night stands now.

    Money and dates are written for the reader set by ``currencies.reading_as``. Raises
    Unbalanced; ValueError if the player was not there.
    """
    with one_view():
        whole, people = _read(Session.objects.select_related("club").get(pk=session.pk))
    check(whole)
    if player is None:
        return whole
    if player not in people:
        raise ValueError(f"player {player} did not play in night {session.pk}")
    return of_player(whole, people.index(player))


@dataclass
class _Night:
    """The rows of a night, sorted out by game."""

    session: Session
    people: list[int]
    """Player ids in the order they first sat down."""
    payments: dict[int | None, list[Payment]]
    hands: dict[int, list[Hand]]
    scores: ScoreRows

    def person(self, player: int | None) -> PersonIndex | None:
        return None if player is None else self.people.index(player)

    def time(self, at: datetime) -> str:
        return f"{at.astimezone(self.session.club.zone):%H:%M}"


def _read(session: Session) -> tuple[Contents, list[int]]:
    played = tables(session)
    stands = standing_of(played, beside(session), (), terms_of(session))
    players = list(stands.balances)
    night = _night(session, [player.pk for player in players])
    games = tuple(_game(night, at) for at in played)
    index = {player: person for person, player in enumerate(players)}
    cash = tuple(_paid(night, None, p) for p in night.payments[None])
    left = {index[player]: amount for player, amount in stands.balances.items()}
    whole = Contents(
        club=session.club.name,
        night=session.name,
        day=currencies.day(session.played_on),
        weekday=currencies.weekday(session.played_on),
        currency=session.club.currency,
        locale=str(currencies.locale()).replace("_", "-"),
        version=session.version,
        is_closed=session.closed_at is not None,
        people=tuple(player.name for player in players),
        games=games,
        cash=cash,
        balances=tuple(_balance(person, left[person], cash) for person in left),
        transfers=tuple(
            Transfer(index[t.payer], index[t.payee], t.amount) for t in stands.plan.transfers
        ),
        proven=stands.plan.proven,
    )
    return whole, night.people


def _balance(person: PersonIndex, left: int, cash: Iterable[PaidRow]) -> Balance:
    handed = 0
    for paid in cash:
        amount = paid.amount if paid.settles else -paid.amount
        handed += amount * ((paid.payer == person) - (paid.payee == person))
    return Balance(person, left - handed, handed, left)


def _night(session: Session, people: list[int]) -> _Night:
    payments: dict[int | None, list[Payment]] = defaultdict(list)
    for payment in in_force(Payment.objects.filter(session=session).order_by("pk")):
        payments[payment.game_id if payment.kind == PaymentKind.GAME else None].append(payment)
    hands: dict[int, list[Hand]] = defaultdict(list)
    named = ("by__player", "voided_by__player")
    for hand in Hand.objects.filter(game__session=session).select_related(*named).order_by("pk"):
        hands[hand.game_id].append(hand)
    scores = SeatScore.objects.filter(hand__game__session=session)
    return _Night(session, people, payments, hands, play.newest_scores(list(scores)))


def _game(night: _Night, at: play.Table) -> GameSheet:
    game = at.game
    persons = tuple(night.people.index(player.pk) for player in at.players)
    hands = sorted((h for h in night.hands[game.pk] if not h.voided_at), key=lambda h: h.number)
    numbers = {hand.pk: hand.number for hand in night.hands[game.pk]}
    payments = [_paid(night, numbers, p, game.number) for p in night.payments[game.pk]]
    return GameSheet(
        number=game.number,
        name=_(game.title),
        preset=_(game.preset) if game.preset not in ("", game.title) else "",
        state=_state(game),
        options=tuple(_options(at)),
        persons=persons,
        seats=at.kept.seats,
        keeps_score=at.kept.keeps_score,
        hands=tuple(_hands(night, at, hands)),
        totals=tuple(at.kept.totals),
        payments=tuple(sorted(payments, key=_by_hand)),
        pot=at.kept.pot,
        corrections=tuple(_corrections(night, game)),
        extras=tuple(
            (words(label), values) for label, values in at.kept.sums_at_the_end or at.kept.report
        ),
    )


def _state(game: Game) -> str:
    if game.closed_at is None:
        return _("still being played")
    return _("stopped by the table") if game.stopped else _("played to its end")


def _by_hand(paid: PaidRow) -> tuple[bool, int]:
    return paid.hand is None, paid.hand or 0


def _paid(
    night: _Night, numbers: dict[int, int] | None, payment: Payment, game: int | None = None
) -> PaidRow:
    """``numbers``: of the game's hands, by id; None for cash."""
    hand: int | None = None
    if numbers is not None and payment.hand_id is not None:
        hand = numbers[payment.hand_id]
    elif numbers is not None and payment.payer_id is not None:
        hand = 0  # before the first hand money goes into the pot; after the last it comes out
    return PaidRow(
        payer=night.person(payment.payer_id),
        payee=night.person(payment.payee_id),
        amount=payment.amount,
        reason=words(payment.reason),
        hand=hand,
        game=game,
        at="" if numbers is not None else night.time(payment.at),
        settles=payment.settles,
    )


def _options(at: play.Table) -> Iterator[tuple[str, str]]:
    """The house rules that differ from the usual at a table of this size, and what that is."""
    for rule in at.agreement.unusual():
        told = {"answer": rule.said, "usual": rule.usually}
        yield _(rule.label), _("%(answer)s (usual %(usual)s)") % told


def _hands(night: _Night, at: play.Table, hands: Sequence[Hand]) -> Iterator[HandRow]:
    nets: dict[int | None, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for payment in night.payments[at.game.pk]:
        for end, amount in (
            (payment.payer_id, -payment.amount),
            (payment.payee_id, payment.amount),
        ):
            if end is not None:
                nets[payment.hand_id][end] += amount
    for hand in hands:
        found = outcome(at, hand, night.scores, nets[hand.pk])
        laid, wrong = tuple(_laid(at, hand)), tuple(_wrong(at, hand))
        yield HandRow(hand.number, _worded(found), laid, wrong)


def _worded(found: Outcome) -> Outcome:
    return Outcome(tuple(replace(each, reason=words(each.reason)) for each in found.seats))


def _laid(at: play.Table, hand: Hand) -> Iterator[tuple[str, str]]:
    whose, named = at.kept.line_names(at.names, "+"), evidence.deck(at.rules)
    for line, arrangement in evidence.arrangements(hand):
        yield whose[line], evidence.in_words(arrangement, named)


def _wrong(at: play.Table, hand: Hand) -> Iterator[tuple[int, str]]:
    named = evidence.deck(at.rules)
    for show in evidence.wrong_shows(hand):
        yield show.claim.person, evidence.shown_in_words(show, named)


def _corrections(night: _Night, game: Game) -> Iterator[Correction]:
    replaced = {hand.replaces_id for hand in night.hands[game.pk]}
    for hand in night.hands[game.pk]:
        if hand.voided_at is not None:
            yield Correction(
                hand=hand.number,
                corrected=hand.pk in replaced,
                by=_who(hand.voided_by),
                at=night.time(hand.voided_at),
                reason=hand.void_reason,
            )


def _who(member: Membership | None) -> str:
    return member.player.name if member and member.player else ""
