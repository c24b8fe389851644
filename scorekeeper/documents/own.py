"""What is kept of one player, as he would ask for it: all nights, games, hands and payments."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.words import Phrase
from scorekeeper.mailing.addresses import address_of
from scorekeeper.paying.selectors import of as addresses_of
from scorekeeper.statements.contents import Contents, GameSheet, PaidRow
from scorekeeper.statements.csv_file import harmless, plain
from scorekeeper.statements.reading import contents

NightOfOwner = tuple[Session, Contents]


def nights(player: Player) -> Iterator[NightOfOwner]:
    """Those he sat down in, the oldest first."""
    played = Session.objects.filter(games__seats__player=player, games__removed_at=None)
    for session in played.select_related("club").distinct().order_by("played_on", "pk"):
        yield session, contents(session, player.pk)


def as_json(player: Player) -> dict[str, Any]:
    """Amounts are whole minor units."""
    return {
        "document": "scorekeeper player",
        "version": 1,
        "name": player.name,
        "club": player.club.name,
        "currency": player.club.currency,
        "since": player.created_at.date().isoformat(),
        "paid to": {row.kind: row.value for row in addresses_of(player)},
        "e-mail": address_of(player),
        "nights": [_night(session, told) for session, told in nights(player)],
    }


def _night(session: Session, told: Contents) -> dict[str, Any]:
    assert told.player is not None
    return {
        "date": session.played_on.isoformat(),
        "name": session.name,
        "games": [_game(game, told.player) for game in told.games],
        "payments": [
            {
                "game": booked.payment.game,
                "hand": booked.payment.hand,
                "with": None if booked.other is None else told.people[booked.other],
                "amount": booked.amount,
                "sum": booked.so_far,
                "why": _worded(booked.payment.reason),
            }
            for booked in told.account
        ],
    }


def _game(game: GameSheet, person: int) -> dict[str, Any]:
    place = game.persons.index(person)
    brought = ((hand.number, hand.outcome.seat_of(place).of(place)) for hand in game.hands)
    return {
        "number": game.number,
        "game": str(game.name),
        "hands": [
            {"hand": number, "points": mine.points, "why": _worded(mine.reason), "money": mine.net}
            for number, mine in brought
        ],
    }


def _worded(reason: str) -> str:
    return reason.format() if isinstance(reason, Phrase) else str(reason)


def as_csv(player: Player) -> str:
    """A row for every payment, for spreadsheets."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    head = (_("Date"), _("Game"), _("Hand"), _("With"), _("Amount"), _("Currency"), _("Why"))
    writer.writerow(head)
    for session, told in nights(player):
        for booked in told.account:
            row = _row(told, booked.payment, booked.other, booked.amount)
            writer.writerow([session.played_on.isoformat(), *map(harmless, row)])
    return text.getvalue()


def _row(told: Contents, paid: PaidRow, other: int | None, amount: int) -> list[str]:
    games = {game.number: str(game.name) for game in told.games}
    return [
        games.get(paid.game or 0, _("cash")),
        str(paid.hand or ""),
        _("the pot") if other is None else told.people[other],
        plain(amount, told.currency),
        told.currency,
        _worded(paid.reason),
    ]
