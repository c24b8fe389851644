"""The last game of a group as the default for the next one: its rules, players and stakes; and the
same game started again."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.clubs.players.persons import main_player
from scorekeeper.engine import playing
from scorekeeper.engine.agreed_ending import split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import Preset
from scorekeeper.play.ending import Ending, ending_of
from scorekeeper.play.models import Game
from scorekeeper.play.replays.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import GameState, Table, game_table, hands_in_force, todays_rules
from scorekeeper.play.services import start_game
from scorekeeper.questions import wording
from scorekeeper.questions.presets import LAST, LastRules, house_rules


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


def previous_rules(
    game: Game | None, last: LastRules | None, own: Sequence[Preset], wanted: str | None
) -> str | None:
    """Returns the preset to begin with: the one ``wanted``, or that of the last game of this kind,
    ``LAST`` if it had other rules."""
    if wanted is not None or game is None:
        return wanted
    return LAST if last else house_rules(game, own)[0]


@dataclass(frozen=True, slots=True)
class PreviousGame:
    """The last game, offered again."""

    game: Game
    names: tuple[str, ...]
    stakes: str


def previous_game(game: Game, session: Session) -> PreviousGame:
    """``session``: in which it is offered; a player who left the game before is not there."""
    is_here, currency = game.session_id == session.pk, session.club.currency
    players = remaining_players(game_table(game)) if is_here else previous_players(game)
    names = tuple(player.name for player in players)
    return PreviousGame(game, names, wording.frozen_stakes(game.rules, game.options, currency))


def previous_players(game: Game) -> list[Player]:
    """Returns its players under their current names, without former players."""
    seats = list(game.seats.select_related("player__person"))
    in_order = [seats[person].player for person in GameState(game, len(seats)).seating]
    players = dict.fromkeys(map(main_player, in_order))
    return [player for player in players if not player.is_former]


def previous_stakes(last: Game | None, currency: str) -> str | None:
    """Returns what the last game of a kind was played for; empty for no money, None if there was
    no game."""
    return wording.frozen_stakes(last.rules, last.options, currency) if last else None


def previous_seating(newest: Game | None, session: Session) -> tuple[list[int], int | None]:
    """Returns ids of the players of the last game in order, and of who was to deal next if it was
    in this session."""
    if newest is None:
        return [], None
    table = game_table(newest)
    if newest.session_id != session.pk:
        return [player.pk for player in previous_players(newest)], None
    dealer = next_to_deal(table)
    return [
        player.person_pk for player in remaining_players(table)
    ], dealer.person_pk if dealer else None
