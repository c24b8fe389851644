"""Persons who leave a running game, come back to it or join it, between two hands.

Only where each hand is paid for by itself (``Absences.open_table``). Who left misses every hand,
keeps what they won or lost, and may come back while there is room. Who joins takes a new number
after the last one; the hands before count as missed. Room is for as many as may play at once: a
seat that was left is free. Each step gives a new game, so that a replay takes the same steps
between the same hands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import load_options, stated_options, usual_options
from scorekeeper.engine.questions import Question, Steps, questions
from scorekeeper.engine.seats import at_once
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _

G = TypeVar("G", bound=Game[Any, Any])


def leave(variant: AnyVariant, game: G, person: int) -> G:
    """The game without this person from the next hand on. Raises EntryError."""
    check_open(variant, game)
    if person not in game.present:
        raise EntryError(_("Nobody sits there."), field="seats")
    if len(game.present) <= variant.seats.start:
        raise EntryError(
            _("A hand needs {least} players."), field="seats", least=variant.seats.start
        )
    return replace(game, left=game.left | {person})


def come_back(variant: AnyVariant, game: G, person: int) -> G:
    """The game with somebody who had left, from the next hand on. Raises EntryError."""
    check_open(variant, game)
    if person not in game.left:
        raise EntryError(_("Nobody has left this seat."), field="seats")
    check_room(variant, game)
    return replace(game, left=game.left - {person})


def join(variant: AnyVariant, game: G, options: Any) -> G:
    """The game with one more seat, played by these ``options`` from the next hand on. Raises
    EntryError (seats, or naming the option)."""
    check_room(variant, game)
    variant.check_options(options, at_once(variant, game.seats + 1))
    return replace(
        game,
        options=options,
        seats=game.seats + 1,
        totals=(*game.totals, 0),
        balances=(*game.balances, 0),
    )


def check_room(variant: AnyVariant, game: Game[Any, Any]) -> None:
    """Raise EntryError(field="seats") unless one more may sit down."""
    check_open(variant, game)
    most = variant.seats.stop - 1
    if len(game.present) >= most:
        raise EntryError(
            _("The table is full: {game} is for {least} to {most} seats."),
            field="seats",
            game=variant.name,
            least=variant.seats.start,
            most=most,
        )


def is_open(variant: AnyVariant, game: Game[Any, Any]) -> bool:
    """Whether seats may change at all while this game runs."""
    absences = variant.absences
    return absences is not None and game.side == 1 and absences.open_table(game.options)


def check_open(variant: AnyVariant, game: Game[Any, Any]) -> None:
    """Raise EntryError(field="seats") where nobody comes or goes."""
    if not is_open(variant, game):
        raise EntryError(_("Nobody joins or leaves this game while it runs."), field="seats")


def options_for_one_more(variant: AnyVariant, game: Game[Any, Any]) -> Any:
    """Options to propose for one more seat: what this table chose stays, and ladders with a step
    for each place go on. What nobody chose follows the usual rules of as many as play then,
    and what so many cannot play those of the larger table."""
    options, seats = _followed_options(variant, game), game.seats + 1
    usual = load_options(variant, {}, seats, game.side)
    before = load_options(variant, {}, game.seats, game.side)
    for q in questions(variant.options):
        if _grows(q, getattr(before, q.name), getattr(usual, q.name)):
            options = replace(options, **{q.name: longer(getattr(game.options, q.name))})
    unfit = refused_option(variant, options, seats)
    while unfit and getattr(options, unfit) != getattr(usual, unfit):
        options = replace(options, **{unfit: getattr(usual, unfit)})
        unfit = refused_option(variant, options, seats)
    return options


def _followed_options(variant: AnyVariant, game: Game[Any, Any]) -> Any:
    """The options that the table chose, and those that follow from them with one more to play."""
    stated = stated_options(variant, game.options, game.seats, game.side)
    chosen = {name: value for name, (value, _usual) in stated.items()}
    return usual_options(variant, chosen, len(game.present) + 1, game.side)


def refused_option(variant: AnyVariant, options: Any, seats: int) -> str:
    """The option that so many cannot play by; empty when they can play."""
    try:
        variant.check_options(options, at_once(variant, seats))
    except EntryError as error:
        return error.field
    return ""


def _grows(q: Question, before: Any, after: Any) -> bool:
    is_open_ended = isinstance(q.kind, Steps) and q.kind.length is None
    return is_open_ended and len(before) < len(after)


def longer(steps: tuple[int, ...]) -> tuple[int, ...]:
    """A ladder with one more step, as far from the last as that is from the one before it.

    >>> longer((1, 2, 3)), longer((2, 5)), longer((4,)), longer((3, 1))
    ((1, 2, 3, 4), (2, 5, 8), (4, 8), (3, 1, 1))
    """
    last, before = steps[-1], steps[-2] if len(steps) > 1 else 0
    return (*steps, last + max(last - before, 0))
