"""Marriage, rummy of Nepal with 21 cards: the value cards, the maal, matter more than winning.

A card drawn from the stock, the tiplu, makes some cards worth points: the other tiplus, the next
rank up (poplu) and down (jhiplu) in its suit, one of each together (a marriage), and three
identical cards exposed before play (a tunnela), more so of the tiplu's rank in another suit (an
ordinary joker) or of poplus or jhiplus. Each card counts once, and the owner takes the best sum.

After a hand

* every two players exchange the difference of their maal;
* every other player pays the winner, more if he has not seen the tiplu;
* on top of it, if the winner ended with eight dublees, he is paid for that.

So a winner may lose points. Maal of players who have not seen counts in full, or is void (murder),
or goes to the winner (kidnap); exposed tunnelas count for whoever exposed them, though some houses
want him to have seen. House rules add the alter (same rank and colour as the tiplu, other
suit), the man (printed jokers) and a fine for fouls: a foul's maal is void, he pays the winner
neither for having seen nor for not having, but the fine, at once or to the winner of the next hand
that is played. That debt lapses if he wins it himself.

Sources: pagat.com/rummy/marriage.html; bhoos.com/blog/learn-to-play-the-best-marriage-card-game;
github.com/sanjeebko/MarriageCalculator; github.com/timecapsulellc/clubroyale-.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import payouts
from scorekeeper.engine.cards import JOKER, in_order, rank, suit
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL
from scorekeeper.engine.melds import Arrangement, Group
from scorekeeper.engine.money import Payment, Payments, collect, nets
from scorekeeper.engine.questions import (
    Amount,
    Card,
    Cards,
    Count,
    Flag,
    Melds,
    Pick,
    Points,
    Steps,
    Word,
    unless,
    when,
)
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _
from scorekeeper.variants._indian import check_winner
from scorekeeper.variants.marriage.cards import (
    SHOWN,
    SINGLES,
    tunnela_of,
    value_cards,
    verdict,
    ways_to_show,
    wild_cards,
)


class UnseenMaal(Word):
    COUNT = "count", _("Counts"), _("As if he had seen.")
    MURDER = "murder", _("Murder"), _("It is void.")
    KIDNAP = "kidnap", _("Kidnap"), _("It goes to the winner.")


class TunnelaScale(Word):
    EACH = "each", _("The same each")
    RISING = "rising", _("5, 15, 30, 45"), _("For one, two, three, four of one player.")


class Foul(Word):
    OFF = "off", _("Not used")
    NEXT_HAND = "next_hand", _("Next winner"), _("Paid to the winner of the next hand.")
    THIS_HAND = "this_hand", _("This winner"), _("Paid to the winner of this hand.")


class Ledger(Word):
    PAIRWISE = "pairwise", _("Wins and losses")
    GROSS = "gross", _("What each receives")


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("Nobody pays.")


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
class Options:
    point_value: Annotated[
        int, Amount(label=_("Money per point"), help=_("What one point is worth."), source="seed")
    ] = 100
    hands: Annotated[
        int | None,
        Count(
            label=_("Hands"),
            help=_("The game ends after so many; empty for an open end."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = None
    unseen_maal: Annotated[
        UnseenMaal,
        Pick(
            label=_("Maal of the unseen"),
            help=_("What it is worth to a player who has not seen the tiplu."),
            source="seed",
        ),
    ] = UnseenMaal.COUNT
    seen: Annotated[
        int, Points(label=_("Seen pays"), help=_("To the winner, having seen."), source="seed")
    ] = 3
    unseen: Annotated[
        int, Points(label=_("Unseen pays"), help=_("To the winner, unseen."), source="seed")
    ] = 10
    dublee_win: Annotated[
        int,
        Points(
            label=_("Won with dublees"),
            help=_("From everybody, if the winner had eight dublees."),
            source="seed",
        ),
    ] = 5
    tiplu_points: Annotated[
        tuple[int, ...],
        Steps(label=_("Tiplus"), help=_("For one, two."), length=2, source="seed"),
    ] = (3, 7)
    poplu_points: Annotated[
        tuple[int, ...],
        Steps(label=_("Poplus"), help=_("For one, two, three."), length=3, source="seed"),
    ] = (2, 5, 10)
    jhiplu_points: Annotated[
        tuple[int, ...],
        Steps(label=_("Jhiplus"), help=_("For one, two, three."), length=3, source="seed"),
    ] = (2, 5, 10)
    marriage_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Marriages"),
            help=_("For one, two of tiplu, poplu and jhiplu together."),
            length=2,
            source="seed",
        ),
    ] = (10, 20)
    tunnela_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Exposed tunnelas"),
            help=_("Of a regular card, an ordinary joker, a poplu or jhiplu."),
            length=3,
            source="seed",
        ),
    ] = (5, 10, 20)
    tunnela_scale: Annotated[
        TunnelaScale,
        Pick(
            label=_("Several regular tunnelas"),
            help=_("Whether the second one is worth more."),
            source="marriage.md §6",
        ),
    ] = TunnelaScale.EACH
    alter: Annotated[
        bool,
        Flag(
            label=_("Alter"),
            help=_("The tiplu's rank in the other suit of its colour counts too."),
            source="marriage.md §6",
        ),
    ] = False
    man: Annotated[
        bool,
        Flag(
            label=_("Man"),
            help=_("Three printed jokers are in the pack and count."),
            source="marriage.md §6",
        ),
    ] = False
    alter_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Alters"),
            help=_("For one, two, three."),
            length=3,
            source="marriage.md §6",
            when=(when("alter", True),),
        ),
    ] = (5, 15, 30)
    man_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Men"),
            help=_("For one, two, three."),
            length=3,
            source="marriage.md §6",
            when=(when("man", True),),
        ),
    ] = (5, 15, 30)
    tunnela_needs_seen: Annotated[
        bool,
        Flag(
            label=_("Tunnelas need the tiplu"),
            help=_("Exposed tunnelas count only for who has seen it."),
            source="seed",
        ),
    ] = False
    dublee_loser_exempt: Annotated[
        bool,
        Flag(
            label=_("Seven dublees are free"),
            help=_("A loser who showed them does not pay for having seen."),
            source="marriage.md §6",
        ),
    ] = False
    foul: Annotated[
        Foul,
        Pick(
            label=_("Fouls"),
            help=_("Whom a player pays who broke the rules."),
            source="marriage.md §6",
        ),
    ] = Foul.OFF
    foul_points: Annotated[
        int,
        Points(
            label=_("Fine for a foul"),
            help=_("Points to that winner."),
            source="marriage.md §6",
            when=(unless("foul", Foul.OFF),),
        ),
    ] = 15
    ledger: Annotated[
        Ledger,
        Pick(
            label=_("Score sheet"),
            help=_("What is written down; the money is the same."),
            source="marriage.md §6",
        ),
    ] = Ledger.PAIRWISE


PLAYED = when("deal.outcome", Outcome.PLAYED)
IN_HAND = unless("status", Status.SAT_OUT)
NOT_FOUL = unless("status", Status.FOUL)
NO_TOTAL = when("maal", None)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    declared: Annotated[
        Declared, Pick(label=_("Won with"), screen=(when("outcome", Outcome.PLAYED),))
    ] = Declared.NORMAL
    tiplu: Annotated[
        str | None,
        Card(
            label=_("Tiplu"),
            help=_("The card drawn from the stock; needed if maal cards are tapped."),
            joker=False,
            screen=(when("outcome", Outcome.PLAYED),),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Line:
    finish: Annotated[
        Finish | None,
        Pick(label=_("Winner"), when=(PLAYED,), sole=(), sole_value=Finish.WON),
    ] = None
    status: Annotated[
        Status | None,
        Pick(
            label=_("Tiplu"),
            when=(PLAYED,),
            screen=(unless("finish", Finish.WON),),
            suggest=Status.SEEN,
        ),
    ] = None
    dublee_shown: Annotated[
        bool,
        Flag(
            label=_("Showed seven dublees"),
            when=(
                PLAYED,
                when("options.dublee_loser_exempt", True),
                when("status", Status.SEEN),
                unless("finish", Finish.WON),
            ),
        ),
    ] = False
    maal: Annotated[
        int | None,
        Points(
            label=_("Maal"),
            help=_("All together, or card by card below."),
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL,),
        ),
    ] = None
    tiplu: Annotated[
        int, Count(label=_("Tiplus"), max=2, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL))
    ] = 0
    poplu: Annotated[
        int, Count(label=_("Poplus"), max=3, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL))
    ] = 0
    jhiplu: Annotated[
        int, Count(label=_("Jhiplus"), max=3, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL))
    ] = 0
    alter: Annotated[
        int,
        Count(
            label=_("Alters"),
            max=3,
            when=(PLAYED, IN_HAND, when("options.alter", True)),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    man: Annotated[
        int,
        Count(
            label=_("Men"),
            help=_("Printed jokers."),
            max=3,
            when=(PLAYED, IN_HAND, when("options.man", True)),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    tunnela: Annotated[
        int,
        Count(
            label=_("Tunnelas"),
            help=_("Exposed before play, of regular cards."),
            max=7,
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    tunnela_joker: Annotated[
        int,
        Count(
            label=_("Joker tunnelas"),
            help=_("Exposed, of the tiplu's rank in another suit."),
            max=3,
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    tunnela_value: Annotated[
        int,
        Count(
            label=_("Poplu or jhiplu tunnelas"),
            help=_("Exposed before play."),
            max=2,
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Maal cards"),
            help=_("Every card that may count, but for exposed tunnelas."),
            instead="maal",
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = None
    exposed: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Melds(
            label=_("Exposed tunnelas"),
            help=_("Three identical cards each, shown before play."),
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = None

    @property
    def counted(self) -> bool:
        """Maal card by card, as numbers."""
        return any(getattr(self, item) for item in ITEMS)

    @property
    def tapped(self) -> bool:
        return bool(self.cards or self.exposed)


MARRIED = ("jhiplu", "tiplu", "poplu")
TUNNELAS = ("tunnela_joker", "tunnela_value")
ITEMS = (*SINGLES, "tunnela", *TUNNELAS)


@dataclass(frozen=True, slots=True)
class State:
    fouled: tuple[int, ...] = ()
    """Persons who owe the winner of the next played hand for a foul."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Who is in -----------------------------------------------------------------------------------


def in_hand(entry: Entry) -> list[int]:
    return [p for p in entry.playing if entry.lines[p].status is not Status.SAT_OUT]


def winner(entry: Entry) -> int:
    return next(p for p in entry.playing if entry.lines[p].finish is Finish.WON)


def losers(entry: Entry) -> list[int]:
    return [p for p in in_hand(entry) if entry.lines[p].finish is not Finish.WON]


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name == "status" and game.options.foul is Foul.OFF:
        return (Status.SEEN, Status.UNSEEN, Status.SAT_OUT)
    return None


# What is refused -----------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    if entry.deal.outcome is Outcome.VOID:
        return
    check_winner([p for p in entry.playing if entry.lines[p].finish is Finish.WON])
    check_statuses(game.options, entry)
    for person in in_hand(entry):
        check_ways(entry.lines[person], person)
        for fault in card_faults(game.options, entry.lines[person], person):
            raise fault
    if entry.deal.tiplu is None and any(line.tapped for line in entry.lines):
        raise EntryError(_("Which card is the tiplu?"), field="tiplu")
    for fault in copy_faults(((p, entry.lines[p]) for p in in_hand(entry)), entry.deal.tiplu):
        raise fault


def check_statuses(options: Options, entry: Entry) -> None:
    for person in entry.playing:
        status = entry.lines[person].status
        if entry.lines[person].finish is Finish.WON:
            if status not in (None, Status.SEEN):
                raise EntryError(_("The winner has seen the tiplu."), field="status", seat=person)
        elif status is None:
            raise EntryError(_("Has this seat seen the tiplu?"), field="status", seat=person)
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


def card_faults(
    options: Options, line: Line, person: int | None, cards_field: str = "cards"
) -> Iterator[EntryError]:
    """Why tapped cards cannot be in one hand."""
    cards, exposed = line.cards or (), line.exposed or ()
    for group in exposed:
        if len(group) != 3 or len(set(group)) != 1 or JOKER in group:
            yield EntryError(_("A tunnela is three identical cards."), field="exposed", seat=person)
    if JOKER in cards and not options.man:
        yield EntryError(_("There is no joker in this pack."), field=cards_field, seat=person)
    if len(cards) + 3 * len(exposed) > SHOWN:
        field = cards_field if cards else "exposed"
        yield EntryError(_("A hand has 21 cards."), field=field, seat=person)


def copy_faults(
    lines: Iterable[tuple[int | None, Line]], tiplu: str | None, cards_field: str = "cards"
) -> Iterator[EntryError]:
    """All value cards of a hand, counted or tapped, come from the same three packs."""
    faces = value_cards(tiplu)
    held: Counter[str] = Counter()
    for person, line in lines:
        for name, card, copies in pieces(line, faces):
            held[card] += copies
            if copies and not from_three_packs(held, card, faces):
                field = cards_field if name == "cards" else name
                words = _("There are not so many of this card.")
                yield EntryError(words, field=field, seat=person)


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


def from_three_packs(held: Mapping[str, int], card: str, faces: Mapping[str, str]) -> bool:
    """A card is there three times, the tiplu twice, and a tunnela takes all of its card."""
    if card not in TUNNELAS and held[card] > (2 if card == faces["tiplu"] else 3):
        return False
    values = sum(held[faces[item]] > 0 for item in ("poplu", "jhiplu"))
    jokers = sum(held[joker] > 0 for joker in ordinary_jokers(faces))
    return held["tunnela_value"] + values <= 2 and held["tunnela_joker"] + jokers <= 3


def ordinary_jokers(faces: Mapping[str, str]) -> list[str]:
    """The tiplu's rank in the other suits; only the alter, as long as the tiplu is not known."""
    tiplu = faces["tiplu"]
    if tiplu == "tiplu":
        return ["alter"]
    return [rank(tiplu) + other for other in "SHDC" if other != suit(tiplu)]


# Maal ----------------------------------------------------------------------------------------


def maals(options: Options, entry: Entry) -> dict[int, int]:
    """What counts for each player in the hand, after murder and kidnap, in points."""
    tiplu = entry.deal.tiplu
    values = {person: maal(options, tiplu, entry.lines[person]) for person in in_hand(entry)}
    if options.unseen_maal is UnseenMaal.COUNT:
        return values
    unseen = [p for p in values if entry.lines[p].status is Status.UNSEEN]
    if options.unseen_maal is UnseenMaal.KIDNAP:
        values[winner(entry)] += sum(values[p] for p in unseen)
    return values | dict.fromkeys(unseen, 0)


def maal(options: Options, tiplu: str | None, line: Line) -> int:
    """Points from each opponent."""
    if line.status is Status.FOUL:
        return 0
    if line.maal is not None:
        return line.maal
    line = in_items(options, tiplu, line)
    exposed = tunnelas(options, line) if has_tunnelas(options, line) else 0
    return singles(options, line) + exposed


def in_items(options: Options, tiplu: str | None, line: Line) -> Line:
    """The same maal with tapped cards counted by item."""
    if tiplu is None or not line.tapped:
        return line
    faces = value_cards(tiplu)
    played = {"alter": options.alter, "man": options.man}
    cards = Counter(line.cards or ())
    held: dict[str, Any] = {item: cards[faces[item]] for item in SINGLES if played.get(item, True)}
    held |= Counter(tunnela_of(group[0], faces) for group in line.exposed or ())
    return replace(line, cards=None, exposed=None, **held)


def has_tunnelas(options: Options, line: Line) -> bool:
    """Whether exposed tunnelas count for this player."""
    return line.status is not Status.UNSEEN or not options.tunnela_needs_seen


def singles(options: Options, line: Line) -> int:
    """The best of counting cards by themselves or in marriages; each counts once."""
    together = marriages(options, line)
    return (
        together_or_not(options, line, together)
        + worth(options.alter_points, line.alter)
        + worth(options.man_points, line.man)
    )


def marriages(options: Options, line: Line) -> int:
    """How many marriages are best; of equal sums the one with most."""
    most = min(line.tiplu, line.poplu, line.jhiplu)
    return max(reversed(range(most + 1)), key=lambda m: together_or_not(options, line, m))


def together_or_not(options: Options, line: Line, marriages: int) -> int:
    """Points of tiplus, poplus and jhiplus with so many marriages among them."""
    return (
        worth(options.marriage_points, marriages)
        + worth(options.tiplu_points, line.tiplu - marriages)
        + worth(options.poplu_points, line.poplu - marriages)
        + worth(options.jhiplu_points, line.jhiplu - marriages)
    )


def worth(steps: Sequence[int], copies: int) -> int:
    return steps[copies - 1] if copies else 0


RISING = (5, 15, 30, 45)


def tunnelas(options: Options, line: Line) -> int:
    _regular, joker, value = options.tunnela_points
    return (
        regular_tunnelas(options, line.tunnela)
        + joker * line.tunnela_joker
        + value * line.tunnela_value
    )


def regular_tunnelas(options: Options, exposed: int) -> int:
    if options.tunnela_scale is TunnelaScale.RISING:
        return worth(RISING, min(exposed, len(RISING)))
    return options.tunnela_points[0] * exposed


# Points and money ----------------------------------------------------------------------------


def settlement(game: Game, entry: Entry) -> Payments:
    """Who pays whom, in points."""
    if entry.deal.outcome is Outcome.VOID:
        return ()
    return (
        *payouts.pairwise(maals(game.options, entry), _("maal")),
        *to_winner(game, entry),
    )


def to_winner(game: Game, entry: Entry) -> Payments:
    """What the winner is paid besides maal, in points."""
    options, won = game.options, winner(entry)
    payments = [
        Payment(person, won, *due)
        for person in losers(entry)
        for due in dues(options, entry.deal, entry.lines[person])
    ]
    owing = [
        Payment(person, won, options.foul_points, _("earlier foul")) for person in game.state.fouled
    ]
    return collect((*payments, *owing))


def dues(options: Options, deal: Deal, line: Line) -> Iterator[tuple[int, str]]:
    """What a loser pays the winner, in points, and what for."""
    match line.status:
        case Status.SEEN if not line.dublee_shown:
            yield options.seen, _("seen")
        case Status.UNSEEN:
            yield options.unseen, _("unseen")
        case Status.FOUL if options.foul is Foul.THIS_HAND:
            yield options.foul_points, _("foul")
    if deal.declared is Declared.DUBLEES:
        yield options.dublee_win, _("won with dublees")


def score(game: Game, entry: Entry) -> g.Scores:
    points = received(game, entry) if game.options.ledger is Ledger.GROSS else net(game, entry)
    return tuple(
        g.Score(points[seat], words) if (words := reason(game, entry, seat)) else NIL
        for seat in range(game.seats)
    )


def net(game: Game, entry: Entry) -> tuple[int, ...]:
    gained, _pot = nets(settlement(game, entry), game.persons)
    return gained


def received(game: Game, entry: Entry) -> tuple[int, ...]:
    """Maal from every opponent, without what was paid for theirs."""
    if entry.deal.outcome is Outcome.VOID:
        return (0,) * game.persons
    values = maals(game.options, entry)
    gained = [values.get(p, 0) * (len(values) - 1) for p in range(game.persons)]
    gained[winner(entry)] += sum(payment.amount for payment in to_winner(game, entry))
    return tuple(gained)


def reason(game: Game, entry: Entry, person: int) -> str:
    """``won, maal 5`` or ``unseen, maal 0``."""
    if entry.deal.outcome is Outcome.VOID:
        return ""
    words = [standing(entry, person)]
    if person in in_hand(entry):
        words.append(_("maal {maal}").format(maal=maals(game.options, entry)[person]))
    if person in game.state.fouled and person != winner(entry):
        words.append(_("earlier foul"))
    return ", ".join(words)


def standing(entry: Entry, person: int) -> str:
    line = entry.lines[person]
    if line.finish is Finish.WON:
        return _("won with dublees") if entry.deal.declared is Declared.DUBLEES else _("won")
    match line.status:
        case Status.SEEN:
            return _("seen, dublees") if line.dublee_shown else _("seen")
        case Status.UNSEEN:
            return _("unseen")
        case Status.FOUL:
            return _("foul")
        case _:
            return _("sat out")


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    value = game.options.point_value
    return collect(
        replace(payment, amount=payment.amount * value) for payment in settlement(game, entry)
    )


# From hand to hand ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    """A void hand leaves the debts as they are."""
    if entry.deal.outcome is Outcome.VOID or game.options.foul is not Foul.NEXT_HAND:
        return game.state
    return State(tuple(p for p in in_hand(entry) if entry.lines[p].status is Status.FOUL))


def is_over(game: Game) -> bool:
    return game.options.hands is not None and game.number >= game.options.hands


def notes(game: Game, person: int) -> tuple[str, ...]:
    if person not in game.state.fouled or game.over:
        return ()
    owed = _("owes the next winner {points}")
    return (owed.format(points=game.options.foul_points),)


# Tapped cards --------------------------------------------------------------------------------


def copies(options: Options, deal: Deal, face: str) -> int:
    """Three packs, without the tiplu that was drawn; three printed jokers where men are played."""
    if face == JOKER:
        return 3 if options.man else 0
    return 2 if face == deal.tiplu else 3


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    """The items that his cards count as, with their points, and the cards that count nothing."""
    line, tiplu = entry.lines[person], entry.deal.tiplu
    if entry.deal.outcome is Outcome.VOID or not line.tapped or line.status is Status.SAT_OUT:
        return None
    for fault in card_faults(game.options, line, person):
        raise fault
    if tiplu is None:
        raise EntryError(_("Which card is the tiplu?"), field="tiplu")
    for fault in copy_faults([(person, line)], tiplu):
        raise fault
    groups = tuple(items(game.options, tiplu, line))
    if line.status is Status.FOUL:
        groups = tuple(replace(group, worth=0) for group in groups)
    rest = Counter(line.cards or ())
    rest -= Counter(card for group in groups if group.kind != "tunnela" for card in group.cards)
    return Arrangement(groups, tuple((card, 0) for card in sorted(rest.elements(), key=in_order)))


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
        alone = getattr(counted, kind) - (together if kind in MARRIED else 0)
        if alone:
            yield Group(kind, (faces[kind],) * alone, (None,) * alone, worth(points, alone))
    counts = has_tunnelas(options, line)
    for cards, points_each in zip(
        line.exposed or (), each_tunnela(options, faces, line), strict=True
    ):
        yield Group("tunnela", cards, (None,) * 3, points_each if counts else 0)


def each_tunnela(options: Options, faces: Mapping[str, str], line: Line) -> Iterator[int]:
    """Points of every exposed tunnela; of a regular one, what it adds to those before it."""
    _regular, joker, value = options.tunnela_points
    before = 0
    for group in line.exposed or ():
        item = tunnela_of(group[0], faces)
        if item == "tunnela":
            yield regular_tunnelas(options, before + 1) - regular_tunnelas(options, before)
            before += 1
        else:
            yield joker if item == "tunnela_joker" else value


@dataclass(frozen=True, slots=True)
class Held:
    """A question about cards alone: what they are worth, or whether they can be shown."""

    tiplu: Annotated[str | None, Card(label=_("Tiplu"), joker=False)] = None
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Maal cards"))] = None
    exposed: Annotated[tuple[tuple[str, ...], ...] | None, Melds(label=_("Exposed tunnelas"))] = (
        None
    )
    seen: Annotated[bool, Flag(label=_("Seen"))] = True
    declare: Annotated[tuple[str, ...] | None, Cards(label=_("Shown"), sizes=(SHOWN,))] = None


def count(options: Options, held: Held) -> Told:
    """The maal of a hand, or whether 21 cards can be shown."""
    if held.tiplu is None:
        raise EntryError(_("Which card is the tiplu?"), field="tiplu")
    told: dict[str, Any] = {}
    if held.hand is not None or held.exposed is not None:
        status = Status.SEEN if held.seen else Status.UNSEEN
        line = Line(status=status, cards=held.hand, exposed=held.exposed)
        check_tapped(options, held.tiplu, line, "hand")
        told["maal"] = maal(options, held.tiplu, line)
    if held.declare is not None:
        check_tapped(options, held.tiplu, Line(cards=held.declare), "declare")
        told["valid"] = bool(ways_to_show(held.declare, held.tiplu))
    if not told:
        raise EntryError(_("Tap the cards that count, or 21 to be shown."), field="hand")
    return told


def check_tapped(options: Options, tiplu: str, line: Line, cards_field: str) -> None:
    """These cards can be in one hand, where no game is played."""
    for fault in card_faults(options, line, None, cards_field):
        raise fault
    for fault in copy_faults([(None, line)], tiplu, cards_field):
        raise fault


def judge(game: Game, deal: Deal, claim: Claim) -> Verdict:
    """Are these seven melds, three of them pure, or eight dublees? A foul is fined where the table
    plays so."""
    options = game.options
    if deal.tiplu is None:
        raise EntryError(_("Which card is the tiplu?"), field="tiplu")
    if len(claim.cards) != SHOWN:
        raise EntryError(_("A hand has 21 cards."), field="cards")
    check_tapped(options, deal.tiplu, Line(cards=claim.cards), "cards")
    fines = {
        Foul.OFF: "",
        Foul.NEXT_HAND: _("A foul: no maal, and {points} points to the winner of the next hand."),
        Foul.THIS_HAND: _("A foul: no maal, and {points} points to the winner of this hand."),
    }
    fine = fines[options.foul].format(points=options.foul_points)
    return verdict(claim, deal.tiplu, options.dublee_win, fine)


variant = Variant(
    key="marriage",
    name="Marriage",
    summary=_("Nepal's rummy with 21 cards: value cards are paid for by everybody."),
    seats=range(2, 6),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    pay=pay,
    is_over=is_over,
    begin=lambda game: State(),
    follow=follow,
    presets=(
        Preset("usual", _("Usual rules"), {}, _("All maal counts; nothing extra.")),
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
    ),
    offers=offers,
    strict=lambda game, entry: None,
    absences=True,
    notes=notes,
    held=Held,
    count=count,
    copies=copies,
    wild=lambda options, deal: wild_cards(deal.tiplu),
    lay=lay,
    shows=range(SHOWN, SHOWN + 1),
    judge=judge,
)
