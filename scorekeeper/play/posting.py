"""What a game says to the ledger and to the standings, which know it by its key alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from scorekeeper.clubs.models import Membership
from scorekeeper.engine.facts import Fact
from scorekeeper.engine.money import POT, Party, give_back, nets
from scorekeeper.engine.money import Payment as Owed
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.play.ahead import winners
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replay import COUNTS, FEATS, OUTCOMES
from scorekeeper.play.selectors import Table


def payment_rows(
    *,
    game: Game,
    hand: Hand | None,
    payments: Iterable[Owed],
    players: Sequence[int],
    by: Membership | None,
) -> list[Payment]:
    """What a hand (None: the game itself) makes people pay, as rows not yet written; ``players``:
    player id per person."""
    return ledger.rows(
        session=game.session_id,
        game=game.pk,
        hand=hand.pk if hand else None,
        payments=payments,
        players=players,
        by=by,
    )


def posted_payments(game: Game, players: Sequence[int]) -> list[Owed]:
    """What the game has made people pay, and was not taken back, as the engine writes it."""
    person: dict[int | None, Party] = {player: n for n, player in enumerate(players)}
    person[None] = POT
    rows = ledger.in_force(Payment.objects.filter(game=game).order_by("pk"))
    return [Owed(person[p.payer_id], person[p.payee_id], p.amount, p.reason) for p in rows]


def payout_if_stopped(at: Table) -> tuple[list[Owed], list[int]]:
    """What goes from the pot to those who paid it in if the game is stopped as it stands, and what
    it will have brought each person then, in minor units."""
    ending = list(give_back(posted_payments(at.game, at.player_ids), len(at.players)))
    gained, _pot = nets(ending, len(at.players))
    return ending, [a + b for a, b in zip(at.state.balances, gained, strict=True)]


def facts_of(game: Game, person: int) -> dict[str, float | None]:
    """What its hands said of him; None where that was not recorded."""
    return {str(name): game.tally[name][person] if name in game.tally else None for name in Fact}


def feats_of(game: Game, person: int) -> Mapping[str, Sequence[int]] | None:
    """How often he achieved what in it, and with which hand first; None: nothing."""
    return game.tally[FEATS][person] or None if FEATS in game.tally else None


def counts_of(game: Game, person: int) -> Mapping[str, int] | None:
    """How often with so many points; None: never, or it was not recorded."""
    return game.tally[COUNTS][person] or None if COUNTS in game.tally else None


def outcomes_of(game: Game, person: int) -> str | None:
    """What each hand was to him; None: none was yet, or it was not recorded."""
    return game.tally[OUTCOMES][person] or None if OUTCOMES in game.tally else None


def keep_results(at: Table) -> None:
    """Write what the game has brought its players up to now."""
    result_rows.save_results(results(at))


def results(at: Table, got: Collection[int] | None = None) -> list[GameResult]:
    """The same as rows not yet written; ``got``: see ``ahead``. Money counts once no pot is open:
    what lies in one is nobody's loss yet."""
    game, kept = at.game, at.state
    won = {player.pk for player in winners(at, got)} if game.closed_at and not game.stopped else ()
    return result_rows.build_results(
        session=game.session,
        game=game.pk,
        variant=game.variant,
        preset=game.preset,
        lowest=kept.lowest_leads,
        game_points=kept.keeps_score and kept.for_game_points,
        outcomes=[
            result_rows.PlayerOutcome(
                player=player,
                net=0 if kept.pot else kept.balances[person],
                hands=game.tally["hands"][person],
                wins=game.tally["wins"][person],
                points=kept.totals[kept.seat_of(person)] if kept.keeps_score else None,
                took=player in won,
                facts=facts_of(game, person),
                feats=feats_of(game, person),
                counts=counts_of(game, person),
                outcomes=outcomes_of(game, person),
            )
            for person, player in enumerate(at.player_ids)
        ],
    )
