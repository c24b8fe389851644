"""Reads the contents of a session's statement from what is stored. Applies no rule."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization import currencies, dates
from scorekeeper.core.localization.words import words
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.engine.variant import Terms
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside
from scorekeeper.ledger.services import in_force
from scorekeeper.play import selectors as play
from scorekeeper.play.approvals.contests import contest_words
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand, LineWord, ResultReply, SeatScore
from scorekeeper.play.replays import evidence
from scorekeeper.play.replays.audit import session_digest
from scorekeeper.play.selectors import leading_seats
from scorekeeper.play.sessions import session_tables
from scorekeeper.play.terms import game_text
from scorekeeper.play.wording.cards import card_faces, lay_out
from scorekeeper.play.wording.hand import Outcome, ScoreRows, outcome
from scorekeeper.questions.presets import whole_preset
from scorekeeper.seasons.selectors import session_winners
from scorekeeper.seasons.words import winner_sentence
from scorekeeper.settlement.balances import Balances, balances_of, purses_of, terms_of, unsettled
from scorekeeper.settlement.models import Way
from scorekeeper.settlement.page import expenses_in_force
from scorekeeper.settlement.payment_details.kinds import Ask, payables
from scorekeeper.settlement.payment_details.services import addresses_by_player
from scorekeeper.statements.contents.running_totals import running
from scorekeeper.statements.contents.session import (
    Balance,
    Contents,
    Contest,
    Correction,
    CountedCards,
    ExpenseRow,
    GameContents,
    HandRow,
    PaidRow,
    PaySign,
    PersonIndex,
    WrongCards,
    check,
    for_player,
    without_money,
)

MORNING: Final = timedelta(hours=12)


class PlayerNotInSessionError(ValueError):
    """The player is named, but neither played nor paid in this session."""


def contents(session: Session, player: int | None = None) -> Contents:
    """Returns the session's statement, or that of one player (by id), as it stands now.

    Money and dates are written for the reader set by ``currencies.reading_as``. Where no money is
    shown, the payments are checked even so. Raises UnbalancedError; PlayerNotInSessionError if the
    player was not there.
    """
    with one_view():
        whole, title = _read_contents(Session.objects.select_related("club").get(pk=session.pk))
    check(whole)
    if not currencies.are_shown():
        whole = without_money(whole)
    if player is None:
        return whole
    if player not in title.who:
        raise PlayerNotInSessionError(f"player {player} did not play in session {session.pk}")
    return for_player(whole, title.place(player))


@dataclass
class _Session:
    """The rows of a session, sorted by game."""

    session: Session
    people: list[int]
    """Player ids in the order they first sat down; then those who only have money under way."""
    who: Mapping[int, Player]
    """By the id of each name, the player under whom its person appears here."""
    payments: dict[int | None, list[Payment]]
    hands: dict[int, list[Hand]]
    scores: ScoreRows
    contests: dict[int, list[LineWord]]
    """By game, the disputes of results, in order."""

    def place(self, player: int) -> PersonIndex:
        return self.people.index(self.who[player].pk)

    def person(self, player: int | None) -> PersonIndex | None:
        return None if player is None else self.place(player)

    def format_time(self, moment: datetime) -> str:
        """Returns the time of day; with the date where it is not the session's, which may last
        until noon."""
        local = moment.astimezone(self.session.club.zone)
        session_days = (local.date(), (local - MORNING).date())
        is_of_session = self.session.played_on in session_days
        return dates.clock(local) if is_of_session else dates.moment(local)


def _read_contents(session: Session) -> tuple[Contents, _Session]:
    played = session_tables(session)
    balances = balances_of(played, beside(session), unsettled(session), terms_of(session))
    players = list(balances.arrived)
    title = _read_session(session, [player.pk for player in players], balances.who)
    games = tuple(_game_contents(title, table) for table in played)
    index = {name: players.index(person) for name, person in balances.who.items()}
    rows = [_payment_row(title, None, p) for p in title.payments[None]]
    left = {index[player.pk]: balances.net.get(player, 0) for player in players}
    names = tuple(player.name for player in players)
    whole = Contents(
        club=session.club.name,
        session=session.name,
        day=session.day,
        weekday=dates.weekday(session.played_on),
        currency=session.club.currency,
        version=session.edition,
        is_closed=session.closed_at is not None,
        people=names,
        games=games,
        cash=tuple(row for row in rows if row.settles),
        balances=tuple(_balance(person, left[person], rows) for person in left),
        transfers=tuple(_transfer(t, index) for t in balances.plan.transfers),
        proven=balances.plan.proven,
        beside=tuple(row for row in rows if not row.settles),
        pending=tuple(
            Transfer(index[sent.payer.pk], index[sent.payee.pk], sent.amount)
            for sent in balances.under_way
        ),
        running=running(names, games),
        seal=session_digest(table.game for table in played) if played else "",
        proof=proof_links.public_url(session) or "",
    )
    extra = (
        _terms_fields(balances, index) | _address_fields(balances, index) | _winner_fields(title)
    )
    return replace(whole, **extra), title


def _winner_fields(held_session: _Session) -> dict[str, Any]:
    """Returns the winners of the session, and by what they won."""
    winner, session = session_winners(held_session.session), held_session.session
    if winner is None or not held_session.who.keys() >= set(winner.players):
        return {}  # results of no game: nobody is on this statement
    phrase = winner_sentence(winner, session.club.currency)
    return {"winners": tuple(map(held_session.place, winner.players)), "result_phrase": phrase}


def _balance(person: PersonIndex, left: int, rows: Iterable[PaidRow]) -> Balance:
    cash, others = 0, 0
    for payment in rows:
        gain = payment.amount * ((payment.payee == person) - (payment.payer == person))
        if payment.settles:
            cash -= gain
        else:
            others += gain
    return Balance(person, left - cash - others, cash, left, others)


def _transfer(transfer: Transfer[Player], index: Mapping[int, int]) -> Transfer[PersonIndex]:
    payers, payees = (
        tuple(index[p.pk] for p in ends) for ends in (transfer.payers, transfer.payees)
    )
    return Transfer(
        index[transfer.payer.pk], index[transfer.payee.pk], transfer.amount, payers, payees
    )


def _terms_fields(balances: Balances, index: Mapping[int, int]) -> dict[str, Any]:
    """Returns how the session is settled, and its expenses."""
    terms = balances.terms
    purses = purses_of(terms.purses, balances.net) if terms.way == Way.PURSES else []
    has_expenses = any(row.kind == PaymentKind.EXPENSE for row in balances.beside)
    return {
        "way": "" if terms.way == Way.FEWEST else terms.get_way_display(),
        "step": terms.step,
        "purses": tuple(tuple(index[p.pk] for p in purse) for purse in purses if purse),
        "expenses": tuple(
            ExpenseRow(
                expense.label,
                index[expense.paid_by_id],
                expense.amount,
                expense.get_how_display(),
                tuple((index[share.player_id], share.amount) for share in expense.shares.all()),
            )
            for expense in (expenses_in_force(terms.session) if has_expenses else [])
        ),
    }


def _address_fields(balances: Balances, index: Mapping[int, int]) -> dict[str, Any]:
    """Returns the addresses of the transfers' payees: only those that their owners share with every
    reader of the statement."""
    session, signs = balances.terms.session, []
    payees = {transfer.payee.person_pk for transfer in balances.plan.transfers}
    addresses = addresses_by_player(payees, sent_along=True)
    for transfer in balances.plan.transfers:
        ask = Ask(transfer.payee.name, transfer.amount, session.club.currency, str(session))
        for payable in payables(addresses.get(transfer.payee.person_pk, []), ask)[:1]:
            rows = () if payable.by_hand else tuple(map(tuple, payable.modules))
            ends = index[transfer.payer.pk], index[transfer.payee.pk]
            kind = str(payable.kind.label)
            signs.append(PaySign(*ends, kind, payable.display_text, rows, payable.link))
    return {"signs": tuple(signs)}


def _read_session(session: Session, people: list[int], who: Mapping[int, Player]) -> _Session:
    payments: dict[int | None, list[Payment]] = defaultdict(list)
    for payment in in_force(Payment.objects.filter(session=session).order_by("pk")):
        payments[payment.game_id if payment.kind == PaymentKind.GAME else None].append(payment)
    hands: dict[int, list[Hand]] = defaultdict(list)
    hand_rows = Hand.objects.filter(game__session=session).select_related(*HAND_AUTHORS)
    for hand in hand_rows.order_by("pk"):
        hands[hand.game_id].append(hand)
    scores = play.newest_scores(list(SeatScore.objects.filter(hand__game__session=session)))
    contests: dict[int, list[LineWord]] = defaultdict(list)
    for contest in contest_words(session):
        contests[contest.hand.game_id].append(contest)
    return _Session(session, people, who, payments, hands, scores, contests)


def _game_contents(session: _Session, table: play.Table) -> GameContents:
    game = table.game
    persons = tuple(map(session.place, table.player_ids))
    hands = sorted((h for h in session.hands[game.pk] if not h.voided_at), key=lambda h: h.number)
    numbers = {hand.pk: hand.number for hand in session.hands[game.pk]}
    payments = [_payment_row(session, numbers, p, game.number) for p in session.payments[game.pk]]
    return GameContents(
        number=game.number,
        name=_(game.title),
        preset=_(preset) if (preset := whole_preset(game)) else "",
        state=_state(game),
        options=tuple(_options(table)),
        persons=persons,
        seats=table.state.seats,
        terms=game.terms,
        keeps_score=table.state.keeps_score,
        hands=tuple(_hand_rows(session, table, hands)),
        totals=tuple(table.state.totals),
        payments=tuple(sorted(payments, key=lambda paid: (paid.hand is None, paid.hand or 0))),
        pot=table.state.pot,
        corrections=tuple(_corrections(session, game)),
        contests=tuple(_contests(session, game)),
        more_results=tuple(
            (words(label), values)
            for label, values in table.state.sums_at_the_end or table.state.report
        ),
        winners=tuple(_winners(table, persons)),
        is_running=game.closed_at is None,
    )


def _winners(table: play.Table, persons: Sequence[PersonIndex]) -> Iterator[PersonIndex]:
    if table.game.closed_at is not None and not table.game.ended_early:
        for seat in sorted(leading_seats(table)):
            yield from (persons[place] for place in table.state.persons_of(seat))


def _state(game: Game) -> str:
    if game.closed_at is None:
        return _("in progress")
    return _("ended early by the players") if game.ended_early else _("played to the end")


def _payment_row(
    session: _Session, numbers: dict[int, int] | None, payment: Payment, game: int | None = None
) -> PaidRow:
    """``numbers``: of the game's hands, by id; None for payments outside games."""
    hand: int | None = None
    if numbers is not None and payment.hand_id is not None:
        hand = numbers[payment.hand_id]
    elif numbers is not None and payment.payer_id is not None:
        hand = 0  # before the first hand money goes into the pot; after the last it comes out
    return PaidRow(
        payer=session.person(payment.payer_id),
        payee=session.person(payment.payee_id),
        amount=payment.amount,
        reason=words(payment.reason),
        hand=hand,
        game=game,
        time="" if numbers is not None else session.format_time(payment.at),
        settles=payment.settles,
        kind="" if numbers is not None else payment.get_kind_display(),
        is_expense=payment.kind == PaymentKind.EXPENSE,
        is_prize=payment.kind == PaymentKind.PRIZE,
    )


def _options(table: play.Table) -> Iterator[tuple[str, str]]:
    """Yields the house rules that differ from the default at a table of this size, with the
    default."""
    for rule in table.agreement.unusual():
        answers = {"answer": rule.value, "usual": rule.usually}
        yield _(rule.label), _("%(answer)s (default %(usual)s)") % answers


def _hand_rows(session: _Session, table: play.Table, hands: Sequence[Hand]) -> Iterator[HandRow]:
    nets: dict[int | None, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for payment in session.payments[table.game.pk]:
        for end, amount in (
            (payment.payer_id, -payment.amount),
            (payment.payee_id, payment.amount),
        ):
            if end is not None:
                nets[payment.hand_id][end] += amount
    for hand in hands:
        result = outcome(table, hand, session.scores, nets[hand.pk])
        laid, wrong = tuple(_counted_cards(table, hand)), tuple(_wrong_cards(table, hand))
        yield HandRow(hand.number, _in_words(result), laid, wrong)


def _in_words(result: Outcome) -> Outcome:
    return Outcome(tuple(replace(seat, reason=words(seat.reason)) for seat in result.seats))


def _counted_cards(table: play.Table, hand: Hand) -> Iterator[CountedCards]:
    deck, by_side = evidence.deck(table.rules), table.rules.side_lines
    for line, arrangement in evidence.arrangements(hand):
        persons = table.state.persons_of(line) if by_side else [line]
        yield CountedCards(tuple(persons), lay_out(arrangement, deck))


def _wrong_cards(table: play.Table, hand: Hand) -> Iterator[WrongCards]:
    deck = evidence.deck(table.rules)
    for show in evidence.wrong_shows(hand):
        groups = show.claim.groups or (show.claim.cards,)
        yield WrongCards(
            show.claim.person,
            tuple(tuple(card_faces(group, deck)) for group in groups),
            words(show.reason),
            evidence.wrong_show_text(show, deck),
        )


def _corrections(session: _Session, game: Game) -> Iterator[Correction]:
    """Yields corrections as the scoreboard does: a hand that came back with the same answers was
    restored."""
    entries = {hand.pk: hand.entry for hand in session.hands[game.pk]}
    replacing = [hand for hand in session.hands[game.pk] if hand.replaces_id in entries]
    restored = {hand.pk for hand in replacing if hand.entry == entries[hand.replaces_id or 0]}
    edited = {hand.replaces_id for hand in replacing if hand.pk not in restored}
    for hand in session.hands[game.pk]:
        if hand.pk in restored:
            time = session.format_time(hand.at)
            yield Correction(hand.number, False, hand.who, time, hand.reason, is_restored=True)
        if hand.voided_at is not None:
            yield Correction(
                hand=hand.number,
                is_edited=hand.pk in edited,
                by=hand.voided_by_name,
                time=session.format_time(hand.voided_at),
                reason=hand.void_reason,
            )


def _contests(session: _Session, game: Game) -> Iterator[Contest]:
    for contest in session.contests[game.pk]:
        person = session.place(contest.player_id)
        values = {
            "name": session.who[contest.player_id].name,
            "who": contest.who or _("A host"),
            "hand": contest.hand.number,
            "time": session.format_time(contest.at),
        }
        yield Contest(person, _contest_sentence(contest.says, game.terms) % values, contest.why)


def _contest_sentence(says: str, terms: Terms) -> str:
    if says == ResultReply.OVERRULED:
        return game_text(terms, "%(who)s overruled %(name)s’s dispute of hand %(hand)d at %(time)s")
    if says == ResultReply.WITHDRAWN:
        return game_text(terms, "%(name)s withdrew the dispute of hand %(hand)d at %(time)s")
    return game_text(terms, "%(name)s disputed hand %(hand)d at %(time)s")
