"""The house rules of Marriage: what value cards are worth, what seeing and fouls cost."""

from dataclasses import dataclass

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.words import _
from scorekeeper.variants._indian.questions import HANDS, POINT_VALUE


class UnseenMaal(Word):
    COUNT = "count", _("Counts"), _("As for a player who has seen.")
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
        source="marriage.md §6",
    )
    alter: bool = ask.flag(
        _("Alter"),
        False,
        _("The tiplu's rank in the other suit of its colour counts too."),
        source="marriage.md §6",
    )
    man: bool = ask.flag(
        _("Man"),
        False,
        _("Three printed jokers are in the pack and count."),
        source="marriage.md §6",
    )
    alter_points: tuple[int, ...] = ask.steps(
        _("Alters"),
        (5, 15, 30),
        _("For one, two, three."),
        length=3,
        source="marriage.md §6",
        when=(when("alter", True),),
    )
    man_points: tuple[int, ...] = ask.steps(
        _("Men"),
        (5, 15, 30),
        _("For one, two, three."),
        length=3,
        source="marriage.md §6",
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
        source="marriage.md §6",
    )
    foul: Foul = ask.pick(
        _("Fouls"),
        Foul.OFF,
        _("Who is paid by a player who broke the rules."),
        source="marriage.md §6",
    )
    foul_points: int = ask.points(
        _("Fine for a foul"),
        15,
        _("Points to that winner."),
        source="marriage.md §6",
        when=(unless("foul", Foul.OFF),),
    )
    ledger: Ledger = ask.pick(
        _("Scores saved"),
        Ledger.PAIRWISE,
        _("What is recorded; the money is the same."),
        source="marriage.md §6",
    )
