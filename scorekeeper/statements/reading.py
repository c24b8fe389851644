"""The contents of a sheet, read from what was kept of the night. Applies no rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from scorekeeper.clubs import proofs
from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.settle_up import Transfer
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside
from scorekeeper.ledger.services import in_force
from scorekeeper.paying.kinds import Ask
from scorekeeper.paying.selectors import addresses_by_player
from scorekeeper.paying.signs import payables
from scorekeeper.play import evidence
from scorekeeper.play import selectors as play
from scorekeeper.play.ahead import leading_seats
from scorekeeper.play.audit import session_digest
from scorekeeper.play.contests import contest_words
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand, LineSays, LineWord, SeatScore
from scorekeeper.serving.one_view import one_view
from scorekeeper.settling.handovers import unsettled
from scorekeeper.settling.models import Way
from scorekeeper.settling.page import costs_in_force
from scorekeeper.settling.standing import Standing, standing_of
from scorekeeper.settling.terms import terms_of
from scorekeeper.settling.ways import purses_of
from scorekeeper.standings.tonight import night_winners
from scorekeeper.standings.words import winner_sentence
from scorekeeper.statements.contents import (
    Balance,
    Contents,
    Correction,
    CostRow,
    CountedCards,
    GameSheet,
    HandRow,
    LineSaid,
    PaidRow,
    PaySign,
    PersonIndex,
    WrongCards,
    check,
    of_player,
)
from scorekeeper.statements.running import running
from scorekeeper.telling.hand import Outcome, ScoreRows, outcome
from scorekeeper.telling.laid import card_faces, lay_out
from scorekeeper.telling.night import session_tables
from scorekeeper.wording import currencies
from scorekeeper.wording.words import words

MORNING: Final = timedelta(hours=12)


class NotOfThisNightError(ValueError):
    """Nothing of the night is this player's: he is named, and neither played nor paid."""


def contents(session: Session, player: int | None = None) -> Contents:
    """The sheet of the night, or of one player (by id), as the night stands now.

    Money and dates are written for the reader set by ``currencies.reading_as``. Raises
    UnbalancedError; NotOfThisNightError if the player was not there.
    """
    with one_view():
        whole, night = _read(Session.objects.select_related("club").get(pk=session.pk))
    check(whole)
    if player is None:
        return whole
    if player not in night.who:
        raise NotOfThisNightError(f"player {player} did not play in session {session.pk}")
    return of_player(whole, night.place(player))


@dataclass
class _Night:
    """The rows of a night, sorted out by game."""

    session: Session
    people: list[int]
    """Player ids in the order they first sat down; then those who only have money under way."""
    who: Mapping[int, Player]
    """By the id of each name, under which one its person stands here."""
    payments: dict[int | None, list[Payment]]
    hands: dict[int, list[Hand]]
    scores: ScoreRows
    contests: dict[int, list[LineWord]]
    """By game, what was said of contested lines, in order."""

    def place(self, player: int) -> PersonIndex:
        return self.people.index(self.who[player].pk)

    def person(self, player: int | None) -> PersonIndex | None:
        return None if player is None else self.place(player)

    def time(self, at: datetime) -> str:
        """The hour; the day too where it is not the night's, which may last until noon."""
        here = at.astimezone(self.session.club.zone)
        nights = (here.date(), (here - MORNING).date())
        hour = f"{here:%H:%M}"
        return (
            hour if self.session.played_on in nights else f"{currencies.day(here.date())}, {hour}"
        )


def _read(session: Session) -> tuple[Contents, _Night]:
    played = session_tables(session)
    stands = standing_of(played, beside(session), unsettled(session), terms_of(session))
    players = list(stands.arrived)
    night = _night(session, [player.pk for player in players], stands.who)
    games = tuple(_game(night, at) for at in played)
    index = {name: players.index(shown) for name, shown in stands.who.items()}
    rows = [_paid(night, None, p) for p in night.payments[None]]
    left = {index[player.pk]: stands.balances.get(player, 0) for player in players}
    names = tuple(player.name for player in players)
    whole = Contents(
        club=session.club.name,
        night=session.name,
        day=session.day,
        weekday=currencies.weekday(session.played_on),
        currency=session.club.currency,
        locale=currencies.reader_tag(),
        version=session.edition,
        is_closed=session.closed_at is not None,
        people=names,
        games=games,
        cash=tuple(row for row in rows if row.settles),
        balances=tuple(_balance(person, left[person], rows) for person in left),
        transfers=tuple(_transfer(t, index) for t in stands.plan.transfers),
        proven=stands.plan.proven,
        beside=tuple(row for row in rows if not row.settles),
        going=tuple(
            Transfer(index[sent.payer.pk], index[sent.payee.pk], sent.amount)
            for sent in stands.under_way
        ),
        running=running(names, games),
        seal=session_digest(at.game for at in played) if played else "",
        proof=proofs.public_url(session) or "",
        language=get_language() or "en",
        leftward=get_language_bidi(),
    )
    told = _agreed(stands, index) | _asked(stands, index) | _won(night)
    return replace(whole, **told), night


def _won(night: _Night) -> dict[str, Any]:
    """Who won the night, and by what."""
    won, session = night_winners(night.session), night.session
    if won is None or session.from_book:  # of which there is no sheet: nobody sat anywhere
        return {}
    said = winner_sentence(won, session.club.currency)
    return {"winners": tuple(map(night.place, won.players)), "won": said}


def _balance(person: PersonIndex, left: int, rows: Iterable[PaidRow]) -> Balance:
    handed, more = 0, 0
    for paid in rows:
        got = paid.amount * ((paid.payee == person) - (paid.payer == person))
        if paid.settles:
            handed -= got
        else:
            more += got
    return Balance(person, left - handed - more, handed, left, more)


def _transfer(told: Transfer[Player], index: Mapping[int, int]) -> Transfer[PersonIndex]:
    payers, payees = (tuple(index[p.pk] for p in ends) for ends in (told.payers, told.payees))
    return Transfer(index[told.payer.pk], index[told.payee.pk], told.amount, payers, payees)


def _agreed(stands: Standing, index: Mapping[int, int]) -> dict[str, Any]:
    """How the night is settled, and what was shared."""
    terms = stands.terms
    by_purse = purses_of(terms.purses, stands.balances) if terms.way == Way.PURSES else []
    shared = any(row.kind == PaymentKind.COST for row in stands.beside)
    return {
        "way": "" if terms.way == Way.FEWEST else terms.get_way_display(),
        "step": terms.step,
        "purses": tuple(tuple(index[p.pk] for p in purse) for purse in by_purse if purse),
        "costs": tuple(
            CostRow(
                cost.label,
                index[cost.paid_by_id],
                cost.amount,
                cost.get_how_display(),
                tuple((index[share.player_id], share.amount) for share in cost.shares.all()),
            )
            for cost in (costs_in_force(terms.session) if shared else [])
        ),
    }


def _asked(stands: Standing, index: Mapping[int, int]) -> dict[str, Any]:
    """Where the payees of the transfers want to be paid: only what its owner lets stand on
    sheets, whoever asks for this one."""
    session, found = stands.terms.session, []
    payees = {transfer.payee.person_pk for transfer in stands.plan.transfers}
    kept = addresses_by_player(payees, sent_along=True)
    for t in stands.plan.transfers:
        ask = Ask(t.payee.name, t.amount, session.club.currency, str(session))
        for way_in in payables(kept.get(t.payee.person_pk, []), ask)[:1]:
            rows = () if way_in.by_hand else tuple(map(tuple, way_in.modules))
            ends = index[t.payer.pk], index[t.payee.pk]
            kind = str(way_in.kind.label)
            found.append(PaySign(*ends, kind, way_in.display_text, rows, way_in.link))
    return {"signs": tuple(found)}


def _night(session: Session, people: list[int], who: Mapping[int, Player]) -> _Night:
    payments: dict[int | None, list[Payment]] = defaultdict(list)
    for payment in in_force(Payment.objects.filter(session=session).order_by("pk")):
        payments[payment.game_id if payment.kind == PaymentKind.GAME else None].append(payment)
    hands: dict[int, list[Hand]] = defaultdict(list)
    written = Hand.objects.filter(game__session=session).select_related(*HAND_AUTHORS)
    for hand in written.order_by("pk"):
        hands[hand.game_id].append(hand)
    scores = play.newest_scores(list(SeatScore.objects.filter(hand__game__session=session)))
    contests: dict[int, list[LineWord]] = defaultdict(list)
    for word in contest_words(session):
        contests[word.hand.game_id].append(word)
    return _Night(session, people, who, payments, hands, scores, contests)


def _game(night: _Night, at: play.Table) -> GameSheet:
    game = at.game
    persons = tuple(map(night.place, at.player_ids))
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
        seats=at.state.seats,
        keeps_score=at.state.keeps_score,
        hands=tuple(_hands(night, at, hands)),
        totals=tuple(at.state.totals),
        payments=tuple(sorted(payments, key=lambda paid: (paid.hand is None, paid.hand or 0))),
        pot=at.state.pot,
        corrections=tuple(_corrections(night, game)),
        said=tuple(_said(night, game)),
        extras=tuple(
            (words(label), values) for label, values in at.state.sums_at_the_end or at.state.report
        ),
        winners=tuple(_winners(at, persons)),
        is_running=game.closed_at is None,
    )


def _winners(at: play.Table, persons: Sequence[PersonIndex]) -> Iterator[PersonIndex]:
    if at.game.closed_at is not None and not at.game.stopped:
        for seat in sorted(leading_seats(at)):
            yield from (persons[place] for place in at.state.persons_of(seat))


def _state(game: Game) -> str:
    if game.closed_at is None:
        return _("in progress")
    return _("stopped by the players") if game.stopped else _("played to the end")


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
        kind="" if numbers is not None else payment.get_kind_display(),
        cost=payment.kind == PaymentKind.COST,
    )


def _options(at: play.Table) -> Iterator[tuple[str, str]]:
    """The house rules that differ from the usual at a table of this size, and what that is."""
    for rule in at.agreement.unusual():
        told = {"answer": rule.value, "usual": rule.usually}
        yield _(rule.label), _("%(answer)s (default %(usual)s)") % told


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


def _laid(at: play.Table, hand: Hand) -> Iterator[CountedCards]:
    named, by_side = evidence.deck(at.rules), at.rules.partners.side_lines
    for line, arrangement in evidence.arrangements(hand):
        persons = at.state.persons_of(line) if by_side else [line]
        yield CountedCards(tuple(persons), lay_out(arrangement, named))


def _wrong(at: play.Table, hand: Hand) -> Iterator[WrongCards]:
    named = evidence.deck(at.rules)
    for show in evidence.wrong_shows(hand):
        groups = show.claim.groups or (show.claim.cards,)
        yield WrongCards(
            show.claim.person,
            tuple(tuple(card_faces(group, named)) for group in groups),
            words(show.reason),
            evidence.wrong_show_text(show, named),
        )


def _corrections(night: _Night, game: Game) -> Iterator[Correction]:
    replaced = {hand.replaces_id for hand in night.hands[game.pk]}
    for hand in night.hands[game.pk]:
        if hand.voided_at is not None:
            yield Correction(
                hand=hand.number,
                corrected=hand.pk in replaced,
                by=hand.voided_by_name,
                at=night.time(hand.voided_at),
                reason=hand.void_reason,
            )


def _said(night: _Night, game: Game) -> Iterator[LineSaid]:
    for word in night.contests[game.pk]:
        about = night.place(word.player_id)
        told = {
            "name": night.who[word.player_id].name,
            "who": word.who or _("A host"),
            "hand": word.hand.number,
            "at": night.time(word.at),
        }
        yield LineSaid(about, _sentence(word.says) % told, word.why)


def _sentence(says: str) -> str:
    if says == LineSays.OVERRULED:
        return _("%(who)s overruled %(name)s’s dispute of hand %(hand)d at %(at)s")
    if says == LineSays.WITHDRAWN:
        return _("%(name)s withdrew the dispute of hand %(hand)d at %(at)s")
    return _("%(name)s disputed hand %(hand)d at %(at)s")
