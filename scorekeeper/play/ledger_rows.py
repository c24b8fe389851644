"""Rows of a hand's result, and of a game's reports to the ledger and the standings. Both know the
game by its key alone."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from scorekeeper.clubs.models import Membership
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.money import POT, Party, give_back, nets
from scorekeeper.engine.money import Payment as EnginePayment
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.outcomes.stored import seat_outcomes
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Phrase
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.play.replays.replay import COUNTS, FEATS, OUTCOMES
from scorekeeper.play.selectors import Table, winners


def score_rows(hand: Hand, rules: AnyVariant, after: Fold[Any, Any]) -> list[SeatScore]:
    """Returns unsaved rows of what the hand that led to ``after`` decided."""
    assert after.last is not None
    outcome = zip(after.last.scores, seat_outcomes(rules, after), strict=True)
    return [
        SeatScore(
            hand_id=hand.pk,
            seat=seat,
            points=score.points,
            reason=score.reason,
            won=more.won,
            out=more.out,
            beside=more.beside,
        )
        for seat, (score, more) in enumerate(outcome)
    ]


def payment_rows(
    table: Table, hand: Hand | None, payments: Iterable[EnginePayment], by: Membership | None
) -> list[Payment]:
    """Returns unsaved rows of what a hand (None: the game itself) makes people pay."""
    players: dict[Party, int | None] = {**dict(enumerate(table.player_ids)), POT: None}
    return [
        Payment(
            session_id=table.game.session_id,
            game_id=table.game.pk,
            hand_id=hand.pk if hand else None,
            payer_id=players[p.payer],
            payee_id=players[p.payee],
            amount=p.amount,
            reason=p.reason,
            by_id=by.pk if by else None,
        )
        for p in payments
    ]


def correct_payments(
    table: Table,
    payments: Iterable[tuple[Hand | None, Iterable[EnginePayment]]],
    *,
    why: Phrase,
    by: Membership | None,
) -> None:
    """Reverses and posts until these, by hand (None: the game itself), are all payments of the
    game."""
    right = [row for hand, of_hand in payments for row in payment_rows(table, hand, of_hand, by)]
    stored = ledger.in_force(Payment.objects.filter(game=table.game))
    ledger.correct(standing=stored, right=right, reason=why, by=by)


def posted_payments(game: Game, players: Sequence[int]) -> list[EnginePayment]:
    """Returns the game's payments in force, as the engine's payments."""
    person: dict[int | None, Party] = {player: n for n, player in enumerate(players)}
    person[None] = POT
    rows = ledger.in_force(Payment.objects.filter(game=game).order_by("pk"))
    return [EnginePayment(person[p.payer_id], person[p.payee_id], p.amount, p.reason) for p in rows]


def payout_if_stopped(table: Table) -> tuple[list[EnginePayment], list[int]]:
    """Returns the payments that give the pot back if the game is stopped now, and each person's
    balance then, in minor units."""
    ending = list(give_back(posted_payments(table.game, table.player_ids), len(table.players)))
    gained, _pot = nets(ending, len(table.players))
    return ending, [a + b for a, b in zip(table.state.balances, gained, strict=True)]


def facts_of(game: Game, person: int) -> dict[str, float | None]:
    """Returns the facts of a person's hands; None where they were not recorded."""
    return {str(name): game.tally[name][person] if name in game.tally else None for name in Fact}


def recorded(game: Game, name: str, person: int) -> Any:
    """Returns what the tally has of a person under this name; None: nothing, or not recorded."""
    return game.tally[name][person] or None if name in game.tally else None


def keep_results(table: Table) -> None:
    """Writes the game's results for its players so far."""
    result_rows.save_results(results(table))


def results(table: Table, pot_payees: Collection[int] | None = None) -> list[GameResult]:
    """Returns the same as unsaved rows; ``pot_payees``: see ``leading_seats``. Money counts once no
    pot is open."""
    game, state = table.game, table.state
    played_out = game.closed_at and not game.ended_early
    won = {player.pk for player in winners(table, pot_payees)} if played_out else ()
    totals = [state.totals[state.seat_of(person)] for person in range(len(table.players))]
    return [
        GameResult(
            club_id=game.session.club_id,
            session_id=game.session_id,
            game_id=game.pk,
            player_id=player,
            variant=game.variant,
            preset=game.preset,
            played_on=game.session.played_on,
            net=0 if state.pot else state.balances[person],
            hands=game.tally["hands"][person],
            wins=game.tally["wins"][person],
            points=totals[person] if state.keeps_score else None,
            lowest=state.lowest_leads,
            game_points=totals[person] if state.keeps_score and state.for_game_points else None,
            took=player in won,
            feats=recorded(game, FEATS, person),
            counts=recorded(game, COUNTS, person),
            outcomes=recorded(game, OUTCOMES, person),
            **facts_of(game, person),
        )
        for person, player in enumerate(table.player_ids)
    ]
