"""How the points and the money of a game that is over came about, added up by what they were for.

Read from the reasons that were kept with scores and payments: no rule runs, and no game is known
here. A reason is told without its numbers, so that those that differ in nothing else are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.reasons import REASONS
from scorekeeper.engine.words import PLACE, Phrase, _, counted, key_of
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import SeatScore
from scorekeeper.play.selectors import Table, newest_scores
from scorekeeper.telling.short_names import short

MOST = 10
"""More kinds than this explain nothing."""
LONGEST = 500
"""Of a game with more hands the points are not added up."""
NUMBER: Final = re.compile(r"\d+(?:[,.]\d+)*½?")
LEFT_OUT: Final = "…"
CARDS: Final = _("Cards in hand")
DROPS: Final = _("Drops")
CALLED: Final = {
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
"""What a reason is about, by its key, where it does not say so itself."""
BACK: Final = {
    "rejoins_at": _("Rejoined at {total}"),
    "buys_in_at": _("Bought in at {penalty}"),
}
"""What moved a total beside the points of a hand, by the key of the reason."""
SENTENCES: Final = {PLACE.sub(LEFT_OUT, text): key for key, (text, _many) in REASONS.items()}
"""Keys of the finished sentences of old nights, which have no values to leave out."""
BEGUN: Final = _("To begin with")
CAME_BACK: Final = _("On coming back")
MOST_BACK: Final = 3
"""More rows of who came back at how much are one."""


@dataclass(frozen=True, slots=True)
class Summed:
    """A table: ``lines`` say what it was for, with a number for each of ``names``."""

    names: Sequence[str]
    lines: list[tuple[Phrase, tuple[float, ...]]]
    total: tuple[float, ...]

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Names, each with what stands at the head of its column."""
        return list(zip(self.names, short(self.names), strict=True))

    @property
    def rows(self) -> list[tuple[Phrase, list[tuple[str, float]]]]:
        """By what it was for; each number with whose it is."""
        return [(about, list(zip(self.names, v, strict=True))) for about, v in self.lines]

    @property
    def in_all(self) -> list[tuple[str, float]]:
        return list(zip(self.names, self.total, strict=True))

    @property
    def players(self) -> list[tuple[str, list[tuple[Phrase, float]], float]]:
        """By player, where that takes fewer columns, so that it fits a phone."""
        if len(self.names) <= len(self.lines) + 1:
            return []
        kinds = [about for about, _values in self.lines]
        each = zip(*(values for _about, values in self.lines), strict=True)
        told = [list(zip(kinds, values, strict=True)) for values in each]
        return list(zip(self.names, told, self.total, strict=True))


# What a reason is about --------------------------------------------------------------------------


def kind(reason: str) -> Phrase:
    """What a reason is about, without its numbers."""
    told = _bare(reason if isinstance(reason, Phrase) else Phrase(reason))
    return CALLED.get(key_of(told) or SENTENCES.get(str(told), ""), told)


def _bare(reason: Phrase) -> Phrase:
    for name in ("words", "score", "count", "reason"):
        inner = reason.values.get(name)
        if isinstance(inner, Phrase):
            return _bare(inner)
    parts = reason.values.get("parts")
    if isinstance(parts, tuple):
        return _bare(next((part for part in parts if not _back(part)), parts[0]))
    if reason.values:
        return Phrase(reason.message, dict.fromkeys(reason.values, LEFT_OUT))
    return Phrase(NUMBER.sub(LEFT_OUT, reason))


def parts(reason: Phrase, points: float) -> list[tuple[Phrase, float]]:
    """What these points are the sum of, as far as the reason says so; else all of them for what
    the reason is about."""
    told = reason.values.get("parts", (reason,))
    found = [_signed(part) for part in told] if isinstance(told, tuple) else []
    each = [part for part in found if part is not None]
    if len(each) == len(found) and sum(amount for _words, amount in each) == points:
        return each
    return [(kind(reason), points)]


def _back(reason: object) -> Phrase | None:
    """At what a seat came back, where the reason says so."""
    if not isinstance(reason, Phrase):
        return None
    if words := BACK.get(key_of(reason)):
        return words.format(**reason.values)
    told = reason.values.get("parts", ())
    found = map(_back, told if isinstance(told, tuple) else ())
    return next((back for back in found if back), None)


def _signed(part: object) -> tuple[Phrase, float] | None:
    if not isinstance(part, Phrase) or key_of(part) not in ("gains", "loses"):
        return None
    words, points = part.values["words"], part.values["points"]
    if not isinstance(words, Phrase) or not isinstance(points, int | float):
        return None
    return kind(words), points if key_of(part) == "gains" else -points


# A whole game ------------------------------------------------------------------------------------


def money(at: Table) -> Summed | None:
    """What each person got and paid, in minor units; None where it was for one thing alone. One
    query."""
    rows = Payment.objects.filter(game=at.game, reverses=None, reversed_by=None).order_by("pk")
    columns = {pk: person for person, pk in enumerate(at.player_ids)}
    told = rows.values_list("payer", "payee", "amount", "reason")
    return _summed(at.names, _moved(told, columns), at.state.balances)


def _moved(
    rows: Iterable[tuple[Any, Any, int, str]], columns: dict[int, int]
) -> Iterator[tuple[Phrase, int, int]]:
    """``rows``: payer and payee by id, None the pot."""
    for payer, payee, whole, reason in rows:
        for about, amount in shares(reason, whole):
            if payer in columns:
                yield about, columns[payer], -amount
            if payee in columns:
                yield about, columns[payee], amount


def shares(reason: str, amount: int) -> list[tuple[Phrase, int]]:
    """What each kind brought of an amount (minor units), where the reason counts them; else all of
    it for what the reason is about."""
    each = [
        (kind(part), int(str(part.values["count"])) * int(str(part.values["each"])))
        for part in counted(reason)
    ]
    return each if sum(one for _about, one in each) == amount else [(kind(reason), amount)]


def points(at: Table) -> Summed | None:
    """The same of the points, by seat: not where each hand was paid for, since its points are that
    money. Two queries."""
    if not at.state.keeps_score or at.game.hand_count > LONGEST or _is_paid_hand_by_hand(at):
        return None
    scores = SeatScore.objects.filter(hand__game=at.game, hand__voided_at=None)
    newest = newest_scores(list(scores.select_related("hand")))
    in_order = sorted(newest.values(), key=lambda score: (score.hand.number, score.seat))
    each = (
        (about, score.seat, amount)
        for score in in_order
        for about, amount in parts(score.reason, score.points)
        if amount
    )
    return _summed(at.seat_names, each, at.state.totals, list(_beside(in_order)))


def _beside(scores: Iterable[SeatScore]) -> Iterator[tuple[Phrase, int, float]]:
    """What moved totals without being points of a hand, such as a place taken on coming back; the
    scores in the order of hands."""
    stood: dict[int, float] = {}
    for score in scores:
        if score.beside is None:
            continue
        moved = score.beside - stood.get(score.seat, 0)
        if moved:
            first = score.seat not in stood
            yield _back(score.reason) or (BEGUN if first else CAME_BACK), score.seat, moved
        stood[score.seat] = score.beside


def _is_paid_hand_by_hand(at: Table) -> bool:
    paid = Payment.objects.filter(game=at.game, payer__isnull=False, payee__isnull=False)
    return paid.filter(hand__number__lt=at.game.last_number).exists()


def _summed(
    names: Sequence[str],
    told: Iterable[tuple[Phrase, int, float]],
    total: Sequence[float],
    beside: Sequence[tuple[Phrase, int, float]] = (),
) -> Summed | None:
    lines = _lines(told, len(total))
    moved = _lines(beside, len(total))
    if len(moved) > MOST_BACK:
        moved = _lines(((CAME_BACK, column, amount) for _a, column, amount in beside), len(total))
    if not 1 < len(lines) + len(moved) <= MOST:
        return None
    lines += moved
    added = tuple(map(sum, zip(*(values for _about, values in lines), strict=True)))
    if any(given != found for given, found in zip(total, added, strict=True)):
        more = tuple(given - found for given, found in zip(total, added, strict=True))
        lines.append((_("To begin with, or on coming back"), more))
    return Summed(names, lines, tuple(total))


def _lines(
    told: Iterable[tuple[Phrase, int, float]], columns: int
) -> list[tuple[Phrase, tuple[float, ...]]]:
    sums: dict[Phrase, list[float]] = {}
    for about, column, amount in told:
        sums.setdefault(about, [0] * columns)[column] += amount
    return [(about, tuple(values)) for about, values in sums.items() if any(values)]
