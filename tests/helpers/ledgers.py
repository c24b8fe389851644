"""Balances worked out from the payments alone; everything else is compared with them."""

from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.selectors import nets, players_of


def balances(session: Session) -> dict[Player, int]:
    """Net in minor units of all who sat down or have to do with the money; what was handed over
    counts as settled."""
    totals = dict.fromkeys(players_of(session), 0)
    for net in nets(session).values():
        for player, amount in net.items():
            if player is not None and (amount or player in totals):
                totals[player] = totals.get(player, 0) + amount
    players = Player.objects.in_bulk(totals)
    return {players[pk]: total for pk, total in totals.items()}
