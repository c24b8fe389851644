"""Plays a game entry by entry: which questions are asked, and how each entry changes the game.

Functions of a variant and a game; a ``Game`` is never changed.
"""

from collections.abc import Set
from dataclasses import replace
from typing import Any

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import D, Entry, Game, L, O, Outcome, Played, S
from scorekeeper.engine.money import Payments
from scorekeeper.engine.questions import kinds
from scorekeeper.engine.questions.reckoning import check_agreement, refuse_both, with_numbers
from scorekeeper.engine.variant import Variant
from scorekeeper.engine.words import _

# What is asked -------------------------------------------------------------------------------


def asked_questions(
    variant: Variant[O, D, L, S], game: Game[O, S], entry: Entry[D, L], person: int
) -> frozenset[str] | None:
    """Returns the line questions this person is asked in this entry; None for all."""
    if person in entry.absent:
        return frozenset()
    if kinds.is_void(game.deal_of(entry, person)):
        return kinds.always_asked(variant.line)
    names, joins = variant.asks(game, person), variant.joins
    if joins and (names is None or joins in names):
        return names if getattr(entry.lines[person], joins) else frozenset({joins})
    return names


def canonical(variant: Variant[O, D, L, S], game: Game[O, S], entry: Entry[D, L]) -> Entry[D, L]:
    """Returns the entry with answers to unasked questions reset to their defaults, and with the
    game's seating order."""
    options = game.options
    if game.moved:
        entry = replace(entry, order=game.seating)
    deals = tuple(kinds.canonical(deal, deal, options) for deal in entry.deals)
    if deals != entry.deals:
        entry = replace(entry, deal=deals[0], more=deals[1:])
    lines = tuple(
        kinds.canonical(
            line,
            game.deal_of(entry, person),
            options,
            asked_questions(variant, game, entry, person),
        )
        for person, line in enumerate(entry.lines)
    )
    return entry if lines == entry.lines else replace(entry, lines=lines)


def refuse_unasked(variant: Variant[O, D, L, S], game: Game[O, S], entry: Entry[D, L]) -> None:
    """Raises EntryError for an answer to a question that is not asked here."""
    variant.inspect(game, entry)
    if not variant.strict:
        return
    message = _("“{question}” is not asked in that hand.")
    for deal in entry.deals:
        for name in kinds.unasked(deal, deal, game.options):
            label = kinds.question(type(deal), name).label
            raise EntryError(message, field=name, question=label)
    for person, line in enumerate(entry.lines):
        deal, names = game.deal_of(entry, person), asked_questions(variant, game, entry, person)
        for name in kinds.unasked(line, deal, game.options, names):
            label = kinds.question(type(line), name).label
            raise EntryError(message, field=name, seat=person, question=label)


# Hand after hand -----------------------------------------------------------------------------


def start(
    variant: Variant[O, D, L, S],
    options: O,
    seats: int,
    side: int = 1,
    first: int | None = None,
) -> Game[O, S]:
    """Returns the game before its first hand. Raises EntryError if its fees are too large to store.

    ``first``: the person who deals the first hand; None: by the rules.
    """
    blank: Game[O, Any] = Game(
        options,
        seats,
        None,
        side,
        totals=(0,) * seats,
        balances=(0,) * (seats * side),
        turn=first or 0,
        first=first,
    )
    game: Game[O, S] = replace(blank, state=variant.begin(blank))
    opening = variant.opening(game)
    return _storable(replace(game, opening=opening).with_payments(opening), opening)


def play(variant: Variant[O, D, L, S], game: Game[O, S], entry: Entry[D, L]) -> Game[O, S]:
    """Returns the game after this hand. Raises EntryError."""
    _check_players(variant, game, entry)
    entry = canonical(variant, game, entry)
    refuse_both(entry)
    variant.check(game, entry)
    counted = with_numbers(variant, game, entry)
    check_agreement(entry, counted)
    outcome = variant.outcome(game, counted)
    if entry.is_void:
        outcome = replace(outcome, is_played=False)
    after = game.with_payments(
        outcome.payments,
        number=game.number + 1,
        totals=tuple(t + s.points for t, s in zip(game.totals, outcome.scores, strict=True)),
        state=variant.follow(game, counted, outcome),
        turn=_turn_after(game, entry, outcome),
        last=Played(entry, counted, outcome),
    )
    ending = variant.ends(game.options)
    if after.has_run_out or (ending is not None and ending.is_reached(after)):
        closing = variant.close(after)
        outcome = replace(outcome, payments=(*outcome.payments, *closing))
        after = after.with_payments(closing, over=True, last=Played(entry, counted, outcome))
    return _storable(after, outcome.payments)


def _check_players(variant: Variant[O, D, L, S], game: Game[O, S], entry: Entry[D, L]) -> None:
    if game.over:
        raise EntryError(_("This game is over."))
    if entry.absent and not variant.may_miss:
        raise EntryError(_("Nobody can sit out a hand of this game."), seat=min(entry.absent))
    if len(entry.playing) < variant.seats.start:
        raise EntryError(
            _("At least {least} players are needed."), field="absent", least=variant.seats.start
        )


def _storable(game: Game[O, S], payments: Payments) -> Game[O, S]:
    if not game.fits(payments):
        raise EntryError(_("That number is too large. Check it and try again."))
    return game


def _turn_after(game: Game[O, S], entry: Entry[D, L], outcome: Outcome) -> int:
    """Returns the place whose turn it is to deal after this hand: the next, or the dealer's
    again."""
    expected = next(p for p in game.round_from(game.next_in_turn) if p not in entry.absent)
    return game.place_of(entry.dealt_by(expected)) + (not outcome.deals_again)


def next_dealer(
    variant: Variant[O, D, L, S], game: Game[O, S], absent: Set[int] = frozenset()
) -> int | None:
    """Returns who deals the next hand: from the board's ``dealer`` on, the first person who has not
    left, is not ``absent`` and whose seat is not out. None if there is no such person."""
    if (first := variant.dealer(game)) is None:
        return None
    out, away = variant.out(game), game.left | absent
    able = (p for p in game.round_from(first) if game.seat_of(p) not in out)
    return next((person for person in able if person not in away), None)
