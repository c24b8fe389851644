"""Computes what is stored with a hand or a game, as plain JSON: outcomes, board, agreed rules.

Rules run when a hand is played. Readers of stored games run none, so that a past session shows
what was true then, however the rules have changed since.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.game import Game
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import Pick, plays_a_part, questions
from scorekeeper.engine.questions.options import stated_options
from scorekeeper.engine.seats.changes import is_open
from scorekeeper.engine.variant import AnyVariant, NamedValues
from scorekeeper.engine.words import Phrase, dump

Plain = dict[str, Any]


# After a hand --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """The outcome of the newest hand for one seat, besides its points."""

    won: list[int]
    """The persons of this seat who won the hand."""
    out: bool
    """Whether the seat is out of the game now."""
    beside: float
    """The displayed total less the sum of all points: from rejoining, or a starting score."""


def seat_outcomes(variant: AnyVariant, game: Game[Any, Any]) -> list[SeatOutcome]:
    """Returns the outcome of the newest hand for each seat."""
    won, out = winners(variant, game), variant.out(game)
    totals, persons = variant.totals(game) or game.totals, range(game.persons)
    return [
        SeatOutcome(
            [p for p in persons if p in won and game.seat_of(p) == seat],
            seat in out,
            totals[seat] - game.totals[seat],
        )
        for seat in range(game.seats)
    ]


def board_json(variant: AnyVariant, game: Game[Any, Any]) -> Plain:
    """Returns the public state of a game as JSON, besides what ``freeze_game`` stores.

    ``notes``: short words by person; ``notes_for_all``: present where they hold for everybody (see
    ``Variant.notes_for_all``); ``dealer``: who deals next, or None; ``open``: whether seats may
    change; ``report``: more results as label and values by seat (``Report.results``);
    ``sums``: for a finished game, the parts of its totals (``Report.sums``).
    """
    totals, report = variant.totals(game), variant.report(game)
    sums = _labelled_rows(variant, report.sums, game.seats) if game.over else []
    return {
        "keeps_score": totals is not None,
        "lowest": variant.low_wins(game.options),
        "totals": list(totals or game.totals),
        "notes": [
            [dump(note) for note in variant.notes(game, person)] for person in range(game.persons)
        ],
        **({"notes_for_all": True} if variant.notes_for_all(game.options) else {}),
        "out": list(variant.out(game)),
        "dealer": None if game.over else playing.next_dealer(variant, game),
        "open": not game.over and is_open(variant, game),
        "report": _labelled_rows(variant, report.results, game.seats),
        **({"sums": sums} if sums else {}),
    }


def _labelled_rows(variant: AnyVariant, values_by_name: NamedValues, seats: int) -> list[list[Any]]:
    """Returns rows of a label and its values by seat."""
    rows = []
    for name, value in values_by_name.items():
        if not isinstance(value, Sequence):
            continue  # a number of the game, such as a round: no seat has it
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
    return variant.called.get(name) or Phrase(name)


# What was agreed -----------------------------------------------------------------------------


def rules_json(variant: AnyVariant, options: Any, seats: int, side: int = 1) -> Plain:
    """Returns what pages show of frozen options besides their values, as JSON.

    ``asked``: the options in effect; ``usual``: the usual value of each chosen option;
    ``words``: the table's own words for answers (``finish=won``) and questions (``points``);
    ``game_points``: present where the game is played for these; ``open_ended``: where only the
    players end it.
    """
    stated = stated_options(variant, options, seats, side)
    active = [q for q in questions(variant.options) if plays_a_part(q, options)]
    is_open_ended = variant.ends(options) is None and variant.may_miss
    return {
        "asked": [q.name for q in active],
        "usual": {
            q.name: codec.plain(q.kind, stated[q.name][1]) for q in active if q.name in stated
        },
        "words": own_words(variant, options),
        **({"game_points": True} if variant.game_points else {}),
        **({"open_ended": True} if is_open_ended else {}),
    }


def own_words(variant: AnyVariant, options: Any) -> dict[str, str]:
    """Returns the table's words under these options, by ``question`` and ``question=answer``."""
    named = variant.own_words(options)
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
    """Reads frozen answers by today's declarations, without bounds or checks.

    An unknown option is ignored; a missing one takes its default. Raises RulesChangedError naming
    one that cannot be read, such as a choice that no longer exists.
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
    """Yields the name, question and value of each frozen answer. Where today's declarations
    cannot read it, the question is None and the value plain JSON."""
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
