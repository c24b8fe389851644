"""What is refused: rules that do not go together, and hands that cannot have ended so."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants._indian import checks
from scorekeeper.variants.pool_rummy.money import can_split
from scorekeeper.variants.pool_rummy.questions import Entry, Game, Line, Options, Outcome, Pool
from scorekeeper.variants.pool_rummy.seats import lines_of, may_rejoin, out

TABLES = {
    Pool.P101: (20, 40, 80, 80, 79),
    Pool.P201: (25, 50, 80, 80, 174),
    Pool.P61: (15, 30, 60, 60, 44),
}


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    names = ("first_drop", "middle_drop", "wrong_show", "cap", "rejoin_up_to")
    return dict(zip(names, TABLES[chosen.get("pool", Pool.P101)], strict=True))


def check_options(options: Options, seats: int) -> None:
    check_rejoin(options)
    checks.check_decks(options, seats)


def check_rejoin(options: Options) -> None:
    if options.rejoin_up_to > options.limit - 2:
        raise EntryError(
            _("A seat that rejoins must still be in: at most {most}."),
            field="rejoin_up_to",
            most=options.limit - 2,
        )


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name != "outcome" or can_split(game):
        return None
    return (Outcome.PLAYED, Outcome.VOID)


def proposes(game: Game) -> NamedValues:
    """A split, once it is possible."""
    return {"outcome": Outcome.SPLIT.value} if game.number and can_split(game) else {}


def refuse(game: Game, entry: Entry) -> None:
    """Answers that are not asked, where the fault lies elsewhere than in the answer itself."""
    if entry.deal.outcome is Outcome.SPLIT:
        for seat, line in enumerate(entry.lines):
            if line != Line():
                raise EntryError(_("Enter a split alone, without a hand."), seat=seat)
        return
    for seat in out(game):
        line = entry.lines[seat]
        if line != Line() and not (line.rejoin and may_rejoin(game, seat)):
            raise EntryError(
                _("{name} is out of the pool."), field="rejoin", seat=seat, name=Person(seat)
            )
    if entry.deal.outcome is Outcome.VOID:
        checks.check_void(lines_of(game, entry))
    else:
        lines = lines_of(game, entry).items()
        checks.check_unfinished({seat: replace(line, rejoin=False) for seat, line in lines})


def check(game: Game, entry: Entry) -> None:
    match entry.deal.outcome:
        case Outcome.SPLIT:
            if not can_split(game):
                raise EntryError(_("The pot cannot be split now."), field="outcome")
        case Outcome.VOID:
            checks.check_void(lines_of(game, entry))
        case Outcome.PLAYED:
            checks.check_hand(lines_of(game, entry), entry.deal.turned, game.options.decks)
