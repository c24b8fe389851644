"""Thirteen cards: the fast count agrees with the slow one, settles hands and judges shows."""

from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.variants import VARIANTS
from scorekeeper.variants._thirteen_cards import wild_of_rank
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.brute.answers import answer
from tests.helpers.card_hands import full_pack, hands, laid_cards, random_hand, rich_hand, wild_hand

KEYS = ("paplu", "points_rummy", "pool_rummy", "deals_rummy")
every_game = pytest.mark.parametrize("key", KEYS)
HANDS = 6
OPTIONS: tuple[dict[str, Any], ...] = (
    {"decks": 2},
    {"decks": 3},
    {"decks": 2, "tanala": "on", "life_rule": "both_or_all"},
    {"decks": 3, "tanala": "off"},
)
PURE = "5H 6H 7H"
SHOWN = f"{PURE} 8S 9S 10S JK 2C 2D 2H KD KS KC"
"""Turned 4S: a pure sequence, one with a joker, two sets."""


def dealt(rng: Random, packs: int, turned: str) -> list[str]:
    """A hand as it may come, rich in melds or in wild cards."""
    if rng.random() < 0.1:
        wild = [card for card in full_pack(1, 1) if card[:-1] == turned[:-1] or card == "JK"]
        return wild_hand(rng, 13, packs, packs, wild)
    return rng.choice((random_hand, rich_hand))(rng, 13, packs, packs)


@every_game
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_fast_count_agrees_with_the_slow_one(key: str, number: int) -> None:
    rng, options = Random(f"{key} {number}"), OPTIONS[number]
    for _hand in hands(HANDS):
        turned = rng.choice(full_pack(1, 1))
        hand = dealt(rng, options["decks"], turned)
        for question in ("hand", "declare"):
            cards = {"turned": turned, question: " ".join(hand)}
            result = settle(VARIANTS[key], {"options": options, "cards": cards})
            assert result == answer(key, options, cards), (options, cards)


@every_game
def test_a_question_without_cards_asks_for_them(key: str) -> None:
    for cards in ({"turned": "4S"}, {"turned": "4S", "hand": None}):
        error = settle(VARIANTS[key], {"options": {}, "cards": cards})["error"]
        assert (error["hand"], error["seat"], error["field"]) == (-1, None, "hand")


def hand(counted: dict[str, Any]) -> dict[str, Any]:
    """A won, and B counts so."""
    lines = {"A": {"finish": "won"}, "B": {"finish": "counted", **counted}}
    return {"deal": {"turned": "4S"}, "lines": lines}


@every_game
def test_tapped_cards_settle_like_the_points_they_count(key: str) -> None:
    rng = Random(key)
    for _hand in range(5):
        held = " ".join(rich_hand(rng, 13, 2, 2))
        table = {"options": {"decks": 2}, "seats": ["A", "B"]}
        cards = {"turned": "4S", "hand": held}
        answered = answer(
            key, {"decks": 2, "cap": 80} | ({"cap": None} if key == "paplu" else {}), cards
        )
        tapped = {**table, "hands": [hand({"cards": held})]}
        typed = {**table, "hands": [hand({"points": answered["penalty"]})]}
        assert settle(VARIANTS[key], tapped) == settle(VARIANTS[key], typed), held


def laid(key: str, cards: str, **deal: Any) -> Arrangement | None:
    variant = VARIANTS[key]
    game = playing.start(variant, load_options(variant, {"decks": 2}, 2), 2)
    entry = {"deal": deal, "lines": {"B": {"finish": "counted", "cards": cards}}}
    return laid_cards(variant, game, load_entry(variant, game, entry, "AB"), 1)


@every_game
def test_cards_are_laid_before_the_winner_is_known(key: str) -> None:
    arrangement = laid(key, SHOWN.replace("KC", "QC"), turned="4S")
    assert arrangement is not None
    assert arrangement.points == 10
    assert ("5H", "6H", "7H") in [group.cards for group in arrangement.groups]


@every_game
def test_the_turned_up_card_is_asked_for(key: str) -> None:
    with pytest.raises(EntryError) as refusal:
        laid(key, SHOWN)
    assert refusal.value.field == "turned"


def judged(
    key: str, cards: str, groups: str = "", *, turned: str = "4S", **options: Any
) -> Verdict:
    variant = VARIANTS[key]
    game = playing.start(variant, load_options(variant, {"decks": 2} | options, 2), 2)
    melds = tuple(tuple(group.split()) for group in groups.split("/") if group)
    return variant.judge(game, variant.deal(turned=turned), Claim(1, tuple(cards.split()), melds))


@every_game
def test_a_show_has_thirteen_cards(key: str) -> None:
    shows = VARIANTS[key].shows
    assert shows is not None and list(shows) == [13]


def test_what_the_card_turned_up_makes_wild() -> None:
    assert wild_of_rank("10D", aces=True) == {"10S", "10H", "10D", "10C"}
    assert wild_of_rank("JK", aces=True) == {"AS", "AH", "AD", "AC"}
    assert wild_of_rank("JK", aces=False) == wild_of_rank(None, aces=True) == frozenset()


@pytest.mark.parametrize("key", KEYS[1:])
@pytest.mark.parametrize(("rule", "stands"), [("aces_wild", True), ("printed_only", False)])
def test_a_printed_joker_turned_up_makes_the_aces_wild_or_nothing(
    key: str, rule: str, stands: bool
) -> None:
    with_an_ace = SHOWN.replace("JK", "AD")
    verdict = judged(key, with_an_ace, turned="JK", printed_joker_turned=rule)
    assert verdict.valid is stands


@every_game
def test_a_valid_show_wins(key: str) -> None:
    verdict = judged(key, SHOWN)
    assert verdict.valid
    assert verdict.answers == {"finish": "won"}
    assert verdict.laid is not None and verdict.laid.points == 0


@every_game
def test_a_show_without_a_pure_sequence_names_the_clause_and_the_penalty(key: str) -> None:
    verdict = judged(key, "5H 6H JK 8S 9S 4D 2C 2D 2H KD KS KC QS", wrong_show=60)
    assert not verdict.valid
    assert "pure sequence" in verdict.sentence
    assert verdict.price == "Wrong show: 60 points."
    assert verdict.answers == {"finish": "wrong_show"}


@every_game
def test_a_show_is_judged_as_it_was_laid(key: str) -> None:
    right = f"{PURE} / 8S 9S 10S JK / 2C 2D 2H / KD KS KC"
    wrong = f"{PURE} / 8S 9S 10S / JK 2C 2D 2H KD / KS KC"
    assert judged(key, SHOWN, right).valid
    verdict = judged(key, SHOWN, wrong)
    assert not verdict.valid
    assert verdict.hint == "Laid otherwise these cards can be shown."


@every_game
def test_a_show_comes_from_the_packs(key: str) -> None:
    with pytest.raises(EntryError) as refusal:
        judged(key, SHOWN.replace("KD KS KC", "5H 5H KC"))
    assert refusal.value.field == "cards"
