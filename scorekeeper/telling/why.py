"""How the points and the money of a game that is over came about, added up by what they were for.

Read from the reasons that were kept with scores and payments: no rule runs, and no game is known
here. A reason is told without its numbers, so that those that differ in nothing else are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.words import BESIDE, Phrase, _, counted
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
_LOSES, _GAINS = str(BESIDE[2]), str(BESIDE[1])
CARDS: Final = _("Cards in hand")
DROPS: Final = _("Drops")
CALLED: Final = {
    "count of …": CARDS,
    "count of …, capped at …": CARDS,
    "… more than the lowest": CARDS,
    "rack of …": _("Tiles left"),
    "blocked with …": _("Tiles left"),
    "first drop": DROPS,
    "middle drop": DROPS,
    "… place": _("Places"),
    "… drop ahead": _("Drops ahead"),
    "margin of …": _("Margins"),
    "gin, … + …": _("Gin"),
    "big gin, … + …": _("Big gin"),
    "knock, … − …": _("Knocks"),
    "undercut, … − … + …": _("Undercuts"),
    **dict.fromkeys(("… joker more", "… joker fewer"), _("Jokers")),
    **dict.fromkeys(("… ace more", "… ace fewer"), _("Aces")),
    **dict.fromkeys(("… pair of aces more", "… pair of aces fewer"), _("Pairs of aces")),
    **dict.fromkeys(
        ("… set of all four aces more", "… set of all four aces fewer"), _("All four aces")
    ),
    "pot won": _("The pot"),
    "share of the pot": _("The pot"),
}
"""What a reason without its numbers is called, where it does not say so itself."""


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
    def players(self) -> list[tuple[str, list[float], float]]:
        """The same by player, where that takes fewer columns, so that it fits a phone."""
        if len(self.names) <= len(self.lines) + 1:
            return []
        each = zip(*(values for _about, values in self.lines), strict=True)
        return [(n, list(v), t) for n, v, t in zip(self.names, each, self.total, strict=True)]


# What a reason is about --------------------------------------------------------------------------


def kind(reason: str) -> Phrase:
    """What a reason is about, without its numbers."""
    told = _bare(reason if isinstance(reason, Phrase) else Phrase(reason))
    return CALLED.get(str(told), told)


def _bare(reason: Phrase) -> Phrase:
    for name in ("words", "score", "count"):
        inner = reason.values.get(name)
        if isinstance(inner, Phrase):
            return _bare(inner)
    parts = reason.values.get("parts")
    if isinstance(parts, tuple):
        return _bare(parts[0])
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


def _signed(part: object) -> tuple[Phrase, float] | None:
    if not isinstance(part, Phrase) or part.message not in (_GAINS, _LOSES):
        return None
    words, points = part.values["words"], part.values["points"]
    if not isinstance(words, Phrase) or not isinstance(points, int | float):
        return None
    return kind(words), points if part.message == _GAINS else -points


# A whole game ------------------------------------------------------------------------------------


def money(at: Table) -> Summed | None:
    """What each person got and paid, in minor units; None where it was for one thing alone. One
    query."""
    rows = Payment.objects.filter(game=at.game, reverses=None, reversed_by=None).order_by("pk")
    columns = {pk: person for person, pk in enumerate(at.player_ids)}
    told = rows.values_list("payer", "payee", "amount", "reason")
    return _summed(at.names, _moved(told, columns), at.kept.balances)


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
    if not at.kept.keeps_score or at.game.hand_count > LONGEST or _is_paid_hand_by_hand(at):
        return None
    scores = SeatScore.objects.filter(hand__game=at.game, hand__voided_at=None)
    newest = sorted(newest_scores(list(scores)).items())
    each = (
        (about, seat, amount)
        for (_hand, seat), score in newest
        for about, amount in parts(score.reason, score.points)
        if amount
    )
    return _summed(at.seat_names, each, at.kept.totals)


def _is_paid_hand_by_hand(at: Table) -> bool:
    paid = Payment.objects.filter(game=at.game, payer__isnull=False, payee__isnull=False)
    return paid.filter(hand__number__lt=at.game.last_number).exists()


def _summed(
    names: Sequence[str], told: Iterable[tuple[Phrase, int, float]], total: Sequence[float]
) -> Summed | None:
    sums: dict[Phrase, list[float]] = {}
    for about, column, amount in told:
        sums.setdefault(about, [0] * len(total))[column] += amount
    lines = [(about, tuple(values)) for about, values in sums.items() if any(values)]
    if not 1 < len(lines) <= MOST:
        return None
    added = tuple(map(sum, zip(*(values for _about, values in lines), strict=True)))
    if any(given != found for given, found in zip(total, added, strict=True)):
        beside = tuple(given - found for given, found in zip(total, added, strict=True))
        lines.append((_("To begin with, or on coming back"), beside))
    return Summed(names, lines, tuple(total))
