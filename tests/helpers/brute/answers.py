"""Any card question of these games, answered slowly: the shape of the ``cards`` cases.

``answer`` gives every answer the question has; a case asks for some of them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.engine.cards import parse_card, parse_cards
from tests.helpers.brute import basic, gin, marriage, rummi, thirteen, twenty_one, vazhushal

Told = Mapping[str, Any]
Answers = dict[str, Any]

INDIAN_MELDS = ("decks", "tanala", "printed_joker_turned", "wild_mode")
PAPLU: Told = {}
ONLINE: Told = {"cap": 80, "printed_joker_turned": "aces_wild"}
POOL_CAPS = {101: 80, 201: 80, 61: 60}
GIN_PRESETS: Mapping[str, Told] = {
    "seed": {"gin_bonus": 25, "undercut_bonus": 25, "big_gin_bonus": 0},
    "classic": {"gin_bonus": 20, "undercut_bonus": 10, "big_gin_bonus": 0},
    "modern": {"gin_bonus": 25, "undercut_bonus": 25, "big_gin_bonus": 31},
}


def chosen(options: Told, *names: str) -> Any:
    """The options that a count looks at; those left out keep their defaults."""
    return {name: options[name] for name in names if options.get(name) is not None}


def of_thirteen(defaults: Told) -> Callable[[Told, Told], Answers]:
    def answer(given_options: Told, cards: Told) -> Answers:
        options = {**defaults, **given_options}
        turned = parse_card(cards["turned"]) if "turned" in cards else None
        play = chosen(options, *INDIAN_MELDS)
        if "declare" in cards:
            declare = parse_cards(cards["declare"])
            return {"valid": thirteen.is_valid(declare, turned, **play)}
        hand = parse_cards(cards["hand"])
        counted = chosen(options, "life_rule", "cap", "min_loser")
        return {
            "penalty": thirteen.penalty(hand, turned, **counted, **play),
            "deadwood": thirteen.deadwood(hand, turned, **play),
        }

    return answer


def of_pool(given_options: Told, cards: Told) -> Answers:
    return of_thirteen({**ONLINE, "cap": POOL_CAPS[given_options.get("pool", 101)]})(
        given_options, cards
    )


def of_many(reach: int) -> Callable[[Told, Told], Answers]:
    def answer(options: Told, cards: Told) -> Answers:
        turned = parse_card(cards["turned"])
        shows = chosen(options, "show_pure")
        melds = chosen(options, "same_rank_wild")
        valued = chosen(options, "printed_joker_values")
        if "declare" in cards:
            ways = ("show_tunnelas", "show_dublees", "show_jokers", "two_marriages_show")
            play = {**shows, **melds, **valued, **chosen(options, *ways)}
            declare = parse_cards(cards["declare"])
            return {"valid": twenty_one.is_valid(declare, turned, reach, **play)}
        hand = parse_cards(cards["hand"])
        safe = chosen(options, "cap", "safe_points", "dublees_safe", "jokers_safe")
        tables = chosen(options, "value_points", "marriage_points")
        return {
            "penalty": twenty_one.penalty(hand, turned, reach, **safe, **shows, **melds),
            "value": twenty_one.value(hand, turned, reach, **tables, **valued),
        }

    return answer


def of_marriage(options: Told, cards: Told) -> Answers:
    tiplu = parse_card(cards["tiplu"])
    if "declare" in cards:
        declare = parse_cards(cards["declare"])
        return {"valid": marriage.is_valid(declare, tiplu, **chosen(options, "man"))}
    tables = [f"{item}_points" for item in ("tiplu", "poplu", "jhiplu", "marriage", "tunnela")]
    switches = ("alter", "man", "alter_points", "man_points", "tunnela_scale")
    maal = marriage.maal(
        tiplu,
        parse_cards(cards.get("hand", "")),
        [parse_cards(group)[0] for group in cards.get("exposed", ())],
        seen=cards.get("seen", True),
        **chosen(options, "tunnela_needs_seen", *switches, *tables),
    )
    return {"maal": maal}


def of_vazhushal(options: Told, cards: Told) -> Answers:
    negative = parse_card(cards["negative"]) if "negative" in cards else None
    table = [card for meld in cards.get("table", ()) for card in parse_cards(meld)]
    hand = parse_cards(cards.get("hand", ""))
    return {"score": vazhushal.score(negative, table, hand, **chosen(options, "wild_in_hand"))}


def of_gin(given_options: Told, cards: Told) -> Answers:
    options = {**GIN_PRESETS[given_options.get("preset", "seed")], **given_options}
    if "hand" in cards:
        deadwood = gin.deadwood(parse_cards(cards["hand"]))
        return {"deadwood": deadwood, "may_knock": deadwood <= options.get("knock_limit", 10)}
    bonuses = ("gin_bonus", "undercut_bonus", "big_gin_bonus")
    knocking = ("tie", "knock_limit", "ace_gin_only", "spade_double")
    showdown = gin.showdown(
        parse_cards(cards["knocker"]),
        parse_cards(cards["opponent"]),
        upcard=parse_card(cards["upcard"]) if options.get("oklahoma") else None,
        **chosen(options, *bonuses, *knocking),
    )
    return showdown._asdict()


def of_basic(options: Told, cards: Told) -> Answers:
    hand = parse_cards(cards["hand"])
    values = chosen(options, "ace_mode", "ace_value", "joker_value")
    melds = chosen(options, "set_duplicates", "meld_min_naturals")
    return {
        "points": basic.points(hand, **values),
        "deadwood": basic.deadwood(hand, **values, **melds),
    }


def of_rummi(options: Told, cards: Told) -> Answers:
    if "peek" in cards:
        return {"cutter": rummi.cutter(parse_card(cards["peek"]), cards["seats"])}
    hand = parse_cards(cards["hand"])
    return {
        "points": rummi.points(hand, **chosen(options, "joker_points")),
        "passport": rummi.passport(hand, **chosen(options, "passport_jokers")),
        "tien_hu": rummi.tien_hu(hand),
        "jokers": rummi.jokers(hand),
        "aces": rummi.aces(hand),
    }


BY_VARIANT: Mapping[str, Callable[[Told, Told], Answers]] = {
    "paplu": of_thirteen(PAPLU),
    "points_rummy": of_thirteen(ONLINE),
    "pool_rummy": of_pool,
    "deals_rummy": of_thirteen(ONLINE),
    "rummy_21": of_many(1),
    "rummy_27": of_many(2),
    "marriage": of_marriage,
    "vazhushal": of_vazhushal,
    "gin_rummy": of_gin,
    "basic_rummy": of_basic,
    "rummi": of_rummi,
}


def answer(variant: str, options: Told, cards: Told) -> Answers:
    """Every answer to one card question of a case."""
    return BY_VARIANT[variant](options, cards)
