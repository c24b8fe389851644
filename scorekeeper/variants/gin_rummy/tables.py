"""Who plays whom, who rests, and what each pair of players has left over."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.engine.cards import suit
from scorekeeper.engine.questions.kinds import when
from scorekeeper.engine.variant import Limits
from scorekeeper.variants.gin_rummy.cards import Showdown, card_value, showdown
from scorekeeper.variants.gin_rummy.options import Options
from scorekeeper.variants.gin_rummy.questions import Deal, Entry, Game, Line, Result


def resting(game: Game, entry: Entry) -> int | None:
    """Returns who rests in this hand: as entered, else the person whose turn it is."""
    entered = [seat for seat, line in enumerate(entry.lines) if line.sat_out]
    return entered[0] if entered and game.seats == 3 else game.state.resting


def rests(game: Game, entry: Entry) -> tuple[int, ...]:
    person = resting(game, entry)
    return () if person is None else (person,)


@dataclass(frozen=True, slots=True)
class Table:
    """Two players and their hand."""

    deal: Deal
    persons: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def knocked_with(self) -> int:
        """Cards of the knocker."""
        return 11 if self.deal.result is Result.BIG_GIN else 10

    @property
    def in_order(self) -> tuple[tuple[int, Line], ...]:
        """The persons with their lines, the knocker first."""
        both = tuple(zip(self.persons, self.lines, strict=True))
        return both if self.lines[0].knocked else both[::-1]


def tables(game: Game, entry: Entry) -> Iterator[Table]:
    rests = resting(game, entry)
    for table, deal in enumerate(entry.deals):
        persons = range(table * game.seats, (table + 1) * game.seats)
        playing = tuple(person for person in persons if person != rests)
        yield Table(deal, playing, tuple(entry.lines[person] for person in playing))


def table_of(game: Game, entry: Entry, person: int) -> Table | None:
    """Returns where this person plays; None if they rest."""
    return next((table for table in tables(game, entry) if person in table.persons), None)


def limit(options: Options, deal: Deal) -> int:
    """The most deadwood to knock with."""
    if not options.oklahoma or deal.upcard is None:
        return options.knock_limit
    worth = card_value(deal.upcard)
    return 0 if worth == 1 and options.ace_gin_only else worth


def answer_max(game: Game, name: str) -> Limits:
    """What can be left to who knocked; Oklahoma goes by a card that is not yet known."""
    if name != "deadwood":
        return ()
    least = 10 if game.options.oklahoma else game.options.knock_limit
    return (((when("knocked", True),), least), ((), 98))


def is_doubled(options: Options, deal: Deal) -> bool:
    """Oklahoma: a spade was turned up."""
    spade = deal.upcard is not None and suit(deal.upcard) == "S"
    return options.oklahoma and options.spade_double and spade


def lay_out(table: Table) -> Showdown | None:
    """How tapped hands are laid; None where deadwood is typed."""
    (_knocker, line), (_opponent, other) = table.in_order
    if line.cards is None or other.cards is None:
        return None
    lays_off = table.deal.result is Result.KNOCK
    return showdown(line.cards, other.cards, line.melds, lays_off=lays_off)


def left_over(table: Table) -> tuple[int, int]:
    """Returns deadwood: the knocker's, and the opponent's after lay-offs."""
    (_knocker, line), (_opponent, other) = table.in_order
    return line.deadwood or 0, other.deadwood or 0
