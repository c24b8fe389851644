"""What cannot be reported of a deal of Rummi, and the sentence that says so."""

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.reckoning import with_numbers
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants.rummi.bonuses import aces
from scorekeeper.variants.rummi.cards import check_cards, is_complete, reckon
from scorekeeper.variants.rummi.options import Basis, JokerPoints, NoPassport, Options, Packs
from scorekeeper.variants.rummi.places import (
    claimed,
    fouls,
    is_ranked,
    is_void,
    with_passport,
    without_passport,
)
from scorekeeper.variants.rummi.questions import Entry, Game, Line, Result


def check(game: Game, entry: Entry) -> None:
    if entry.deal.result is Result.VOID or fouls(entry):
        return
    check_winners(entry)
    for person in entry.playing:
        check_tapped(game, entry, person)
    counted = with_numbers(reckon, game, entry)
    for person in entry.playing:
        check_leftovers(game, counted, person)
        check_pieces(game.options, counted.lines[person], person)
    check_together(game.options, [counted.lines[person] for person in entry.playing])


def check_winners(entry: Entry) -> None:
    winners = claimed(entry)
    match entry.deal.result:
        case Result.POINTS if winners:
            raise EntryError(
                _("Nobody wins a deal that ends with points."), field="won", seat=winners[0]
            )
        case Result.HU if len(winners) != 1:
            raise EntryError(_("Tick the one player who has Hu."), field="won")
        case Result.TIEN_HU if not winners:
            raise EntryError(_("Tick who has Tien Hu."), field="won")
    for person in winners:
        if entry.lines[person].no_passport:
            raise EntryError(_("A winner has a passport."), field="no_passport", seat=person)


def points_asked(game: Game, entry: Entry, person: int) -> bool:
    return is_ranked(game, entry) and not entry.lines[person].won


def points_needed(game: Game, entry: Entry, person: int) -> bool:
    """Whether points decide this person's place among two or more."""
    if not points_asked(game, entry, person) or is_void(entry):
        return False
    if not entry.lines[person].no_passport:
        return len([p for p in with_passport(entry) if not entry.lines[p].won]) > 1
    ordered = claimed(entry) or game.options.no_passport is NoPassport.RANK_LAST
    return bool(ordered) and len(without_passport(entry)) > 1


def check_tapped(game: Game, entry: Entry, person: int) -> None:
    """Checks tapped cards before they are counted: a Tien Hu shows all cards dealt."""
    line, options = entry.lines[person], game.options
    if line.cards is None:
        return
    check_cards(options, line.cards, person)
    if not line.won or not line.cards:
        return
    if entry.deal.result is Result.HU:
        raise EntryError(_("The winner has no cards left."), field="cards", seat=person)
    if len(line.cards) < options.cards_each or not is_complete(line.cards):
        raise EntryError(_("These cards are not a Tien Hu."), field="cards", seat=person)


def check_leftovers(game: Game, entry: Entry, person: int) -> None:
    line, options = entry.lines[person], game.options
    is_asked = points_asked(game, entry, person)
    if line.won and line.points:
        raise EntryError(_("The winner has no cards left."), field="points", seat=person)
    if is_asked and line.cards == ():
        raise EntryError(_("Somebody else won, so cards are left."), field="cards", seat=person)
    if is_asked and line.points == 0 and options.joker_points is not JokerPoints.NONE:
        raise EntryError(_("Somebody else won, so points are left."), field="points", seat=person)
    if line.points is None and line.cards is None and points_needed(game, entry, person):
        raise EntryError(_("Enter the points left in hand."), field="points", seat=person)


def check_pieces(options: Options, line: Line, person: int) -> None:
    """The jokers and aces of one player can be."""
    if line.jokers > options.jokers:
        raise EntryError(
            _("There are {jokers} jokers."), field="jokers", seat=person, jokers=options.jokers
        )
    if any(count > options.packs.value for count in line.aces):
        raise EntryError(_("The packs have fewer aces of one suit."), field="aces", seat=person)
    check_quick_form(options, line, person)
    if line.jokers + sum(aces(line)) > options.cards_each:
        raise EntryError(_("A hand does not hold that many cards."), field="aces", seat=person)
    if options.adj_basis is Basis.PLAYED and line.no_passport:
        check_nothing_played(line, person)


def check_quick_form(options: Options, line: Line, person: int) -> None:
    """Aces in all, of which so many pairs: for two packs, instead of the aces by suit."""
    if line.ace_count is None and line.ace_pairs is None:
        return
    if any(line.aces):
        raise EntryError(
            _("Give the aces by suit or in all, not both."), field="ace_count", seat=person
        )
    if options.packs is not Packs.TWO:
        raise EntryError(
            _("With three packs, give the aces by suit."), field="ace_count", seat=person
        )
    count, pairs = line.ace_count or 0, line.ace_pairs or 0
    if 2 * pairs > count or count > 4 + pairs:
        raise EntryError(
            _("That many aces can’t have that many pairs."), field="ace_pairs", seat=person
        )


def check_nothing_played(line: Line, person: int) -> None:
    message = _("Without passport nothing was played.")
    if line.jokers:
        raise EntryError(message, field="jokers", seat=person)
    if any(aces(line)):
        field = "aces" if any(line.aces) else "ace_count"
        raise EntryError(message, field=field, seat=person)


def check_together(options: Options, lines: list[Line]) -> None:
    """All players together hold no more than the packs."""
    packs = int(options.packs.value)
    if sum(line.jokers for line in lines) > options.jokers:
        raise EntryError(_("There are {jokers} jokers."), field="jokers", jokers=options.jokers)
    by_suit = [sum(column) for column in zip(*(line.aces for line in lines), strict=True)]
    if max(by_suit) > packs or sum(sum(aces(line)) for line in lines) > 4 * packs:
        raise EntryError(
            _("There are {aces} aces, {packs} of a suit."),
            field="aces",
            aces=4 * packs,
            packs=packs,
        )
    tapped = [card for line in lines for card in line.cards or ()]
    _western.check_copies(tapped, options.stock, None)
