"""Opens the tables of a published round: each is a session of the day with one game, without
stakes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Membership, Player
from scorekeeper.engine.ending import can_agree_ending, split_ending
from scorekeeper.engine.questions.options import load_options
from scorekeeper.play.ending import NO_ENDING, Ending
from scorekeeper.play.services import TournamentPart, open_session, start_game
from scorekeeper.questions.stakes import without_stakes
from scorekeeper.tournaments.models import Round, TableSession, Tournament, players_of
from scorekeeper.tournaments.plan import TournamentPlan
from scorekeeper.variants import VARIANTS

NAME_LENGTH = 80


def open_tables(tournament: Tournament, turn: Round, by: Membership | None) -> None:
    """Starts a session and a game for each table of a round; the day's session is locked. Raises
    EntryError where the rules refuse the seats or the options."""
    plan, day = tournament.plan, tournament.session
    rules = VARIANTS[plan.variant]
    chosen, _hands = split_ending(rules, plan.options)
    options = without_stakes(rules, chosen)
    part = TournamentPart(day=day, in_seasons=plan.in_seasons)
    players = Player.objects.in_bulk(players_of(turn.drawn))
    for number, seats in enumerate(turn.tables, 1):
        seated = [players[pk] for pk in seats]
        session = open_session(
            club=day.club,
            played_on=day.played_on,
            name=table_name(tournament, turn.number, number),
            by=by,
            tournament=part,
        )
        start_game(
            session=session,
            variant=plan.variant,
            options=options,
            players=seated,
            preset=plan.preset,
            by=by,
            ending=_ending(plan, options, turn, len(seated)),
            dealer=seated[0],
        )
        TableSession.objects.create(round=turn, number=number, session=session)


def table_name(tournament: Tournament, number: int, table: int) -> str:
    """Returns ``Spring Cup, round 2, table 3`` in the group's language, of 80 characters at
    most."""
    club = tournament.session.club
    with translation.override(club.language or translation.get_language()):
        words = {"round": number, "table": table}
        text = _("%(name)s, round %(round)s, table %(table)s")
        room = NAME_LENGTH - len(text % {**words, "name": ""})
        return text % {**words, "name": str(tournament)[:room].rstrip()}


def _ending(plan: TournamentPlan, options: dict[str, Any], turn: Round, seats: int) -> Ending:
    """Returns when a table stops, where the game does not end by itself."""
    rules = VARIANTS[plan.variant]
    loaded = load_options(rules, dict(options), seats, 1, without_stakes=True)
    if not can_agree_ending(rules, loaded):
        return NO_ENDING
    if plan.hands:
        return Ending(hands=plan.hands)
    if plan.minutes and turn.published_at:
        return Ending(until=turn.published_at + timedelta(minutes=plan.minutes))
    return NO_ENDING
