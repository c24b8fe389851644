"""Checks that what is stored is what a replay of the hands gives. Reads only.

Past games never move: where the code's rules have changed, the difference is reported and a
person decides.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.engine.entry_json import freeze_game
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.kept import read_again, showing
from scorekeeper.engine.options import load_options
from scorekeeper.engine.questions import questions
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.selectors import nets
from scorekeeper.play.models import Game, SeatChange, SeatScore
from scorekeeper.play.outcome import scores_of
from scorekeeper.play.posting import owed
from scorekeeper.play.replay import NotPossible, Replay, replay
from scorekeeper.play.selectors import Table, hands_in_force, newest_scores, table
from scorekeeper.standings.models import GameResult

LATER = frozenset({"sums"})
"""What is shown of a game, and was not kept of the oldest ones."""
IN_WORDS = frozenset({"notes"})
NAMED_NUMBERS = frozenset({"report", "sums"})
"""Words of that evening may be put otherwise today; what they name may not differ."""


def differences(game: Game) -> Iterator[str]:
    """Each way in which the stored game is not its own replay, in words."""
    at = table(game)
    yield from broken_chain(game)
    yield from _options(at)
    yield from _kept(at)
    try:
        played = replay(at, hands_in_force(game))
    except NotPossible as broken:
        yield f"hand {broken.hand.number}: the rules refuse it now: {broken}"
        return
    except EntryError:  # an option that is not known, and was told
        return
    yield from _payments(at, played)
    yield from _scores(game, played)
    yield from _summaries(at, played)


def _options(at: Table) -> Iterator[str]:
    """What was agreed, and today's rules do not know or would not allow."""
    for name, question, value in read_again(at.rules.options, at.game.options):
        if question is None:
            yield f"options: {name} is {value!r}, which the rules do not know now"
    known = {q.name for q in questions(at.rules.options)}
    told = {name: value for name, value in at.game.options.items() if name in known}
    try:
        load_options(at.rules, told, len(at.players) // at.game.side, at.game.side)
    except EntryError as error:
        yield f"options: the rules refuse {error.field or 'them'} now: {error}"


def _kept(at: Table) -> Iterator[str]:
    """What the game kept of its money is what its payments come to: whoever settles up reads that.
    No rule is asked."""
    names = {player.pk: player.name for player in at.players} | {None: "pot"}
    kept = dict(zip(at.player_ids, at.kept.balances, strict=True)) | {None: at.kept.pot}
    paid = nets(at.game.session).get(at.game.pk, {})
    for party in (*kept, *(paid.keys() - kept.keys())):
        if kept.get(party, 0) != paid.get(party, 0):
            yield (
                f"kept: {names.get(party, party)} has {kept.get(party, 0)}, "
                f"the payments come to {paid.get(party, 0)}"
            )


def link(last: str, token: str, entry: Mapping[str, Any]) -> str:
    """The digest of a hand, over the digest of the one written before it."""
    text = json.dumps([last, token, entry], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def broken_chain(game: Game) -> Iterator[str]:
    """Hands and changes of seats form one chain, in the order in which they were written."""
    hands, changes = deque(game.hands.order_by("pk")), deque(game.changes.order_by("pk"))
    last = ""
    while hands or changes:
        if changes and (not hands or changes[0].digest == _sealed(last, changes[0])):
            change = changes.popleft()
            if change.digest != _sealed(last, change):
                yield f"seat {change.person}: the chain is broken: a change of seats was changed"
            last = change.digest
        else:
            hand = hands.popleft()
            if hand.digest != link(last, hand.token, hand.entry):
                yield f"hand {hand.number}: the chain is broken: it was changed after its writing"
            last = hand.digest
    if game.last_digest != last:
        yield "the chain is broken: a hand is missing at its end"


def _sealed(last: str, change: SeatChange) -> str:
    return link(last, change.token, change.plain)


def _payments(at: Table, played: Replay) -> Iterator[str]:
    players = at.player_ids
    names = {player.pk: player.name for player in at.players} | {None: "pot"}
    right = Counter(
        (row.hand_id, row.payer_id, row.payee_id, row.amount)
        for hand, payments in played.payments
        for row in owed(game=at.game, hand=hand, payments=payments, players=players, by=None)
    )
    standing = Counter(
        (row.hand_id, row.payer_id, row.payee_id, row.amount)
        for row in ledger.in_force(Payment.objects.filter(game=at.game))
    )
    numbers = {hand.pk: hand.number for hand, _played in played.hands}
    for facts, words in ((right - standing, "is missing"), (standing - right, "is too much")):
        for (hand, payer, payee, amount), times in facts.items():
            where = f"hand {numbers[hand]}" if hand in numbers else "outside the hands"
            for _time in range(times):
                yield (
                    f"{where}: {names.get(payer, payer)} → {names.get(payee, payee)} "
                    f"{amount} {words}"
                )


def _scores(game: Game, played: Replay) -> Iterator[str]:
    stored = newest_scores(list(SeatScore.objects.filter(hand__game=game)))
    for hand, after in played.hands:
        for right in scores_of(hand, game.rules, after):
            found = stored.get((hand.pk, right.seat))
            where = f"hand {hand.number}, seat {right.seat}"
            if found is None or found.points != right.points:
                was = "nothing" if found is None else found.points
                yield f"{where}: {was} stored, {right.points} by the rules"
            elif found.won != right.won:
                yield f"{where}: won by {found.won} as stored, by {right.won} by the rules"
            elif found.out not in (None, right.out):
                yield f"{where}: {_out(found)} as stored, {_out(right)} by the rules"
            elif found.beside not in (None, right.beside):
                yield f"{where}: {found.beside} beside the points, {right.beside} by the rules"


def _out(score: SeatScore) -> str:
    return "out" if score.out else "in"


def _summaries(at: Table, played: Replay) -> Iterator[str]:
    game, fold = at.game, freeze_game(played.fold)
    for name, value in fold.items():
        if json.loads(json.dumps(value)) != game.fold.get(name):
            yield f"fold: {name} is {game.fold.get(name)!r}, by the rules {value!r}"
    for name, value in showing(at.rules, played.fold).items():
        was_kept = name not in LATER or name in game.shows
        if was_kept and _facts(name, value) != _facts(name, game.shows.get(name)):
            yield f"shown: {name} is {game.shows.get(name)!r}, by the rules {value!r}"
    if played.tally != game.tally:
        yield f"tally: {game.tally!r} stored, {played.tally!r} by the rules"
    results = {r.player_id: r for r in GameResult.objects.filter(game=game)}
    for person, player in enumerate(at.players):
        result = results.get(player.pk)
        right = (
            played.fold.balances[person],
            played.tally["hands"][person],
            played.tally["wins"][person],
        )
        if result is None or (result.net, result.hands, result.wins) != right:
            yield f"standings: {player.name} is not {right}"


def _facts(name: str, shown: Any) -> Any:
    """What is shown under this name, as it is stored, without the words."""
    if name in IN_WORDS or shown is None:
        return None
    plain = json.loads(json.dumps(shown))
    return [values for _label, values in plain] if name in NAMED_NUMBERS else plain
