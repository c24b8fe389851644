"""A finished game: its final results, what was paid, and its points and money added up by reason.

Read from the stored reasons of scores and payments: no rules are applied, and no game is known
here. Numbers are left out of reasons, so that reasons that differ only in numbers are one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Sum

from scorekeeper.clubs.models import Player
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.short_names import shortened
from scorekeeper.engine.words import PLACE, REASONS, Phrase, _, counted, key_of
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import SeatScore
from scorekeeper.play.selectors import Table, leading_seats, merit_by_seat, newest_scores
from scorekeeper.play.wording.money import PaymentLine

MAX_KINDS = 10
"""More kinds than this explain nothing."""
MAX_HANDS = 500
"""The most hands of a game whose points are added up."""
NUMBER: Final = re.compile(r"\d+(?:[,.]\d+)*½?")
LEFT_OUT: Final = "…"
CARDS: Final = _("Cards in hand")
DROPS: Final = _("Drops")
KIND_LABELS: Final = {
    "count_of": CARDS,
    "count_of_capped_at": CARDS,
    "more_than_the_lowest": CARDS,
    "rack_of": _("Tiles left"),
    "blocked_with": _("Tiles left"),
    "first_drop": DROPS,
    "middle_drop": DROPS,
    "place": _("Places"),
    "drop_ahead": _("Drops ahead"),
    "margin_of": _("Margins"),
    "gin": _("Gin"),
    "big_gin": _("Big gin"),
    "knock": _("Knocks"),
    "undercut": _("Undercuts"),
    **dict.fromkeys(("joker_more", "joker_fewer"), _("Jokers")),
    **dict.fromkeys(("ace_more", "ace_fewer"), _("Aces")),
    **dict.fromkeys(("pair_of_aces_more", "pair_of_aces_fewer"), _("Pairs of aces")),
    **dict.fromkeys(
        ("set_of_all_four_aces_more", "set_of_all_four_aces_fewer"), _("All four aces")
    ),
    "pot_won": _("The pot"),
    "share_of_the_pot": _("Share of the pot"),
    "rejoin_fee": _("Rejoin fees"),
}
"""The names of what reasons are about, by key, where their texts do not say so."""
REJOIN_LABELS: Final = {
    "rejoins_at": _("Rejoined at {total}"),
    "buys_in_at": _("Bought in at {penalty}"),
}
"""The names of moves of a total apart from a hand's points, by the key of the reason."""
SENTENCES: Final = {PLACE.sub(LEFT_OUT, words.message): key for key, words in REASONS.items()}
"""Keys of the full sentences of old sessions, which have no values to leave out."""
START: Final = _("To begin with")
REJOINED: Final = _("On coming back")
MAX_REJOINS: Final = 3
"""More rows of rejoins are added up in one."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A table: ``lines`` give a kind and a number for each of ``names``."""

    names: Sequence[str]
    lines: list[tuple[Phrase, tuple[float, ...]]]
    total: tuple[float, ...]

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Names, each with its short form for the column's head."""
        return list(zip(self.names, shortened(self.names), strict=True))

    @property
    def rows(self) -> list[tuple[Phrase, list[tuple[str, float]]]]:
        """Returns the table by kind: each number with its player's name."""
        return [(about, list(zip(self.names, v, strict=True))) for about, v in self.lines]

    @property
    def totals(self) -> list[tuple[str, float]]:
        return list(zip(self.names, self.total, strict=True))

    @property
    def players(self) -> list[tuple[str, list[tuple[Phrase, float]], float]]:
        """Returns the table by player, if that takes fewer columns and so fits a phone."""
        if len(self.names) <= len(self.lines) + 1:
            return []
        kinds = [about for about, _values in self.lines]
        columns = zip(*(values for _about, values in self.lines), strict=True)
        entries = [list(zip(kinds, values, strict=True)) for values in columns]
        return list(zip(self.names, entries, self.total, strict=True))


# What a reason is about --------------------------------------------------------------------------


def reason_kind(reason: str) -> Phrase:
    """Returns what a reason is about, without its numbers."""
    bare = _without_numbers(reason if isinstance(reason, Phrase) else Phrase(reason))
    return KIND_LABELS.get(key_of(bare) or SENTENCES.get(str(bare), ""), bare)


def _without_numbers(reason: Phrase) -> Phrase:
    for name in ("words", "score", "count", "reason"):
        inner = reason.values.get(name)
        if isinstance(inner, Phrase):
            return _without_numbers(inner)
    parts = reason.values.get("parts")
    if isinstance(parts, tuple):
        return _without_numbers(next((part for part in parts if not _rejoin(part)), parts[0]))
    if reason.values:
        return Phrase(reason.message, dict.fromkeys(reason.values, LEFT_OUT))
    return Phrase(NUMBER.sub(LEFT_OUT, reason))


def reason_parts(reason: Phrase, points: float) -> list[tuple[Phrase, float]]:
    """Returns the parts that these points are the sum of, if the reason has them; else all of them
    for the reason's kind."""
    parts = reason.values.get("parts", (reason,))
    signed = [_signed(part) for part in parts] if isinstance(parts, tuple) else []
    known = [part for part in signed if part is not None]
    if len(known) == len(signed) and sum(amount for _words, amount in known) == points:
        return known
    return [(reason_kind(reason), points)]


def _rejoin(reason: object) -> Phrase | None:
    """Returns the rejoin that a reason names, if any."""
    if not isinstance(reason, Phrase):
        return None
    if words := REJOIN_LABELS.get(key_of(reason)):
        return words.format(**reason.values)
    parts = reason.values.get("parts", ())
    rejoins = map(_rejoin, parts if isinstance(parts, tuple) else ())
    return next((rejoin for rejoin in rejoins if rejoin), None)


def _signed(part: object) -> tuple[Phrase, float] | None:
    if not isinstance(part, Phrase) or key_of(part) not in ("gains", "loses"):
        return None
    words, points = part.values["words"], part.values["points"]
    if not isinstance(words, Phrase) or not isinstance(points, int | float):
        return None
    return reason_kind(words), points if key_of(part) == "gains" else -points


# A whole game ------------------------------------------------------------------------------------


def money_breakdown(table: Table) -> Breakdown | None:
    """Returns what each person got and paid, in minor units; None if it was for one kind alone, or
    no money is shown. One query."""
    if not currencies.are_shown():
        return None
    rows = Payment.objects.filter(game=table.game, reverses=None, reversed_by=None).order_by("pk")
    columns = {pk: person for person, pk in enumerate(table.player_ids)}
    payments = rows.values_list("payer", "payee", "amount", "reason")
    state = table.state
    return _breakdown(table.names, state.seating, _moves(payments, columns), state.balances)


def _moves(
    rows: Iterable[tuple[Any, Any, int, str]], columns: dict[int, int]
) -> Iterator[tuple[Phrase, int, int]]:
    """``rows``: payer and payee by id, None the pot."""
    for payer, payee, total, reason in rows:
        for about, amount in amounts_by_kind(reason, total):
            if payer in columns:
                yield about, columns[payer], -amount
            if payee in columns:
                yield about, columns[payee], amount


def amounts_by_kind(reason: str, amount: int) -> list[tuple[Phrase, int]]:
    """Returns each kind's share of an amount (minor units), if the reason counts them; else all of
    it for the reason's kind."""
    shares = [
        (reason_kind(part), int(str(part.values["count"])) * int(str(part.values["each"])))
        for part in counted(reason)
    ]
    is_complete = sum(share for _about, share in shares) == amount
    return shares if is_complete else [(reason_kind(reason), amount)]


def points_breakdown(table: Table) -> Breakdown | None:
    """Returns the same for points, by seat; None if each hand was paid for, since its points are
    that money. Two queries."""
    if (
        not table.state.keeps_score
        or table.game.hand_count > MAX_HANDS
        or (currencies.are_shown() and _is_paid_hand_by_hand(table))
    ):
        return None
    scores = SeatScore.objects.filter(hand__game=table.game, hand__voided_at=None)
    newest = newest_scores(scores.select_related("hand"))
    in_order = sorted(newest.values(), key=lambda score: (score.hand.number, score.seat))
    moves = (
        (about, score.seat, amount)
        for score in in_order
        for about, amount in reason_parts(score.reason, score.points)
        if amount
    )
    names, state = table.seat_names, table.state
    return _breakdown(names, state.seats_by_place, moves, state.totals, list(_beside(in_order)))


def _beside(scores: Iterable[SeatScore]) -> Iterator[tuple[Phrase, int, float]]:
    """Yields what moved totals without being points of a hand, such as a rejoin; the scores in the
    order of hands."""
    offsets: dict[int, float] = {}
    for score in scores:
        if score.beside is None:
            continue
        change = score.beside - offsets.get(score.seat, 0)
        if change:
            first = score.seat not in offsets
            yield _rejoin(score.reason) or (START if first else REJOINED), score.seat, change
        offsets[score.seat] = score.beside


def _is_paid_hand_by_hand(table: Table) -> bool:
    paid = Payment.objects.filter(game=table.game, payer__isnull=False, payee__isnull=False)
    return paid.filter(hand__number__lt=table.game.last_number).exists()


def _breakdown(
    names: Sequence[str],
    order: Sequence[int],
    moves: Iterable[tuple[Phrase, int, float]],
    total: Sequence[float],
    beside: Sequence[tuple[Phrase, int, float]] = (),
) -> Breakdown | None:
    lines = _lines(moves, len(total))
    rejoins = _lines(beside, len(total))
    if len(rejoins) > MAX_REJOINS:
        rejoins = _lines(((REJOINED, column, amount) for _a, column, amount in beside), len(total))
    if not 1 < len(lines) + len(rejoins) <= MAX_KINDS:
        return None
    lines += rejoins
    sums = tuple(map(sum, zip(*(values for _about, values in lines), strict=True)))
    if any(expected != added for expected, added in zip(total, sums, strict=True)):
        rest = tuple(expected - added for expected, added in zip(total, sums, strict=True))
        lines.append((_("To begin with, or on coming back"), rest))
    ordered = [(about, tuple(values[column] for column in order)) for about, values in lines]
    in_total = tuple(total[column] for column in order)
    return Breakdown([names[column] for column in order], ordered, in_total)


def _lines(
    moves: Iterable[tuple[Phrase, int, float]], columns: int
) -> list[tuple[Phrase, tuple[float, ...]]]:
    sums: dict[Phrase, list[float]] = {}
    for about, column, amount in moves:
        sums.setdefault(about, [0] * columns)[column] += amount
    return [(about, tuple(values)) for about, values in sums.items() if any(values)]


# The final results ---------------------------------------------------------------------------


MAX_PAYMENTS = 12
"""The most payments that are listed; of more, each is shown with its hand."""


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The final result of a seat."""

    name: str
    total: float
    won: bool
    hands_won: int
    money: tuple[tuple[str, int], ...]
    """What each of its persons won or lost, in minor units, without zeros; nothing where no money
    is shown."""


def final_standings(table: Table, best: Collection[int] | None = None) -> list[FinalResult]:
    """Returns the results, winner first. ``best``: the leading seats, if known."""
    state, merits = table.state, merit_by_seat(table)
    best = leading_seats(table) if best is None else best
    order = sorted(range(state.seats), key=lambda seat: (seat not in best, -merits[seat]))
    return [_final_result(table, seat, won=seat in best) for seat in order]


def _final_result(table: Table, seat: int, *, won: bool) -> FinalResult:
    state, persons = table.state, table.state.persons_of(seat)
    nets = ((table.names[p], state.balances[p]) for p in persons)
    return FinalResult(
        table.seat_names[seat],
        state.totals[seat],
        won,
        max(table.game.tally["wins"][p] for p in persons),
        tuple((name, net) for name, net in nets if net and currencies.are_shown()),
    )


def payments_by_reason(table: Table) -> list[PaymentLine[Player]]:
    """Returns all payments of the game, summed by payer, payee and reason; nothing if there are
    more than ``MAX_PAYMENTS``, or no money is shown. One query."""
    if not currencies.are_shown():
        return []
    rows = Payment.objects.filter(game=table.game, reverses=None, reversed_by=None).order_by()
    sums = rows.values_list("payer", "payee", "reason").annotate(total=Sum("amount"))
    listed = list(sums[: MAX_PAYMENTS + 1])
    if len(listed) > MAX_PAYMENTS:
        return []
    players: dict[int | None, Player | None] = {player.pk: player for player in table.players}
    lines = [PaymentLine(players.get(a), players.get(b), total, why) for a, b, why, total in listed]
    return sorted(lines, key=lambda line: (line.payer is None, -line.amount))
