"""Changes the seats of a running game between two hands: leave, come back, join.

Only for games that settle each hand (``can_agree_ending``). A person who left misses every
hand, keeps their result, and may come back while there is room. A person who joins gets the next
number; earlier hands count as missed. They sit after the last person, or in the place of one who
has left. There is room for as many as may play at once: a seat that was left is free. Each step
returns a new game, so that a replay repeats the steps between the same hands.
"""

from dataclasses import replace
from typing import Any, TypeVar

from scorekeeper.engine.agreed_ending import can_agree_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game
from scorekeeper.engine.questions.kinds import Question, Steps, questions
from scorekeeper.engine.questions.options import load_options, stated_options, usual_options
from scorekeeper.engine.seats.rules import at_once
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _

G = TypeVar("G", bound=Game[Any, Any])


def leave(variant: AnyVariant, game: G, person: int) -> G:
    """Returns the game without this person from the next hand on. Raises EntryError."""
    check_open(variant, game)
    if person not in game.present:
        raise EntryError(_("This seat is empty."), field="seats")
    if len(game.present) <= variant.seats.start:
        raise EntryError(
            _("At least {least} players are needed."), field="seats", least=variant.seats.start
        )
    return replace(game, left=game.left | {person})


def come_back(variant: AnyVariant, game: G, person: int) -> G:
    """Returns the game with a person who had left, from the next hand on: in their place, or beside
    the person who sits there now. Raises EntryError."""
    check_open(variant, game)
    if person not in game.left:
        raise EntryError(_("Nobody has left this seat."), field="seats")
    check_room(variant, game)
    game = replace(game, left=game.left - {person})
    at, places = game.place_of(person), game.places
    if game.left.issuperset(other for other in places[at] if other != person):
        return game
    others = tuple(other for other in places[at] if other != person)
    moved = (*places[:at], (person,), others, *places[at + 1 :])
    return replace(game, moved=moved, turn=game.turn + (game.turn > at))


def free_places(game: Game[Any, Any]) -> list[int]:
    """Returns the persons whose place can be taken over: who left it last, where nobody sits."""
    return [place[-1] for place in game.places if game.left.issuperset(place)]


def join(variant: AnyVariant, game: G, options: Any, in_place_of: int | None = None) -> G:
    """Returns the game with one more seat, and these ``options`` from the next hand on.

    ``in_place_of``: one of ``free_places``, which the new person takes over; None: they sit after
    the last person. Raises EntryError (field "seats" or the option).
    """
    check_room(variant, game)
    variant.check_options(options, at_once(variant, game.seats + 1))
    joins, moved = game.persons, game.moved and (*game.moved, (game.persons,))
    if in_place_of is not None:
        if in_place_of not in free_places(game):
            raise EntryError(_("Nobody has left this seat."), field="seats")
        at, places = game.place_of(in_place_of), game.places
        moved = (*places[:at], (*places[at], joins), *places[at + 1 :])
    return replace(
        game,
        options=options,
        seats=game.seats + 1,
        totals=(*game.totals, 0),
        balances=(*game.balances, 0),
        moved=moved,
    )


def check_room(variant: AnyVariant, game: Game[Any, Any]) -> None:
    """Raises EntryError(field="seats") unless there is room for one more person."""
    check_open(variant, game)
    most = variant.seats.stop - 1
    if len(game.present) >= most:
        raise EntryError(
            _("The table is full: {game} is for {least} to {most} players."),
            field="seats",
            game=variant.name,
            least=variant.seats.start,
            most=most,
        )


def is_open(variant: AnyVariant, game: Game[Any, Any]) -> bool:
    """Whether seats may change while this game runs."""
    return game.side == 1 and can_agree_ending(variant, game.options)


def check_open(variant: AnyVariant, game: Game[Any, Any]) -> None:
    """Raises EntryError(field="seats") where seats cannot change."""
    if not is_open(variant, game):
        raise EntryError(_("Players can’t join or leave this game while it runs."), field="seats")


def options_for_one_more(variant: AnyVariant, game: Game[Any, Any]) -> Any:
    """Returns options to propose for one more seat.

    Chosen options stay, and ladders with a step per place get one more step. The rest takes the
    usual values for that number of players; so do options that cannot be played with it.
    """
    options, seats = _usual_with(variant, game, len(game.present) + 1), game.seats + 1
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


def options_of_other_number(variant: AnyVariant, game: Game[Any, Any]) -> list[str]:
    """Returns the names of options that nobody chose and that would be others by default for the
    players who are there: they stay as they were when more or fewer played."""
    usual = _usual_with(variant, game, len(game.present))
    names = (q.name for q in questions(variant.options))
    return [name for name in names if getattr(game.options, name) != getattr(usual, name)]


def _usual_with(variant: AnyVariant, game: Game[Any, Any], players: int) -> Any:
    """Returns the chosen options and what follows from them with so many players."""
    stated = stated_options(variant, game.options, game.seats, game.side)
    chosen = {name: value for name, (value, _usual) in stated.items()}
    return usual_options(variant, chosen, players, game.side)


def refused_option(variant: AnyVariant, options: Any, seats: int) -> str:
    """Returns the option that this number of seats cannot play; "" when all can be played."""
    try:
        variant.check_options(options, at_once(variant, seats))
    except EntryError as error:
        return error.field
    return ""


def _grows(q: Question, before: Any, after: Any) -> bool:
    is_open_ended = isinstance(q.kind, Steps) and q.kind.length is None
    return is_open_ended and len(before) < len(after)


def longer(steps: tuple[int, ...]) -> tuple[int, ...]:
    """Returns a ladder with one more step, by the same distance as between its last two.

    >>> longer((1, 2, 3)), longer((2, 5)), longer((4,)), longer((3, 1))
    ((1, 2, 3, 4), (2, 5, 8), (4, 8), (3, 1, 1))
    """
    last, before = steps[-1], steps[-2] if len(steps) > 1 else 0
    return (*steps, last + max(last - before, 0))
