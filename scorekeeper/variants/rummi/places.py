"""Who stands where after a deal of Rummi: with passport or without, winners, places by points.

Money follows from it in ``rules``.
"""

from collections.abc import Iterable

from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.payouts import by_points
from scorekeeper.variants.rummi.options import HuMode, NoPassport
from scorekeeper.variants.rummi.questions import Entry, Game, Result


def fouls(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].foul]


def with_passport(entry: Entry) -> list[int]:
    return [person for person in entry.playing if not entry.lines[person].no_passport]


def without_passport(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].no_passport]


def claimed(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].won]


def is_void(entry: Entry) -> bool:
    """Nothing is won: a misdeal, a false claim, or points where nobody could start."""
    result = entry.deal.result
    nobody = result is Result.POINTS and not with_passport(entry)
    return result is Result.VOID or nobody or bool(fouls(entry))


def is_ranked(game: Game, entry: Entry) -> bool:
    """Whether the losers pay by place."""
    result = entry.deal.result
    doubled = result is Result.HU and game.options.hu_mode is HuMode.DOUBLE_TIERS
    return result is Result.POINTS or doubled


def ranking(game: Game, entry: Entry) -> list[list[int]]:
    """Those who pay by place, the best first; the winner of a Hu leads."""
    winners = claimed(entry)
    groups = [winners] if winners else []
    others = (person for person in with_passport(entry) if person not in winners)
    groups += standing(entry, others)
    if winners or game.options.no_passport is NoPassport.RANK_LAST:
        groups += standing(entry, without_passport(entry))
    return payouts.places(groups, game.options.tie)


def standing(entry: Entry, persons: Iterable[int]) -> list[list[int]]:
    """These persons by place; a single one needs no points."""
    return by_points({p: entry.lines[p].points or 0 for p in persons})


def winners(game: Game, entry: Entry) -> list[int]:
    """Those who are paid; the first of them deals next."""
    match entry.deal.result:
        case Result.POINTS:
            return ranking(game, entry)[0]
        case Result.TIEN_HU if game.options.first_tien_hu_only:
            return claimed(entry)[:1]
        case _:
            return claimed(entry)
