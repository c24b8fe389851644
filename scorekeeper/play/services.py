"""The only writer of evenings, games and hands. Each service is one transaction, and takes its
locks in one order (``play.locks``).

Every write carries a token made on the phone: the same token again, from anywhere, changes
nothing and gives the first answer. A write that rests on a stale view is refused (``StaleError``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.clubs.persons import by_shown_name, main_player
from scorekeeper.clubs.selectors import next_of_day
from scorekeeper.clubs.signing import signature_id
from scorekeeper.engine import playing
from scorekeeper.engine.entry_json import dump_entry
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, by_seat
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.options import load_options
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.seats import check_seats
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _
from scorekeeper.ledger import services as ledger
from scorekeeper.play.audit import chained_digest
from scorekeeper.play.contests import ContestedError, open_contests
from scorekeeper.play.ending import NO_ENDING, Ending, at_the_clock
from scorekeeper.play.evidence import evidence
from scorekeeper.play.locks import hold_game, hold_open_games
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand, Seat
from scorekeeper.play.outcome import score_rows
from scorekeeper.play.pace import Doubt, Pace, doubt_after_save, result_of
from scorekeeper.play.posting import keep_results, payment_rows, payout_if_stopped
from scorekeeper.play.repeated import GameRequest, first_dealer, hand_by_token, is_same_hand
from scorekeeper.play.replay import empty_tally, tally_after_hand
from scorekeeper.play.selectors import Table, game_table, session_table
from scorekeeper.serving import clock
from scorekeeper.serving.constraints import was_quicker
from scorekeeper.serving.logs import bind
from scorekeeper.serving.one_view import one_view
from scorekeeper.serving.rows import insert, insert_one, update
from scorekeeper.serving.tokens import first_answer
from scorekeeper.variants import VARIANTS


class StaleError(Exception):
    """The write rests on an old view; ``hand`` is what stands in its place, if anything."""

    def __init__(self, hand: Hand | None) -> None:
        super().__init__("stale")
        self.hand = hand


class ClosedError(Exception):
    """The evening or the game has been closed."""


# Evenings and games ------------------------------------------------------------------------


@transaction.atomic
def open_session(
    *,
    club: Club,
    played_on: date,
    name: str = "",
    token: str | None = None,
    by: Membership | None = None,
    consent: bool = False,
) -> Session:
    """``consent``: everybody may accept or contest his own lines (``line_words``)."""
    if token and (opened := club.sessions.filter(token=token).first()):
        return opened
    locks.hold_club(club)  # two nights opened at once get two numbers of their day
    of_day = next_of_day(club, played_on)
    told = {"played_on": played_on, "of_day": of_day, "name": name, "consent": consent}
    if token is None:
        session, created = Session.objects.create(club=club, **told), True
    else:
        session, created = Session.objects.get_or_create(club=club, token=token, defaults=told)
    if created:
        note(Happened.NIGHT_OPENED, club=club, session=session, by=by)
    return session


@transaction.atomic
def start_game(
    *,
    session: Session,
    variant: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    side: int = 1,
    preset: str = "",
    token: str | None = None,
    by: Membership | None = None,
    ending: Ending = NO_ENDING,
    dealer: Player | None = None,
) -> Game:
    """Freeze the options, seat the players and post what is paid before the first deal.

    ``players`` by person index; ``ending``: when the table agreed to stop; ``dealer``: of the first
    hand, None as the rules have it. Raises EntryError (seats, options, ending), ClosedError,
    OtherwiseError if the token has started another game.
    """
    players, dealer = [main_player(player) for player in players], dealer and main_player(dealer)
    session = locks.hold_night(session.pk)
    asked = GameRequest(variant, options, side, players, dealer, ending)
    if earlier := first_answer(Game.every.filter(session=session), token, asked.is_same):
        return earlier
    if session.closed_at:
        raise ClosedError
    rules, seats = VARIANTS[variant], len(players) // side
    _check_players(rules, players, seats)
    chosen = ending.checked(rules, load_options(rules, dict(options), seats, side))
    number, tally = _next_number(session), empty_tally(len(players))
    told = {"variant": variant, "preset": preset, "side": side, "token": token}
    game = Game(session=session, number=number, tally=tally, **told, **ending.columns)
    first = first_dealer(rules, chosen, players, side, dealer)
    game.agree(chosen, seats, first)
    _begin(game, playing.start(rules, chosen, seats, side, first), players, by)
    return game


def _begin(
    game: Game, fold: Fold[Any, Any], players: Sequence[Player], by: Membership | None
) -> None:
    """Write the game before its first hand, its seats, and what is paid so early."""
    game.keep(fold)
    game.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(game=game, player=player, number=number) for number, player in enumerate(players)
    )
    check_one_each(game)
    ids = [player.pk for player in players]
    ledger.post(payment_rows(game=game, hand=None, payments=fold.opening, players=ids, by=by))
    keep_results(Table(game, list(players)))
    locks.touch(game.session)


def _next_number(session: Session) -> int:
    last = Game.every.filter(session=session).aggregate(last=Max("number"))["last"]
    return int(last or 0) + 1


def _check_players(rules: AnyVariant, players: Sequence[Player], seats: int) -> None:
    """A name typed anew may by now be that of somebody who sits there."""
    for place, player in enumerate(players):
        if player in players[:place]:
            raise EntryError(_("{name} is already playing."), field="seats", name=player.name)
    check_seats(rules, by_seat([player.name for player in players], seats))


def check_one_each(game: Game) -> None:
    """The seats are written: who says meanwhile that two of these are one person waits for them, or
    is seen here. Raises EntryError."""
    seats = Seat.objects.filter(game=game).values_list("player", flat=True)
    seated = locks.hold_players(game.session.club, list(seats))
    for pk, shown in by_shown_name(seated.values()).items():
        if pk != shown.pk:
            raise EntryError(_("{name} is already playing."), field="seats", name=shown.name)


# Hands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SavedHand:
    """A recorded hand, and the table after it."""

    hand: Hand
    table: Table
    repeated: bool = False
    """The token was known: nothing was written now."""
    question: Doubt | None = None
    """What seems odd about it."""


def lock_table(game: Game) -> Table:
    """The game as it is now, and nobody else writes to it, or to its night, meanwhile."""
    return game_table(hold_game(game))


def record_hand(
    *,
    at: Table,
    entry: Entry[Any, Any],
    number: int,
    token: str,
    by: Membership | None = None,
    claims: Sequence[Claim] = (),
    after: Fold[Any, Any] | None = None,
) -> SavedHand:
    """Write the next hand of the game at this table; ``claims``: what was shown in it.

    ``at`` may have been read without a lock: the write takes hold only if the game is still as it
    was then. ``number`` is the one the phone showed. ``after``: what playing the entry on
    ``at.fold`` gave, where that was done already. Raises StaleError when another hand took the
    number, EntryError when the rules refuse the entry, ClosedError after the end,
    OtherwiseError when the token has saved other answers.
    """
    game = at.game
    if number != game.last_number + 1 or game.closed_at or game.session.closed_at:
        return _came_late(game, entry, number, token)
    fold = at_the_clock(at.fold, game, clock.now())
    try:
        known = after if fold is at.fold else None
        played = known or playing.play(at.rules, fold, entry)
        return _insert(at, played, token=token, by=by, claims=claims)
    except _MovedError:
        return _came_late(game, entry, number, token)
    except IntegrityError as error:
        if not was_quicker(error, Hand, "one_hand_in_force_per_number", "one_hand_per_token"):
            raise
        return _came_late(game, entry, number, token)


class _MovedError(Exception):
    """The game is not as it was read."""


def _came_late(game: Game, entry: Entry[Any, Any], number: int, token: str) -> SavedHand:
    """The hand that this token wrote earlier. Raises ClosedError or StaleError if it wrote none,
    OtherwiseError if it has other answers."""
    with one_view():
        night = Session.objects.select_related("club").get(pk=game.session_id)
        now = session_table(night, game.number)
        if now is None:  # removed meanwhile
            raise ClosedError
        if earlier := hand_by_token(now.game, token, lambda hand: is_same_hand(now, hand, entry)):
            return SavedHand(earlier, now, repeated=True)
        if now.game.closed_at or night.closed_at:
            raise ClosedError
        raise StaleError(hand_in_force(now.game, number))


def hand_in_force(game: Game, number: int) -> Hand | None:
    return (
        Hand.objects.filter(game=game, number=number, voided_at__isnull=True)
        .select_related(*HAND_AUTHORS)
        .first()
    )


@transaction.atomic
def _insert(
    at: Table,
    after: Fold[Any, Any],
    *,
    token: str,
    by: Membership | None,
    claims: Sequence[Claim],
) -> SavedHand:
    """Hand, scores, payments, the game's new fold and results: all of one save, or nothing."""
    assert after.last is not None
    if not locks.touch_open(at.game.session):
        raise _MovedError
    game, players = at.game, at.player_ids
    plain = dump_entry(after.last.entry, at.keys)
    hand = Hand(
        game=game,
        number=game.last_number + 1,
        entry=plain,
        laid=evidence(at.rules, at.fold, after.last.entry, claims),
        persons=at.fold.persons,
        changes=game.change_count,
        token=token,
        digest=chained_digest(game.last_digest, token, plain),
        by=by,
        signature_id=signature_id(by),
    )
    bind(hand=hand.number)
    now, result, pace = clock.now().timestamp(), result_of(plain), Pace.load(game.pace)
    moved = _advanced(at, after, hand, pace.after(now, result))
    insert_one(hand)
    insert(score_rows(hand, at.rules, after))
    ledger.post(
        payment_rows(game=game, hand=hand, payments=after.last.payments, players=players, by=by)
    )
    keep_results(moved)
    entry = after.last.entry
    was_to_deal = playing.next_dealer(at.rules, at.fold, entry.absent)
    odd = doubt_after_save(pace, now, result, was_to_deal=was_to_deal, dealt=entry.dealer)
    return SavedHand(hand, moved, question=odd)


def _advanced(at: Table, after: Fold[Any, Any], hand: Hand, pace: Pace) -> Table:
    """Move the game on, if nobody else did: the row stays locked until the end of the save.

    Hands and changes of seats that were written show in the digest, those taken back in the
    counts; options, side and seats change with these alone.
    """
    game = copy(at.game)
    changes = {
        **game.keep(after),
        "tally": tally_after_hand(at.game.tally, at, at.fold, after, hand.number),
        "last_number": hand.number,
        "hand_count": at.game.hand_count + 1,
        "last_digest": hand.digest,
        "pace": pace.dump(),
        "closed_at": clock.now() if after.over else None,
        "ends_after": after.ends,
    }
    unmoved = {
        "id": at.game.pk,
        "last_digest": at.game.last_digest,
        "last_number": at.game.last_number,
        "hand_count": at.game.hand_count,
        "change_count": at.game.change_count,
        "closed_at": None,
    }
    if not update(Game, unmoved, changes):
        raise _MovedError
    for name, value in changes.items():
        setattr(game, name, value)
    moved = Table(game, at.players)
    moved.fold = after
    return moved


# The end -----------------------------------------------------------------------------------


@transaction.atomic
def close_game(*, game: Game, by: Membership | None = None) -> Game:
    """End a game that its own rules have not ended. What lies in its pot goes back to those who
    paid it in."""
    at = lock_table(game)
    if at.game.closed_at is None:
        _stop(at, by)
    return at.game


def _stop(at: Table, by: Membership | None) -> None:
    """As it stands, by no rule: a game can be ended though its rules have changed."""
    game = at.game
    ending, balances = payout_if_stopped(at)
    ledger.post(payment_rows(game=game, hand=None, payments=ending, players=at.player_ids, by=by))
    given_back = sum(payment.amount for payment in ending)
    game.fold = game.fold | {"balances": balances, "pot": game.fold["pot"] - given_back}
    game.closed_at, game.stopped = clock.now(), True
    game.save()
    keep_results(at)
    locks.touch(game.session)
    night, number, title = at.game.session, at.game.number, at.game.title
    note(Happened.GAME_STOPPED, club=night.club, session=night, by=by, number=number, game=title)


@transaction.atomic
def close_session(*, session: Session, by: Membership | None = None) -> Session:
    """Close the night: running games end as they stand, and no hand can be added. Raises
    ContestedError while somebody contests his line of a hand."""
    night = locks.hold_night(session.pk)
    if night.closed_at is None:
        if night.consent and (found := open_contests(night)):
            raise ContestedError(found)
        for game in hold_open_games(night):
            _stop(game_table(game), by)
        locks.put_closed(night, clock.now())
        note(Happened.NIGHT_CLOSED, club=night.club, session=night, by=by)
    return night


@transaction.atomic
def reopen_session(*, session: Session, by: Membership | None = None) -> Session:
    """Let a closed night take corrections again."""
    night = locks.hold_night(session.pk)
    if night.closed_at is not None:
        locks.put_closed(night, None)
        note(Happened.NIGHT_REOPENED, club=night.club, session=night, by=by)
    return night
