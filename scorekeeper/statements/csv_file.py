"""The payments of a sheet as a table for spreadsheets: one row each, amounts in plain digits."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import IO

from django.utils.translation import gettext as _

from scorekeeper.statements.contents import Contents, GameSheet, PaidRow, Person
from scorekeeper.wording import currencies


def write_csv(contents: Contents, file: IO[bytes]) -> None:
    """UTF-8 with the mark by which spreadsheets know it."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(text)
    for row in rows(contents):
        writer.writerow([harmless(cell) for cell in row])
    text.detach()


def rows(contents: Contents) -> Iterator[list[str]]:
    head = [_("Game"), _("Hand"), _("From"), _("To"), _("Amount"), _("Currency"), _("Why")]
    yield [*head, _("Sum so far")] if contents.player is not None else head
    sums = iter(contents.account)
    for game, paid in _payments(contents):
        row = _row(contents, game, paid)
        if contents.player is not None:
            row.append(plain(next(sums).so_far, contents.currency))
        yield row


def _payments(contents: Contents) -> Iterator[tuple[GameSheet | None, PaidRow]]:
    for game in contents.games:
        for paid in game.payments:
            yield game, paid
    for paid in contents.cash:
        yield None, paid


def _row(contents: Contents, game: GameSheet | None, paid: PaidRow) -> list[str]:
    def name(person: Person | None) -> str:
        return _("the pot") if person is None else contents.people[person]

    return [
        f"{game.number} {game.name}" if game else _("cash"),
        str(paid.hand or ""),
        name(paid.payer),
        name(paid.payee),
        plain(paid.amount, contents.currency),
        contents.currency,
        paid.reason,
    ]


def plain(amount: int, currency: str) -> str:
    """``-1234.50``: a point for every reader, as programs expect."""
    return str(currencies.major(amount, currency))


def harmless(cell: str) -> str:
    """Text a spreadsheet does not take for a formula. Numbers stay numbers."""
    try:
        float(cell)
    except ValueError:
        return f"'{cell}" if cell[:1] in tuple("=+-@\t\r") else cell
    return cell
