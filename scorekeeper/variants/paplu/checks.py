"""What is refused: rules that do not fit the table, and hands that cannot have ended so."""

from collections.abc import Sequence

from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.variant import NamedValues
from scorekeeper.variants._indian import checks, finishes
from scorekeeper.variants._indian.questions import Outcome
from scorekeeper.variants.paplu.questions import Entry, Game, WildMode


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    return {"decks": 1 if seats <= 3 else 2 if seats <= 6 else 3}


def offers(game: Game, name: str) -> Sequence[Word] | None:
    return checks.outcomes(game.options.block) if name == "outcome" else None


def refuse(game: Game, entry: Entry) -> None:
    """Refuses a winner or a count in a void hand before the points that come with it."""
    if entry.deal.outcome is Outcome.VOID:
        checks.check_block(game.options.block)
    checks.refuse_finishes(game, entry)


def check(game: Game, entry: Entry) -> None:
    options, lines = game.options, entry.playing_lines
    if entry.deal.outcome is Outcome.VOID:
        checks.check_block(options.block)
        checks.check_void(lines)
        return
    checks.check_finishes(lines)
    checks.check_counts(lines)
    checks.check_turns(finishes.winner(lines), {p: line.no_turn for p, line in lines.items()})
    if options.wild_mode is WildMode.TURNED_RANK:
        checks.check_turned(lines.values(), entry.deal.turned)
    if options.wild_mode is WildMode.NONE:
        checks.check_no_joker(lines)
    checks.check_copies(lines, options.decks)
