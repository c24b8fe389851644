"""The payments of a statement as CSV: one row each, amounts in plain digits; or the points of each
hand, where no money is shown. The cards of a wrong show have a row of their own."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.core.locale import currencies
from scorekeeper.core.locale.words import WON
from scorekeeper.play.wording.money import AccountEntry
from scorekeeper.statements.contents.session import (
    Contents,
    GameSheet,
    HandRow,
    PaidRow,
    PersonIndex,
)

AFTER = 2**31
"""Sorts after every hand."""


def csv_bytes(rows: Iterable[Sequence[str]]) -> bytes:
    """Returns UTF-8 with the byte order mark by which spreadsheets recognise it."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(map(harmless, row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def rows(contents: Contents) -> Iterator[list[str]]:
    """Yields a row per payment; where no money is shown, one per player and hand with points."""
    return _payments(contents) if currencies.are_shown() else _points(contents)


def _points(contents: Contents) -> Iterator[list[str]]:
    yield [_("Game"), _("Hand"), _("Player"), _("Points"), _("Won"), _("Why")]
    for game in contents.games:
        for hand in game.hands:
            for place, person in enumerate(game.persons):
                result = hand.outcome.seat_of(place).for_person(place)
                if contents.player in (None, person) and not result.absent:
                    yield [
                        *(_game_label(game), str(hand.number), contents.people[person]),
                        str(Decimal(str(result.points)).normalize()) if game.keeps_score else "",
                        *(WON if result.won else "", str(result.reason)),
                    ]
            yield from (
                [*line[:3], "", "", line[6]] for line in _wrong_show_rows(contents, game, hand)
            )


def _payments(contents: Contents) -> Iterator[list[str]]:
    header = [_("Game"), _("Hand"), _("From"), _("To"), _("Amount"), _("Currency"), _("Why")]
    yield [*header, _("Sum so far")] if contents.player is not None else header
    sums = iter(contents.account)
    for game in contents.games:
        wrong_shows = [
            line for hand in game.hands for line in _wrong_show_rows(contents, game, hand)
        ]
        for payment in game.payments:
            while (
                wrong_shows
                and payment.hand != 0
                and int(wrong_shows[0][1]) < (payment.hand or AFTER)
            ):
                yield wrong_shows.pop(0)
            yield _payment_row(contents, game, payment, sums)
        yield from wrong_shows
    for payment in (*contents.beside, *contents.cash):
        yield _payment_row(contents, None, payment, sums)


def _wrong_show_rows(contents: Contents, game: GameSheet, hand: HandRow) -> Iterator[list[str]]:
    """Yields a row per wrong show, with its cards and without an amount."""
    for wrong in hand.wrong:
        person = game.persons[wrong.person]
        if contents.player in (None, person):
            row = [
                _game_label(game),
                str(hand.number),
                contents.people[person],
                "",
                "",
                "",
                wrong.sentence,
            ]
            yield [*row, *[""] * (contents.player is not None)]


def _payment_row(
    contents: Contents,
    game: GameSheet | None,
    payment: PaidRow,
    sums: Iterator[AccountEntry[Any, Any]],
) -> list[str]:
    row = _cells(contents, game, payment)
    if contents.player is not None:
        row.append(plain(next(sums).so_far, contents.currency))
    return row


def _cells(contents: Contents, game: GameSheet | None, payment: PaidRow) -> list[str]:
    def name(person: PersonIndex | None) -> str:
        return _("the pot") if person is None else contents.people[person]

    return [
        _game_label(game) if game else payment.kind or _("cash"),
        str(payment.hand or ""),
        name(payment.payer),
        name(payment.payee),
        plain(payment.amount, contents.currency),
        contents.currency,
        payment.reason,
    ]


def _game_label(game: GameSheet) -> str:
    return f"{game.number} {game.name}"


def plain(amount: int, currency: str) -> str:
    """Returns ``-1234.50``: with a point in every language, as programs expect."""
    return str(currencies.major(amount, currency))


NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
FORMULA_STARTS: Final = "=+\\-@＝＋－＠"
"""First characters of a formula, in wide letters too."""
HIDDEN: Final = r"[\s\"'\x00-\x1f\x7f\xa0\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]*"
"""What a spreadsheet may drop before it reads a cell."""
FORMULA: Final = re.compile(rf"((?:^|[;\t\r\n]){HIDDEN})(?=[{FORMULA_STARTS}])")
"""Where a formula could begin: a semicolon, tab or line break starts a cell where it, and not the
comma, is the country's separator."""


def harmless(cell: str) -> str:
    """Returns text that no spreadsheet takes for a formula, whatever its separator: an apostrophe
    stands before what could start one. Numbers stay numbers."""
    if NUMBER.fullmatch(cell):
        return cell
    safe = FORMULA.sub(r"\1'", cell)
    return f"'{safe}" if safe[:1] in tuple("\t\r\n") else safe
