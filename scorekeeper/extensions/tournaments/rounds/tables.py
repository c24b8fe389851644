"""The tables of a published round: each is a session of the day with one game, without stakes.

They are opened, ended when they have finished and the next round is published, and removed when the
round is taken back.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.agreed_ending import can_agree_ending, split_ending
from scorekeeper.engine.questions.options import load_options
from scorekeeper.extensions.tournaments.hall.selectors import ends_at
from scorekeeper.extensions.tournaments.models import (
    MoreTime,
    Round,
    TableSession,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.plan import TournamentPlan
from scorekeeper.play.edits.removal import remove_session
from scorekeeper.play.ending import NO_ENDING, Ending
from scorekeeper.play.models import Game
from scorekeeper.play.services import close_session, open_session, start_game
from scorekeeper.questions.wording import without_stakes
from scorekeeper.table.live.devices import unsynced_devices
from scorekeeper.variants import VARIANTS

NAME_LENGTH = 80


def open_tables(
    tournament: Tournament,
    turn: Round,
    by: Membership | None,
    numbers: Collection[int] | None = None,
) -> None:
    """Starts a session and a game for each table of a round, or for these ``numbers``; the day's
    session is locked. Raises EntryError where the rules refuse the seats or the options."""
    plan = tournament.plan
    players = Player.objects.in_bulk(players_of(turn.drawn))
    more = list(MoreTime.objects.filter(round=turn).select_related("table"))
    for number, seats in enumerate(turn.tables, 1):
        if numbers is not None and number not in numbers:
            continue
        session = open_table(
            tournament,
            name=table_name(tournament, turn.number, number),
            seated=[players[pk] for pk in seats],
            until=ends_at(turn, plan.minutes, more, number),
            in_seasons=plan.in_seasons,
            by=by,
        )
        TableSession.objects.create(round=turn, number=number, session=session)


def open_table(
    tournament: Tournament,
    *,
    name: str,
    seated: Sequence[Player],
    until: datetime | None,
    in_seasons: bool,
    by: Membership | None,
) -> Session:
    """Starts a session of the day with the game that was agreed; ``until``: when its time is over.
    Raises EntryError where the rules refuse the seats or the options."""
    plan, day = tournament.plan, tournament.session
    rules = VARIANTS[plan.variant]
    chosen, _hands = split_ending(rules, plan.options)
    options = without_stakes(rules, chosen)
    session = open_session(
        club=day.club,
        played_on=day.played_on,
        name=name,
        by=by,
        part_of=day,
        in_seasons=in_seasons,
    )
    start_game(
        session=session,
        variant=plan.variant,
        options=options,
        players=seated,
        preset=plan.preset,
        by=by,
        ending=_ending(plan, options, len(seated), until),
        dealer=seated[0],
    )
    return session


def table_name(tournament: Tournament, number: int, table: int) -> str:
    """Returns ``Spring Cup, round 2, table 3`` in the group's language, of 80 characters at
    most."""
    with _language_of(tournament):
        words = {"round": number, "table": table}
        return _named(tournament, _("%(name)s, round %(round)s, table %(table)s"), words)


def play_off_name(tournament: Tournament, number: int) -> str:
    """Returns ``Spring Cup, play-off after round 2``, as ``table_name``."""
    with _language_of(tournament):
        return _named(tournament, _("%(name)s, play-off after round %(round)s"), {"round": number})


def _language_of(tournament: Tournament) -> AbstractContextManager[None]:
    club = tournament.session.club
    return translation.override(club.language or translation.get_language())


def _named(tournament: Tournament, text: str, words: dict[str, int]) -> str:
    room = NAME_LENGTH - len(text % {**words, "name": ""})
    return text % {**words, "name": str(tournament)[:room].rstrip()}


def _ending(
    plan: TournamentPlan, options: dict[str, Any], seats: int, until: datetime | None
) -> Ending:
    """Returns when a table stops, where the game does not end by itself. ``until``: when its time
    is over."""
    rules = VARIANTS[plan.variant]
    loaded = load_options(rules, dict(options), seats, 1, without_stakes=True)
    if not can_agree_ending(rules, loaded):
        return NO_ENDING
    if plan.hands:
        return Ending(hands=plan.hands)
    return Ending(until=until) if until is not None else NO_ENDING


def unfinished_tables(turn: Round) -> list[TableSession]:
    """Returns the tables of a published round where a game is still being played."""
    playing = Game.objects.filter(closed_at__isnull=True).values("session")
    running = turn.table_sessions.filter(session__in=playing, session__closed_at__isnull=True)
    return list(running.select_related("session").order_by("number"))


def close_played(tournament: Tournament, number: int, by: Membership | None) -> None:
    """Ends the sessions of this published round whose games are over. A dispute of a hand keeps
    its session open."""
    turn = tournament.rounds.filter(number=number, withdrawn_at__isnull=True).first()
    if turn is None:
        return
    tables = _held(turn.table_sessions.all())
    playing = {table.pk for table in unfinished_tables(turn)}
    for table in tables:
        if table.pk in playing or table.session.closed_at:
            continue
        try:
            close_session(session=table.session, by=by)
        except Refusal:  # a hand is disputed
            continue


def remove_tables(tables: Iterable[TableSession], by: Membership | None) -> None:
    """Removes the sessions of these tables. Refuses if hands were saved there, or
    wait on a device."""
    held = _held(tables)
    if played := [table.number for table in held if _has_hands(table)]:
        message = ngettext(
            "Table %(tables)s has hands already. Delete them first, or play the round.",
            "Tables %(tables)s have hands already. Delete them first, or play the round.",
            len(played),
        )
        raise Refusal(message, tables=", ".join(map(str, played)))
    for table in held:
        remove_session(session=table.session, by=by)


def _held(tables: Iterable[TableSession]) -> Sequence[TableSession]:
    """Locks the sessions of these tables, after that of the day, and returns the tables as they are
    now."""
    pks = [table.pk for table in tables]
    locks.hold_sessions(Session.objects.filter(tournament_table__in=pks))
    held = TableSession.objects.filter(pk__in=pks).select_related("session")
    return list(held.order_by("number"))


def _has_hands(table: TableSession) -> bool:
    games = Game.objects.filter(session=table.session, hand_count__gt=0)
    return games.exists() or bool(unsynced_devices(table.session))
