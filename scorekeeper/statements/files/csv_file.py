"""A statement as CSV: the points of each hand and, where money is shown, the payments, one row each
and numbers in plain digits. The cards of a wrong show have a row of their own."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import WON
from scorekeeper.play.terms import game_text
from scorekeeper.play.wording.money import account
from scorekeeper.statements.contents.session import (
    Contents,
    GameContents,
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
    """Yields a row per player and hand with points, one per wrong show, and one per payment where
    money is shown."""
    return _points_and_payments(contents) if currencies.are_shown() else _points(contents)


def _points(contents: Contents) -> Iterator[list[str]]:
    yield [_("Game"), _hand(contents), *_points_header(), _("Why")]
    for game in contents.games:
        for hand in game.hands:
            for points, why in _results(contents, game, hand):
                yield [_game_label(game), str(hand.number), *points, why]


def _hand(contents: Contents) -> str:
    return game_text(contents.terms, "Hand")


def _points_header() -> list[str]:
    return [_("Player"), _("Points"), _("Won")]


def _points_and_payments(contents: Contents) -> Iterator[list[str]]:
    """Yields the rows of each hand, its points before its payments. The last columns are signed:
    what a payment adds to the debt of who pays it, cash with a minus; or, for one player, what it
    adds to their balance, and their balance then."""
    is_own = contents.player is not None
    signs = [pgettext("of a balance", "Change"), _("Sum so far")] if is_own else [_("Debt")]
    header = [_("Game"), _hand(contents), _("From"), _("To"), _("Amount"), _("Currency"), _("Why")]
    yield [*header, *_points_header(), *signs]
    parts = [(game, number, paid) for game in contents.games for number, paid in _by_hand(game)]
    beside = (*contents.beside, *contents.cash)
    signed = _signed(contents, [*(row for _g, _n, paid in parts for row in paid), *beside])
    for game, number, paid in parts:
        for hand in (hand for hand in game.hands if hand.number == number):
            for points, why in _results(contents, game, hand):
                label = [_game_label(game), str(hand.number)]
                yield [*label, "", "", "", "", why, *points, *[""] * len(signs)]
        for payment in paid:
            yield [*_cells(contents, game, payment), "", "", "", *next(signed)]
    for payment in beside:
        yield [*_cells(contents, None, payment), "", "", "", *next(signed)]


def _by_hand(game: GameContents) -> list[tuple[int, list[PaidRow]]]:
    """Returns each hand's number with its payments: 0 for those before the first hand, AFTER for
    those after the last."""
    by_hand: dict[int, list[PaidRow]] = {hand.number: [] for hand in game.hands}
    for payment in game.payments:
        number = AFTER if payment.hand is None else payment.hand
        by_hand.setdefault(number, []).append(payment)
    return sorted(by_hand.items())


def _signed(contents: Contents, payments: Sequence[PaidRow]) -> Iterator[list[str]]:
    """Yields the signed cells of each payment."""
    if contents.player is None:
        for payment in payments:
            yield [plain(-payment.amount if payment.settles else payment.amount, contents.currency)]
    else:
        for entry in account(payments, contents.player, lambda paid: paid.settles):
            yield [plain(amount, contents.currency) for amount in (entry.amount, entry.so_far)]


def _results(
    contents: Contents, game: GameContents, hand: HandRow
) -> Iterator[tuple[list[str], str]]:
    """Yields player, points and whether they won, and why, for each player of the hand; then each
    wrong show with its cards, without points."""
    for place, person in enumerate(game.persons):
        result = hand.outcome.seat_of(place).for_person(place)
        if contents.player in (None, person) and not result.absent:
            points = plain_number(result.points) if game.keeps_score else ""
            won = WON if result.won else ""
            yield [contents.people[person], points, won], str(result.reason)
    for wrong in hand.wrong:
        person = game.persons[wrong.person]
        if contents.player in (None, person):
            yield [contents.people[person], "", ""], wrong.sentence


def _cells(contents: Contents, game: GameContents | None, payment: PaidRow) -> list[str]:
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


def _game_label(game: GameContents) -> str:
    return f"{game.number} {game.name}"


def plain(amount: int, currency: str) -> str:
    """Returns ``-1234.50``: with a point in every language, as programs expect."""
    return f"{currencies.major(amount, currency):f}"


def plain_number(value: float | Fraction) -> str:
    """Returns ``4.5`` or ``-100``: in digits and with a point in every language, rounded to four
    decimals."""
    digits = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


NUMBER: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
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
