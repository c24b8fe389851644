"""Compares what is stored with a replay of the hands. Reads only.

Stored games are never changed: where today's rules give another result, the difference is reported
and a person decides.
"""

import hashlib
import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

from scorekeeper.core.localization.words import Minor
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.outcomes.stored import board_json, recalled_items
from scorekeeper.engine.questions.codec import freeze, thaw
from scorekeeper.engine.questions.entry_json import freeze_game
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.ledger.selectors import nets
from scorekeeper.play.ledger_rows import payment_rows, score_rows
from scorekeeper.play.models import Game, Hand, SeatChange, SeatScore
from scorekeeper.play.replays.evidence import chained_digest
from scorekeeper.play.replays.replay import NotPossibleError, Replay, replay
from scorekeeper.play.replays.results import UNREADABLE as UNREADABLE
from scorekeeper.play.replays.results import UNRECORDED, comparable_tally, replayed_results
from scorekeeper.play.selectors import (
    Table,
    game_table,
    newest_scores,
    seat_changes,
)
from scorekeeper.play.terms import in_terms

RECORDED_LATER = frozenset({"sums", "notes_for_all"})
"""Displayed values that the oldest games have not stored."""
IN_WORDS = frozenset({"notes"})
NAMED_NUMBERS = frozenset({"report", "sums"})
"""Their labels may be worded differently today; the numbers may not differ."""


def differences(game: Game) -> Iterator[Phrase]:
    """Yields each way in which the stored game differs from its replay, in the words of the game;
    amounts are ``Minor``. Of a deleted game nothing may be paid or count, so neither is compared.
    """
    try:
        for difference in _differences(game):
            yield in_terms(game.terms, difference)
    except UNREADABLE as error:
        yield _("the saved game cannot be read: {why}").format(why=repr(error))


def _differences(game: Game) -> Iterator[Phrase]:
    table = game_table(game)
    written = list(game.hands.order_by("pk"))
    yield from chain_differences(game, written)
    options = list(_options(table))
    yield from options
    hands = sorted((h for h in written if h.voided_at is None), key=attrgetter("number"))
    yield from _counts(table, hands)
    try:
        played = replay(table, hands)
    except NotPossibleError as broken:
        yield _("hand {number}: the rules refuse it now: {why}").format(
            number=broken.hand.number, why=broken.error.phrase
        )
        yield from _balances(table)
        return
    except EntryError as error:
        if not options:
            yield _("the rules refuse it now: {why}").format(why=error.phrase)
        yield from _balances(table)
        return
    counts = game.removed_at is None
    if counts:
        yield from _payments(table, played)
    yield from _scores(table, played)
    if counts:
        yield from _balances(table)
    yield from _summaries(table, played)
    if counts:
        yield from _results(table, played)


def _counts(table: Table, hands: Sequence[Hand]) -> Iterator[Phrase]:
    """The number of hands in force and the last hand's number match the game's row."""
    game = table.game
    last = hands[-1].number if hands else 0
    if (len(hands), last) != (game.hand_count, game.last_number):
        yield _("{hands} hands are there, the game knows of {count}").format(
            count=game.hand_count, hands=len(hands)
        )
    if len(seat_changes(game)) != game.change_count:
        yield _("the changes of seats are not as many as the game knows of")


def _options(table: Table) -> Iterator[Phrase]:
    """Agreed options that today's rules do not know or do not allow."""
    for name, question, value in recalled_items(table.rules.options, table.game.options):
        if question is None:
            yield _("options: {name} is {value}, which the rules do not know now").format(
                name=name, value=repr(value)
            )
    known_names = {q.name for q in questions(table.rules.options)}
    known_options = {
        name: value for name, value in table.game.options.items() if name in known_names
    }
    try:
        side = table.game.side
        seats = len(table.players) // side
        load_options(table.rules, known_options, seats, side, without_stakes=True)
    except EntryError as error:
        yield _("options: the rules refuse {name} now: {why}").format(
            name=error.field or "them", why=error.phrase
        )


def _balances(table: Table) -> Iterator[Phrase]:
    """The game's stored balances equal the sum of its payments, which settling up reads. Applies no
    rules."""
    names = party_names(table)
    stored = dict(zip(table.player_ids, table.state.balances, strict=True)) | {
        None: table.state.pot
    }
    paid = nets(table.game.session).get(table.game.pk, {})
    for party in (*stored, *(paid.keys() - stored.keys())):
        if stored.get(party, 0) != paid.get(party, 0):
            yield _("saved: {name} has {kept}, the payments come to {paid}").format(
                name=names.get(party, party),
                kept=Minor(stored.get(party, 0)),
                paid=Minor(paid.get(party, 0)),
            )


def party_names(table: Table) -> dict[int | None, str]:
    """Returns the name of each party of a payment by player id; None is the pot."""
    return {player.pk: player.name for player in table.players} | {None: _("pot")}


def session_digest(games: Iterable[Game]) -> str:
    """Returns a digest of a session over its games in order: the end of each chain, the number of
    hands and each balance. It changes if a hand is changed or deleted, and is the same on every
    server."""
    summaries = [
        [game.number, game.variant, game.last_digest, game.hand_count, game.fold.get("balances")]
        for game in games
    ]
    return hashlib.sha256(json.dumps(summaries, separators=(",", ":")).encode()).hexdigest()


def chain_differences(game: Game, written: Iterable[Hand] | None = None) -> Iterator[Phrase]:
    """Hands and seat changes form one chain, in the order in which they were written. ``written``:
    its hands in that order, if read."""
    hands = deque(game.hands.order_by("pk") if written is None else written)
    changes = deque(game.changes.order_by("pk"))
    last = ""
    while hands or changes:
        if changes and _comes_next(last, changes[0], hands[0] if hands else None):
            change = changes.popleft()
            if change.digest != _change_digest(last, change):
                yield _("seat {seat}: the chain is broken: a change of seats was changed").format(
                    seat=change.person
                )
            last = change.digest
        else:
            hand = hands.popleft()
            if hand.digest != chained_digest(last, hand.token, hand.entry):
                yield _(
                    "hand {number}: the chain is broken: it was changed after it was saved"
                ).format(number=hand.number)
            last = hand.digest
    if game.last_digest != last:
        yield _("the chain is broken: a hand is missing at its end")


def _comes_next(last: str, change: SeatChange, hand: Hand | None) -> bool:
    """Returns whether the seat change was written before the hand: decided by the chain, or by time
    if neither fits."""
    if hand is None or change.digest == _change_digest(last, change):
        return True
    return hand.digest != chained_digest(last, hand.token, hand.entry) and change.at < hand.at


def _change_digest(last: str, change: SeatChange) -> str:
    return chained_digest(last, change.token, change.plain)


MISSING: Final = _("{where}: {payer} → {payee} {amount} is missing")
TOO_MUCH: Final = _("{where}: {payer} → {payee} {amount} is too much")


def _payments(table: Table, played: Replay) -> Iterator[Phrase]:
    names = party_names(table)
    expected = Counter(
        (row.hand_id, row.payer_id, row.payee_id, row.amount)
        for hand, payments in played.payments
        for row in payment_rows(table, hand, payments, None)
    )
    stored = Counter(
        (row.hand_id, row.payer_id, row.payee_id, row.amount)
        for row in ledger.in_force(Payment.objects.filter(game=table.game))
    )
    numbers = {hand.pk: hand.number for hand, _played in played.hands}
    for facts, words in ((expected - stored, MISSING), (stored - expected, TOO_MUCH)):
        for (hand, payer, payee, amount), times in facts.items():
            difference = words.format(
                where=_hand(numbers[hand]) if hand in numbers else _("outside the hands"),
                payer=names.get(payer, payer),
                payee=names.get(payee, payee),
                amount=Minor(amount),
            )
            yield from [difference] * times


def _hand(number: int) -> Phrase:
    return _("hand {number}").format(number=number)


def _scores(table: Table, played: Replay) -> Iterator[Phrase]:
    stored = newest_scores(SeatScore.objects.filter(hand__game=table.game))
    for hand, after in played.hands:
        for expected in score_rows(hand, table.rules, after):
            score = stored.get((hand.pk, expected.seat))
            if difference := _score(score, expected):
                name = table.seat_names[expected.seat]
                where = _("hand {number}, {name}").format(number=hand.number, name=name)
                yield _("{where}: {difference}").format(where=where, difference=difference)


def _score(stored: SeatScore | None, expected: SeatScore) -> Phrase | None:
    if stored is None:
        return _("nothing stored, {right} by the rules").format(right=expected.points)
    if stored.points != expected.points:
        message = _("{stored} stored, {right} by the rules")
        return message.format(stored=stored.points, right=expected.points)
    if stored.won != expected.won:
        message = _("won by {stored} as stored, by {right} by the rules")
        return message.format(stored=repr(stored.won), right=repr(expected.won))
    if stored.out not in (None, expected.out):
        return OUT if stored.out else IN
    if stored.beside not in (None, expected.beside):
        message = _("{stored} besides the points, {right} by the rules")
        return message.format(stored=stored.beside, right=expected.beside)
    return None


OUT: Final = _("out as stored, in by the rules")
IN: Final = _("in as stored, out by the rules")
BY_THE_RULES: Final = _("{what}: {name} is {stored}, by the rules {right}")


def _summaries(table: Table, played: Replay) -> Iterator[Phrase]:
    game, fold = table.game, {"places": None, **freeze_game(played.fold)}
    # a part of the state that the rules did not have yet stands as they begin with it
    state = freeze(thaw(table.rules.state, game.fold["state"]))
    for name, value in fold.items():
        stored = json.loads(json.dumps(state)) if name == "state" else game.fold.get(name)
        if json.loads(json.dumps(value)) != stored:
            yield BY_THE_RULES.format(
                what="fold", name=name, stored=repr(stored), right=repr(value)
            )
    for name, value in board_json(table.rules, played.fold).items():
        is_stored = name not in RECORDED_LATER or name in game.public_state
        if is_stored and _facts(name, value) != _facts(name, game.public_state.get(name)):
            stored = repr(game.public_state.get(name))
            yield BY_THE_RULES.format(what="shown", name=name, stored=stored, right=repr(value))
    expected_tally = comparable_tally(played.tally, game.tally)
    if expected_tally != game.tally:
        yield _("tally: {stored} stored, {right} by the rules").format(
            stored=repr(game.tally), right=repr(expected_tally)
        )


def _results(table: Table, played: Replay) -> Iterator[Phrase]:
    stored = {row.player_id: row for row in GameResult.objects.filter(game=table.game)}
    for player, expected in zip(table.players, replayed_results(table, played), strict=True):
        result = stored.pop(player.pk, None)
        net, hands, wins = expected.net, expected.hands, expected.wins
        if result is None or (result.net, result.hands, result.wins) != (net, hands, wins):
            expected_values = {"net": Minor(net), "hands": hands, "wins": wins}
            yield _("standings: {name} is not {net} in {hands} hands, {wins} of them won").format(
                name=player.name, **expected_values
            )
        else:
            yield from _other_columns(player.name, result, expected)
    if stored:
        yield _("standings: somebody has a result who does not sit there")


def _other_columns(name: str, stored: GameResult, expected: GameResult) -> Iterator[Phrase]:
    """Compares the other columns; a column that an older row does not record is skipped."""
    for column, unrecorded in UNRECORDED.items():
        stored_value, expected_value = getattr(stored, column), getattr(expected, column)
        if stored_value not in (unrecorded, expected_value):
            yield BY_THE_RULES.format(
                what=f"standings, {column}",
                name=name,
                stored=repr(stored_value),
                right=repr(expected_value),
            )


def _facts(name: str, value: Any) -> Any:
    """Returns the displayed value as it is stored, without its wording."""
    if name in IN_WORDS or value is None:
        return None
    values = json.loads(json.dumps(value))
    return [numbers for _label, numbers in values] if name in NAMED_NUMBERS else values
