"""Rummikub: the first to empty their rack scores what is left on the racks of the others.

Tiles are numbered 1 to 13 in four colours, each twice, with two jokers. A tile counts its number, a
joker on the rack 30. The winner of a round scores the sum of the other racks, everybody else minus
their own rack. When the pool is empty and nobody can play, the lowest rack wins and scores what
each of the others has more, and they score minus that; several lowest racks share each difference,
the odd point going to the first in order of seat.

Money is the score, round by round. A number of rounds or a target can end the game.

The printed example charges losers of a blocked round their whole rack, while the lowest scores the
differences only. Then the score does not add up to nothing, so no money is paid at all.

Sources: rummikub.org/scoring; cardgamerummy.com and rummyo.com; a copy of the leaflet at
theatre-ouvert-archives.com.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER, NUMBER_TILES
from scorekeeper.engine.ends import Ending, after_deals, at_target, first_of
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import NIL, Outcome, Score
from scorekeeper.engine.money import Payments, capped, collect, nets
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, caught_together
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Preset, Terms
from scorekeeper.engine.words import Phrase, _, reason
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._western import CardsLeft, State

# Reasons --------------------------------------------------------------------------------------

RACK_OF: Final = reason("rack_of", _("rack of {rack}"))
BLOCKED_WITH: Final = reason("blocked_with", _("blocked with {rack}"))
LOWEST_RACK: Final = reason("lowest_rack", _("lowest rack"))


class Result(Word):
    OUT = "out", _("Out"), _("Somebody emptied the rack.")
    BLOCKED = "blocked", _("Blocked"), _("The pool is empty and nobody can play.")
    VOID = "void", reasons.VOID_DEAL, _("The round does not count.")


class Blocked(Word):
    LOWEST_WINS = "lowest_wins", _("The difference"), _("To the lowest rack.")
    FULL_NEGATIVE = "full_negative", _("The whole rack"), _("Then only points are kept, no money.")


STOCK: Final = Stock(packs=2, jokers=2)
NUMBERS: Final = {str(number): number for number in range(1, 14)}


@dataclass(frozen=True, slots=True)
class Options:
    point_value: int = ask.question(_western.POINT_VALUE, 1)
    blocked: Blocked = ask.pick(
        _("Losers of a blocked round score minus"),
        Blocked.LOWEST_WINS,
        _("The lowest rack scores the differences."),
        source="others.md §5",
    )
    joker_value: int = ask.points(
        _("Joker counts"), 30, _("Points of a joker on the rack."), source="others.md §5"
    )
    target: int = ask.points(
        _("Target"),
        0,
        _("The game ends when a player reaches this score; 0 means no limit."),
        source="others.md §5",
    )
    deals: int = ask.question(_western.DEALS, 0)
    cap: int | None = ask.question(_western.CAP, None)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The round ended with"), Result.OUT, void=Result.VOID)


OUT = when("deal.result", Result.OUT)
HOLDS = (when("won", False),)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Went out"), False, sole=(OUT,), screen=(OUT,))
    points: int | None = ask.points(
        _("Rack"), None, _("Points of all tiles still on it."), screen=HOLDS
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Tiles left"), None, deck=NUMBER_TILES, instead="points", screen=HOLDS
    )


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Points --------------------------------------------------------------------------------------


def racks(entry: Entry) -> dict[int, int]:
    """Returns the points on every rack; 0 for the player who went out."""
    return {p: entry.lines[p].points or 0 for p in entry.playing}


def winners(entry: Entry) -> list[int]:
    """Returns who went out, or the lowest racks of a blocked round."""
    if entry.deal.result is Result.OUT:
        return _western.claimed(entry.playing_lines)
    return payouts.by_points(racks(entry))[0]


def differences(entry: Entry, best: Sequence[int]) -> Payments:
    """Returns the points that go from each loser to each of the ``best``."""
    rack_points = racks(entry)
    return collect(
        payment
        for person, rack in rack_points.items()
        if person not in best
        for payment in payouts.shared(person, best, rack - rack_points[best[0]], words(entry, rack))
    )


def words(entry: Entry, rack: int) -> Phrase:
    """Returns ``rack of 24`` or ``blocked with 24``."""
    template = RACK_OF if entry.deal.result is Result.OUT else BLOCKED_WITH
    return template.format(rack=rack)


FEATS: Final = (
    caught_together("rummikub_harvest", 100, "9D"),
    Feat(
        key="lowest_rack",
        name=_("The lightest rack"),
        description=_("Win a blocked round with the lowest rack."),
        face="2D",
        is_earned=lambda hand: hand.has_won and hand.entry.deal.result is Result.BLOCKED,
    ),
)


class Rummikub(CardsLeft[Options, Deal, Line, State]):
    key, name = "rummikub", "Rummikub"
    summary = _("Empty your rack first and score what is left on the others.")
    also = (
        "Rummy-O, Rummy tiles, Tile rummy, Руммикуб, רמיקוב, رميكوب, "
        "拉密, 以色列麻将, ラミィキューブ, ルミキューブ, 루미큐브"
    )
    known = {"IL": 9, "NL": 9, "": 8}
    family, terms = Family.RUMMI, Terms.TILES
    seats = range(2, 5)
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("open", _("Round by round"), {}, _("Paid every round, with an open end.")),
        Preset("200", _("To 200 points"), {"target": 200}, _("The first to 200 ends the game.")),
        Preset(
            "leaflet",
            _("Points as printed"),
            {"blocked": "full_negative"},
            _("Losers of a blocked round score their whole rack; no money."),
        ),
    )
    glossary = sentences(
        _("Rack: it holds the tiles that a player has not played."),
        _("Go out: to empty your rack."),
        _("Blocked: the pool is empty and nobody can play."),
        _("Pool: the tiles that lie face down, to draw from."),
        _("★: a joker."),
        _glossary.CAP,
        _("Void: the round does not count."),
    )
    feats = FEATS

    def table_card(self, options: Options, persons: int) -> TableCard:
        return TableCard(
            packs=0,
            jokers=STOCK.jokers,
            hand_size=0,
            deck=_("Tiles 1 to 13 in four colours, each twice, and two jokers: 106 tiles."),
            pieces=_("Tiles"),
            dealt=sentences(_("14 tiles each, drawn from the table face down.")),
            begins=sentences(
                _("Everybody draws a tile; the highest begins, and play goes clockwise.")
            ),
            differs=sentences(_("Some begin with the youngest.")),
        )

    def check(self, game: Game, entry: Entry) -> None:
        if entry.deal.result is Result.VOID:
            return
        lines = entry.playing_lines
        _western.check_who_won(lines, is_out=entry.deal.result is Result.OUT)
        self.check_cards(game, entry, lines)
        for person, line in lines.items():
            if not line.won:
                _western.check_leftovers(line, person)

    def outcome(self, game: Game, entry: Entry) -> Outcome:
        if entry.is_void:
            return _western.nobody_scores(game, entry, reasons.VOID)
        options, best = game.options, winners(entry)
        owed = differences(entry, best)
        gained, _pot = nets(owed, game.seats)
        whole_rack = options.blocked is Blocked.FULL_NEGATIVE
        out = entry.deal.result is Result.OUT
        won = reasons.WENT_OUT if out else LOWEST_RACK
        scores = {seat: Score(gained[seat], won) for seat in best} | {
            seat: Score(-rack if whole_rack else gained[seat], words(entry, rack))
            for seat, rack in racks(entry).items()
            if seat not in best
        }
        in_money = (
            replace(p, amount=capped(p.amount * options.point_value, options.cap)) for p in owed
        )
        return Outcome(
            tuple(scores.get(seat, NIL) for seat in range(game.seats)),
            () if whole_rack else collect(in_money),
            winners=best,
        )

    def facts(self, game: Game, entry: Entry, outcome: Outcome, person: int) -> Facts:
        """Records the tiles on the racks of losers."""
        caught = outcome.is_played and person not in winners(entry)
        left = racks(entry)[person] if caught else None
        return counted_facts(played=outcome.is_played, left=left)

    def follow(self, game: Game, entry: Entry, outcome: Outcome) -> State:
        return State(game.state.counted + outcome.is_played)

    def ends(self, options: Options) -> Ending | None:
        return first_of(at_target(options.target), after_deals(options.deals))

    def dealer(self, game: Game) -> None:
        """Nobody deals: everybody draws tiles."""

    def stock(self, options: Options, deal: Deal) -> Stock:
        return STOCK

    def value(self, game: Game) -> _western.Value:
        return _western.by_rank(NUMBERS | {JOKER: game.options.joker_value})


variant = Rummikub()
