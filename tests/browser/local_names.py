"""What players call their games, in their own scripts: it is typed where a game is looked for."""

LOCAL_NAMES = {
    "pool_rummy": ("101", "201", "61", "Syndicate", "सिंडिकेट", "पूल रमी", "పూల్ రమ్మీ", "பூல் ரம்மி"),
    "points_rummy": (
        "రమ్మీ",
        "रमी",
        "रम्मी",
        "ரம்மி",
        "ರಮ್ಮಿ",
        "റമ്മി",
        "রামি",
        "રમી",
        "ਰੰਮੀ",
        "رمی",
        "13 patti",
        "Strikes rummy",
    ),
    "deals_rummy": ("Best of three", "डील रमी"),
    "paplu": ("Paplu", "papplu", "पपलू", "పప్లు", "પપ્લુ"),
    "rummy_21": ("21 patti", "21 पत्ती", "21 card"),
    "rummy_27": ("27 पत्ती",),
    "marriage": ("मेरिज", "म्यारिज", "Maal"),
    "vazhushal": ("Vazhishal",),
    "rummi": ("Penang", "Lami", "拉米"),
    "rummikub": ("Rummy tiles", "루미큐브", "ルミキューブ", "Руммикуб", "רמיקוב"),
    "gin_rummy": ("जिन रमी", "джин рамми", "ジンラミー"),
    "canasta": ("Kanasta", "Канаста", "कनास्ता"),
    "conquian": ("Coon Can",),
    "kalookie": ("KALUKI", "Kalooki"),
    "contract_rummy": ("Zioncheck",),
    "liverpool_rummy": ("Liverpool rum",),
    "shanghai_rummy": ("Shanghai rum",),
    "three_thirteen": ("313",),
    "rummy_500": ("500 rum",),
    "basic_rummy": ("Straight rummy",),
    "vatikan": ("Vatikán",),
}

OTHER_GAMES = {
    "yaniv": ("धुम्बल", "Jhyap"),
    "fifty_one": ("Rommé", "Remik"),
    "carioca": ("Carioca",),
    "burraco": ("Burraco",),
    "chinchon": ("Chinchón",),
}
"""Names of games that may not be here. Then the search says so, and offers to make the game."""
