"""What is refused: rules that do not fit the table, and hands that cannot have ended so."""

from collections.abc import Sequence

from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.variant import NamedValues
from scorekeeper.variants._indian import checks, finishes
from scorekeeper.variants._indian.questions import Outcome
from scorekeeper.variants.paplu.questions import Entry, Game, Options, WildMode


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    return {"decks": 1 if seats <= 3 else 2 if seats <= 6 else 3}


def check_options(options: Options, seats: int) -> None:
    checks.check_decks(options.decks, seats)


def offers(game: Game, name: str) -> Sequence[Word] | None:
    return checks.outcomes(game.options.block) if name == "outcome" else None


def refuse(game: Game, entry: Entry) -> None:
    """Refuses a winner or a count in a void hand before the points that come with it."""
    if entry.deal.outcome is Outcome.VOID:
        check_void(game, entry)
    else:
        lines = finishes.lines_of(entry)
        checks.check_unfinished(lines)


def check(game: Game, entry: Entry) -> None:
    if entry.deal.outcome is Outcome.VOID:
        check_void(game, entry)
    else:
        check_hand(game, entry)


def check_void(game: Game, entry: Entry) -> None:
    checks.check_block(game.options.block)
    lines = finishes.lines_of(entry)
    checks.check_void(lines)


def check_hand(game: Game, entry: Entry) -> None:
    lines = finishes.lines_of(entry)
    checks.check_finishes(lines)
    checks.check_counts(lines)
    checks.check_turns(finishes.winner(lines), {p: line.no_turn for p, line in lines.items()})
    if game.options.wild_mode is WildMode.TURNED_RANK:
        checks.check_turned(lines.values(), entry.deal.turned)
    if game.options.wild_mode is WildMode.NONE:
        checks.check_no_joker(lines)
    checks.check_copies(lines, game.options.decks)
