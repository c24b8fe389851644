"""Rules of a contract game: checks, points, dealer, facts."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.engine.game import NIL, Entry, Game, Score, Scores
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _western
from scorekeeper.variants._contract.cards import stock
from scorekeeper.variants._contract.options import T
from scorekeeper.variants._contract.questions import D, L, O, P, Result, State


def check_lines(lines: Mapping[int, _western.Reported]) -> None:
    """C7, C9 and C10: checks that one seat went out, and the others have points or cards."""
    winner = _western.check_one_winner(lines)
    for person, line in lines.items():
        if person == winner:
            _western.check_no_leftovers(line, person)
        else:
            _western.check_leftovers(line, person)


def check(game: Game[O, State], entry: Entry[D, L]) -> None:
    """Checks an entry; a void deal is not looked at."""
    if entry.deal.result is Result.VOID:
        return
    lines = dict(enumerate(entry.lines))
    check_lines(lines)
    _western.check_cards(lines, stock(game.options))


def score(game: Game[O, State], entry: Entry[D, L]) -> Scores:
    """Scores a game without a bonus."""
    return scored(entry, penalty)


def scored(entry: Entry[D, L], score_line: Callable[[L], Score]) -> Scores:
    """Returns what each line adds to a total; nothing in a void deal."""
    is_void = entry.deal.result is Result.VOID
    return tuple(NIL if is_void else score_line(line) for line in entry.lines)


def penalty(line: _western.Reported) -> Score:
    """Returns what a line adds to a total before any bonus."""
    if line.won:
        return Score(0, _("went out"))
    return Score(line.points or 0, _("cards left"))


def follow(game: Game[O, State], entry: Entry[D, L]) -> State:
    return game.state if entry.deal.result is Result.VOID else State(game.state.dealt + 1)


def is_over(game: Game[T, P]) -> bool:
    return game.state.dealt >= game.options.deals


def dealer(game: Game[T, P]) -> int | None:
    """Returns the next dealer: seats take turns; a void deal is dealt again by the same seat."""
    return None if game.over else (game.begun_by(0) + game.state.dealt) % game.seats


def dealer_notes(game: Game[T, P], person: int, contracts: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Returns the number and contract of the deal as notes beside the dealer."""
    if person != dealer(game):
        return ()
    number = game.state.dealt
    position = _("deal {number} of {deals}").format(number=number + 1, deals=game.options.deals)
    return position, contracts[number]


def facts(game: Game[O, State], entry: Entry[D, L], person: int) -> Facts:
    return line_facts(entry.lines[person], played=entry.deal.result is not Result.VOID)


def line_facts(line: _western.Reported, *, played: bool) -> Facts:
    """Returns the facts: losers are caught with their cards."""
    caught = played and not line.won
    return counted_facts(played=played, left=(line.points or 0) if caught else None)
