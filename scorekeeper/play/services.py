"""The only writer of sessions, games and hands. Each service is one transaction, and takes its
locks in one order (``play.locks``).

Every write carries a token made on the device: the same token again changes nothing and returns the
first answer. A write that rests on a stale view is refused (``StaleError``).
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Club, Membership, Player, Session, signature_id
from scorekeeper.clubs.players.persons import by_shown_name, main_player
from scorekeeper.clubs.selectors import next_of_day
from scorekeeper.core import clock
from scorekeeper.core.database import one_view, was_quicker
from scorekeeper.core.logs import bind
from scorekeeper.core.requests.outcomes import Outcome, Refused, Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, by_seat
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.questions.entry_json import dump_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.seats.rules import check_seats
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _
from scorekeeper.ledger import services as ledger
from scorekeeper.play.approvals.contests import contested, open_contests
from scorekeeper.play.edits.hints import Doubt, Pace, doubt_after_save, large_count, result_of
from scorekeeper.play.edits.idempotency import (
    GameRequest,
    first_dealer,
    hand_by_token,
    is_same_hand,
)
from scorekeeper.play.ending import NO_ENDING, Ending, at_the_clock
from scorekeeper.play.ledger_rows import keep_results, payment_rows, payout_if_stopped, score_rows
from scorekeeper.play.locks import hold_game, hold_open_games
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand, Seat, SeatScore
from scorekeeper.play.replays.evidence import chained_digest, evidence
from scorekeeper.play.replays.replay import empty_tally, replay_before, tally_after_hand
from scorekeeper.play.selectors import Table, game_table, hands_in_force, session_table
from scorekeeper.play.terms import game_text
from scorekeeper.questions.wording import without_stakes
from scorekeeper.variants import VARIANTS

SESSION_ENDED: Final = gettext_lazy("This session has ended.")
ALREADY_STARTED: Final = gettext_lazy(
    "This page has already started another game. Reload it to start one more."
)


CHANGED: Final = gettext_lazy("This has changed, maybe on another device.")


@dataclass(frozen=True, slots=True)
class InPlace:
    """The place where a hand was to be saved: the ``table`` now, the ``hand`` there, if any, and
    the game on which that was dealt, else the game now."""

    table: Table
    hand: Hand | None
    fold: Fold[Any, Any]


class StaleError(Refusal):
    """The write rests on an old view; ``hand`` is what is in its place now, if anything."""

    def __init__(
        self,
        hand: Hand | None,
        text: str | Promise = CHANGED,
        *,
        fate: type[Outcome] = Stale,
        now: InPlace | None = None,
        **values: Any,
    ) -> None:
        super().__init__(text, fate=fate, now=now, **values)
        self.hand = hand


class ClosedError(Refusal):
    """The session or the game has ended. ``now``: the table, of a hand that was to be saved."""

    def __init__(
        self, text: str | Promise = SESSION_ENDED, *, now: Table | None = None, **values: Any
    ) -> None:
        super().__init__(text, now=now, **values)


# Sessions and games ------------------------------------------------------------------------


@transaction.atomic
def open_session(
    *,
    club: Club,
    played_on: date,
    name: str = "",
    token: str | None = None,
    by: Membership | None = None,
    consent: bool = False,
    kind: str = "",
    part_of: Session | None = None,
    in_seasons: bool = True,
) -> Session:
    """Starts a session. ``consent``: players may approve or dispute their results; ``kind`` and
    ``part_of`` as in ``Session``."""
    locks.hold_club(club)  # two sessions started at once get two numbers of their day
    if token and (opened := club.sessions.filter(token=token).first()):
        return opened
    session = Session.objects.create(
        club=club,
        played_on=played_on,
        of_day=next_of_day(club, played_on),
        name=name,
        token=token,
        consent=consent,
        kind=kind,
        part_of=part_of,
        in_seasons=in_seasons,
    )
    if part_of is None:
        note(ActivityKind.SESSION_OPENED, club=club, session=session, by=by)
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
    """Freezes the options, seats the players and posts what is paid before the first deal.

    ``players`` by person index; ``ending``: when the players agreed to stop; ``dealer``: of the
    first hand, None: by the rules. A group for points only has no stakes, whatever ``options`` say.
    Raises EntryError (seats, options, ending), ClosedError, OtherwiseError (the token has started
    another game).
    """
    players, dealer = [main_player(player) for player in players], dealer and main_player(dealer)
    session = locks.hold_session(session.pk)
    request = GameRequest(variant, options, side, players, dealer, ending)
    if session.club.hides_money:
        request = replace(request, options=without_stakes(VARIANTS[variant], options))
    games = Game.every.filter(session=session)
    if earlier := first_answer(games, token, request.is_same, _started_otherwise):
        return earlier
    if session.closed_at or (session.part_of_id and session.games.exists()):
        raise ClosedError  # within another session it has one game
    rules, seats = VARIANTS[variant], len(players) // side
    _check_players(rules, players, seats)
    chosen = load_options(rules, dict(request.options), seats, side, without_stakes=True)
    chosen = ending.check_options(rules, chosen)
    last = Game.every.filter(session=session).aggregate(last=Max("number"))["last"]
    values = {"variant": variant, "preset": preset, "side": side, "token": token, **ending.columns}
    game = Game(session=session, number=(last or 0) + 1, tally=empty_tally(len(players)), **values)
    first = first_dealer(rules, chosen, players, side, dealer)
    game.agree(chosen, seats, first)
    _begin(game, playing.start(rules, chosen, seats, side, first), players, by)
    return game


def _started_otherwise(first: Game) -> OtherwiseError:
    return OtherwiseError(first, ALREADY_STARTED, fate=Refused)


def _begin(
    game: Game, fold: Fold[Any, Any], players: Sequence[Player], by: Membership | None
) -> None:
    """Writes the game before its first hand, its seats, and early payments."""
    game.keep(fold)
    game.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(game=game, player=player, number=number) for number, player in enumerate(players)
    )
    check_one_each(game)
    table = Table(game, list(players))
    ledger.post(payment_rows(table, None, fold.opening, by))
    keep_results(table)
    locks.touch(game.session)


def _check_players(rules: AnyVariant, players: Sequence[Player], seats: int) -> None:
    """A name typed again may now be that of a player who sits there."""
    for place, player in enumerate(players):
        if player in players[:place]:
            raise EntryError(_("{name} is already playing."), field="seats", name=player.name)
    check_seats(rules, by_seat([player.name for player in players], seats))


def check_one_each(game: Game) -> None:
    """Checks that no two seats have one person, after the seats are written: merging two of these
    players waits for them or is seen here. Raises EntryError."""
    seats = Seat.objects.filter(game=game).values_list("player", flat=True)
    seated = locks.hold_players(game.session.club, list(seats))
    for pk, player in by_shown_name(seated.values()).items():
        if pk != player.pk:
            raise EntryError(_("{name} is already playing."), field="seats", name=player.name)


# Hands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SavedHand:
    """A recorded hand, and the table after it."""

    hand: Hand
    table: Table
    repeated: bool = False
    """The token was known: nothing was written now."""
    question: Doubt | None = None
    """A sign that something is odd about it."""


def lock_table(game: Game) -> Table:
    """Locks the game and its session, and returns the game's table as it is now."""
    return game_table(hold_game(game))


def record_hand(
    *,
    table: Table,
    entry: Entry[Any, Any],
    number: int,
    token: str,
    by: Membership | None = None,
    claims: Sequence[Claim] = (),
    after: Fold[Any, Any] | None = None,
) -> SavedHand:
    """Writes the next hand of the game at this table; ``claims``: what was shown in it.

    ``table`` may have been read without a lock: the write succeeds only if the game has not
    changed. ``number`` is the one the device showed. ``after``: the result of playing the entry on
    ``Table.fold``, if known. Raises StaleError when another hand took the number, EntryError when
    the rules refuse the entry, ClosedError after the end, OtherwiseError when the token has saved
    other answers.
    """
    game = table.game
    if number != game.last_number + 1 or game.closed_at or game.session.closed_at:
        return _earlier_hand(game, entry, number, token)
    fold = at_the_clock(table.fold, game, clock.now())
    try:
        played = (after if fold is table.fold else None) or playing.play(table.rules, fold, entry)
        return _insert(table, played, token=token, by=by, claims=claims)
    except _ConcurrentChangeError:
        return _earlier_hand(game, entry, number, token)
    except IntegrityError as error:
        if not was_quicker(error, Hand, "one_hand_in_force_per_number", "one_hand_per_token"):
            raise
        return _earlier_hand(game, entry, number, token)


class _ConcurrentChangeError(Exception):
    """The game has changed since it was read."""


def _earlier_hand(game: Game, entry: Entry[Any, Any], number: int, token: str) -> SavedHand:
    """Returns the hand that this token wrote earlier. Raises ClosedError or StaleError if it wrote
    none, OtherwiseError if it has other answers; each with what there is now."""
    with one_view():
        session = Session.objects.select_related("club").get(pk=game.session_id)
        current = session_table(session, game.number)
        if current is None:  # removed in the meantime
            raise ClosedError
        if earlier := hand_by_token(
            current.game,
            token,
            lambda hand: is_same_hand(current, hand, entry),
            lambda hand: OtherwiseError(hand, now=in_place(current, hand)),
        ):
            return SavedHand(earlier, current, repeated=True)
        if current.game.closed_at or session.closed_at:
            text = game_text(
                current.game.terms, "Hand %(number)d was not saved because the game has ended."
            )
            raise ClosedError(text, now=current, number=number)
        hand = hand_in_force(current.game, number)
        raise StaleError(hand, now=in_place(current, hand))


def in_place(table: Table, hand: Hand | None) -> InPlace:
    if hand is None:
        return InPlace(table, None, table.fold)
    hand.game = table.game
    return InPlace(table, hand, replay_before(table, hand, hands_in_force(table.game)))


def hand_in_force(game: Game, number: int) -> Hand | None:
    return (
        Hand.objects.filter(game=game, number=number, voided_at__isnull=True)
        .select_related(*HAND_AUTHORS)
        .first()
    )


@transaction.atomic
def _insert(
    table: Table,
    after: Fold[Any, Any],
    *,
    token: str,
    by: Membership | None,
    claims: Sequence[Claim],
) -> SavedHand:
    """Writes hand, scores, payments, the game's new fold and results: all or nothing."""
    assert after.last is not None
    if not locks.touch_open(table.game.session):
        raise _ConcurrentChangeError
    game = table.game
    stored_entry = dump_entry(after.last.entry, table.keys)
    hand = Hand(
        game=game,
        number=game.last_number + 1,
        entry=stored_entry,
        laid=evidence(table.rules, table.fold, after.last.entry, claims),
        persons=table.fold.persons,
        changes=game.change_count,
        token=token,
        digest=chained_digest(game.last_digest, token, stored_entry),
        by=by,
        signature_id=signature_id(by),
    )
    bind(hand=hand.number)
    now, result, pace = clock.now().timestamp(), result_of(stored_entry), Pace.load(game.pace)
    moved = _advanced(table, after, hand, pace.after(now, result))
    hand.save(force_insert=True)
    SeatScore.objects.bulk_create(score_rows(hand, table.rules, after))
    ledger.post(payment_rows(table, hand, after.last.payments, by))
    keep_results(moved)
    entry = after.last.entry
    dealer = playing.next_dealer(table.rules, table.fold, entry.absent)
    doubt = doubt_after_save(pace, now, result, expected_dealer=dealer, dealt=entry.dealer)
    doubt = large_count(table.rules, table.fold, entry) or doubt
    for after_save in settings.EXTENSIONS.functions("after a hand was saved"):
        after_save(game.session, hand)
    return SavedHand(hand, moved, question=doubt)


def _advanced(table: Table, after: Fold[Any, Any], hand: Hand, pace: Pace) -> Table:
    """Moves the game on, if nobody else did: the row stays locked until the end of the save.

    New hands and seat changes show in the digest, deleted ones in the counts; options, side and
    seats change with these alone.
    """
    game = copy(table.game)
    changes = {
        **game.keep(after),
        "tally": tally_after_hand(table.game.tally, table, table.fold, after, hand.number),
        "last_number": hand.number,
        "hand_count": table.game.hand_count + 1,
        "last_digest": hand.digest,
        "pace": pace.dump(),
        "closed_at": clock.now() if after.over else None,
        "ends_after": after.ends,
    }
    unchanged = Game.every.filter(
        pk=game.pk,
        last_digest=game.last_digest,
        last_number=game.last_number,
        hand_count=game.hand_count,
        change_count=game.change_count,
        closed_at=None,
    )
    if not unchanged.update(**changes):
        raise _ConcurrentChangeError
    for name, value in changes.items():
        setattr(game, name, value)
    moved = Table(game, table.players)
    moved.fold = after
    return moved


# The end -----------------------------------------------------------------------------------


@transaction.atomic
def close_game(*, game: Game, by: Membership | None = None) -> Game:
    """Ends a game that has not ended by its rules. Its pot goes back to the payers."""
    table = lock_table(game)
    if table.game.closed_at is None:
        _stop(table, by)
    return table.game


def _stop(table: Table, by: Membership | None) -> None:
    """Ends it as it stands, without rules: a game can be ended although its rules have changed."""
    game = table.game
    ending, balances = payout_if_stopped(table)
    ledger.post(payment_rows(table, None, ending, by))
    given_back = sum(payment.amount for payment in ending)
    game.fold = game.fold | {"balances": balances, "pot": game.fold["pot"] - given_back}
    game.closed_at, game.stopped = clock.now(), True
    game.save()
    keep_results(table)
    note_game(ActivityKind.GAME_STOPPED if game.ended_early else ActivityKind.GAME_ENDED, game, by)


def note_game(kind: ActivityKind, game: Game, by: Membership | None) -> None:
    """Records what happened to a game of a session that is held."""
    session = game.session
    locks.touch(session)
    note(kind, club=session.club, session=session, by=by, number=game.number, game=game.title)


@transaction.atomic
def close_session(*, session: Session, by: Membership | None = None) -> Session:
    """Ends the session and its open games; no hand can be added. Refuses while a
    dispute is open."""
    locked = locks.hold_session(session.pk)
    if locked.closed_at is None:
        if locked.consent and (contests := open_contests(locked)):
            raise contested(contests)
        for game in hold_open_games(locked):
            _stop(game_table(game), by)
        locks.put_closed(locked, clock.now())
        if locked.part_of_id is None:
            note(ActivityKind.SESSION_CLOSED, club=locked.club, session=locked, by=by)
        for after in settings.EXTENSIONS.functions("after a session ended"):
            after(locked)
    return locked


@transaction.atomic
def reopen_session(*, session: Session, by: Membership | None = None) -> Session:
    """Reopens an ended session for corrections."""
    locked = locks.hold_session(session.pk)
    if locked.closed_at is not None:
        locks.put_closed(locked, None)
        note(ActivityKind.SESSION_REOPENED, club=locked.club, session=locked, by=by)
    return locked
