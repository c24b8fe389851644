"""What cannot be reported of a hand of 21 or 27 cards, and the sentence that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorekeeper.engine.errors import EntryError
from scorekeeper.variants import _indian
from scorekeeper.variants._indian import TOO_OFTEN, Outcome
from scorekeeper.variants._many_cards import faces
from scorekeeper.variants._value_cards.cards import in_packs
from scorekeeper.variants._value_cards.questions import Entry, Game, L, Line, O, Options


def refuse(game: Game[O], entry: Entry[L]) -> None:
    lines = _indian.lines_of(entry)
    _indian.refuse(entry.deal.outcome, lines)


def check(game: Game[O], entry: Entry[L]) -> None:
    lines = _indian.lines_of(entry)
    if entry.deal.outcome is Outcome.VOID:
        _indian.check_block(game.options.block)
        return _indian.check_void(lines)
    _indian.check_finishes(lines)
    _indian.check_counts(lines)
    _indian.check_turns(_indian.winner(lines), {p: line.no_turn for p, line in lines.items()})
    _indian.check_turned(lines.values(), entry.deal.turned)
    return check_copies(game.options, entry)


def check_copies(options: Options, entry: Entry[L]) -> None:
    """Value cards counted and cards tapped come from the same three packs."""
    turned = entry.deal.turned
    seen: Counter[str] = Counter()
    for person, line in _indian.lines_of(entry).items():
        for field, card, times in pieces(options, turned, line):
            seen[card] += times
            if times and seen[card] > in_packs(turned, card):
                raise EntryError(TOO_OFTEN, field=field, seat=person)


def pieces(options: Options, turned: str | None, line: Line) -> Iterator[tuple[str, str, int]]:
    """The question, the card and how many of it, for everything a seat reports."""
    if line.cards is not None:
        for card in line.cards:
            yield "cards", card, 1
    else:
        for kind, card in faces(options, turned).items():
            yield kind, card, getattr(line, kind)
