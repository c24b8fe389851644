"""The worked hands of the rules and the card cases of games that have no fixture file yet.

Named by game and number in the rules' own tables; more options than in a table where a cap would
hide the count.
"""

from typing import Any

C1 = "2H 2C 2D 5H 5S 6H 8D 9C 9H 10D JC JH QS KD KH AC 4C 4S 7S JK 7D"
C2 = "3H 4H 5H 9C 9D 9S JD QD 6S KC KS AD 2C 10H 8D 4S 7H JS QC 5D 2S"
C3 = "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 8C 8D 8H KS AS JK 4D 2H 10S 7D"
C4 = "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 7S 8C 8D 8H KS AS JK 4D 4H 4C"
C5 = "2H 2H 5C 5C 9D 9D JS JS KC KC AD AD 3S 4D 6H 10C QH 8C 7D 2S 9C"
C6 = "6S 6S 7S 7S 8S 8S JK 2H 4C 5D 9H 9C 10D JC QH KD AC 3S 4H 5C KH"
C7 = "5S 6S 7S 10H JH QH 2C 2D 2H 9S 9D KC KD AS AH 4C 8D 3D 7C JD 10C"
C8 = "7H 7D 3H 4H 5H 9C 10C JC QD QD QD 5S KS AC AD 2H 6C 8D 10H JS 4D"
C9 = "AH KS 2S 4H 5H 6H 9C 10C JC QD QD QD 8C 8D 5S 7H KD JD 4C 9S 3C"
C10 = "JK JK JK 3H 4H 5H 9C 10C JC KD KH KC 2C 8D AC QS 10S 4D 7H JS 5C"

MANY_1 = "3H 4H 5H 9C 10C JC QD QD QD 3S 4S KH KD KC 8D 8H 9S 10S 2C AD 7C 5D 6C 10H QS AS 7H"
MANY_2 = "2H 2C 2D 4D 4H 6S JK 9H 9S 10D 10C QH QC QS KD KH AH AC 3C 5C 7H 7C 8D JD 8C 6D AS"
MANY_3 = "2H 2H 4D 4D 9C 9C JD JD QS QS KC KC 7D 7D AS 3C 5H 6H 8S 10D 10C 2S KH 9H 6C 4C JC"
MANY_4 = "3S 3S 4S 4S 5S 6S 7S 2H 9C 9D JC JH QH KD AC 2D 4H 6H 8C 8D 10C 10D QS KS 5D AD KH"
MANY_5 = "KS QS AS 3S 4H 5H 6H 9C 10C JC 8D 8D 8D 7C KD KH 9S 9D 2C 5C 10D JD 6C 2H 3C QH JH"
MANY_6 = "QC KC 3C 5H 6H 7H 9D 10D JD 8S 8S 8S 4H KD KH QS 9C 9H 2D 6D 10H 5C 7D 3S JH 2H 4D"

NINES = "5H 6H JK 9S 9D 9C KS KD AC 3C 7D JS 2H"
KING_TWO = "KS AS 2S 3H 4H 5H 6D 6C 6S QD JD 9C 9C"
FOURS = "4S 5S 6S 7S 7H 7D 4H 4D AC AD"
ALL_KILLS = "3S 3S 3H 3D 7S 7S 7H 7C 9S 9D 9H 9C JS JS JH JD QS QD QH QC"
NO_PASSPORT = "2S 3S 5S 6S JK 3H 4H 6H 7H 9H 4D 5D 7D 8D TD 5C 6C 8C 9C JC"

# id: (variant, options, cards, expect)
ALL_VALUED: dict[str, Any] = {"printed_joker_values": "all"}

PUBLISHED: dict[str, tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "points_rummy-C3": (
        "points_rummy",
        {},
        {"turned": "4H", "hand": NINES},
        {"penalty": 80, "deadwood": 43},
    ),
    "deals_rummy-C1": (
        "deals_rummy",
        {},
        {"turned": "5S", "hand": "10H JH QH KH 7S 8S 8D 4C 4D 4S 4S 2D 2D"},
        {"penalty": 43},
    ),
    "paplu-C4": (
        "paplu",
        {},
        {"turned": "8C", "hand": "7H 8H 9H JK JC QC 4D 4S 4C AS KD 6S 3D"},
        {"penalty": 29},
    ),
    "points_rummy-C5-both_or_all": (
        "points_rummy",
        {"life_rule": "both_or_all"},
        {"turned": "10D", "hand": KING_TWO},
        {"penalty": 80},
    ),
    "paplu-C6": (
        "paplu",
        {},
        {"turned": "10H", "hand": "AS 2S 3S QH KH AH 5D 5C 5H 9C JK KD 7S"},
        {"penalty": 26},
    ),
    "paplu-C9": (
        "paplu",
        {},
        {"turned": "10H", "hand": "3D 4D 5D 6D 7D 8D KS QH JC AC 9S 9H 2C"},
        {"penalty": 60},
    ),
    "paplu-C10": (
        "paplu",
        {},
        {"turned": "10H", "hand": "2H 3H 4H 5S 6S JK 9D 9C 9S KC KD KH 10S"},
        {"penalty": 0},
    ),
    "21-C1": ("rummy_21", {}, {"turned": "7S", "hand": C1}, {"penalty": 120}),
    "21-C1-no-cap": ("rummy_21", {"cap": 200}, {"turned": "7S", "hand": C1}, {"penalty": 133}),
    "21-C2": ("rummy_21", {"cap": 200}, {"turned": "7S", "hand": C2}, {"penalty": 135}),
    "21-C3": ("rummy_21", {}, {"turned": "7S", "hand": C3}, {"penalty": 16}),
    "21-C4": ("rummy_21", {}, {"turned": "7S", "hand": C4}, {"penalty": 2}),
    "21-C5": ("rummy_21", {}, {"turned": "7S", "hand": C5}, {"penalty": 2}),
    "21-C6": ("rummy_21", {}, {"turned": "7S", "hand": C6}, {"penalty": 2, "value": 300}),
    "21-C7": ("rummy_21", {}, {"turned": "7S", "hand": C7}, {"penalty": 106}),
    "21-C8": ("rummy_21", {}, {"turned": "7S", "hand": C8}, {"penalty": 87}),
    "21-C8-same-rank": (
        "rummy_21",
        {"same_rank_wild": True},
        {"turned": "7S", "hand": C8},
        {"penalty": 33},
    ),
    "21-C9": ("rummy_21", ALL_VALUED, {"turned": "JK", "hand": C9}, {"penalty": 14, "value": 20}),
    "21-C10": ("rummy_21", {}, {"turned": "7S", "hand": C10}, {"penalty": 16}),
    "21-declare-1": ("rummy_21", {}, {"turned": "7S", "declare": C4}, {"valid": True}),
    "21-declare-2": ("rummy_21", {}, {"turned": "7S", "declare": C3}, {"valid": False}),
    "27-C1": ("rummy_27", {}, {"turned": "5S", "hand": MANY_1}, {"penalty": 48, "value": 20}),
    "27-C2": ("rummy_27", {}, {"turned": "5S", "hand": MANY_2}, {"penalty": 120}),
    "27-C2-cap160": ("rummy_27", {"cap": 160}, {"turned": "5S", "hand": MANY_2}, {"penalty": 141}),
    "27-C3": ("rummy_27", {}, {"turned": "8H", "hand": MANY_3}, {"penalty": 2}),
    "27-C3-safe8-cap160": (
        "rummy_27",
        {"dublees_safe": 8, "cap": 160},
        {"turned": "8H", "hand": MANY_3},
        {"penalty": 153},
    ),
    "27-C4": ("rummy_27", {}, {"turned": "5S", "hand": MANY_4}, {"penalty": 2, "value": 120}),
    "27-C5": (
        "rummy_27",
        ALL_VALUED,
        {"turned": "JK", "hand": MANY_5},
        {"penalty": 2, "value": 40},
    ),
    "27-C6": ("rummy_27", {}, {"turned": "AC", "hand": MANY_6}, {"penalty": 27}),
    "27-declare-1": ("rummy_27", {}, {"turned": "JK", "declare": MANY_5}, {"valid": True}),
    "27-declare-2": ("rummy_27", {}, {"turned": "AC", "declare": MANY_6}, {"valid": False}),
    "marriage-C6-two-for-thirty": (
        "marriage",
        {"marriage_points": [10, 30]},
        {"tiplu": "9D", "hand": "8D 8D 9D 9D 10D 10D"},
        {"maal": 30},
    ),
    "marriage-C7": (
        "marriage",
        {},
        {"tiplu": "9D", "hand": "10D 10D 10D 8D 8D 8D 9D"},
        {"maal": 23},
    ),
    "marriage-C4-unseen": (
        "marriage",
        {"tunnela_needs_seen": True},
        {"tiplu": "7H", "hand": "8H", "exposed": ["7S 7S 7S"], "seen": False},
        {"maal": 2},
    ),
    "marriage-C9": (
        "marriage",
        {},
        {"tiplu": "2S", "hand": "AS 3S 3S", "exposed": ["KH KH KH"]},
        {"maal": 12},
    ),
    "vazhushal-C1": (
        "vazhushal",
        {},
        {"negative": "8S", "table": ["7D 8D 9D"], "hand": "4S 4C JK KH 2C"},
        {"score": 24},
    ),
    "vazhushal-C2": (
        "vazhushal",
        {},
        {"negative": "4S", "table": [], "hand": "5H 6H JK KD 9C 9S 3C"},
        {"score": -62},
    ),
    "vazhushal-C3": (
        "vazhushal",
        {},
        {"negative": "9H", "table": ["3C 4C 5C 6C"], "hand": "6D 6H 6S JK QS"},
        {"score": 32},
    ),
    "vazhushal-C4": (
        "vazhushal",
        {},
        {"negative": "8S", "table": ["8D 9D 10D"], "hand": "8H QC"},
        {"score": -3},
    ),
    "vazhushal-C5": (
        "vazhushal",
        {},
        {"negative": "7C", "table": ["AS 2S 3S", "KD KC KH"], "hand": "KS 4S 5S AH JK"},
        {"score": 84},
    ),
    "vazhushal-C6": (
        "vazhushal",
        {},
        {"negative": "2D", "table": ["5S 6S 7S", "9H 9D JK"], "hand": "9C 8S 3D"},
        {"score": 59},
    ),
    "vazhushal-C7": (
        "vazhushal",
        {},
        {"negative": "8S", "table": ["10H JH QH"], "hand": "KH AH 9S 9D 8D 8H 2C"},
        {"score": 85},
    ),
    "vazhushal-not-a-position": (
        "vazhushal",
        {},
        {"negative": "QD", "table": ["9C 9C 9D"], "hand": ""},
        {"score": None},
    ),
    "gin-C2": (
        "gin_rummy",
        {},
        {
            "knocker": "4H 5H 6H TS TD TC 2S 3C AD AC",
            "opponent": "7C 7D 7H 8H KS KD KC 5S 2D 2C",
        },
        {"knocker_deadwood": 7, "opponent_deadwood": 17, "result": "knock", "points": 10},
    ),
    "gin-C4": (
        "gin_rummy",
        {},
        {
            "knocker": "3H 4H 5H 6H 6S 6D 6C 8D AC AD",
            "opponent": "7H 8H 2S 2D 2C 9D TD QD QC 4C",
        },
        {"knocker_deadwood": 10, "opponent_deadwood": 58, "scorer": "knocker", "points": 48},
    ),
    "gin-C5": (
        "gin_rummy",
        {},
        {
            "knocker": "5S 6S 7S JD JH JC 2C 2H 3D AS",
            "opponent": "4S 8S 9S 3C 3H 3S 7D 7C 7H AC",
        },
        {"opponent_deadwood": 1, "result": "undercut", "scorer": "opponent", "points": 32},
    ),
    "gin-C7": (
        "gin_rummy",
        {},
        {
            "knocker": "2H 3H 4H JS JD JC 9S 9D 9H 8C",
            "opponent": "TS TD TC 5C 6C 7C 4S 5S 6S 8D",
        },
        {"opponent_deadwood": 8, "scorer": "opponent", "points": 25},
    ),
    "gin-C7-no-score": (
        "gin_rummy",
        {"tie": "no_score"},
        {
            "knocker": "2H 3H 4H JS JD JC 9S 9D 9H 8C",
            "opponent": "TS TD TC 5C 6C 7C 4S 5S 6S 8D",
        },
        {"result": "tie", "scorer": None, "points": 0},
    ),
    "gin-C6-classic-spade": (
        "gin_rummy",
        {"preset": "classic", "oklahoma": True},
        {
            "knocker": "AS 2S 3S 4S 8D 8C 8H QS QD QC",
            "opponent": "5S 9D 9C 9H KD KH 3C 2D 7C 4D",
            "upcard": "6S",
        },
        {"result": "gin", "points": 2 * (41 + 20)},
    ),
    "gin-C10": (
        "gin_rummy",
        {},
        {"hand": "QS KS AS 5D 5C 5H 2C 3C 4C 7D"},
        {"deadwood": 28, "may_knock": False},
    ),
    "basic-V1": ("basic_rummy", {}, {"hand": "KS 7D 2C"}, {"points": 19}),
    "basic-V3": ("basic_rummy", {"ace_mode": "high_low"}, {"hand": "AS"}, {"points": 11}),
    "basic-V4": ("basic_rummy", {}, {"hand": "QH JH 4C"}, {"points": 24}),
    "basic-V5": ("basic_rummy", {}, {"hand": "9D 9H"}, {"points": 18}),
    "basic-D1": ("basic_rummy", {"jokers": 2}, {"hand": "5H 6H JK 8H KD"}, {"deadwood": 10}),
    "basic-D2": ("basic_rummy", {}, {"hand": "QS KS AS 2S"}, {"deadwood": 23}),
    "basic-D3": (
        "basic_rummy",
        {"ace_mode": "high_low"},
        {"hand": "QS KS AS 2S"},
        {"deadwood": 2},
    ),
    "basic-D4": ("basic_rummy", {"ace_mode": "high_low"}, {"hand": "KS AS 2S"}, {"deadwood": 23}),
    "basic-D5": ("basic_rummy", {"jokers": 2}, {"hand": "3S 3H JK 9D JK"}, {"deadwood": 6}),
    "basic-D5-two-naturals": (
        "basic_rummy",
        {"jokers": 2, "meld_min_naturals": 2},
        {"hand": "3S 3H JK 9D JK"},
        {"deadwood": 9},
    ),
    "basic-D6": ("basic_rummy", {}, {"hand": "AS AD AC KS"}, {"deadwood": 10}),
    "basic-D7": ("basic_rummy", {"packs": 2}, {"hand": "7H 7H 7S"}, {"deadwood": 21}),
    "basic-D8": (
        "basic_rummy",
        {"packs": 2, "set_duplicates": True},
        {"hand": "7H 7H 7S"},
        {"deadwood": 0},
    ),
    "basic-D9": ("basic_rummy", {}, {"hand": FOURS}, {"deadwood": 10}),
    "rummi-K4": ("rummi", {}, {"hand": NO_PASSPORT}, {"passport": True}),
    "rummi-K4b": (
        "rummi",
        {"passport_jokers": False},
        {"hand": NO_PASSPORT},
        {"passport": False, "jokers": 1},
    ),
    "rummi-K7": (
        "rummi",
        {},
        {"hand": "KS AS 2S 7D 7H 7C 7S 9H 9S 9D 9C 4H 5H 6H TC JC QC 3D 3H 3C"},
        {"tien_hu": False, "aces": [1, 0, 0, 0]},
    ),
    "rummi-K8": ("rummi", {}, {"hand": ALL_KILLS}, {"tien_hu": False, "passport": False}),
}
