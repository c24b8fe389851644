"""The same game once more: the same people, the same rules, and the next one deals."""

from __future__ import annotations

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.engine import playing
from scorekeeper.engine.ending import apart
from scorekeeper.engine.errors import EntryError
from scorekeeper.play.ending import Ending, ending_of
from scorekeeper.play.models import Game
from scorekeeper.play.replay import NotPossible, before
from scorekeeper.play.selectors import Table, hands_in_force
from scorekeeper.play.services import start_game


@transaction.atomic
def start_again(*, at: Table, token: str, by: Membership | None) -> Game:
    """Another game like this one, for as many hands; those who have gone home are left out.

    The players sit as they did, and the order of seats begins where it must so that the next one
    deals. Raises EntryError (seats, options), Closed, DoneOtherwise.
    """
    game = at.game
    locks.hold_night(game.session_id)
    options, hands = apart(at.rules, game.options)
    return start_game(
        session=game.session,
        variant=game.variant,
        options=options,
        players=_in_turn(at),
        side=game.side,
        preset=game.preset,
        token=token,
        by=by,
        ending=Ending(hands or ending_of(game).hands),
    )


def _in_turn(at: Table) -> list[Player]:
    """Whoever is still there, in the order of seats, begun so that the next one deals."""
    people, away = at.players, at.kept.left
    dealer = _next_to_deal(at)
    there = [person for person in range(len(people)) if person not in away]
    first = _deals_first(at, len(there)) or 0
    place = there.index(dealer) if dealer in there else first
    begun = (place - first) % len(there) if there else 0
    return [people[person] for person in (*there[begun:], *there[:begun])]


def _deals_first(at: Table, persons: int) -> int | None:
    """The person whom a new game of so many lets deal its first hand. Raises EntryError."""
    side = at.game.side
    seats = persons // side
    if not seats:
        return None
    options = at.game.folded(len(at.players)).options
    return playing.deals_next(at.rules, playing.start(at.rules, options, seats, side))


def _next_to_deal(at: Table) -> int | None:
    """Of a game that was stopped, who would have dealt; else the next in order from whoever dealt
    last, as far as that can be told."""
    game, left = at.game, at.kept.left
    if (waiting := game.shows.get("dealer")) is not None:
        return int(waiting)
    hands = hands_in_force(game)
    if not hands:
        return None
    try:
        fold = before(at, hands[-1], hands)
        entry = at.entry(hands[-1], fold)
    except (EntryError, NotPossible):
        return None
    dealt = entry.dealer
    if dealt is None:
        dealt = playing.deals_next(at.rules, fold, entry.absent)
    if dealt is None:
        return None
    able = (p for p in at.fold.round_from((dealt + 1) % len(at.players)) if p not in left)
    return next(able, None)
