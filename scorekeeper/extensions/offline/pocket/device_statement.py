"""On the device: the statement of a session as a page that prints. A server makes a PDF, which also
explains each expense and how the players settle."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import points, together
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.extensions.offline.pocket import device_app
from scorekeeper.extensions.offline.pocket.device_pages import no_network
from scorekeeper.play.terms import game_text
from scorekeeper.statements.contents.session import (
    Contents,
    GameContents,
    HandRow,
    PaidRow,
    PersonIndex,
)
from scorekeeper.statements.contents.session_reading import contents


@dataclass(frozen=True, slots=True)
class Cell:
    """The points and money that a row brought a seat. ``money``: minor units, of each person who
    shares it."""

    points: str = ""
    money: Sequence[int] = ()
    is_won: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a game: a hand, what moved before the first or after the last, or the total."""

    label: str
    cells: Sequence[Cell]
    notes: Sequence[str] = ()
    is_total: bool = False


@dataclass(frozen=True, slots=True)
class GameLines:
    game: GameContents
    title: str
    sides: Sequence[str]
    """The names at each seat."""
    lines: Sequence[Line]
    result: str
    corrections: Sequence[str]

    @property
    def columns(self) -> int:
        return 1 + len(self.sides)


@require_safe
@session_view(Role.VIEWER)
def statement(request: ClubRequest, session: Session) -> HttpResponse:
    if device_app.place().session:
        return no_network(request)
    statement = contents(session)
    context = {
        "session": session,
        "statement": statement,
        "games": [game_lines(statement, game) for game in statement.games],
        "winners": names(statement, statement.winners),
        "balances": [(statement.people[balance.person], balance) for balance in statement.balances],
        "transfers": [_named(statement, transfer) for transfer in statement.transfers],
        "is_settled": not statement.open_pots
        and not any(balance.left for balance in statement.balances),
        "pots": [_pot(statement, game) for game in statement.open_pots],
        "pending": [_named(statement, transfer) for transfer in statement.pending],
        "beside": [_paid(statement, payment) for payment in statement.beside],
        "cash": [_paid(statement, payment) for payment in statement.cash],
        "moves_money": currencies.are_shown() and session.payments.exists(),
    }
    return render(request, "offline/pocket/statement.html", context)


def names(statement: Contents, people: Iterable[PersonIndex | None]) -> str:
    return ", ".join(_("the pot") if who is None else statement.people[who] for who in people)


def _named(statement: Contents, transfer: Transfer[PersonIndex]) -> dict[str, Any]:
    payers = transfer.payers or (transfer.payer,)
    payees = transfer.payees or (transfer.payee,)
    ends = {"payers": names(statement, payers), "payees": names(statement, payees)}
    return {**ends, "amount": transfer.amount}


def _pot(statement: Contents, game: GameContents) -> str:
    parts = {"amount": currencies.money(game.pot, statement.currency), "game": game.number}
    return _("%(amount)s is in the pot of game %(game)d and not counted yet.") % parts


def _paid(statement: Contents, paid: PaidRow) -> dict[str, Any]:
    """A payment outside games. ``why``: of what was handed over, when."""
    ends = {"payer": names(statement, [paid.payer]), "payee": names(statement, [paid.payee])}
    return {**ends, "why": paid.time if paid.settles else paid.reason, "amount": paid.amount}


def game_lines(statement: Contents, game: GameContents) -> GameLines:
    name = f"{game.name} – {game.preset}" if game.preset else game.name
    title = _("Game %(number)d: %(name)s") % {"number": game.number, "name": name}
    sides = [together(statement.people[person] for person in side) for side in game.sides]
    won = _("%(names)s won") % {"names": names(statement, game.winners)}
    result = won if game.winners else game.state
    return GameLines(
        game, title, sides, list(_lines(game, sides)), result, list(_corrections(game))
    )


def _lines(game: GameContents, sides: Sequence[str]) -> Iterator[Line]:
    yield from _line_beside(game, 0)
    for index, hand in enumerate(game.hands):
        more = game.points_before(index)
        if game.keeps_score and any(more):
            cells = [Cell(points(value) if value else "") for value in more]
            yield Line(_("back") if index else _("start"), cells)
        paid = dict.fromkeys(paid.reason for paid in game.payments if paid.hand == hand.number)
        notes = dict.fromkeys([*_notes(hand, sides), *paid])
        yield Line(str(hand.number), list(_cells(game, hand)), [*filter(None, notes)])
    yield from _line_beside(game, None)
    nets = [[game.net(person) for person in side] if game.payments else [] for side in game.sides]
    totals = [points(total) if game.keeps_score else "" for total in game.totals]
    cells = [Cell(total, money) for total, money in zip(totals, nets, strict=False)]
    yield Line(_("Total"), cells, is_total=True)


def _line_beside(game: GameContents, hand: int | None) -> Iterator[Line]:
    """A row of what was paid before the first hand, or after the last, if anything was."""
    nets = [[game.net_beside(person, hand) for person in side] for side in game.sides]
    if any(map(any, nets)):
        reasons = dict.fromkeys(paid.reason for paid in game.payments if paid.hand == hand)
        label = _("end") if hand is None else _("start")
        yield Line(label, [Cell(money=net) for net in nets], [*reasons])


def _cells(game: GameContents, hand: HandRow) -> Iterator[Cell]:
    for seat in hand.outcome.seats:
        scored = "–" if seat.sat_out else points(seat.points)
        money = seat.money if game.payments and any(seat.money) else ()
        yield Cell(scored if game.keeps_score else "", money, seat.won)


def _notes(hand: HandRow, sides: Sequence[str]) -> Iterator[str]:
    """The reasons, players with the same one together."""
    if hand.outcome.is_void:
        yield hand.outcome.void_reason or _("ended void")
        return
    by_reason: dict[str, list[str]] = {}
    for name, seat in zip(sides, hand.outcome.seats, strict=True):
        if seat.reason:
            by_reason.setdefault(seat.reason, []).append(name)
    for reason, who in by_reason.items():
        yield f"{', '.join(who)}: {reason}"


def _corrections(game: GameContents) -> Iterator[str]:
    """Yields a sentence for each edit, deletion, restoration and dispute."""
    for correction in game.corrections:
        if correction.is_edited:
            text = game_text(game.terms, "Hand %(hand)d was edited at %(time)s")
        elif correction.is_restored:
            text = game_text(game.terms, "Hand %(hand)d was restored at %(time)s")
        else:
            text = game_text(game.terms, "Hand %(hand)d was deleted at %(time)s")
        by = f" ({correction.by})" if correction.by else ""
        done = text % {"hand": correction.hand, "time": correction.time}
        yield f"{done}{by}{_reason_suffix(correction.reason)}"
    for contest in game.contests:
        yield contest.sentence + _reason_suffix(contest.why)


def _reason_suffix(why: str) -> str:
    return f": {why}" if why else "."
