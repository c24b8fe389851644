"""Knocking: the golden hands of gin_rummy.md §10, and what must always hold."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.cards import PACK, SUITS, parse_cards, position, rank, suit
from scorekeeper.engine.melds import Group, MeldRules, check_laid, least, rank_values
from scorekeeper.engine.melds.layoffs import Answer, LayOff, answer, knock, least_layouts

GIN = MeldRules(values=rank_values(ace=1), aces="low")


def groups(*melds: str) -> list[Group]:
    rulings = check_laid([parse_cards(meld) for meld in melds], GIN)
    return [ruling.group for ruling in rulings if ruling.group is not None]


# Golden hands -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "knocker", "opponent", "counts"),
    [
        ("C1", "5H 6H 7H 9S 9D 9C 2C 3D AC AD", "8H 9H TS TD JC 4C 4D 4S KD 6S", (7, 46)),
        ("C2", "4H 5H 6H TS TD TC 2S 3C AD AC", "7C 7D 7H 8H KS KD KC 5S 2D 2C", (7, 17)),
        ("C3", "6H 7H 8H QS QD QC 2S 2D 2C 4D", "9S 9D 9C 9H TH AS 3D 5C JD JC", (4, 29)),
        ("C4", "3H 4H 5H 6H 6S 6D 6C 8D AC AD", "7H 8H 2S 2D 2C 9D TD QD QC 4C", (10, 58)),
        ("C5", "5S 6S 7S JD JH JC 2C 2H 3D AS", "4S 8S 9S 3C 3H 3S 7D 7C 7H AC", (8, 1)),
        ("C7", "2H 3H 4H JS JD JC 9S 9D 9H 8C", "TS TD TC 5C 6C 7C 4S 5S 6S 8D", (8, 8)),
    ],
)
def test_a_knock_and_its_answer(number, knocker, opponent, counts):
    laid, reply = knock(parse_cards(knocker), parse_cards(opponent), GIN)
    assert (laid.points, reply.points) == counts


def test_the_knocker_chooses_the_layout_that_leaves_the_opponent_most():
    knocker = parse_cards("3H 4H 5H 6H 6S 6D 6C 8D AC AD")
    layouts = {
        tuple(group.cards for group in layout.groups) for layout in least_layouts(knocker, GIN)
    }
    fours = (("3H", "4H", "5H"), ("6S", "6H", "6D", "6C"))
    threes = (("3H", "4H", "5H", "6H"), ("6S", "6D", "6C"))
    assert layouts == {fours, threes}
    opponent = parse_cards("7H 8H 2S 2D 2C 9D TD QD QC 4C")
    assert answer(opponent, groups(*map(" ".join, threes)), GIN).points == 43
    laid, reply = knock(knocker, opponent, GIN)
    assert (tuple(group.cards for group in laid.groups), reply.points) == (fours, 58)


def test_cards_are_laid_off_one_behind_the_other_at_both_ends():
    reply = answer(parse_cards("3H 4H 8H 9H"), groups("5H 6H 7H"), GIN)
    assert [lay_off.card for lay_off in reply.lay_offs] == ["4H", "3H", "8H", "9H"]
    assert {lay_off.group for lay_off in reply.lay_offs} == {0}
    assert reply.points == 0


def test_a_set_of_three_takes_the_fourth_card_and_a_set_of_four_nothing():
    hand = parse_cards("9C 2D")
    assert answer(hand, groups("KS KD KC", "9S 9H 9D"), GIN).lay_offs == (LayOff("9C", 1),)
    assert answer(parse_cards("8C"), groups("9S 9H 9D 9C"), GIN).lay_offs == ()


def test_a_card_that_fits_both_goes_to_the_sequence():
    reply = answer(parse_cards("9C 10C"), groups("9S 9H 9D", "6C 7C 8C"), GIN)
    assert reply.lay_offs == (LayOff("9C", 1), LayOff("10C", 1))
    assert answer(parse_cards("9C"), groups("9S 9H 9D", "6C 7C 8C"), GIN).lay_offs[0].group == 1


def test_one_card_joins_two_sequences_of_the_knocker():
    assert answer(parse_cards("7H"), groups("4H 5H 6H", "8H 9H 10H"), GIN).points == 0


def test_own_sequences_stay_together():
    reply = answer(parse_cards("8H 9H 10H KS"), groups("5H 6H 7H"), GIN)
    assert reply.lay_offs == ()
    assert [group.cards for group in reply.arrangement.groups] == [("8H", "9H", "10H")]


@pytest.mark.parametrize("letter", SUITS)
def test_an_own_sequence_from_the_two_has_no_ace(letter):
    own = [f"{rank}{letter}" for rank in "234"]
    other = next(other for other in SUITS if other != letter)
    reply = answer([*own, f"K{other}"], groups(" ".join(f"{r}{other}" for r in "567")), GIN)
    assert [group.cards for group in reply.arrangement.groups] == [tuple(own)]
    assert reply.points == 10


def test_an_own_meld_is_broken_where_laying_off_saves_more():
    reply = answer(parse_cards("9S 9D 9C 9H 10H"), groups("6H 7H 8H"), GIN)
    assert reply.points == 0
    assert reply.lay_offs == (LayOff("9H", 0), LayOff("10H", 0))


def test_nothing_is_laid_off_from_two_packs_or_with_wild_cards():
    for hand in ("7H 7H", "7H JK"):
        with pytest.raises(ValueError, match="one pack"):
            answer(parse_cards(hand), groups("4H 5H 6H"), GIN)


# What always holds --------------------------------------------------------------------------------


def is_meld(cards: Sequence[str]) -> bool:
    if len({rank(card) for card in cards}) == 1:
        return len(cards) >= 3
    places = sorted(map(position, cards))
    consecutive = places == list(range(places[0], places[0] + len(places)))
    return len({suit(card) for card in cards}) == 1 and consecutive and len(cards) >= 3


def packings(cards: Sequence[str]) -> Iterator[list[frozenset[str]]]:
    """Every choice of disjoint melds, none among them."""
    melds = [
        frozenset(chosen)
        for size in range(3, len(cards) + 1)
        for chosen in combinations(cards, size)
        if is_meld(chosen)
    ]

    def choose(first: int, used: frozenset[str]) -> Iterator[list[frozenset[str]]]:
        yield []
        for number in range(first, len(melds)):
            if not melds[number] & used:
                for more in choose(number + 1, used | melds[number]):
                    yield [melds[number], *more]

    return choose(0, frozenset())


def left_after_lay_offs(hand: set[str], melds: Sequence[frozenset[str]]) -> int:
    """Points left when every card is laid off that fits, on sequences first."""
    table = sorted((set(meld) for meld in melds), key=lambda meld: len(set(map(rank, meld))) == 1)
    rest = set(hand)
    fits = True
    while fits:
        fits = False
        for card in sorted(rest):
            meld = next((meld for meld in table if is_meld([*meld, card])), None)
            if meld is not None:
                meld.add(card)
                rest.discard(card)
                fits = True
    return sum(map(GIN.value, rest))


def slow_answer(cards: Sequence[str], laid: Sequence[frozenset[str]]) -> int:
    return min(left_after_lay_offs(set(cards).difference(*own), laid) for own in packings(cards))


@st.composite
def two_hands(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Ten cards each, mostly near to each other."""
    low = draw(st.integers(1, 8))
    near = sorted(card for card in PACK if low <= position(card) < low + 6)
    cards = draw(st.lists(st.sampled_from(near), min_size=20, max_size=20, unique=True))
    return cards[:10], cards[10:]


@given(two_hands())
@settings(max_examples=min(60, settings().max_examples))
def test_no_answer_leaves_less_and_no_layout_leaves_the_opponent_more(dealt):
    knocker, opponent = dealt
    ways = [(sum(map(GIN.value, set(knocker).difference(*own))), own) for own in packings(knocker)]
    least = min(count for count, _own in ways)
    laid, reply = knock(knocker, opponent, GIN)
    assert laid.points == least
    assert reply.points == max(slow_answer(opponent, own) for count, own in ways if count == least)


def all_cards(reply: Answer) -> list[str]:
    melded = [card for group in reply.arrangement.groups for card in group.cards]
    return [*melded, *reply.arrangement.cards_left, *(lay_off.card for lay_off in reply.lay_offs)]


@given(two_hands())
def test_every_card_is_melded_laid_off_where_it_fits_or_left(dealt):
    knocker, opponent = dealt
    laid, reply = knock(knocker, opponent, GIN)
    assert Counter(all_cards(reply)) == Counter(opponent)
    table = [list(group.cards) for group in laid.groups]
    for lay_off in reply.lay_offs:
        table[lay_off.group].append(lay_off.card)
        assert is_meld(table[lay_off.group])
    assert all(is_meld(group.cards) for group in reply.arrangement.groups)


@given(two_hands())
def test_lay_offs_never_cost_and_the_layouts_are_equal(dealt):
    knocker, opponent = dealt
    layouts = least_layouts(knocker, GIN)
    assert {layout.points for layout in layouts} == {least(knocker, GIN).points}
    for layout in layouts:
        assert answer(opponent, layout.groups, GIN).points <= least(opponent, GIN).points


@given(two_hands(), st.randoms())
def test_the_order_of_the_cards_does_not_matter(dealt, random):
    knocker, opponent = dealt
    shuffled = random.sample(knocker, 10), random.sample(opponent, 10)
    assert knock(*shuffled, GIN) == knock(knocker, opponent, GIN)
