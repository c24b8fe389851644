"""Examples of ``docs/rules`` that no case in ``fixtures`` plays: what the table reported.

What comes out is not written here; the program is asked, and the page has to say the same.
"""

from typing import Any

HIGH = {"ace_mode": "high_low"}
WON: dict[str, Any] = {"won": True}
FINISHED: dict[str, Any] = {"finish": "won"}
FIRST: dict[str, Any] = {"finish": "first_drop"}
LATER: dict[str, Any] = {"finish": "middle_drop"}
WRONG: dict[str, Any] = {"finish": "wrong_show"}


def counted(points: int, **more: Any) -> dict[str, Any]:
    return {"finish": "counted", "points": points, **more}


def left(seats: str, *points: int | None, **deal: Any) -> dict[str, Any]:
    """A hand of a western game: what each holds, nothing for who went out."""
    held = zip(seats, points, strict=True)
    return {
        "deal": deal,
        "lines": {seat: WON if count is None else {"points": count} for seat, count in held},
    }


def hand(*lines: dict[str, Any], **deal: Any) -> dict[str, Any]:
    """One line for each seat from A on."""
    return {"deal": deal, "lines": dict(zip("ABCDEF", lines, strict=False))}


def side(**line: Any) -> list[dict[str, Any]]:
    """A hand of canasta of A and C; the others hold 60."""
    return [{"deal": {}, "lines": {"A+C": line, "B+D": {"in_hand": 60}}}]


TENTH: dict[str, Any] = {"rummy_doubles": True, "settlement": "points"}
MODERN: dict[str, Any] = {"form": "modern"}
TWO: dict[str, Any] = {"deals": 2}

WORKED: list[tuple[str, str, dict[str, Any], str, Any]] = [
    ("basic_rummy.md §7 V2", "basic_rummy", {"jokers": 2}, "points", {"hand": "JK 5H"}),
    ("basic_rummy.md §7 B3", "basic_rummy", HIGH, "ABCD", [left("ABCD", None, 11, 24, 18)]),
    (
        *("basic_rummy.md §7 B5", "basic_rummy", {"cap_points": 20}),
        *("ABCD", [left("ABCD", None, 1, 24, 18)]),
    ),
    ("basic_rummy.md §7 B7", "basic_rummy", {}, "AB", [left("AB", 57, None)]),
    (
        *("basic_rummy.md §7 B10", "basic_rummy", TENTH, "ABC"),
        [
            left("ABC", None, 19, 20),
            left("ABC", 33, None, 12),
            left("ABC", None, 8, 25, rummy=True),
        ],
    ),
    (
        *("indian_rummy.md §8 12", "points_rummy", {}),
        *("ABCD", [hand(WRONG, FIRST, FINISHED, counted(26))]),
    ),
    (
        *("indian_rummy.md §8 14", "points_rummy", {}),
        *("ABCDEF", [hand(FINISHED, FIRST, FIRST, LATER, FIRST, LATER)]),
    ),
    (
        *("others.md §1 Q4", "conquian", {"carry": "double"}, "AB"),
        [hand(result="draw"), hand(result="draw"), hand(WON)],
    ),
    (
        *("others.md §2 L4", "kalookie", {}, "ABCD"),
        [
            left("ABCD", None, 41, 12, 66),
            left("ABCD", 70, 55, None, 38, result="kalookie"),
            hand({"points": 20}, WON, {"points": 9}, {"points": 51, "buy_in": True}),
            left("ABCD", None, 60, 44, 70),
        ],
    ),
    (
        *("others.md §3 T2", "contract_rummy", {"joker_value": 15}),
        *("points", {"hand": "JK AS KD 7C 2H TS"}),
    ),
    ("others.md §3 T3", "shanghai_rummy", {}, "points", {"hand": "JK AS KD 7C 2H TS"}),
    (
        *("others.md §2 L7", "kalookie", {}),
        *("ABC", [left("ABC", None, 150, 151)]),
    ),
    (
        *("others.md §3 T6", "contract_rummy", TWO),
        *("ABC", [left("ABC", None, 140, 209), left("ABC", 95, None, 1)]),
    ),
    (
        *("others.md §4 W4", "vatikan", {"settlement": "points"}, "ABC"),
        [hand({"cards": "KD 7C"}, {"cards": "JK"}, WON)],
    ),
    (
        *("others.md §4 W5", "vatikan", {"settlement": "cards"}, "ABCD"),
        [hand({"cards_left": 13}, {"cards_left": 2}, {"cards_left": 5}, WON)],
    ),
    ("others.md §5 U2", "rummikub", {}, "ABCD", [left("ABCD", 15, 8, 22, 19, result="blocked")]),
    (
        *("others.md §5 U6", "rummikub", {}, "ABCD"),
        [left("ABCD", None, 24, 31, 17), left("ABCD", 35, None, 10, 2)],
    ),
    (
        *("others.md §6 N3", "canasta", {}),
        *("A+C B+D", side(red_threes=2, in_hand=130)),
    ),
    (
        *("others.md §6 A1", "canasta", MODERN),
        *("A+C B+D", side(red_threes=2, black_threes=1, melded=125, in_hand=60)),
    ),
    (
        *("others.md §6 A4", "canasta", MODERN, "A+C B+D"),
        side(
            sevens_aces=1,
            mixed=1,
            went_out=True,
            red_threes=1,
            melded=470,
            in_hand=35,
            held_sevens_aces=1,
        ),
    ),
    (
        *("others.md §7 F2", "rummy_500", {"number_cards": "five"}, "points"),
        {"melded_cards": "7H 7D 7S JC QC KC AS 2S 3S", "low_aces": 1, "in_hand_cards": "KD 4H"},
    ),
    ("others.md §7 F3", "rummy_500", {}, "points", {"in_hand_cards": "AD KS 9C"}),
    (
        *("others.md §7 F5", "rummy_500", {}, "points"),
        {"melded_cards": "9S 9D 9C", "in_hand_cards": "9H JK AD"},
    ),
    (
        *("others.md §8 S3", "shanghai_rummy", {}, "ABC"),
        [left("ABC", 20, None, 40), left("ABC", None, 17, 5, blind="blind_no_joker")],
    ),
    (
        *("others.md §8 S6", "shanghai_rummy", TWO, "ABCD"),
        [left("ABCD", 229, 265, None, 409), left("ABCD", 1, None, 190, 1)],
    ),
    ("others.md §9 Y5", "liverpool_rummy", {}, "points", {"hand": "AH AD 9C"}),
    (
        *("others.md §9 Y6", "liverpool_rummy", {"jokers": 2}),
        *("points", {"hand": "JK JK 2S"}),
    ),
    ("rummi.md §8.4 K2", "rummi", {}, "points", {"hand": "JK AS AS 2C"}),
    (
        *("rummy_21.md §7 3", "rummy_21", {}, "ABC"),
        [
            hand(
                counted(137, cut=2, up=2, down=1),
                FINISHED | {"down": 2},
                counted(58, up=1),
            )
        ],
    ),
    (
        *("rummy_21.md §7 6", "rummy_21", {}),
        *("ABCD", [hand(FINISHED | {"cut": 1, "up": 1, "down": 1}, FIRST, FIRST, LATER)]),
    ),
    (
        *("rummy_27.md §5 3", "rummy_27", {}, "ABC"),
        [
            hand(
                FINISHED | {"up1": 1, "up2": 1},
                counted(51, no_turn=True, down1=2),
                counted(140, no_turn=True),
            )
        ],
    ),
    ("rummy_27.md §5 5", "rummy_27", {}, "ABCD", [hand(FIRST, FIRST, LATER, FINISHED)]),
    (
        *("vazhushal.md §7 2", "vazhushal", {}, "ABC"),
        [
            hand(
                {"melded": 45, "in_hand": 12},
                {"melded": 60, "in_hand": 40},
                {"in_hand": 25},
                outcome="stock_out",
            )
        ],
    ),
    (
        *("vazhushal.md §7 6", "vazhushal", {"stake": 1000}),
        *("ABCD", [{"deal": {}, "lines": {"D": FINISHED}}]),
    ),
    (
        *("vazhushal.md §7 7", "vazhushal", {"target_wins": 5}),
        *("ABC", [{"deal": {}, "lines": {seat: FINISHED}} for seat in "ABABCABCAA"]),
    ),
    (
        *("vazhushal.md §7 8", "vazhushal", {"margin_money": True}, "ABC"),
        [
            hand(
                {"melded": 45, "in_hand": 12},
                {"melded": 60, "in_hand": 40},
                {"in_hand": 25},
                outcome="stock_out",
            )
        ],
    ),
]
"""Source, variant, options; then seats and hands, or the answer that is asked for and cards."""
