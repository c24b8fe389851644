"""Tapped cards: the items they count as, questions about cards alone, and the referee."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.cards import JOKER, in_order
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement, Group
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import NO_WORDS, _, ngettext
from scorekeeper.variants.marriage.cards import tunnela_of, value_cards
from scorekeeper.variants.marriage.checks import check_tapped, known_tiplu
from scorekeeper.variants.marriage.maal import (
    has_tunnelas,
    in_items,
    maal,
    marriages,
    regular_tunnelas,
    worth,
)
from scorekeeper.variants.marriage.options import Foul, Options, UnseenMaal
from scorekeeper.variants.marriage.questions import (
    MARRIED,
    Deal,
    Entry,
    Game,
    Line,
    Outcome,
    Status,
)
from scorekeeper.variants.marriage.show import SHOWN, verdict


def copies(options: Options, deal: Deal, face: str) -> int:
    """Three packs, without the tiplu that was drawn; three printed jokers where men are played."""
    if face == JOKER:
        return 3 if options.man else 0
    return 2 if face == deal.tiplu else 3


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    """Lays tapped cards as items with their points, and cards that count nothing."""
    line = entry.lines[person]
    if entry.deal.outcome is Outcome.VOID or not line.tapped or line.status is Status.SAT_OUT:
        return None
    tiplu = check_tapped(game.options, entry.deal.tiplu, line, person)
    groups = tuple(items(game.options, tiplu, line))
    if line.status is Status.FOUL:
        groups = tuple(replace(group, worth=0) for group in groups)
    rest = Counter(line.cards or ())
    rest -= Counter(card for group in groups if group.kind != "tunnela" for card in group.cards)
    return Arrangement(groups, tuple((card, 0) for card in sorted(rest.elements(), key=in_order)))


def owes(game: Game, entry: Entry, person: int) -> int | None:
    """The cards of a murdered player count nothing."""
    is_void = game.options.unseen_maal is UnseenMaal.MURDER
    return 0 if is_void and entry.lines[person].status is Status.UNSEEN else None


def items(options: Options, tiplu: str, line: Line) -> Iterator[Group]:
    """Marriages, then other cards by kind, then exposed tunnelas."""
    faces, counted = value_cards(tiplu), in_items(options, tiplu, line)
    together = marriages(options, counted)
    tables: dict[str, tuple[int, ...]] = {
        "tiplu": options.tiplu_points,
        "poplu": options.poplu_points,
        "jhiplu": options.jhiplu_points,
        "alter": options.alter_points,
        "man": options.man_points,
    }
    for number in range(together):
        points = options.marriage_points
        more = worth(points, number + 1) - worth(points, number)
        yield Group("marriage", tuple(faces[item] for item in MARRIED), (None,) * 3, more)
    for kind, points in tables.items():
        single = getattr(counted, kind) - (together if kind in MARRIED else 0)
        if single:
            yield Group(kind, (faces[kind],) * single, (None,) * single, worth(points, single))
    counts = has_tunnelas(options, line)
    for cards, points_each in zip(
        line.exposed or (), tunnela_points(options, faces, line), strict=True
    ):
        yield Group("tunnela", cards, (None,) * 3, points_each if counts else 0)


def tunnela_points(options: Options, faces: Mapping[str, str], line: Line) -> Iterator[int]:
    """Points of every exposed tunnela; of a regular one, what it adds to those before it."""
    _regular, joker, value = options.tunnela_points
    count = 0
    for group in line.exposed or ():
        item = tunnela_of(group[0], faces)
        if item == "tunnela":
            yield regular_tunnelas(options, count + 1) - regular_tunnelas(options, count)
            count += 1
        else:
            yield joker if item == "tunnela_joker" else value


@dataclass(frozen=True, slots=True)
class CardsAlone:
    """A question about cards alone: what they are worth."""

    hand: tuple[str, ...] | None = ask.cards(_("Maal cards"), None)
    exposed: tuple[tuple[str, ...], ...] | None = ask.melds(_("Exposed tunnelas"), None)
    seen: bool = ask.flag(_("Seen"), True)


def card_results(options: Options, deal: Deal, cards: CardsAlone) -> NamedValues:
    """Returns the maal of a hand."""
    tiplu = known_tiplu(deal.tiplu)
    if cards.hand is None and cards.exposed is None:
        return {}
    status = Status.SEEN if cards.seen else Status.UNSEEN
    line = Line(status=status, cards=cards.hand, exposed=cards.exposed)
    check_tapped(options, tiplu, line, cards_field="hand")
    return {"maal": maal(options, tiplu, line)}


def judge(game: Game, deal: Deal, claim: Claim) -> Verdict:
    """Are these seven melds, three of them pure, or eight dublees? A foul is fined where the table
    plays so."""
    options = game.options
    tiplu = known_tiplu(deal.tiplu)
    if len(claim.cards) != SHOWN:
        raise EntryError(_("A hand has 21 cards."), field="cards")
    check_tapped(options, tiplu, Line(cards=claim.cards))
    fines = {
        Foul.OFF: NO_WORDS,
        Foul.NEXT_HAND: ngettext(
            "A foul: no maal, and {count} point to the winner of the next hand.",
            "A foul: no maal, and {count} points to the winner of the next hand.",
            options.foul_points,
        ),
        Foul.THIS_HAND: ngettext(
            "A foul: no maal, and {count} point to the winner of this hand.",
            "A foul: no maal, and {count} points to the winner of this hand.",
            options.foul_points,
        ),
    }
    return verdict(claim, tiplu, options.dublee_win, fines[options.foul])
