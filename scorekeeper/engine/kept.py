"""What a hand decided and what its table agreed on, as plain JSON, worked out once.

Rules are applied when a hand is played; this is kept with it, and whoever reads it later applies
none: a past night shows what was true that evening, however the rules have changed since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine import codec, playing
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import stated_options
from scorekeeper.engine.questions import Pick, plays_a_part, questions
from scorekeeper.engine.seating import is_open
from scorekeeper.engine.variant import AnyVariant, NamedValues
from scorekeeper.engine.winners import winners
from scorekeeper.engine.words import Phrase, dump

Plain = dict[str, Any]


# After a hand --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What the hand that led to a game decided for one seat, besides its points."""

    won: list[int]
    """Which of its persons won it."""
    out: bool
    """The seat is out of the game now."""
    beside: float
    """What the total now shown has beyond the sum of all points: a place taken on rejoining, what
    everybody starts with."""


def seat_outcomes(variant: AnyVariant, game: Game[Any, Any]) -> list[SeatOutcome]:
    """Of the hand that led to ``game``, for each seat."""
    won, out = winners(variant, game), variant.board.out(game)
    totals, persons = variant.board.totals(game), range(game.persons)
    return [
        SeatOutcome(
            [p for p in persons if p in won and game.seat_of(p) == seat],
            seat in out,
            totals[seat] - game.totals[seat],
        )
        for seat in range(game.seats)
    ]


def board_json(variant: AnyVariant, game: Game[Any, Any]) -> Plain:
    """What everybody at the table may see of a game as it stands, besides what ``freeze`` keeps.

    ``notes``: short words by person; ``dealer``: who deals next, or None; ``open``: seats may
    change; ``report``: labels of more results, each with a value per seat (see ``Board.report``);
    ``sums``: of a game that is over, how its totals came about (see ``Board.sums``).
    """
    sums = _labelled_rows(variant, variant.board.sums(game), game.seats) if game.over else []
    return {
        "keeps_score": variant.board.keeps_score(game),
        "lowest": variant.board.low_wins(game.options),
        "totals": list(variant.board.totals(game)),
        "notes": [
            [dump(note) for note in variant.board.notes(game, person)]
            for person in range(game.persons)
        ],
        "out": list(variant.board.out(game)),
        "dealer": None if game.over else playing.next_dealer(variant, game),
        "open": not game.over and is_open(variant, game),
        "report": _labelled_rows(variant, variant.board.report(game), game.seats),
        **({"sums": sums} if sums else {}),
    }


def _labelled_rows(variant: AnyVariant, values_by_name: NamedValues, seats: int) -> list[list[Any]]:
    """Labels, each with its values by seat; ``columns`` of them one after another."""
    rows = []
    for name, value in values_by_name.items():
        if all(isinstance(part, Mapping) for part in value):
            rows += [
                [dump(_label(variant, f"{name}.{inner}").format(number=number)), list(values)]
                for number, part in enumerate(value, 1)
                for inner, values in part.items()
            ]
        elif len(value) == seats:
            rows.append([dump(_label(variant, name)), list(value)])
    return rows


def _label(variant: AnyVariant, name: str) -> Phrase:
    return variant.board.called.get(name) or Phrase(name)


# What was agreed -----------------------------------------------------------------------------


def rules_json(variant: AnyVariant, options: Any, seats: int, side: int = 1) -> Plain:
    """What is to be told of frozen options, besides their values.

    ``asked``: the options that play a part; ``usual``: of those that somebody chose, the usual
    value; ``words``: what this table calls answers (``finish=won``) and questions (``points``);
    ``game_points``: it is played for these, where it is.
    """
    stated = stated_options(variant, options, seats, side)
    active = [q for q in questions(variant.options) if plays_a_part(q, options)]
    return {
        "asked": [q.name for q in active],
        "usual": {
            q.name: codec.plain(q.kind, stated[q.name][1]) for q in active if q.name in stated
        },
        "words": own_words(variant, options),
        **({"game_points": True} if variant.board.game_points(options) else {}),
    }


def own_words(variant: AnyVariant, options: Any) -> dict[str, str]:
    """The table's own words under these options: by ``question``, and by ``question=answer``."""
    named = variant.words.own(options)
    if not named:
        return {}
    words: dict[str, str] = {}
    for q in (*questions(variant.deal), *questions(variant.line)):
        if q.name in named:
            words[q.name] = named[q.name]
        if isinstance(q.kind, Pick):
            for member in q.type:
                if member in named:
                    words[f"{q.name}={member.value}"] = named[member]
    return words


# Reading what was frozen -----------------------------------------------------------------------


def recall_answers(declared: type[Any], data: Mapping[str, Any]) -> Any:
    """Frozen answers as the rules of today know them, within no bounds and checked by no rule.

    An option that is not known any more is left where it is; one that was not known then takes
    its default. Raises RulesChangedError naming one that cannot be understood at all, such as an
    answer that is not among the choices any more.
    """
    answers = {}
    for q in questions(declared):
        if data.get(q.name) is not None:
            try:
                answers[q.name] = codec.recall(q, data[q.name])
            except codec.RefusedError:
                raise RulesChangedError(q.name, q.label) from None
        elif q.name in data and q.optional:
            answers[q.name] = None
    return declared(**answers)


def recalled_items(declared: type[Any], data: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each frozen answer: its name, its question (None if there is none any more) and its value,
    which is plain JSON where it cannot be understood (then, too, without a question)."""
    known = {q.name: q for q in questions(declared)}
    order = {name: place for place, name in enumerate(known)}
    for name in sorted(data, key=lambda name: (order.get(name, len(order)), name)):
        q, value = known.get(name), data[name]
        if q is None or value is None:
            yield name, q, value
            continue
        try:
            yield name, q, codec.recall(q, value)
        except codec.RefusedError:
            yield name, None, value
