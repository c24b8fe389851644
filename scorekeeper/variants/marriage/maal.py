"""The maal: what value cards are worth, each once, in the way best for its owner."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.engine.variant import NamedValues
from scorekeeper.variants.marriage.cards import tunnela_of, value_cards
from scorekeeper.variants.marriage.options import Options, TunnelaScale, UnseenMaal
from scorekeeper.variants.marriage.questions import (
    SINGLES,
    Entry,
    Game,
    Line,
    Outcome,
    Status,
    in_hand,
    winner,
)


def maals(options: Options, entry: Entry) -> dict[int, int]:
    """What counts for each player in the hand, after murder and kidnap, in points."""
    values = {person: entry.lines[person].maal or 0 for person in in_hand(entry)}
    if options.unseen_maal is UnseenMaal.COUNT:
        return values
    unseen = [p for p in values if entry.lines[p].status is Status.UNSEEN]
    if options.unseen_maal is UnseenMaal.KIDNAP:
        values[winner(entry)] += sum(values[p] for p in unseen)
    return values | dict.fromkeys(unseen, 0)


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    """The maal of whoever was in the hand, however it was told."""
    line = entry.lines[person]
    if entry.deal.outcome is Outcome.VOID or line.status is Status.SAT_OUT:
        return {}
    return {"maal": maal(game.options, entry.deal.tiplu, line)}


def maal(options: Options, tiplu: str | None, line: Line) -> int:
    """Points from each opponent."""
    if line.status is Status.FOUL:
        return 0
    if line.maal is not None:
        return line.maal
    line = in_items(options, tiplu, line)
    exposed = tunnelas(options, line) if has_tunnelas(options, line) else 0
    return singles(options, line) + exposed


def in_items(options: Options, tiplu: str | None, line: Line) -> Line:
    """The same maal with tapped cards counted by item."""
    if tiplu is None or not line.tapped:
        return line
    faces = value_cards(tiplu)
    played = {"alter": options.alter, "man": options.man}
    cards = Counter(line.cards or ())
    counts: dict[str, Any] = {
        item: cards[faces[item]] for item in SINGLES if played.get(item, True)
    }
    counts |= Counter(tunnela_of(group[0], faces) for group in line.exposed or ())
    return replace(line, cards=None, exposed=None, **counts)


def has_tunnelas(options: Options, line: Line) -> bool:
    """Whether exposed tunnelas count for this player."""
    return line.status is not Status.UNSEEN or not options.tunnela_needs_seen


def singles(options: Options, line: Line) -> int:
    """The best of counting cards by themselves or in marriages; each counts once."""
    together = marriages(options, line)
    return (
        together_or_not(options, line, together)
        + worth(options.alter_points, line.alter)
        + worth(options.man_points, line.man)
    )


def marriages(options: Options, line: Line) -> int:
    """How many marriages are best; of equal sums the one with most."""
    most = min(line.tiplu, line.poplu, line.jhiplu)
    return max(reversed(range(most + 1)), key=lambda m: together_or_not(options, line, m))


def together_or_not(options: Options, line: Line, marriages: int) -> int:
    """Points of tiplus, poplus and jhiplus with so many marriages among them."""
    return (
        worth(options.marriage_points, marriages)
        + worth(options.tiplu_points, line.tiplu - marriages)
        + worth(options.poplu_points, line.poplu - marriages)
        + worth(options.jhiplu_points, line.jhiplu - marriages)
    )


def worth(steps: Sequence[int], copies: int) -> int:
    return steps[copies - 1] if copies else 0


RISING = (5, 15, 30, 45)


def tunnelas(options: Options, line: Line) -> int:
    _regular, joker, value = options.tunnela_points
    return (
        regular_tunnelas(options, line.tunnela)
        + joker * line.tunnela_joker
        + value * line.tunnela_value
    )


def regular_tunnelas(options: Options, exposed: int) -> int:
    if options.tunnela_scale is TunnelaScale.RISING:
        return worth(RISING, min(exposed, len(RISING)))
    return options.tunnela_points[0] * exposed
