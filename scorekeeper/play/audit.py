"""Checks that what is stored is what a replay of the hands gives. Reads only.

Past games never move: where the code's rules have changed, the difference is reported and a
person decides.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine.entry_json import freeze_game
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.kept import board_json, recalled_items
from scorekeeper.engine.options import load_options
from scorekeeper.engine.questions import questions
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.ledger.selectors import nets
from scorekeeper.play.models import Game, Hand, SeatChange, SeatScore
from scorekeeper.play.outcome import score_rows
from scorekeeper.play.posting import payment_rows
from scorekeeper.play.replay import NotPossibleError, Replay, replay
from scorekeeper.play.results import UNREADABLE as UNREADABLE
from scorekeeper.play.results import UNRECORDED, comparable_tally, replayed_results
from scorekeeper.play.selectors import (
    Table,
    game_table,
    hands_in_force,
    newest_scores,
    seat_changes,
)
from scorekeeper.wording.words import Minor

RECORDED_LATER = frozenset({"sums"})
"""What is shown of a game, and was not kept of the oldest ones."""
IN_WORDS = frozenset({"notes"})
NAMED_NUMBERS = frozenset({"report", "sums"})
"""Words of that evening may be put otherwise today; what they name may not differ."""


def differences(game: Game) -> Iterator[Phrase]:
    """Each way in which the stored game is not its own replay; amounts in them are ``Minor``."""
    try:
        yield from _differences(game)
    except UNREADABLE as error:
        yield _("the saved game cannot be read: {why}").format(why=repr(error))


def _differences(game: Game) -> Iterator[Phrase]:
    at = game_table(game)
    yield from chain_differences(game)
    yield from _options(at)
    hands = hands_in_force(game)
    yield from _counts(at, hands)
    try:
        played = replay(at, hands)
    except NotPossibleError as broken:
        yield _("hand {number}: the rules refuse it now: {why}").format(
            number=broken.hand.number, why=broken.error.phrase
        )
        yield from _kept(at)
        return
    except EntryError:  # an option that is not known, and was told
        yield from _kept(at)
        return
    yield from _payments(at, played)
    yield from _scores(at, played)
    yield from _kept(at)
    yield from _summaries(at, played)


def _counts(at: Table, hands: Sequence[Hand]) -> Iterator[Phrase]:
    """There are as many hands in force as the game knows of, the last of them with its number."""
    game = at.game
    last = hands[-1].number if hands else 0
    if (len(hands), last) != (game.hand_count, game.last_number):
        yield _("{found} hands are there, the game knows of {count}").format(
            count=game.hand_count, found=len(hands)
        )
    if len(seat_changes(game)) != game.change_count:
        yield _("the changes of seats are not as many as the game knows of")


def _options(at: Table) -> Iterator[Phrase]:
    """What was agreed, and today's rules do not know or would not allow."""
    for name, question, value in recalled_items(at.rules.options, at.game.options):
        if question is None:
            yield _("options: {name} is {value}, which the rules do not know now").format(
                name=name, value=repr(value)
            )
    known = {q.name for q in questions(at.rules.options)}
    told = {name: value for name, value in at.game.options.items() if name in known}
    try:
        load_options(at.rules, told, len(at.players) // at.game.side, at.game.side)
    except EntryError as error:
        yield _("options: the rules refuse {name} now: {why}").format(
            name=error.field or "them", why=error.phrase
        )


def _kept(at: Table) -> Iterator[Phrase]:
    """What the game kept of its money is what its payments come to: whoever settles up reads that.
    No rule is asked."""
    names = party_names(at)
    kept = dict(zip(at.player_ids, at.state.balances, strict=True)) | {None: at.state.pot}
    paid = nets(at.game.session).get(at.game.pk, {})
    for party in (*kept, *(paid.keys() - kept.keys())):
        if kept.get(party, 0) != paid.get(party, 0):
            yield _("saved: {name} has {kept}, the payments come to {paid}").format(
                name=names.get(party, party),
                kept=Minor(kept.get(party, 0)),
                paid=Minor(paid.get(party, 0)),
            )


def party_names(at: Table) -> dict[int | None, str]:
    """How each end of a payment is called, by the player's id."""
    return {player.pk: player.name for player in at.players} | {None: _("pot")}


def chained_digest(last: str, token: str, entry: Mapping[str, Any]) -> str:
    """The digest of a hand, over the digest of the one written before it."""
    text = json.dumps([last, token, entry], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def session_digest(games: Iterable[Game]) -> str:
    """Of a night, by its games in order: over the end of each chain, how many hands count, and what
    each seat got. No hand can be changed or taken back without it. The same wherever it is kept."""
    told = [
        [game.number, game.variant, game.last_digest, game.hand_count, game.fold.get("balances")]
        for game in games
    ]
    return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()


def chain_differences(game: Game) -> Iterator[Phrase]:
    """Hands and changes of seats form one chain, in the order in which they were written."""
    hands, changes = deque(game.hands.order_by("pk")), deque(game.changes.order_by("pk"))
    last = ""
    while hands or changes:
        if changes and _comes_next(last, changes[0], hands[0] if hands else None):
            change = changes.popleft()
            if change.digest != _sealed(last, change):
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
    """Whether this change of seats was written before this hand: as the chain says, or, where it
    fits neither, the clock."""
    if hand is None or change.digest == _sealed(last, change):
        return True
    return hand.digest != chained_digest(last, hand.token, hand.entry) and change.at < hand.at


def _sealed(last: str, change: SeatChange) -> str:
    return chained_digest(last, change.token, change.plain)


MISSING: Final = _("{where}: {payer} → {payee} {amount} is missing")
TOO_MUCH: Final = _("{where}: {payer} → {payee} {amount} is too much")


def _payments(at: Table, played: Replay) -> Iterator[Phrase]:
    players, names = at.player_ids, party_names(at)
    right = Counter(
        (row.hand_id, row.payer_id, row.payee_id, row.amount)
        for hand, payments in played.payments
        for row in payment_rows(
            game=at.game, hand=hand, payments=payments, players=players, by=None
        )
    )
    standing = Counter(
        (row.hand_id, row.payer_id, row.payee_id, row.amount)
        for row in ledger.in_force(Payment.objects.filter(game=at.game))
    )
    numbers = {hand.pk: hand.number for hand, _played in played.hands}
    for facts, words in ((right - standing, MISSING), (standing - right, TOO_MUCH)):
        for (hand, payer, payee, amount), times in facts.items():
            told = words.format(
                where=_hand(numbers[hand]) if hand in numbers else _("outside the hands"),
                payer=names.get(payer, payer),
                payee=names.get(payee, payee),
                amount=Minor(amount),
            )
            yield from [told] * times


def _hand(number: int) -> Phrase:
    return _("hand {number}").format(number=number)


def _scores(at: Table, played: Replay) -> Iterator[Phrase]:
    stored = newest_scores(list(SeatScore.objects.filter(hand__game=at.game)))
    for hand, after in played.hands:
        for right in score_rows(hand, at.rules, after):
            found = stored.get((hand.pk, right.seat))
            if told := _score(found, right):
                name = at.seat_names[right.seat]
                where = _("hand {number}, {name}").format(number=hand.number, name=name)
                yield _("{where}: {told}").format(where=where, told=told)


def _score(found: SeatScore | None, right: SeatScore) -> Phrase | None:
    if found is None:
        return _("nothing stored, {right} by the rules").format(right=right.points)
    if found.points != right.points:
        told = _("{found} stored, {right} by the rules")
        return told.format(found=found.points, right=right.points)
    if found.won != right.won:
        told = _("won by {found} as stored, by {right} by the rules")
        return told.format(found=repr(found.won), right=repr(right.won))
    if found.out not in (None, right.out):
        return OUT if found.out else IN
    if found.beside not in (None, right.beside):
        told = _("{found} besides the points, {right} by the rules")
        return told.format(found=found.beside, right=right.beside)
    return None


OUT: Final = _("out as stored, in by the rules")
IN: Final = _("in as stored, out by the rules")
BY_THE_RULES: Final = _("{what}: {name} is {found}, by the rules {right}")


def _summaries(at: Table, played: Replay) -> Iterator[Phrase]:
    game, fold = at.game, freeze_game(played.fold)
    for name, value in fold.items():
        if json.loads(json.dumps(value)) != game.fold.get(name):
            found, right = repr(game.fold.get(name)), repr(value)
            yield BY_THE_RULES.format(what="fold", name=name, found=found, right=right)
    for name, value in board_json(at.rules, played.fold).items():
        was_kept = name not in RECORDED_LATER or name in game.shows
        if was_kept and _facts(name, value) != _facts(name, game.shows.get(name)):
            found, right = repr(game.shows.get(name)), repr(value)
            yield BY_THE_RULES.format(what="shown", name=name, found=found, right=right)
    right_tally = comparable_tally(played.tally, game.tally)
    if right_tally != game.tally:
        yield _("tally: {found} stored, {right} by the rules").format(
            found=repr(game.tally), right=repr(right_tally)
        )
    yield from _results(at, played)


def _results(at: Table, played: Replay) -> Iterator[Phrase]:
    stored = {row.player_id: row for row in GameResult.objects.filter(game=at.game)}
    for player, right in zip(at.players, replayed_results(at, played), strict=True):
        found = stored.pop(player.pk, None)
        net, hands, wins = right.net, right.hands, right.wins
        if found is None or (found.net, found.hands, found.wins) != (net, hands, wins):
            told = {"net": Minor(net), "hands": hands, "wins": wins}
            yield _("standings: {name} is not {net} in {hands} hands, {wins} of them won").format(
                name=player.name, **told
            )
        else:
            yield from _said_besides(player.name, found, right)
    if stored:
        yield _("standings: somebody has a result who does not sit there")


def _said_besides(name: str, found: GameResult, right: GameResult) -> Iterator[Phrase]:
    """What a row of before says nothing of cannot be wrong."""
    for column, unsaid in UNRECORDED.items():
        said, is_right = getattr(found, column), getattr(right, column)
        if said not in (unsaid, is_right):
            yield BY_THE_RULES.format(
                what=f"standings, {column}", name=name, found=repr(said), right=repr(is_right)
            )


def _facts(name: str, shown: Any) -> Any:
    """What is shown under this name, as it is stored, without the words."""
    if name in IN_WORDS or shown is None:
        return None
    plain = json.loads(json.dumps(shown))
    return [values for _label, values in plain] if name in NAMED_NUMBERS else plain
