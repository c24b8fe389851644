"""What is kept of one player, as he would ask for it: all nights, games, hands and payments, and
what he said to those that were planned.

Of the addresses it says only that they are kept, but to the phone that wrote them down: hosts get
these files for anybody, and a phone has only said whose it is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.persons import names_of
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.ledger.models import BookLine
from scorekeeper.mailing.addresses import address_of
from scorekeeper.paying.selectors import player_addresses as addresses_of
from scorekeeper.planning.models import Reply
from scorekeeper.planning.selectors import replies_of
from scorekeeper.statements.contents import Contents, GameSheet, PaidRow
from scorekeeper.statements.csv_file import harmless, plain
from scorekeeper.statements.reading import NotOfThisNightError, contents

NightOfOwner = tuple[Session, Contents]


def nights(player: Player) -> Iterator[NightOfOwner]:
    """Those of which something is his, the oldest first: who shares a cost need not sit down."""
    names = names_of(player.person_pk)
    named = reduce(or_, (nights_naming(Player(pk=pk)) for pk in names))
    for session in named.select_related("club").order_by("played_on", "pk"):
        for pk in names:
            with suppress(NotOfThisNightError):
                yield session, contents(session, pk)
                break


def earlier(player: Player) -> QuerySet[BookLine]:
    """What an earlier book says of him, the oldest first."""
    found = BookLine.objects.filter(
        player__in=names_of(player.person_pk), session__removed_at__isnull=True
    )
    return found.select_related("session").order_by("session__played_on", "pk")


def as_json(player: Player, *, addresses: bool) -> dict[str, Any]:
    """Amounts are whole minor units. ``addresses``: say them too."""
    kept = dict(_addresses(player))
    return {
        "document": "scorekeeper player",
        "version": 1,
        "name": player.name,
        "club": player.club.name,
        "currency": player.club.currency,
        "since": player.created_at.date().isoformat(),
        "addresses kept": list(kept),
        **({"addresses": kept} if addresses else {}),
        "nights": [_night(session, told) for session, told in nights(player)],
        "earlier nights": [_from_book(line) for line in earlier(player)],
        "replies": [_reply(reply) for reply in replies_of(player)],
    }


def _from_book(line: BookLine) -> dict[str, Any]:
    night = line.session.played_on.isoformat()
    return {"date": night, "game": line.variant, "amount": line.amount, "points": line.points}


def _reply(reply: Reply) -> dict[str, Any]:
    """To a night that was planned."""
    starts = reply.planned.local.isoformat(timespec="minutes")
    return {"night": starts, "said": reply.says, "at": reply.at.isoformat()}


def _addresses(player: Player) -> Iterator[tuple[str, str]]:
    """By their kinds."""
    yield from ((row.kind, row.value) for row in addresses_of(player))
    if mail := address_of(player):
        yield "e-mail", mail


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
                "kind": booked.payment.kind,
                "with": None if booked.other is None else told.people[booked.other],
                "amount": booked.amount,
                "sum": booked.so_far,
                "why": str(booked.payment.reason),
            }
            for booked in told.account
        ],
    }


def _game(game: GameSheet, person: int) -> dict[str, Any]:
    place = game.persons.index(person)
    brought = ((hand.number, hand.outcome.seat_of(place).for_person(place)) for hand in game.hands)
    return {
        "number": game.number,
        "game": str(game.name),
        "hands": [
            {"hand": number, "points": mine.points, "why": str(mine.reason), "money": mine.net}
            for number, mine in brought
        ],
    }


def as_csv(player: Player) -> str:
    """A row for every payment, for spreadsheets."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    head = (_("Date"), _("Game"), _("Hand"), _("With"), _("Amount"), _("Currency"), _("Why"))
    writer.writerow(head)
    for line in earlier(player).filter(amount__isnull=False):
        won = plain(line.amount or 0, player.club.currency)
        said = (line.variant, "", "", won, player.club.currency, _("imported"))
        writer.writerow([line.session.played_on.isoformat(), *map(harmless, said)])
    for session, told in nights(player):
        for booked in told.account:
            row = _row(told, booked.payment, booked.other, booked.amount)
            writer.writerow([session.played_on.isoformat(), *map(harmless, row)])
    return text.getvalue()


def _row(told: Contents, paid: PaidRow, other: int | None, amount: int) -> list[str]:
    games = {game.number: str(game.name) for game in told.games}
    return [
        games[paid.game] if paid.game else paid.kind or _("cash"),
        str(paid.hand or ""),
        _("the pot") if other is None else told.people[other],
        plain(amount, told.currency),
        told.currency,
        str(paid.reason),
    ]
