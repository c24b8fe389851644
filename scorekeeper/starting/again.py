"""The same game once more: the same people as they sat, the same rules, and the next one deals."""

from __future__ import annotations

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.engine import playing
from scorekeeper.engine.ending import split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.play.ending import Ending, ending_of
from scorekeeper.play.models import Game
from scorekeeper.play.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import Table, hands_in_force
from scorekeeper.play.services import start_game
from scorekeeper.play.todays_rules import todays_rules


@transaction.atomic
def start_again(*, at: Table, token: str, by: Membership | None) -> Game:
    """Another game like this one, for as many hands; those who have gone home are left out.

    The players sit as they did, and who was to deal next deals. Raises EntryError (seats, options),
    ClosedError, OtherwiseError.
    """
    game = at.game
    locks.hold_night(game.session_id)
    options, hands = split_ending(at.rules, game.options)
    return start_game(
        session=game.session,
        variant=game.variant,
        options=options,
        players=still_here(at),
        side=game.side,
        preset=game.preset,
        token=token,
        by=by,
        ending=Ending(hands or ending_of(game).hands),
        dealer=next_to_deal(at),
    )


def still_here(at: Table) -> list[Player]:
    """Those who have not gone home, in the order of seats."""
    return [player for person, player in enumerate(at.players) if person not in at.state.left]


def next_to_deal(at: Table) -> Player | None:
    """Of a game that goes on or was stopped, who would deal; else the next in order from whoever
    dealt last, as far as that can be told."""
    person = _next_to_deal(at)
    return None if person is None or person in at.state.left else at.players[person]


def _next_to_deal(at: Table) -> int | None:
    game, left = at.game, at.state.left
    if (waiting := game.shows.get("dealer")) is not None:
        return int(waiting)
    hands = hands_in_force(game)
    if not hands:
        return None
    try:
        with todays_rules():
            fold = replay_before(at, hands[-1], hands)
            entry = at.entry(hands[-1], fold)
    except (EntryError, NotPossibleError):
        return None
    dealt = entry.dealer
    if dealt is None:
        dealt = playing.next_dealer(at.rules, fold, entry.absent)
    if dealt is None:
        return None
    persons = len(at.players)
    behind = ((dealt + step) % persons for step in range(1, persons + 1))
    return next((person for person in behind if person not in left), None)
