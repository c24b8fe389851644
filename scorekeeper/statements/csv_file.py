"""The payments of a sheet as a table for spreadsheets: one row each, amounts in plain digits. The
cards of a wrong show stand in a row of their own."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from scorekeeper.statements.contents import Contents, GameSheet, HandRow, PaidRow, PersonIndex
from scorekeeper.telling.money import AccountEntry
from scorekeeper.wording import currencies

AFTER = 2**31
"""After every hand."""


def write_rows(rows: Iterable[Sequence[str]], file: IO[bytes]) -> None:
    """UTF-8 with the mark by which spreadsheets know it."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    text.detach()


def rows(contents: Contents) -> Iterator[list[str]]:
    head = [_("Game"), _("Hand"), _("From"), _("To"), _("Amount"), _("Currency"), _("Why")]
    yield [*head, _("Sum so far")] if contents.player is not None else head
    sums = iter(contents.account)
    for game in contents.games:
        wrong = [line for hand in game.hands for line in _wrong(contents, game, hand)]
        for paid in game.payments:
            while wrong and paid.hand != 0 and int(wrong[0][1]) < (paid.hand or AFTER):
                yield wrong.pop(0)
            yield _paid(contents, game, paid, sums)
        yield from wrong
    for paid in (*contents.beside, *contents.cash):
        yield _paid(contents, None, paid, sums)


def _wrong(contents: Contents, game: GameSheet, hand: HandRow) -> Iterator[list[str]]:
    """A line for each wrong show, with its cards and without an amount."""
    for wrong in hand.wrong:
        person = game.persons[wrong.person]
        if contents.player in (None, person):
            row = [_named(game), str(hand.number), contents.people[person], "", "", "", wrong.told]
            yield [*row, *[""] * (contents.player is not None)]


def _paid(
    contents: Contents,
    game: GameSheet | None,
    paid: PaidRow,
    sums: Iterator[AccountEntry[Any, Any]],
) -> list[str]:
    row = _row(contents, game, paid)
    if contents.player is not None:
        row.append(plain(next(sums).so_far, contents.currency))
    return row


def _row(contents: Contents, game: GameSheet | None, paid: PaidRow) -> list[str]:
    def name(person: PersonIndex | None) -> str:
        return _("the pot") if person is None else contents.people[person]

    return [
        _named(game) if game else paid.kind or _("cash"),
        str(paid.hand or ""),
        name(paid.payer),
        name(paid.payee),
        plain(paid.amount, contents.currency),
        contents.currency,
        paid.reason,
    ]


def _named(game: GameSheet) -> str:
    return f"{game.number} {game.name}"


def plain(amount: int, currency: str) -> str:
    """``-1234.50``: a point for every reader, as programs expect."""
    return str(currencies.major(amount, currency))


NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
STARTS: Final = "=+\\-@＝＋－＠"
"""What begins a formula, in wide letters too."""
HIDDEN: Final = r"[\s\"'\x00-\x1f\x7f\xa0\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]*"
"""What a spreadsheet may drop before it looks at a cell."""
FORMULA: Final = re.compile(rf"((?:^|[;\t\r\n]){HIDDEN})(?=[{STARTS}])")
"""Where one could begin: a semicolon, a tab or a new line begins a cell where it, and not the
comma, is what divides cells in that country."""


def harmless(cell: str) -> str:
    """Text that no spreadsheet takes for a formula, whatever it divides cells by: an apostrophe
    stands before what could begin one. Numbers stay numbers."""
    if NUMBER.fullmatch(cell):
        return cell
    safe = FORMULA.sub(r"\1'", cell)
    return f"'{safe}" if safe[:1] in tuple("\t\r\n") else safe
