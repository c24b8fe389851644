"""Vazhushal (Wipe), a game with 13 cards that is won by going out, or by the best score.

The negative joker is a card laid open: all cards of its rank in the opposite colour are wild, and
so are printed jokers. The first meld must be a pure sequence. Whoever goes out wins the game point;
what the others hold does not matter. If the stock runs out first, everybody melds what they can,
and the best score wins the point: melded cards less cards in hand, where A, K, Q, J and 10 are ten,
a wild card melded is what it stands for, and one left in hand 20 points (or nothing). Where three
or more play, a hand in which somebody was dealt three pairs is dealt again.

Tied players each get the point, or nobody does, or the hand is played again. Money, if there is
any: everybody who did not win pays the stake, and with "margin money" also what their score falls
short of the best when the stock ran out; tied winners share all of it equally, left-over units in
order of seat.

Sources: CatsAtCards (catsatcards.com), “Vazhushal”;
pagat.com/rummy/wipe.html for what counts as a meld and for playing to five wins.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import RANKS, in_order, rank, suit
from scorekeeper.engine.ends import Ending, at_target
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.melds import Arrangement, MeldKind, MeldRules, left_over
from scorekeeper.engine.melds.find import Holding, Meld
from scorekeeper.engine.melds.lay import lay_out
from scorekeeper.engine.melds.meld import Reading, sequences, sets
from scorekeeper.engine.melds.rules import SHORTEST
from scorekeeper.engine.melds.search import POINT, Search
from scorekeeper.engine.money import Payment, collect, split
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import Stock, check_in_packs
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, when
from scorekeeper.engine.seats.table_card import (
    FROM_THE_LEFT,
    LEFT_BEGINS,
    Sentences,
    TableCard,
    sentences,
)
from scorekeeper.engine.variant import Limits, NamedValues, Nothing, Preset, Tapped, Variant
from scorekeeper.engine.words import Phrase, _, reason
from scorekeeper.variants import _glossary
from scorekeeper.variants._indian import check_winner

# Reasons --------------------------------------------------------------------------------------

MELDED_IN_HAND: Final = reason("melded_in_hand", _("{melded} melded, {in_hand} in hand: {score}"))
MARGIN_OF: Final = reason("margin_of", _("margin of {points}"))

MOST: Final = 36
"""Cards of one player that are counted; the search takes long for more."""

Cards: TypeAlias = tuple[str, ...]


# What is asked -------------------------------------------------------------------------------


class Tie(Word):
    SHARE = "share", _("Each a point"), _("Every tied player wins; the money is shared.")
    NONE = "none", _("Nobody wins")
    REPLAY = "replay", _("Play again"), _("Nobody scores for the hand.")


class WildInHand(Word):
    TWENTY = 20, "20"
    NOTHING = 0, "0"


class Outcome(Word):
    WENT_OUT = "went_out", _("Went out"), _("A player melded all their cards.")
    STOCK_OUT = "stock_out", _("Stock ran out"), _("The best score wins.")
    REDEAL = "redeal", _("Redeal"), _("Somebody was dealt three pairs.")


class Finish(Word):
    WON = "won", _("Went out")


@dataclass(frozen=True, slots=True)
class Options:
    stake: int = ask.amount(
        _("Stake"), 0, _("What everybody who did not win pays."), source="vazhushal.md §4"
    )
    margin_money: bool = ask.flag(
        _("Margin money"),
        False,
        _("When the stock ran out, losers also pay by how much they lost."),
        source="vazhushal.md §5",
    )
    point_value: int = ask.amount(
        _("Money per point"),
        100,
        _("What one point of the margin is worth."),
        source="vazhushal.md §5",
        when=(when("margin_money", True),),
    )
    tie: Tie = ask.pick(
        _("Equal best scores"),
        Tie.SHARE,
        _("What happens when the stock ran out."),
        source="vazhushal.md §4",
    )
    target_wins: int | None = ask.count(
        _("Wins to win"),
        None,
        _("The game ends when a player has this many; leave empty for no limit."),
        min=1,
        max=None,
        source="vazhushal.md §4",
    )
    wild_in_hand: WildInHand = ask.pick(
        _("Wild card in hand"),
        WildInHand.TWENTY,
        _("Points of one that was not melded."),
        source="seed",
    )
    negative_joker: bool = ask.flag(
        _("Negative joker"),
        True,
        _("An open card decides what is wild besides printed jokers."),
        source="seed",
    )
    decks: int = ask.count(
        _("Packs"), 1, _("Packs of 54, each with two printed jokers."), min=1, max=2, source="seed"
    )


WENT_OUT = when("deal.outcome", Outcome.WENT_OUT)
STOCK_OUT = when("deal.outcome", Outcome.STOCK_OUT)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand ended"), Outcome.WENT_OUT)
    negative: str | None = ask.card(
        _("Negative joker"),
        None,
        _("The open card; needed if cards are tapped."),
        joker=False,
        when=(when("options.negative_joker", True),),
        screen=(when("outcome", Outcome.STOCK_OUT),),
    )


@dataclass(frozen=True, slots=True)
class Line:
    finish: Finish | None = ask.pick(
        _("Winner"), None, when=(WENT_OUT,), sole=(), sole_value=Finish.WON
    )
    melded: int = ask.points(_("Melded"), 0, _("Points on the table."), empty=(), when=(STOCK_OUT,))
    in_hand: int | None = ask.points(_("In hand"), None, _("Points not melded."), when=(STOCK_OUT,))
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"), None, instead="in_hand", both=Both.LOOKED_AT, when=(STOCK_OUT,)
    )
    table: tuple[tuple[str, ...], ...] | None = ask.melds(
        _("On the table"), None, when=(STOCK_OUT,)
    )

    @property
    def typed(self) -> bool:
        return self.in_hand is not None or bool(self.melded)

    @property
    def tapped(self) -> bool:
        return self.cards is not None or bool(self.table)


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]


# What is refused -----------------------------------------------------------------------------


def check_scores(options: Options, entry: Entry) -> None:
    """Checks that everybody's cards are typed or tapped, not both."""
    lines = entry.playing_lines
    for person, line in lines.items():
        check_ways(line, person)
    if any(line.tapped for line in lines.values()):
        check_negative(options, entry.deal.negative)
    check_copies(options, lines.items())


def check_negative(options: Options, negative: str | None) -> None:
    """Checks that the negative joker is known, where the table has one."""
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
    """Checks that all tapped cards of a hand can come from the same packs. ``lines``: with the
    person."""
    held = ((person, *piece, 1) for person, line in lines for piece in pieces(line))
    check_in_packs(held, stock(options))


def pieces(line: Line) -> Iterator[tuple[str, str]]:
    """Yields every card of a player, with the question it answers."""
    for group in line.table or ():
        for card in group:
            yield "table", card
    for card in line.cards or ():
        yield "cards", card


def stock(options: Options, negative: str | None = None) -> Stock:
    """Returns packs of 54 cards, each with two printed jokers."""
    return Stock(options.decks, 2 * options.decks, wild_cards(negative))


# Points and money ----------------------------------------------------------------------------


def results(entry: Entry) -> dict[int, tuple[int, int]]:
    """Returns everybody's points melded and in hand when the stock ran out."""
    if entry.deal.outcome is not Outcome.STOCK_OUT:
        return {}
    lines = entry.playing_lines
    return {person: (line.melded, line.in_hand or 0) for person, line in lines.items()}


def scores_of(entry: Entry) -> dict[int, int]:
    """Returns the points melded less those in hand."""
    return {person: melded - left for person, (melded, left) in results(entry).items()}


def winners(options: Options, entry: Entry) -> list[int]:
    """Returns the persons who get a game point, in order of seat."""
    went_out = [person for person in entry.playing if entry.lines[person].finish is Finish.WON]
    scores = scores_of(entry)
    best = [person for person, score in scores.items() if score == max(scores.values())]
    return went_out or (best if len(best) == 1 or options.tie is Tie.SHARE else [])


def dues(options: Options, entry: Entry, person: int) -> Iterator[tuple[int, Phrase]]:
    yield options.stake, reasons.STAKE
    if options.margin_money and (scores := scores_of(entry)):
        margin = max(scores.values()) - scores[person]
        yield margin * options.point_value, MARGIN_OF.format(points=margin)


def shared(owed: Sequence[tuple[int, int, Phrase]], won: Sequence[int]) -> Iterator[Payment]:
    """Shares all that is owed in equal parts; each is filled before the next. ``owed``: payers,
    amounts in minor units, and reasons."""
    parts = split(sum(amount for _payer, amount, _words in owed), len(won))
    open_parts = dict(zip(won, parts, strict=True))
    for payer, unpaid, words in owed:
        for winner in won:
            amount = min(unpaid, open_parts[winner])
            open_parts[winner] -= amount
            unpaid -= amount
            yield Payment(payer, winner, amount, words)


# What can be laid ----------------------------------------------------------------------------


VALUES: Final = MeldRules()
"""A, K, Q, J and 10 count ten."""
DEAREST: Final = max(VALUES.values)
"""The most that a wild card can stand for."""
OTHER_COLOUR: Final = {"S": "HD", "C": "HD", "H": "SC", "D": "SC"}

SEQUENCES: Final = tuple(
    faces for length in range(SHORTEST, VALUES.max_run + 1) for faces in sequences(length, "both")
)
SETS: Final = tuple(faces for name in RANKS for size in (3, 4) for faces in sets(name, size))


def wild_cards(negative: str | None) -> frozenset[str]:
    """Returns what is wild besides printed jokers: the negative joker's rank in the other colour.

    >>> sorted(wild_cards("8S"))
    ['8D', '8H']
    """
    if negative is None:
        return frozenset()
    return frozenset(rank(negative) + letter for letter in OTHER_COLOUR[suit(negative)])


def worth(faces: Iterable[str]) -> int:
    """Returns the points of melded cards: of a wild card, those of the card it stands for."""
    return sum(map(VALUES.value, faces))


def every_meld(hand: Holding) -> Iterator[Meld]:
    """Yields every meld there can be, with the cards it stands for."""
    for faces in (*SEQUENCES, *SETS):
        present = [face for face in faces if face in hand.kinds]
        for size in range(max(1, len(faces) - hand.wilds), len(present) + 1):
            for cards in combinations(present, size):
                naturals, fill = tuple(hand.kinds[card] for card in cards), len(faces) - size
                if fill + sum(kind >= hand.first_wild for kind in naturals) <= hand.wilds:
                    yield Meld(kind_of(faces, fill), naturals, fill, faces=faces)


def kind_of(faces: Cards, fill: int) -> MeldKind:
    if rank(faces[0]) == rank(faces[1]):
        return "set"
    return "impure" if fill else "pure"


def melds_that_matter(hand: Holding, once: Set[Cards]) -> list[Meld]:
    """Returns the melds that may lie once, and those that are best as long as others may lie
    twice."""
    guarded: list[Meld] = []
    best: dict[tuple[tuple[int, ...], int], Meld] = {}
    for meld in every_meld(hand):
        if meld.faces in once:
            guarded.append(meld)
        elif not divides(meld, meld.cards(hand), once):
            key = tuple(sorted(meld.naturals)), meld.fill
            if key not in best or worth(meld.faces) > worth(best[key].faces):
                best[key] = meld
    return [*guarded, *best.values()]


def divides(meld: Meld, naturals: Cards, once: Set[Cards]) -> bool:
    """Whether two shorter sequences take the same cards, neither of which may lie only once."""
    faces, cuts = meld.faces, range(SHORTEST, len(meld.faces) - SHORTEST + 1)
    return meld.kind != "set" and any(
        once.isdisjoint(pieces) and not any(map(set(naturals).isdisjoint, pieces))
        for pieces in ((faces[:cut], faces[cut:]) for cut in cuts)
    )


@lru_cache(maxsize=512)
def best_position(
    table: Cards, hand: Cards, wild: frozenset[str], in_hand: int
) -> Arrangement | None:
    """Returns the best legal position: melds with their points, and the cards left with what they
    cost. None if no position holds all of the table. ``in_hand``: points that a wild card costs.

    All cards on the table stay melded, any cards in hand may be, however they are arranged. One
    meld at least is a pure sequence, and no two stand for the same cards.

    At first two melds may stand for the same cards; then a sequence that is two shorter ones need
    not be tried, and of melds with the same cards only the dearest. Where two melds of the best
    position are the same, that one may lie once, and whatever could lie instead is tried too.
    """
    rules = MeldRules(wild=wild, wild_value=in_hand)
    # A card that is melded brings its points and does not cost them.
    twice = tuple(2 * points for points in rules.values)
    held = Holding(table + hand, replace(rules, values=twice, wild_value=in_hand + DEAREST))
    must, once = Counter(table), frozenset[Cards]()

    def lost(meld: Meld) -> int:
        """Returns what its wild cards bring less than they could, in units of the search."""
        naturals = {held.cards[kind] for kind in meld.naturals if kind < held.first_wild}
        stood_for = [face for face in meld.faces if face not in naturals]
        return POINT * (DEAREST * len(stood_for) - worth(stood_for))

    while True:
        candidates = melds_that_matter(held, once)
        melds = Search(held, candidates, pure=1, must=must, once=once, lost=lost).best()
        if melds is None:
            return None if table else Arrangement((), left_over(hand, rules))
        same = lie_twice(melds)
        if not same:
            return arranged(held, must, joined(melds), rules)
        once |= same


def lie_twice(melds: Iterable[Meld]) -> frozenset[Cards]:
    """Returns the cards for which more than one of these stand."""
    lying = Counter(meld.faces for meld in melds)
    return frozenset(faces for faces, times in lying.items() if times > 1)


def joined(melds: list[Meld]) -> list[Meld]:
    """Joins sequences that touch, as long as that keeps a pure one and all melds different."""
    for low, high in permutations(melds, 2):
        faces, fill = low.faces + high.faces, low.fill + high.fill
        if faces in SEQUENCES:
            longer = Meld(kind_of(faces, fill), low.naturals + high.naturals, fill, faces=faces)
            rest = [*(meld for meld in melds if meld is not low and meld is not high), longer]
            if any(meld.kind == "pure" for meld in rest) and not lie_twice(rest):
                return joined(rest)
    return melds


def arranged(
    hand: Holding, must: Counter[str], melds: Iterable[Meld], rules: MeldRules
) -> Arrangement:
    """Returns the melds with the cards that make them up, those on the table first."""
    rest = Counter(dict(zip(hand.cards, hand.counts, strict=True)))
    for meld in melds:
        rest.subtract(meld.cards(hand))
    pool = _wilds_first_from_table(hand, must, rest)
    groups = []
    for meld in sorted(melds, key=_laying_order):
        wilds, pool = pool[: meld.fill], pool[meld.fill :]
        group = lay_out(
            Reading(kind_of(meld.faces, meld.fill), meld.faces), meld.cards(hand), wilds
        )
        groups.append(replace(group, worth=worth(meld.faces)))
    left = [card for card in rest.elements() if not rules.is_wild(card)]
    return Arrangement(tuple(groups), left_over([*left, *pool], rules))


def _laying_order(meld: Meld) -> tuple[bool, bool, list[tuple[int, int, str]]]:
    return meld.kind != "pure", meld.kind == "set", [in_order(face) for face in meld.faces]


def _wilds_first_from_table(hand: Holding, must: Counter[str], rest: Counter[str]) -> list[str]:
    """Returns wild cards that do not stand for themselves, first those that have to be laid."""
    pool = []
    for card in sorted(hand.cards[hand.first_wild :], key=in_order):
        owed = max(0, must[card] - (hand.counts[hand.kinds[card]] - rest[card]))
        pool += [(copy >= owed, card) for copy in range(rest[card])]
    return [card for _may_stay, card in sorted(pool, key=lambda pair: pair[0])]


def position_of(
    options: Options, negative: str | None, line: Line, person: int | None = None
) -> Arrangement:
    """Returns the best position of tapped cards. Raises EntryError if those on the table cannot
    be."""
    table = tuple(card for group in line.table or () for card in group)
    hand = line.cards or ()
    if len(table) + len(hand) > MOST:
        raise EntryError(
            _("That many cards can’t be counted. Enter the points."), field="cards", seat=person
        )
    best = best_position(table, hand, wild_cards(negative), options.wild_in_hand.value)
    if best is None:
        raise EntryError(
            _("These cards cannot all lie in melds, one of them a pure sequence."),
            field="table",
            seat=person,
        )
    return best


# The game ------------------------------------------------------------------------------------


class Vazhushal(Variant[Options, Deal, Line, Nothing]):
    key, name = "vazhushal", "Vazhushal"
    game_points = True
    summary = _("Go out for a game point; if the stock runs out, the best score takes it.")
    also = "Vazhishal, Wipe"
    family = Family.INDIAN
    source = "“Vazhushal”, catsatcards.com"
    seats = range(2, 7)
    may_miss = True
    options, deal, line = Options, Deal, Line
    strict = True
    presets = (
        Preset("usual", _("Default rules"), {}, _("For game points, without an end of its own.")),
        Preset("five-wins", _("Five wins"), {"target_wins": 5}, _("The first with five wins.")),
        Preset(
            "stakes",
            _("For a stake and the margin"),
            {"stake": 1000, "margin_money": True},
            _("Losers pay a stake, and by how much they lost."),
        ),
        Preset(
            "no-negative-joker",
            _("No negative joker"),
            {"negative_joker": False},
            _("Only printed jokers are wild."),
        ),
    )
    glossary = sentences(
        _glossary.GO_OUT,
        _glossary.MELD,
        _glossary.PURE_SEQUENCE,
        _("Negative joker: the open card; all cards of its rank in the other colour are wild."),
        _glossary.WILD,
        _glossary.STAR,
        _glossary.STOCK,
        _("Margin: how much lower a score is than the best one."),
        _("Redeal: the same dealer deals the hand again."),
    )
    feats = (
        Feat(
            key="stock_out",
            name=_("Best when the stock ran out"),
            description=_("Win a hand that nobody went out of."),
            face="5H",
            is_earned=lambda hand: hand.has_won and hand.entry.deal.outcome is Outcome.STOCK_OUT,
        ),
    )

    def table_card(self, options: Options, persons: int) -> TableCard:
        cut = sentences(_("The player at the dealer’s right cuts."))
        turned: Sentences = ()
        if persons >= 3:
            turned = sentences(
                _(
                    "Has a hand three pairs of a rank? All is thrown in and the same dealer deals "
                    "again."
                )
            )
        if options.negative_joker:
            cut = sentences(
                _("The player at the dealer’s right cuts twice."),
                _("The second cut leaves one unseen card across under the stock."),
            )
            joker = _("The card under the stock is shown: it is the negative joker.")
            turned = (*turned, joker)
        return TableCard(
            packs=options.decks,
            jokers=2 * options.decks,
            hand_size=13,
            cut=cut,
            dealt=(FROM_THE_LEFT,),
            turned=(*turned, _("Then the discards are begun.")),
            begins=(LEFT_BEGINS,),
            differs=sentences(_("Some pages give three players two packs.")),
        )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        return {"decks": 1 if seats <= 3 else 2}

    def check_options(self, options: Options, seats: int) -> None:
        if 13 * seats + 3 > 54 * options.decks:
            raise EntryError(_("These packs are too few for that many players."), field="decks")

    def limits(self, game: Game, name: str) -> Limits:
        if name == "outcome" and game.persons == 2:
            return Limits(offered=(Outcome.WENT_OUT, Outcome.STOCK_OUT))
        return Limits()

    def check(self, game: Game, entry: Entry) -> None:
        match entry.deal.outcome:
            case Outcome.WENT_OUT:
                lines = entry.playing_lines
                check_winner([p for p, line in lines.items() if line.finish is Finish.WON])
            case Outcome.STOCK_OUT:
                check_scores(game.options, entry)
            case Outcome.REDEAL if len(entry.playing) == 2:
                raise EntryError(
                    _("Three pairs are dealt again only among three or more."), field="outcome"
                )

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        options, points_by_person = game.options, results(entry)
        won, is_redeal = winners(options, entry), entry.deal.outcome is Outcome.REDEAL
        losers = [person for person in entry.playing if person not in won]
        owed = [(person, *due) for person in losers for due in dues(options, entry, person)]

        def score_of(seat: int) -> g.Score:
            if seat in points_by_person:
                melded, left = points_by_person[seat]
                words = MELDED_IN_HAND.format(melded=melded, in_hand=left, score=melded - left)
                return g.Score(int(seat in won), words)
            return g.Score(1, reasons.WENT_OUT) if seat in won else g.NIL

        return g.Outcome(
            tuple(score_of(seat) for seat in range(game.seats)),
            collect(shared(owed, won)) if won else (),
            won,
            is_played=not is_redeal,
            deals_again=is_redeal,
        )

    def ends(self, options: Options) -> Ending | None:
        return at_target(options.target_wins)

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Records cards left only if the stock ran out."""
        _melded, left = results(entry).get(person, (0, 0))
        return counted_facts(played=outcome.is_played, left=left or None)

    # Tapped cards ---------------------------------------------------------------------------

    def stock(self, options: Options, deal: Deal) -> Stock:
        return stock(options, deal.negative)

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Lays the best position: melds with their points, and the cards left in hand."""
        line = entry.lines[person]
        if entry.deal.outcome is not Outcome.STOCK_OUT or not line.tapped:
            return None
        check_negative(game.options, entry.deal.negative)
        check_copies(game.options, [(person, line)])
        best = position_of(game.options, entry.deal.negative, line, person)
        return Tapped(best, {"melded": best.worth, "in_hand": best.points})


variant = Vazhushal()
