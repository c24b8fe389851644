"""All data of one player, as they would ask for it: sessions, games, hands and payments, and
replies to scheduled sessions.

Addresses themselves are only for the device that entered them, else just their kinds: hosts get
these files for everyone, and a device has only said who is using it.
"""

import csv
import io
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import names_of
from scorekeeper.clubs.selectors import sessions_naming
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import ImportedResult
from scorekeeper.settlement.payment_details.services import player_addresses as addresses_of
from scorekeeper.statements.contents.session import Contents, GameContents, PaidRow
from scorekeeper.statements.contents.session_reading import PlayerNotInSessionError, contents
from scorekeeper.statements.files.csv_file import harmless, plain

PlayerSession = tuple[Session, Contents]
OF_MONEY: Final = frozenset({"currency", "payments", "money", "amount"})


def sessions_of_player(player: Player) -> Iterator[PlayerSession]:
    """Yields the sessions with anything of theirs, oldest first: they may share an expense without
    playing."""
    names = names_of(player.person_pk)
    named = reduce(or_, (sessions_naming(Player(pk=pk)) for pk in names))
    for session in named.select_related("club").order_by("played_on", "pk"):
        for pk in names:
            with suppress(PlayerNotInSessionError):
                yield session, contents(session, pk)
                break


def imported_results_of(player: Player) -> QuerySet[ImportedResult]:
    """Returns their lines in imported spreadsheets, oldest first."""
    lines = ImportedResult.objects.filter(
        player__in=names_of(player.person_pk), session__removed_at__isnull=True
    )
    return lines.select_related("session").order_by("session__played_on", "pk")


def as_json(player: Player, *, addresses: bool) -> dict[str, Any]:
    """Returns all data, amounts in minor units where money is shown. ``addresses``: include
    them."""
    own_addresses = dict(_addresses(player))
    data = {
        "document": "scorekeeper player",
        "version": 1,
        "name": player.name,
        "club": player.club.name,
        "currency": player.club.currency,
        "since": player.created_at.date().isoformat(),
        "addresses kept": list(own_addresses),
        **({"addresses": own_addresses} if addresses else {}),
        "sessions": [
            _session(session, statement) for session, statement in sessions_of_player(player)
        ],
        "earlier sessions": [_imported_result(line) for line in imported_results_of(player)],
        "replies": [
            reply
            for replies in settings.EXTENSIONS.functions("a player's replies")
            for reply in replies(player)
        ],
    }
    return data if currencies.are_shown() else _without_money(data)


def _without_money(data: Any) -> Any:
    """Returns the data without what names or is an amount."""
    if isinstance(data, list):
        return [_without_money(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {key: _without_money(value) for key, value in data.items() if key not in OF_MONEY}


def _imported_result(line: ImportedResult) -> dict[str, Any]:
    session = line.session.played_on.isoformat()
    return {"date": session, "game": line.variant, "amount": line.amount, "points": line.points}


def _addresses(player: Player) -> Iterator[tuple[str, str]]:
    """Yields kind and address."""
    if currencies.are_shown():
        yield from ((row.kind, row.value) for row in addresses_of(player))
    for address_of in settings.EXTENSIONS.functions("a player's e-mail address"):
        if mail := address_of(player):
            yield "e-mail", mail


def _session(session: Session, statement: Contents) -> dict[str, Any]:
    assert statement.player is not None
    return {
        "date": session.played_on.isoformat(),
        "name": session.name,
        "games": [_game(game, statement.player) for game in statement.games],
        "payments": [
            {
                "game": booked.payment.game,
                "hand": booked.payment.hand,
                "kind": booked.payment.kind,
                "with": None if booked.other is None else statement.people[booked.other],
                "amount": booked.amount,
                "sum": booked.so_far,
                "why": str(booked.payment.reason),
            }
            for booked in statement.account
        ],
    }


def _game(game: GameContents, person: int) -> dict[str, Any]:
    place = game.persons.index(person)
    results = ((hand.number, hand.outcome.seat_of(place).for_person(place)) for hand in game.hands)
    return {
        "number": game.number,
        "game": str(game.name),
        "hands": [
            {
                "hand": number,
                "points": result.points,
                "why": str(result.reason),
                "money": result.net,
            }
            for number, result in results
        ],
    }


def as_csv(player: Player) -> str:
    """Returns a row for every payment, for spreadsheets."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    header = (_("Date"), _("Game"), _("Hand"), _("With"), _("Amount"), _("Currency"), _("Why"))
    writer.writerow(header)
    for line in imported_results_of(player).filter(amount__isnull=False):
        won = plain(line.amount or 0, player.club.currency)
        cells = (line.variant, "", "", won, player.club.currency, _("imported"))
        writer.writerow([line.session.played_on.isoformat(), *map(harmless, cells)])
    for session, statement in sessions_of_player(player):
        for booked in statement.account:
            row = _row(statement, booked.payment, booked.other, booked.amount)
            writer.writerow([session.played_on.isoformat(), *map(harmless, row)])
    return text.getvalue()


def _row(statement: Contents, payment: PaidRow, other: int | None, amount: int) -> list[str]:
    games = {game.number: str(game.name) for game in statement.games}
    return [
        games[payment.game] if payment.game else payment.kind or _("cash"),
        str(payment.hand or ""),
        _("the pot") if other is None else statement.people[other],
        plain(amount, statement.currency),
        statement.currency,
        str(payment.reason),
    ]
