"""What is refused of a hand: who won and saw what, maal told in two ways, cards that cannot be."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.engine.cards import JOKER, rank, suit
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.questions.kinds import question
from scorekeeper.engine.words import _
from scorekeeper.variants import _copies
from scorekeeper.variants._indian.checks import check_winner
from scorekeeper.variants.marriage.cards import value_cards
from scorekeeper.variants.marriage.options import Foul, Options
from scorekeeper.variants.marriage.questions import (
    SINGLES,
    TUNNELAS,
    Entry,
    Finish,
    Game,
    Line,
    Outcome,
    Status,
    in_hand,
    losers,
)
from scorekeeper.variants.marriage.show import SHOWN


def check(game: Game, entry: Entry) -> None:
    if entry.deal.outcome is Outcome.VOID:
        return
    check_winner([p for p in entry.playing if entry.lines[p].finish is Finish.WON])
    check_statuses(game.options, entry)
    for person in in_hand(entry):
        check_ways(entry.lines[person], person)
        check_hand(game.options, entry.lines[person], person)
    if any(line.tapped for line in entry.lines):
        known_tiplu(entry.deal.tiplu)
    check_copies(((p, entry.lines[p]) for p in in_hand(entry)), entry.deal.tiplu)


def check_statuses(options: Options, entry: Entry) -> None:
    for person in entry.playing:
        status = entry.lines[person].status
        if entry.lines[person].finish is Finish.WON:
            if status not in (None, Status.SEEN):
                raise EntryError(_("The winner has seen the tiplu."), field="status", seat=person)
        elif status is None:
            raise EntryError(
                _("Has {name} seen the tiplu?"), field="status", seat=person, name=Person(person)
            )
        elif status is Status.FOUL and options.foul is Foul.OFF:
            raise EntryError(_("Fouls are not used at this table."), field="status", seat=person)
    if not losers(entry):
        raise EntryError(_("Somebody has to play against the winner."), field="status")


def check_ways(line: Line, person: int) -> None:
    """The maal of a seat is told in one way."""
    if line.maal is not None and (line.counted or line.tapped):
        raise EntryError(
            _("Give the maal all together or card by card."), field="maal", seat=person
        )
    if line.counted and line.tapped:
        raise EntryError(_("Count the cards or tap them, not both."), field="cards", seat=person)


def check_hand(
    options: Options, line: Line, person: int | None, cards_field: str = "cards"
) -> None:
    """Checks that tapped cards can be in one hand."""
    cards, exposed = line.cards or (), line.exposed or ()
    for group in exposed:
        if len(group) != 3 or len(set(group)) != 1 or JOKER in group:
            raise EntryError(_("A tunnela is three identical cards."), field="exposed", seat=person)
    if JOKER in cards and not options.man:
        raise EntryError(_("There is no joker in this pack."), field=cards_field, seat=person)
    if len(cards) + 3 * len(exposed) > SHOWN:
        field = cards_field if cards else "exposed"
        raise EntryError(_("A hand has 21 cards."), field=field, seat=person)


def check_copies(
    lines: Iterable[tuple[int | None, Line]], tiplu: str | None, cards_field: str = "cards"
) -> None:
    """All value cards of a hand, counted or tapped, come from the same three packs."""
    faces = value_cards(tiplu)
    held = [
        (person, cards_field if name == "cards" else name, card, copies)
        for person, line in lines
        for name, card, copies in pieces(line, faces)
    ]
    singles = (each for each in held if each[2] not in TUNNELAS)
    _copies.check_copies(singles, lambda card: 2 if card == faces["tiplu"] else 3, label_of)
    counts: Counter[str] = Counter()
    for person, field, card, copies in held:
        counts[card] += copies
        if copies and not fits_tunnelas(counts, faces):
            words = _("There are not that many with the tunnelas: {card}.")
            raise EntryError(words, field=field, seat=person, card=_copies.named(card, label_of))


def label_of(item: str) -> str:
    """Returns the label of what has no face before the tiplu is known."""
    return question(Line, item).label


def pieces(line: Line, faces: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """The question, the card and how many of it, for everything a seat reports."""
    for item in SINGLES:
        yield item, faces[item], getattr(line, item)
    for item in TUNNELAS:
        yield item, item, getattr(line, item)
    for group in line.exposed or ():
        yield "exposed", group[0], 3
    for card in line.cards or ():
        yield "cards", card, 1


def fits_tunnelas(counts: Mapping[str, int], faces: Mapping[str, str]) -> bool:
    """Whether there are cards enough: a tunnela takes all three of its card."""
    values = sum(counts[faces[item]] > 0 for item in ("poplu", "jhiplu"))
    jokers = sum(counts[joker] > 0 for joker in ordinary_jokers(faces))
    return counts["tunnela_value"] + values <= 2 and counts["tunnela_joker"] + jokers <= 3


def ordinary_jokers(faces: Mapping[str, str]) -> list[str]:
    """The tiplu's rank in the other suits; only the alter, as long as the tiplu is not known."""
    tiplu = faces["tiplu"]
    if tiplu == "tiplu":
        return ["alter"]
    return [rank(tiplu) + other for other in "SHDC" if other != suit(tiplu)]


def check_tapped(
    options: Options,
    tiplu: str | None,
    line: Line,
    person: int | None = None,
    cards_field: str = "cards",
) -> str:
    """Checks that these cards can be in one hand with this tiplu. Returns it."""
    check_hand(options, line, person, cards_field)
    tiplu = known_tiplu(tiplu)
    check_copies([(person, line)], tiplu, cards_field)
    return tiplu


def known_tiplu(tiplu: str | None) -> str:
    """Raises EntryError while it is not known which card it is."""
    if tiplu is None:
        raise EntryError(_("Which card is the tiplu?"), field="tiplu")
    return tiplu
