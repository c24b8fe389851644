"""Checks shared by the Indian games: errors name the question and the first seat at fault."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.words import _
from scorekeeper.variants._indian.finishes import Counted, Finish, Finished
from scorekeeper.variants._indian.questions import Block, Outcome

HOW = _("Choose how {name} finished the hand.")
WHICH_TURNED = _("Which card was turned up?")


def check_decks(options: Any, seats: int) -> None:
    """Checks that there are enough cards to deal 13 each and to play with."""
    if 13 * seats + 3 > 53 * options.decks:
        raise EntryError(_("These packs are too few for that many players."), field="decks")


def outcomes(block: Block) -> Sequence[Word] | None:
    """Returns how a hand can end; None for any way."""
    return (Outcome.PLAYED,) if block is Block.RESHUFFLE else None


def check_block(block: Block) -> None:
    """Raises EntryError for a void hand where the discards are reshuffled."""
    if block is Block.RESHUFFLE:
        raise EntryError(
            _("The discards are reshuffled at this table: somebody wins."), field="outcome"
        )


def check_void(lines: Mapping[int, Finished]) -> None:
    """Checks that nobody wins or counts in a void hand."""
    for person, line in lines.items():
        if line.finish in (Finish.WON, Finish.COUNTED):
            raise EntryError(
                _("Nobody wins or counts in a void hand."), field="finish", seat=person
            )


def check_unfinished(lines: Mapping[int, Finished]) -> None:
    """Checks that every seat with answers has a finish."""
    for person, line in lines.items():
        if line.finish is None and line != type(line)():
            raise EntryError(HOW, field="finish", seat=person, name=Person(person))


def check_finishes(lines: Mapping[int, Finished]) -> None:
    """Checks that everybody in the hand has a finish, and exactly one won."""
    for person, line in lines.items():
        if line.finish is None:
            raise EntryError(HOW, field="finish", seat=person, name=Person(person))
    check_winner([person for person, line in lines.items() if line.finish is Finish.WON])


def check_winner(winners: list[int]) -> None:
    if not winners:
        raise EntryError(_("Choose who won the hand."), field="finish")
    if len(winners) > 1:
        raise EntryError(_("Only one seat can win the hand."), field="finish", seat=winners[1])


def refuse(outcome: Outcome, lines: Mapping[int, Finished]) -> None:
    """Refuses faults in how a hand ended, before unasked answers that follow from them."""
    if outcome is Outcome.VOID:
        check_void(lines)
    else:
        check_unfinished(lines)


def refuse_finishes(game: object, entry: Entry[Any, Any]) -> None:
    """Refuses these faults of everybody in the hand."""
    refuse(entry.deal.outcome, entry.playing_lines)


def check_counts(lines: Mapping[int, Counted]) -> None:
    """Checks that every seat that counts has points or cards."""
    for person, line in lines.items():
        if line.finish is Finish.COUNTED and line.points is None and line.cards is None:
            raise EntryError(_("Enter the points."), field="points", seat=person)


def check_turned(lines: Iterable[Counted], turned: str | None) -> None:
    if turned is None and any(line.cards is not None for line in lines):
        raise EntryError(WHICH_TURNED, field="turned")


def check_no_joker(lines: Mapping[int, Counted]) -> None:
    for person, line in lines.items():
        if JOKER in (line.cards or ()):
            raise EntryError(_("There is no joker in this pack."), field="cards", seat=person)


def check_turns(winner: int, no_turn: Mapping[int, bool]) -> None:
    """Checks that players without a turn sit directly after the winner; ``no_turn``: by person, in
    seating order."""
    persons = list(no_turn)
    place = persons.index(winner)
    last_with_turn: int | None = None
    for person in (*persons[place + 1 :], *persons[:place]):
        if no_turn[person] and last_with_turn is not None:
            raise EntryError(
                _("{name} had a turn, and comes before {other}."),
                field="no_turn",
                seat=person,
                name=Person(last_with_turn),
                other=Person(person),
            )
        if last_with_turn is None and not no_turn[person]:
            last_with_turn = person
