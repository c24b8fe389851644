"""Starts the same game again: the same players in their seats, the same rules, and the next
dealer."""

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.players.persons import main_player
from scorekeeper.engine import playing
from scorekeeper.engine.agreed_ending import split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.play.current_rules import todays_rules
from scorekeeper.play.ending import Ending, ending_of
from scorekeeper.play.models import Game
from scorekeeper.play.replays.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import Table, hands_in_force
from scorekeeper.play.services import start_game


@transaction.atomic
def start_again(*, table: Table, token: str, by: Membership | None) -> Game:
    """Starts another game like this one, for as many hands, without players who have left.

    The player who was to deal next deals. Raises EntryError (seats, options), ClosedError,
    OtherwiseError.
    """
    game = table.game
    locks.hold_session(game.session_id)
    options, hands = split_ending(table.rules, game.options)
    return start_game(
        session=game.session,
        variant=game.variant,
        options=options,
        players=remaining_players(table),
        side=game.side,
        preset=game.preset,
        token=token,
        by=by,
        ending=Ending(hands or ending_of(game).hands),
        dealer=next_to_deal(table),
    )


def remaining_players(table: Table) -> list[Player]:
    """Returns the players who have not left, in seating order."""
    return [table.players[person] for person in table.state.seating if _remains(table, person)]


def next_to_deal(table: Table) -> Player | None:
    """Returns who would deal next if the game goes on or was stopped; else the next player after
    the last dealer, if known."""
    person = _next_dealer(table)
    return None if person is None or not _remains(table, person) else table.players[person]


def _remains(table: Table, person: int) -> bool:
    return person not in table.state.left and not main_player(table.players[person]).is_anonymized


def _next_dealer(table: Table) -> int | None:
    game, left = table.game, table.state.left
    if (dealer := game.public_state.get("dealer")) is not None:
        return int(dealer)
    hands = hands_in_force(game)
    if not hands:
        return None
    try:
        with todays_rules():
            fold = replay_before(table, hands[-1], hands)
            entry = table.entry(hands[-1], fold)
    except (EntryError, NotPossibleError):
        return None
    last_dealer = entry.dealer
    if last_dealer is None:
        last_dealer = playing.next_dealer(table.rules, fold, entry.absent)
    if last_dealer is None:
        return None
    seating = list(table.state.seating)
    after = seating.index(last_dealer) + 1
    order = (*seating[after:], *seating[:after])
    return next((person for person in order if person not in left), None)
