"""Checks entries of hands with 21 or 27 cards."""

from collections.abc import Iterator
from functools import partial

from scorekeeper.engine.questions.kinds import question
from scorekeeper.variants import _copies
from scorekeeper.variants._indian import checks, finishes
from scorekeeper.variants._indian.questions import Outcome
from scorekeeper.variants._value_cards.cards import in_packs
from scorekeeper.variants._value_cards.hands import faces
from scorekeeper.variants._value_cards.questions import Entry, Game, L, Line, O, Options


def check(game: Game[O], entry: Entry[L]) -> None:
    lines = entry.playing_lines
    if entry.deal.outcome is Outcome.VOID:
        checks.check_block(game.options.block)
        return checks.check_void(lines)
    checks.check_finishes(lines)
    checks.check_counts(lines)
    checks.check_turns(finishes.winner(lines), {p: line.no_turn for p, line in lines.items()})
    checks.check_turned(lines.values(), entry.deal.turned)
    return check_copies(game.options, entry)


def check_copies(options: Options, entry: Entry[L]) -> None:
    """Checks that counted value cards and tapped cards can come from the same three packs."""
    turned = entry.deal.turned
    held = (
        (person, *piece)
        for person, line in entry.playing_lines.items()
        for piece in pieces(options, turned, line)
    )
    _copies.check_copies(
        held, partial(in_packs, turned), lambda kind: question(type(entry.lines[0]), kind).label
    )


def pieces(options: Options, turned: str | None, line: Line) -> Iterator[tuple[str, str, int]]:
    """Yields the question, the card and its count, for all cards of a line."""
    if line.cards is not None:
        for card in line.cards:
            yield "cards", card, 1
    else:
        for kind, card in faces(options, turned).items():
            yield kind, card, getattr(line, kind)
