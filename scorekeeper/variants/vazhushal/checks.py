"""What is refused: packs too few, answers told in two ways, more cards than there are."""

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants import _copies
from scorekeeper.variants._indian.checks import check_winner
from scorekeeper.variants.vazhushal.questions import (
    Deal,
    Entry,
    Finish,
    Game,
    Line,
    Options,
    Outcome,
)


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    return {"decks": 1 if seats <= 3 else 2}


def check_options(options: Options, seats: int) -> None:
    if 13 * seats + 3 > 54 * options.decks:
        raise EntryError(_("These packs are too few for that many players."), field="decks")


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name == "outcome" and game.persons == 2:
        return (Outcome.WENT_OUT, Outcome.STOCK_OUT)
    return None


def check(game: Game, entry: Entry) -> None:
    match entry.deal.outcome:
        case Outcome.WENT_OUT:
            check_winner([p for p in entry.playing if entry.lines[p].finish is Finish.WON])
        case Outcome.STOCK_OUT:
            check_scores(game.options, entry)
        case Outcome.REDEAL if len(entry.playing) == 2:
            raise EntryError(
                _("Three pairs are dealt again only among three or more."), field="outcome"
            )


def check_scores(options: Options, entry: Entry) -> None:
    """Checks that everybody's cards are typed or tapped, not both."""
    lines = entry.playing_lines
    for person, line in lines.items():
        check_ways(line, person)
    if any(line.tapped for line in lines.values()):
        check_negative(options, entry.deal.negative)
    check_copies(options, lines.items())


def check_negative(options: Options, negative: str | None) -> None:
    """Cards are counted with the negative joker of the hand, where the table has one."""
    if options.negative_joker != (negative is not None):
        raise EntryError(_("Which card is the negative joker?"), field="negative")


def check_ways(line: Line, person: int) -> None:
    if line.typed and line.tapped:
        raise EntryError(
            _("Enter the points or tap the cards, not both."), field="cards", seat=person
        )
    if line.in_hand is None and not line.cards and not line.table:
        raise EntryError(_("How many points are left in hand?"), field="in_hand", seat=person)


def check_copies(options: Options, lines: Iterable[tuple[int | None, Line]]) -> None:
    """All tapped cards of a hand come from the same packs. ``lines``: with the person."""
    held = ((person, *piece, 1) for person, line in lines for piece in pieces(line))
    _copies.check_copies(held, lambda card: copies(options, Deal(), card))


def pieces(line: Line) -> Iterator[tuple[str, str]]:
    """Every card of a player, with the question it answers."""
    for group in line.table or ():
        for card in group:
            yield "table", card
    for card in line.cards or ():
        yield "cards", card


def copies(options: Options, deal: Deal, face: str) -> int:
    """Packs of 54 cards, each with two printed jokers."""
    return options.decks * (2 if face == JOKER else 1)
