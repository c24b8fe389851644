"""Checks who can be seated together at a game."""

from collections.abc import Sequence

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.money import POT
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _


def check_seats(variant: AnyVariant, sides: Sequence[Sequence[str]]) -> None:
    """Raises EntryError(field="seats") unless these names can be seated together."""
    _check_number(variant, len(sides))
    _check_sides(variant, sides)
    _check_names([name for side in sides for name in side])


def at_once(variant: AnyVariant, seats: int) -> int:
    """Returns how many of these seats play at once; a game may have more after persons left."""
    return min(seats, variant.seats.stop - 1)


def size_of_sides(persons: int) -> int:
    """Returns how many persons each of two sides has. Raises EntryError(field="seats") if they
    would not be of equal size."""
    if persons % 2:
        raise EntryError(_("The sides must be of equal size."), field="seats")
    return max(persons // 2, 1)


def usual_seats(variant: AnyVariant) -> int:
    """Returns the default number of seats: four, or the nearest possible."""
    return min(max(4, variant.seats.start), variant.seats.stop - 1)


def _check_number(variant: AnyVariant, seats: int) -> None:
    if seats in variant.seats:
        return
    if variant.seats == range(2, 3) and max(variant.sides) > 1:
        raise EntryError(
            _("{game} is for two players or two sides."), field="seats", game=variant.name
        )
    raise EntryError(
        _("{game} is for {least} to {most} players."),
        field="seats",
        game=variant.name,
        least=variant.seats.start,
        most=variant.seats.stop - 1,
    )


def _check_sides(variant: AnyVariant, sides: Sequence[Sequence[str]]) -> None:
    if len({len(side) for side in sides}) != 1 or len(sides[0]) not in variant.sides:
        raise EntryError(_("The sides must be of equal size."), field="seats")
    if len(sides[0]) > 1 and len(sides) != 2:
        raise EntryError(_("Partners play two sides."), field="seats")


def _check_names(names: Sequence[str]) -> None:
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise EntryError(_("Every seat needs a name."), field="seats")
    if len(set(names)) != len(names):
        raise EntryError(_("Two seats have the same name."), field="seats")
    if POT in names:
        raise EntryError(_("No seat can be called “pot”."), field="seats")
