"""Marriage, rummy of Nepal with 21 cards: the value cards, the maal, matter more than winning.

A card drawn from the stock, the tiplu, makes some cards worth points: the other tiplus, the next
rank up (poplu) and down (jhiplu) in its suit, one of each together (a marriage), and three
identical cards exposed before play (a tunnela), more so of the tiplu's rank in another suit (an
ordinary joker) or of poplus or jhiplus. Each card counts once, and the owner takes the best sum.

After a hand

* every two players exchange the difference of their maal;
* every other player pays the winner, more without having seen the tiplu;
* on top of it, a winner who ended with eight dublees is paid for that.

So a winner may lose points. Maal of players who have not seen counts in full, or is void (murder):
they pay each opponent that opponent's maal and are paid none, and of two of them neither pays the
other; or it goes to the winner (kidnap). Exposed tunnelas are part of the maal of the player who
exposed them, though some houses require having seen. House rules add the alter (same rank and
colour as the tiplu, other suit), the man (printed jokers) and a fine for fouls: a foul's maal is
void, the player pays the winner neither for having seen nor for not having, but the fine, at once
or to the winner of the next hand that is played. That debt lapses if the same player wins it.

Sources: CatsAtCards (catsatcards.com), “Indian Marriage”; pagat.com/rummy/marriage.html;
bhoos.com/blog/learn-to-play-the-best-marriage-card-game;
github.com/sanjeebko/MarriageCalculator; github.com/timecapsulellc/clubroyale-; म्यारिज नियमावली,
as printed at nepali.nagarikpost.com.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import melds as m
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER, RANKS, SUITS, in_order, rank, show_all, suit
from scorekeeper.engine.ends import Ending, after_hands
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.family import Family
from scorekeeper.engine.melds import Arrangement, Group, MeldRules
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand
from scorekeeper.engine.packs import Stock, check_in_packs, named
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, When, Word, question, unless, when
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.seats.table_card import FROM_THE_LEFT, LEFT_BEGINS, TableCard, sentences
from scorekeeper.engine.variant import Limits, Preset, Tapped
from scorekeeper.engine.words import NO_WORDS, Phrase, _, joined, ngettext, reason
from scorekeeper.variants import _glossary
from scorekeeper.variants._indian import HANDS, POINT_VALUE, check_winner
from scorekeeper.variants._one_winner import Debt, OneWinner, nets
from scorekeeper.variants._value_cards import group_of, points_of, with_free_rest, worth

# Reasons --------------------------------------------------------------------------------------

WON_WITH_DUBLEES: Final = reason("won_with_dublees", _("won with dublees"))
UNSEEN: Final = reason("unseen", _("unseen"))
FOUL: Final = reason("foul", _("foul"))
SAT_OUT: Final = reason("sat_out", _("sat out"))
SEEN_DUBLEES: Final = reason("seen_dublees", _("seen, dublees"))
SEEN: Final = reason("seen", _("seen"))
EARLIER_FOUL: Final = reason("earlier_foul", _("earlier foul"))
MAAL: Final = reason("maal", _("maal"))
MAAL_OF: Final = reason("maal_of", _("maal {maal}"))

SECTION_6: Final = "marriage.md §6"
HAND_SIZE: Final = 21
JOKERS: Final = 3
"""Printed jokers in the packs with the man, at least."""
MOST_STEPS: Final = 7
"""The longest scale: a hand has seven tunnelas."""
DUBLEES: Final = 8
"""Dublees to show."""
NEARLY: Final = 6
"""A hand with so many dublees is read as a show of dublees."""

Cards: TypeAlias = tuple[str, ...]


# House rules ---------------------------------------------------------------------------------


class UnseenMaal(Word):
    COUNT = "count", _("Counts"), _("As for a player who has seen.")
    MURDER = "murder", _("Murder"), _("It is void.")
    KIDNAP = "kidnap", _("Kidnap"), _("It goes to the winner.")


class TunnelaScale(Word):
    EACH = "each", _("The same each")
    RISING = "rising", _("5, 15, 30, 45"), _("For one, two, three, four of one player.")
    OWN = "own", _("Your own scale"), _("As many numbers as you like.")


class Foul(Word):
    OFF = "off", _("Not used")
    NEXT_HAND = "next_hand", _("Next winner"), _("Paid to the winner of the next hand.")
    THIS_HAND = "this_hand", _("This winner"), _("Paid to the winner of this hand.")


class Ledger(Word):
    PAIRWISE = "pairwise", _("Wins and losses")
    GROSS = "gross", _("What each receives")


@dataclass(frozen=True, slots=True)
class Options:
    point_value: int = ask.question(POINT_VALUE, 100)
    hands: int | None = ask.question(HANDS, None)
    unseen_maal: UnseenMaal = ask.pick(
        _("Maal of the unseen"),
        UnseenMaal.COUNT,
        _("What it is worth to a player who has not seen the tiplu."),
        source="seed",
    )
    seen: int = ask.points(_("Seen pays"), 3, _("To the winner, having seen."), source="seed")
    unseen: int = ask.points(_("Unseen pays"), 10, _("To the winner, unseen."), source="seed")
    dublee_win: int = ask.points(
        _("Won with dublees"),
        5,
        _("From everybody, if the winner had eight dublees."),
        source="seed",
    )
    tiplu_points: tuple[int, ...] = ask.steps(
        _("Tiplus"), (3, 7), _("For one, two."), length=2, source="seed"
    )
    poplu_points: tuple[int, ...] = ask.steps(
        _("Poplus"), (2, 5, 10), _("For one, two, three."), length=3, source="seed"
    )
    jhiplu_points: tuple[int, ...] = ask.steps(
        _("Jhiplus"), (2, 5, 10), _("For one, two, three."), length=3, source="seed"
    )
    marriage_points: tuple[int, ...] = ask.steps(
        _("Marriages"),
        (10, 20),
        _("For one, two of tiplu, poplu and jhiplu together."),
        length=2,
        source="seed",
    )
    tunnela_points: tuple[int, ...] = ask.steps(
        _("Exposed tunnelas"),
        (5, 10, 20),
        _("Of a regular card, an ordinary joker, a poplu or jhiplu."),
        length=3,
        source="seed",
    )
    tunnela_scale: TunnelaScale = ask.pick(
        _("Several regular tunnelas"),
        TunnelaScale.EACH,
        _("Whether the second one is worth more."),
        source=SECTION_6,
    )
    tunnela_steps: tuple[int, ...] = ask.steps(
        _("Regular tunnelas"),
        (5, 15, 40),
        _("For one, two, three … of one player. More count as the last."),
        source=SECTION_6,
        when=(when("tunnela_scale", TunnelaScale.OWN),),
    )
    alter: bool = ask.flag(
        _("Alter"),
        False,
        _("The tiplu’s rank in the other suit of its colour counts too."),
        source=SECTION_6,
    )
    man: bool = ask.flag(
        _("Man"),
        False,
        _("Printed jokers are in the packs and count."),
        source=SECTION_6,
    )
    alter_points: tuple[int, ...] = ask.steps(
        _("Alters"),
        (5, 15, 30),
        _("For one, two, three …"),
        source=SECTION_6,
        when=(when("alter", True),),
    )
    man_points: tuple[int, ...] = ask.steps(
        _("Men"),
        (5, 15, 30),
        _("For one, two, three … The packs have as many printed jokers, at least three."),
        source=SECTION_6,
        when=(when("man", True),),
    )
    tunnela_needs_seen: bool = ask.flag(
        _("Tunnelas need the tiplu"),
        False,
        _("Exposed tunnelas count only for players who have seen it."),
        source="seed",
    )
    dublee_loser_exempt: bool = ask.flag(
        _("Seven dublees are free"),
        False,
        _("A loser who showed them does not pay for having seen."),
        source=SECTION_6,
    )
    foul: Foul = ask.pick(
        _("Fouls"),
        Foul.OFF,
        _("Who is paid by a player who broke the rules."),
        source=SECTION_6,
    )
    foul_points: int = ask.points(
        _("Fine for a foul"),
        15,
        _("Points to that winner."),
        source=SECTION_6,
        when=(unless("foul", Foul.OFF),),
    )
    ledger: Ledger = ask.pick(
        _("Scores saved"),
        Ledger.PAIRWISE,
        _("What is recorded; the money is the same."),
        source=SECTION_6,
    )

    @property
    def jokers(self) -> int:
        """The printed jokers in the packs."""
        return max(JOKERS, len(self.man_points)) if self.man else 0


# What is asked -------------------------------------------------------------------------------


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", reasons.VOID_DEAL, _("Nobody pays.")


class Declared(Word):
    NORMAL = "normal", _("As usual")
    DUBLEES = "dublees", _("Eight dublees")


class Finish(Word):
    WON = "won", _("Won")


class Status(Word):
    SEEN = "seen", _("Seen"), _("Has seen the tiplu.")
    UNSEEN = "unseen", _("Unseen"), _("Has not seen the tiplu.")
    SAT_OUT = "sat_out", _("Sat out"), _("Did not play this hand.")
    FOUL = "foul", _("Foul"), _("Played against the rules.")


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    declared: Declared = ask.pick(
        _("Won with"), Declared.NORMAL, screen=(when("outcome", Outcome.PLAYED),)
    )
    tiplu: str | None = ask.card(
        _("Tiplu"),
        None,
        _("The card drawn from the stock; needed if maal cards are tapped."),
        joker=False,
        screen=(when("outcome", Outcome.PLAYED),),
    )


PLAYED = when("deal.outcome", Outcome.PLAYED)
LOST = unless("finish", Finish.WON)
IN_HAND = (PLAYED, unless("status", Status.SAT_OUT))
COUNTS = (
    unless("status", Status.FOUL),
    unless("status", Status.UNSEEN) | unless("options.unseen_maal", UnseenMaal.MURDER),
)
"""When maal counts: that of a fouler, or murdered, is worth nothing."""
BY_CARD = (*COUNTS, when("maal", None))


def item(label: str, most: int, help: str = "", *, when: tuple[When, ...] = ()) -> int:
    """Declares how many value cards or tunnelas of one kind a seat has."""
    return ask.count(label, 0, help, max=most, when=(*IN_HAND, *when), screen=BY_CARD)


@dataclass(frozen=True, slots=True)
class Line:
    finish: Finish | None = ask.pick(
        _("Winner"), None, when=(PLAYED,), sole=(), sole_value=Finish.WON
    )
    status: Status | None = ask.pick(
        _("Tiplu"), None, when=(PLAYED,), screen=(LOST,), suggest=Status.SEEN
    )
    dublee_shown: bool = ask.flag(
        _("Showed seven dublees"),
        False,
        when=(
            PLAYED,
            when("options.dublee_loser_exempt", True),
            when("status", Status.SEEN),
            LOST,
        ),
    )
    maal: int | None = ask.points(
        _("Maal"),
        None,
        _("All together, or card by card below."),
        when=IN_HAND,
        screen=COUNTS,
    )
    tiplu: int = item(_("Tiplus"), 2)
    poplu: int = item(_("Poplus"), 3)
    jhiplu: int = item(_("Jhiplus"), 3)
    alter: int = item(_("Alters"), 3, when=(when("options.alter", True),))
    man: int = item(_("Men"), MOST_STEPS, _("Printed jokers."), when=(when("options.man", True),))
    tunnela: int = item(_("Tunnelas"), 7, _("Exposed before play, of regular cards."))
    tunnela_joker: int = item(
        _("Joker tunnelas"), 3, _("Exposed, of the tiplu’s rank in another suit.")
    )
    tunnela_value: int = item(_("Poplu or jhiplu tunnelas"), 2, _("Exposed before play."))
    cards: tuple[str, ...] | None = ask.cards(
        _("Maal cards"),
        None,
        _("Every card that may count, but for exposed tunnelas."),
        instead="maal",
        both=Both.LOOKED_AT,
        when=IN_HAND,
        screen=BY_CARD,
    )
    exposed: tuple[tuple[str, ...], ...] | None = ask.melds(
        _("Exposed tunnelas"),
        None,
        _("Three identical cards each, shown before play."),
        when=IN_HAND,
        screen=BY_CARD,
    )

    @property
    def counted(self) -> bool:
        """Whether the maal is given card by card, as numbers."""
        return any(getattr(self, name) for name in ITEMS)

    @property
    def tapped(self) -> bool:
        return bool(self.cards or self.exposed)


SINGLES: Final = ("tiplu", "poplu", "jhiplu", "alter", "man")
MARRIED: Final = ("jhiplu", "tiplu", "poplu")
TUNNELAS: Final = ("tunnela", "tunnela_joker", "tunnela_value")
ITEMS: Final = (*SINGLES, *TUNNELAS)


@dataclass(frozen=True, slots=True)
class State:
    fouled: tuple[int, ...] = ()
    """Persons who owe the winner of the next played hand for a foul."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


def in_hand(entry: Entry) -> list[int]:
    return [p for p in entry.playing if entry.lines[p].status is not Status.SAT_OUT]


def winner(entry: Entry) -> int:
    return next(p for p in entry.playing if entry.lines[p].finish is Finish.WON)


def losers(entry: Entry) -> list[int]:
    return [p for p in in_hand(entry) if entry.lines[p].finish is not Finish.WON]


# Cards, once the tiplu is known --------------------------------------------------------------


def known_tiplu(tiplu: str | None) -> str:
    """Returns the tiplu. Raises EntryError while it is unknown."""
    if tiplu is None:
        raise EntryError(_("Which card is the tiplu?"), field="tiplu")
    return tiplu


def value_cards(tiplu: str | None) -> dict[str, str]:
    """Returns the card of each item; while the tiplu is unknown the item's name, except a man.

    >>> value_cards("KD")["poplu"], value_cards("KD")["jhiplu"], value_cards("KD")["alter"]
    ('AD', 'QD', 'KH')
    """
    if tiplu is None:
        return {name: name for name in SINGLES} | {"man": JOKER}
    place = RANKS.index(rank(tiplu))
    return {
        "tiplu": tiplu,
        "poplu": RANKS[(place + 1) % 13] + suit(tiplu),
        "jhiplu": RANKS[place - 1] + suit(tiplu),
        "alter": rank(tiplu) + {"S": "C", "C": "S", "H": "D", "D": "H"}[suit(tiplu)],
        "man": JOKER,
    }


def wild_cards(tiplu: str | None) -> frozenset[str]:
    """Returns what is wild besides printed jokers: the tiplu's rank, poplu and jhiplu."""
    if tiplu is None:
        return frozenset()
    faces = value_cards(tiplu)
    same_rank = {rank(tiplu) + letter for letter in SUITS}
    return frozenset(same_rank | {faces["poplu"], faces["jhiplu"]})


def tunnela_of(card: str, faces: Mapping[str, str]) -> str:
    """Returns the item that three of a card are, once the tiplu is known."""
    if card in (faces["poplu"], faces["jhiplu"]):
        return "tunnela_value"
    return "tunnela_joker" if rank(card) == rank(faces["tiplu"]) else "tunnela"


def ordinary_jokers(faces: Mapping[str, str]) -> list[str]:
    """Returns the tiplu's rank in the other suits; only the alter while the tiplu is unknown."""
    tiplu = faces["tiplu"]
    if tiplu == "tiplu":
        return ["alter"]
    return [rank(tiplu) + other for other in SUITS if other != suit(tiplu)]


# What is refused -----------------------------------------------------------------------------


def check_statuses(options: Options, entry: Entry) -> None:
    for person, line in entry.playing_lines.items():
        if line.finish is Finish.WON:
            if line.status not in (None, Status.SEEN):
                raise EntryError(_("The winner has seen the tiplu."), field="status", seat=person)
        elif line.status is None:
            raise EntryError(
                _("Has {name} seen the tiplu?"), field="status", seat=person, name=Person(person)
            )
        elif line.status is Status.FOUL and options.foul is Foul.OFF:
            raise EntryError(_("Fouls are not used at this table."), field="status", seat=person)
    if not losers(entry):
        raise EntryError(_("Somebody has to play against the winner."), field="status")


def check_ways(line: Line, person: int) -> None:
    """Checks that the maal of a seat is given in one way."""
    if line.maal is not None and (line.counted or line.tapped):
        raise EntryError(
            _("Give the maal all together or card by card."), field="maal", seat=person
        )
    if line.counted and line.tapped:
        raise EntryError(_("Count the cards or tap them, not both."), field="cards", seat=person)


def check_hand(options: Options, line: Line, person: int | None) -> None:
    """Checks that tapped cards can be in one hand."""
    cards, exposed = line.cards or (), line.exposed or ()
    for group in exposed:
        if len(group) != 3 or len(set(group)) != 1 or JOKER in group:
            raise EntryError(_("A tunnela is three identical cards."), field="exposed", seat=person)
    if JOKER in cards and not options.man:
        raise EntryError(_("There is no joker in this pack."), field="cards", seat=person)
    if len(cards) + 3 * len(exposed) > HAND_SIZE:
        field = "cards" if cards else "exposed"
        raise EntryError(_("A hand has 21 cards."), field=field, seat=person)


def stock(options: Options, tiplu: str | None) -> Stock:
    """Returns three packs without the tiplu that was drawn (``tiplu`` until it is known)."""
    return Stock(3, options.jokers, wild_cards(tiplu), tiplu or "tiplu")


def check_copies(
    options: Options, lines: Iterable[tuple[int | None, Line]], tiplu: str | None
) -> None:
    """Checks that all value cards of a hand, counted or tapped, can come from three packs."""
    faces = value_cards(tiplu)
    held = [
        (person, name, card, copies)
        for person, line in lines
        for name, card, copies in pieces(line, faces)
    ]
    singles = (piece for piece in held if piece[2] not in TUNNELAS)
    check_in_packs(singles, stock(options, tiplu), label_of)
    counts: Counter[str] = Counter()
    for person, field, card, copies in held:
        counts[card] += copies
        if copies and not fits_tunnelas(counts, faces):
            words = _("There are not that many with the tunnelas: {card}.")
            raise EntryError(words, field=field, seat=person, card=named(card, label_of))


def label_of(name: str) -> str:
    """Returns the label of an item that has no face yet."""
    return question(Line, name).label


def pieces(line: Line, faces: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """Yields the question, the card and its count, for everything that a seat reports."""
    for name in SINGLES:
        yield name, faces[name], getattr(line, name)
    for name in TUNNELAS[1:]:
        yield name, name, getattr(line, name)
    for group in line.exposed or ():
        yield "exposed", group[0], 3
    for card in line.cards or ():
        yield "cards", card, 1


def fits_tunnelas(counts: Mapping[str, int], faces: Mapping[str, str]) -> bool:
    """Whether there are enough cards: a tunnela takes all three of its card."""
    values = sum(counts[faces[name]] > 0 for name in ("poplu", "jhiplu"))
    jokers = sum(counts[joker] > 0 for joker in ordinary_jokers(faces))
    return counts["tunnela_value"] + values <= 2 and counts["tunnela_joker"] + jokers <= 3


def check_tapped(
    options: Options,
    tiplu: str | None,
    line: Line,
    person: int | None = None,
) -> str:
    """Checks that these cards can be in one hand with this tiplu. Returns it."""
    check_hand(options, line, person)
    tiplu = known_tiplu(tiplu)
    check_copies(options, [(person, line)], tiplu)
    return tiplu


# Maal ----------------------------------------------------------------------------------------


def items(options: Options, tiplu: str | None, line: Line) -> Iterator[Group]:
    """Yields what a seat has, counted or tapped, with its points: marriages, as many as are best
    for its owner, of equal sums the most; other value cards by kind; tunnelas."""
    faces, cards = value_cards(tiplu), Counter(line.cards or ())
    played = {"alter": options.alter, "man": options.man}
    held = {
        name: cards[faces[name]] * played.get(name, True) if line.tapped else getattr(line, name)
        for name in SINGLES
    }
    points: dict[str, tuple[int, ...]] = {
        name: getattr(options, f"{name}_points") for name in SINGLES
    }

    def with_marriages(count: int) -> int:
        singles = (worth(points[name], held[name] - count) for name in MARRIED)
        return worth(options.marriage_points, count) + sum(singles)

    possible = range(min(held[name] for name in MARRIED), -1, -1)
    marriages = max(possible, key=with_marriages)
    for number in range(marriages):
        married = tuple(faces[name] for name in MARRIED)
        yield group_of("marriage", married, added(options.marriage_points, number))
    for name in SINGLES:
        if single := held[name] - (marriages if name in MARRIED else 0):
            yield group_of(name, (faces[name],) * single, worth(points[name], single))
    yield from tunnelas(options, faces, line)


def tunnelas(options: Options, faces: Mapping[str, str], line: Line) -> Iterator[Group]:
    """Yields the exposed tunnelas; a regular one with what it adds to those before it."""
    regular, *others = options.tunnela_points
    steps: tuple[int, ...] = tuple(regular * count for count in range(1, MOST_STEPS + 1))
    if options.tunnela_scale is TunnelaScale.RISING:
        steps = (5, 15, 30, 45)
    elif options.tunnela_scale is TunnelaScale.OWN:
        steps = options.tunnela_steps
    points = dict(zip(TUNNELAS[1:], others, strict=True))
    has_points = line.status is not Status.UNSEEN or not options.tunnela_needs_seen
    held: list[tuple[str, Cards]] = [
        (name, ()) for name in TUNNELAS for _copy in range(getattr(line, name))
    ]
    if line.tapped:
        held = [(tunnela_of(cards[0], faces), cards) for cards in line.exposed or ()]
    count = 0
    for name, cards in held:
        each = points[name] if name in points else added(steps, count)
        count += name not in points
        yield group_of("tunnela", cards, each if has_points else 0)


def added(steps: Sequence[int], copies: int) -> int:
    """Returns the points that one more adds to so many copies."""
    return worth(steps, copies + 1) - worth(steps, copies)


def maal(options: Options, tiplu: str | None, line: Line) -> int:
    """Returns the points from each opponent."""
    if line.status is Status.FOUL:
        return 0
    if line.maal is not None:
        return line.maal
    return points_of(items(options, tiplu, line))


def maals(options: Options, entry: Entry) -> dict[int, int]:
    """Returns what counts for each player in the hand, after murder and kidnap, in points."""
    values = {person: entry.lines[person].maal or 0 for person in in_hand(entry)}
    if options.unseen_maal is UnseenMaal.COUNT:
        return values
    unseen = [p for p in values if entry.lines[p].status is Status.UNSEEN]
    if options.unseen_maal is UnseenMaal.KIDNAP:
        values[winner(entry)] += sum(values[p] for p in unseen)
    return values | dict.fromkeys(unseen, 0)


# Shows ---------------------------------------------------------------------------------------


@cache
def melds_of(tiplu: str) -> MeldRules:
    """Returns the rules of seven melds of three, three of them pure sequences or tunnelas; every
    card left over counts one."""
    return MeldRules(
        values=(1,) * len(RANKS),
        wild_value=1,
        wild=wild_cards(tiplu),
        max_run=3,
        max_set=3,
        tunnelas=True,
        lives=m.Lives(pure=3, sequences=3),
    )


SHOWN_AS: Final[Mapping[Declared, Phrase]] = {
    Declared.NORMAL: _("Seven melds."),
    Declared.DUBLEES: _("Eight dublees."),
}


def ways_to_show(cards: Cards, melds: MeldRules) -> dict[Declared, Arrangement]:
    """Returns every way in which all the cards can be shown."""
    ways: dict[Declared, Arrangement] = {}
    if laid := m.declare(cards, melds):
        ways[Declared.NORMAL] = laid
    dublees = m.alike(cards, 2)
    if len(dublees) >= DUBLEES:
        ways[Declared.DUBLEES] = with_free_rest(cards, dublees)
    return ways


def fault_of(claim: Claim, way: Declared | None, melds: MeldRules) -> Phrase | None:
    """Returns why the cards are not shown in this way, as they were laid; without groups, why in no
    way: the number of dublees if nearly eight, else a fault of the melds."""
    if not claim.groups:
        if way:
            return None
        dublees = [dublee.cards for dublee in m.alike(claim.cards, 2)]
        if len(dublees) >= NEARLY:
            return fault_of_dublees(dublees)
        return m.refusal(claim.cards, melds)
    if way is Declared.DUBLEES:
        return fault_of_dublees([cards for cards in claim.groups if len(cards) == 2])
    if fault := m.check_show(claim.groups, melds):
        return fault
    left = Counter(claim.cards) - Counter(card for cards in claim.groups for card in cards)
    cards_left = show_all(sorted(left.elements(), key=in_order))
    return _("{cards} are not in any meld.").format(cards=cards_left) if left else None


def fault_of_dublees(pairs: Sequence[Cards]) -> Phrase | None:
    """Returns why these are not eight dublees; cards in no pair are free."""
    for first, second in pairs:
        if first != second:
            words = _("{cards}: a dublee is two identical cards.")
            return words.format(cards=show_all((first, second)))
    if len(pairs) < DUBLEES:
        words = _("Only {count} of {needed} dublees.")
        return words.format(count=len(pairs), needed=DUBLEES)
    return None


def fine(options: Options) -> Phrase:
    """Returns what a foul costs, in words; none where the table plays on."""
    match options.foul:
        case Foul.OFF:
            return NO_WORDS
        case Foul.NEXT_HAND:
            return ngettext(
                "A foul: no maal, and {count} point to the winner of the next hand.",
                "A foul: no maal, and {count} points to the winner of the next hand.",
                options.foul_points,
            )
        case Foul.THIS_HAND:
            return ngettext(
                "A foul: no maal, and {count} point to the winner of this hand.",
                "A foul: no maal, and {count} points to the winner of this hand.",
                options.foul_points,
            )


def refused(
    options: Options,
    fault: Phrase,
    cards: Cards,
    melds: MeldRules,
    ways: Mapping[Declared, Arrangement],
) -> Verdict:
    """Returns the verdict on a wrong show: a foul, where fouls are fined; else play goes on."""
    if way := next(iter(ways), None):
        laid = ways[way]
        hint = _("Laid otherwise: {show}").format(show=SHOWN_AS[way])
    else:
        laid, hint = with_free_rest(cards, m.least(cards, melds).groups), NO_WORDS
    if price := fine(options):
        return Verdict(False, fault, laid, hint, price, answers={"status": Status.FOUL.value})
    return Verdict(False, _("{fault} The table plays on.").format(fault=fault), laid, hint)


# The game ------------------------------------------------------------------------------------


def standing(entry: Entry, person: int) -> Phrase:
    """Returns how a person ended the hand."""
    line = entry.lines[person]
    if line.finish is Finish.WON:
        return WON_WITH_DUBLEES if entry.deal.declared is Declared.DUBLEES else reasons.WON
    match line.status:
        case Status.SEEN:
            return SEEN_DUBLEES if line.dublee_shown else SEEN
        case Status.UNSEEN:
            return UNSEEN
        case Status.FOUL:
            return FOUL
        case _:
            return SAT_OUT


def maal_feat(key: str, name: str, points: int, face: str) -> Feat:
    return Feat(
        key=key,
        name=name,
        description=_("Hold maal of {points} points or more.").format(points=points),
        face=face,
        is_earned=lambda hand: hand.value_of(Fact.VALUE_POINTS) >= points,
    )


def has_exposed_tunnela(hand: PlayedHand) -> bool:
    line = hand.line
    return bool(line.exposed or any(getattr(line, name) for name in TUNNELAS))


GLOSSARY: Final = sentences(
    _("Maal: the value cards of a player, and their points."),
    _("Tiplu: the card drawn from the stock; the other two like it are value cards."),
    _("Poplu: the next rank above the tiplu, in its suit."),
    _("Jhiplu: the next rank below the tiplu, in its suit."),
    _("Marriage: jhiplu, tiplu and poplu in a row."),
    _glossary.TUNNELA,
    _("Joker tunnela: three identical cards of the tiplu’s rank, in another suit."),
    _("Exposed: shown before play."),
    _glossary.DUBLEE,
    _(
        "Seen: a player laid three pure sequences or tunnelas, or seven dublees, and may see "
        "the tiplu."
    ),
    _("Unseen: a player may not see the tiplu yet."),
    _glossary.PURE_SEQUENCE,
    _("Murder: maal of a player who has not seen the tiplu does not count."),
    _("Kidnap: maal of a player who has not seen the tiplu goes to the winner."),
    _("Alter: the card of the tiplu’s rank in the other suit of its colour."),
    _("Man: a printed joker that counts as maal."),
    _("Foul: a player broke a rule."),
    _glossary.STAR,
    _glossary.VOID,
)


class Marriage(OneWinner[Options, Deal, Line, State]):
    key, name = "marriage", "Marriage"
    summary = _("Nepal’s rummy with 21 cards: value cards are paid for by everybody.")
    also = "Marij, Merij, Maal, म्यारिज, मेरिज, मैरिज, माल"
    known = {"NP": 9, "BT": 9, "IN": 4}
    family = Family.INDIAN
    source = "“Indian Marriage”, catsatcards.com"
    seats = range(2, 7)
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State
    strict = True
    shows = range(HAND_SIZE, HAND_SIZE + 1)
    glossary = GLOSSARY
    presets = (
        Preset("usual", _("Default rules"), {}, _("All maal counts; nothing extra.")),
        Preset(
            "nepali-house",
            _("Nepali house"),
            {
                "alter": True,
                "man": True,
                "tiplu_points": [3, 8],
                "marriage_points": [10, 25],
                "unseen_maal": "murder",
                "tunnela_needs_seen": True,
            },
            _("With alter and man; who has not seen has no maal."),
        ),
        Preset(
            "niyamawali",
            _("Niyamawali"),
            {
                "alter": True,
                "man": True,
                "alter_points": [5, 15, 25, 30],
                "man_points": [5, 15, 25, 30],
                "tunnela_scale": "own",
                "tunnela_steps": [5, 15, 40],
            },
            _("Alters and men 5, 15, 25, 30; tunnelas 5, 15, 40."),
        ),
        Preset(
            "double-marriage-30",
            _("Double marriage 30"),
            {"marriage_points": [10, 30]},
            _("Two marriages are worth three."),
        ),
        Preset("kidnap", _("Kidnap"), {"unseen_maal": "kidnap"}, _("The winner takes it.")),
        Preset(
            "fouls",
            _("With fouls"),
            {"foul": "next_hand"},
            _("A foul costs 15 to the winner of the next hand."),
        ),
    )
    feats = (
        maal_feat("maal_10", _("Good maal"), 10, "7H"),
        maal_feat("maal_25", _("Great maal"), 25, "6H"),
        Feat(
            key="dublees",
            name=_("Eight pairs"),
            description=_("Win with dublees."),
            face="8D",
            is_earned=lambda hand: hand.has_won and hand.entry.deal.declared is Declared.DUBLEES,
        ),
        Feat(
            key="tunnela",
            name=_("Three of the same"),
            description=_("Expose a tunnela."),
            face="3H",
            is_earned=has_exposed_tunnela,
        ),
    )

    def table_card(self, options: Options, persons: int) -> TableCard:
        return TableCard(
            packs=3,
            jokers=options.jokers,
            hand_size=HAND_SIZE,
            cut=sentences(_("The player at the dealer’s right cuts.")),
            dealt=(FROM_THE_LEFT,),
            turned=sentences(
                _("The top card starts the discards."),
                _(
                    "The tiplu is drawn later, by the first player to lay three tunnelas or pure "
                    "sequences."
                ),
            ),
            begins=(LEFT_BEGINS,),
            before=sentences(_("Tunnelas may be shown before play.")),
            differs=sentences(_("With the man, three or more printed jokers are in the packs.")),
        )

    def check_options(self, options: Options, seats: int) -> None:
        for name in ("tunnela_steps", "alter_points", "man_points"):
            if not 0 < len(getattr(options, name)) <= MOST_STEPS:
                raise EntryError(_("Give one to {most} numbers."), field=name, most=MOST_STEPS)

    def limits(self, game: Game, name: str) -> Limits:
        if name == "man":
            return Limits(table=game.options.jokers)
        if name == "status" and game.options.foul is Foul.OFF:
            return Limits(offered=(Status.SEEN, Status.UNSEEN, Status.SAT_OUT))
        return super().limits(game, name)

    def check(self, game: Game, entry: Entry) -> None:
        if entry.deal.outcome is Outcome.VOID:
            return
        lines = entry.playing_lines
        check_winner([person for person, line in lines.items() if line.finish is Finish.WON])
        check_statuses(game.options, entry)
        for person in in_hand(entry):
            check_ways(lines[person], person)
            check_hand(game.options, lines[person], person)
        if any(line.tapped for line in entry.lines):
            known_tiplu(entry.deal.tiplu)
        playing = ((person, lines[person]) for person in in_hand(entry))
        check_copies(game.options, playing, entry.deal.tiplu)

    # Points and money -----------------------------------------------------------------------

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        """Scores what each has won or lost, or what each receives: maal from every opponent, and
        the winner's dues. Reasons are such as ``won, maal 5``."""
        if entry.deal.outcome is Outcome.VOID:
            return self.undecided(game)
        options, won, values = game.options, winner(entry), maals(game.options, entry)
        exchanged = [
            Debt(int(payment.payer), int(payment.payee), payment.amount, payment.reason)
            for payment in payouts.pairwise(values, MAAL)
        ]
        to_winner = self.to_winner(game, entry)
        points = nets([*exchanged, *to_winner])
        if options.ledger is Ledger.GROSS:
            points = {person: value * (len(values) - 1) for person, value in values.items()}
            points[won] += sum(debt.points for debt in to_winner)

        def reason(person: int) -> Phrase:
            words = [standing(entry, person)]
            if person in values:
                words.append(MAAL_OF.format(maal=values[person]))
            if person in game.state.fouled and person != won:
                words.append(EARLIER_FOUL)
            return joined(words)

        return g.Outcome(
            tuple(g.Score(points.get(seat, 0), reason(seat)) for seat in range(game.seats)),
            self.paid(options, [*exchanged, *to_winner]),
            winners=[won],
            rests={*entry.playing}.difference(in_hand(entry)),
        )

    def to_winner(self, game: Game, entry: Entry) -> list[Debt]:
        """Returns what the winner is paid besides maal."""
        options, won = game.options, winner(entry)
        owed = [
            Debt(person, won, *due)
            for person in losers(entry)
            for due in self.dues(options, entry.deal, entry.lines[person])
        ]
        fines = [
            Debt(person, won, options.foul_points, EARLIER_FOUL)
            for person in game.state.fouled
            if person != won
        ]
        return [*owed, *fines]

    def dues(self, options: Options, deal: Deal, line: Line) -> Iterator[tuple[int, Phrase]]:
        """Yields what a loser pays the winner, in points, and what for."""
        match line.status:
            case Status.SEEN if not line.dublee_shown:
                yield options.seen, SEEN
            case Status.UNSEEN:
                yield options.unseen, UNSEEN
            case Status.FOUL if options.foul is Foul.THIS_HAND:
                yield options.foul_points, FOUL
        if deal.declared is Declared.DUBLEES:
            yield options.dublee_win, WON_WITH_DUBLEES

    # Hand after hand ------------------------------------------------------------------------

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        """Keeps the debts for fouls after a void hand."""
        if not outcome.is_played or game.options.foul is not Foul.NEXT_HAND:
            return game.state
        return State(tuple(p for p in in_hand(entry) if entry.lines[p].status is Status.FOUL))

    def ends(self, options: Options) -> Ending | None:
        return after_hands(options.hands)

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        if person not in game.state.fouled or game.over:
            return ()
        note = _("owes the next winner {points}")
        return (note.format(points=game.options.foul_points),)

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Records a foul as a wrong show, where fouls are played."""
        recorded: dict[Fact, float] = {
            Fact.REPORTED: int(outcome.is_played),
            Fact.VALUE_POINTS: maals(game.options, entry)[person] if outcome.is_played else 0,
        }
        if game.options.foul is not Foul.OFF:
            has_fouled = outcome.is_played and entry.lines[person].status is Status.FOUL
            recorded[Fact.WRONG_SHOW] = int(has_fouled)
        return recorded

    # Tapped and shown cards -----------------------------------------------------------------

    def stock(self, options: Options, deal: Deal) -> Stock:
        return stock(options, deal.tiplu)

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Lays tapped cards as items with their points, and cards that count nothing. The number is
        the maal of a person in the hand, however it was given."""
        line, options, tiplu = entry.lines[person], game.options, entry.deal.tiplu
        if entry.deal.outcome is Outcome.VOID or line.status is Status.SAT_OUT:
            return None
        if not line.tapped:
            return Tapped(numbers={"maal": maal(options, tiplu, line)})
        tiplu = check_tapped(options, tiplu, line, person)
        groups = tuple(items(options, tiplu, line))
        if line.status is Status.FOUL:
            groups = tuple(replace(each, worth=0) for each in groups)
        from_hand = tuple(each for each in groups if each.kind != "tunnela")
        laid = replace(with_free_rest(line.cards or (), from_hand), groups=groups)
        return Tapped(laid, {"maal": laid.worth})

    def judge(self, game: Game, deal: Deal, claim: Claim) -> Verdict:
        """Judges the groups as they were laid; without groups as the cards can be shown, best as
        eight dublees if these are paid."""
        options, cards, tiplu = game.options, claim.cards, known_tiplu(deal.tiplu)
        if len(cards) != HAND_SIZE:
            raise EntryError(_("A hand has 21 cards."), field="cards")
        check_tapped(options, tiplu, Line(cards=cards))
        if Counter(card for laid in claim.groups for card in laid) - Counter(cards):
            raise EntryError(_("These groups hold other cards than the hand."), field="cards")
        melds = melds_of(tiplu)
        ways = ways_to_show(cards, melds)
        way = next(iter(ways), None)
        if Declared.DUBLEES in ways and options.dublee_win:
            way = Declared.DUBLEES
        has_paid_dublees = way is Declared.DUBLEES
        if claim.groups:
            has_pairs = any(len(laid) == 2 for laid in claim.groups)
            way = Declared.DUBLEES if has_pairs else Declared.NORMAL
        if fault := fault_of(claim, way, melds):
            return refused(options, fault, cards, melds, ways)
        assert way is not None
        hint = NO_WORDS
        if way is Declared.NORMAL and has_paid_dublees:
            hint = _("Shown as eight dublees, everybody would pay {points} more.")
            hint = hint.format(points=options.dublee_win)
        won = {"finish": Finish.WON.value}
        return Verdict(
            True, SHOWN_AS[way], ways[way], hint, answers=won, deal={"declared": way.value}
        )


variant = Marriage()
