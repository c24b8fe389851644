"""Conquian: forty cards, no eights, nines and tens; who first has eleven on the table wins.

Each loser pays the winner the stake. A drawn deal, where the stock ran out, is carried forward: the
next winner gets one stake more for every draw before it, or twice as much, or nothing more. Three
players may agree that nobody has to go out: then whoever holds the fewest cards wins a drawn deal
as if they had, and only equal fewest make it a draw.

By points, the winner scores the cards in the losers' hands instead; the first to reach the target
collects the difference to their total from each of the others. Draws carry nothing then.

Drawn deals count towards the deals agreed on, void ones do not. A loser may have no card left,
because eleven cards are melded and ten are dealt.

Where the rules are silent: the deal goes round the table, also after a draw.

Sources: rummy-games.com/rules/conquian.html; the Caesars Club sheet at docslib.org;
gamevelvet.com/conquian-online/rules for three players. The carried stake and the second scale of
card values come from pages that quote no source.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import PACK, rank
from scorekeeper.engine.ends import Ending, after_deals, at_target
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import NIL, Outcome, Score
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.seats.table_card import AS_YOU_DO, TableCard, sentences
from scorekeeper.engine.variant import Preset, Tapped
from scorekeeper.engine.words import Phrase, _, ngettext, reason
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._western import CardsLeft

# Reasons --------------------------------------------------------------------------------------

STAKES: Final = reason("stakes", ngettext("{count} stake", "{count} stakes", 1))
FEWEST_CARDS: Final = reason("fewest_cards", _("fewest cards"))


class Result(Word):
    OUT = "out", _("Out"), _("Somebody has eleven cards on the table.")
    DRAW = "draw", reason("draw", _("Draw")), _("The stock ran out.")
    VOID = "void", reasons.VOID_DEAL, _("A misdeal; nothing moves.")


class Settlement(Word):
    FLAT = "flat", _("Stakes"), _("Each loser pays the winner the stake.")
    POINTS = "points", _("Points"), _("The winner scores the losers’ cards.")


class Carry(Word):
    ADD = "add", _("One stake more"), _("For every draw before.")
    DOUBLE = "double", _("Twice as much"), _("For every draw before.")
    NONE = "none", _("Nothing"), _("A draw is forgotten.")


class StockOut(Word):
    DRAW = "draw", _("A draw"), _("Nobody wins.")
    FEWEST = "fewest", _("Fewest cards win"), _("Only equal fewest are a draw.")


class CardValues(Word):
    ACE_15 = "ace_15", _("Ace 15, court 10"), _("The others count their number.")
    INDEX = "index", _("Ace 1, jack 10, queen 11, king 12"), _("The others count their number.")


LEFT_OUT: Final = frozenset(("8", "9", "10"))
FORTY: Final = frozenset(card for card in PACK if rank(card) not in LEFT_OUT)
STOCK: Final = Stock(packs=1, faces=FORTY)
CARDS_EACH: Final = 10
VALUES: Final = {
    CardValues.ACE_15: _western.index_values(ace=15, joker=0),
    CardValues.INDEX: _western.index_values(ace=1, joker=0) | {"Q": 11, "K": 12},
}


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Settlement = ask.pick(
        _("Played for"),
        Settlement.FLAT,
        _("A stake every deal, or a score to a target."),
        source="others.md §1",
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("What each loser pays."),
        min=1,
        source="others.md §1",
        when=(when("settlement", Settlement.FLAT),),
    )
    carry: Carry = ask.pick(
        _("A draw adds"),
        Carry.ADD,
        _("What it makes the next deal worth."),
        source="others.md §1",
        when=(when("settlement", Settlement.FLAT),),
    )
    stock_out: StockOut = ask.pick(
        _("The stock runs out"),
        StockOut.DRAW,
        _("Three players may let the fewest cards win."),
        source="others.md §1",
        when=(when("settlement", Settlement.FLAT),),
    )
    card_values: CardValues = ask.pick(
        _("Cards count"),
        CardValues.ACE_15,
        _("Points of the cards in a loser’s hand."),
        source="others.md §1",
        when=(when("settlement", Settlement.POINTS),),
    )
    point_value: int = ask.amount(
        _("Money per point"),
        1,
        _("Of the difference at the end."),
        source="NAMES-western.md §5",
        when=(when("settlement", Settlement.POINTS),),
    )
    target: int = ask.points(
        _("Target"),
        100,
        _("The game ends when a player reaches this total."),
        min=1,
        source="others.md §1",
        when=(when("settlement", Settlement.POINTS),),
    )
    cap: int | None = ask.question(_western.CAP, None)
    deals: int = ask.question(
        _western.deals("others.md §1", when("settlement", Settlement.FLAT)), 0
    )

    @property
    def for_stakes(self) -> bool:
        return self.settlement is Settlement.FLAT


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.OUT, void=Result.VOID)


OUT = when("deal.result", Result.OUT)
LOSES = (OUT, when("options.settlement", Settlement.POINTS))
HOLDS = (
    when("deal.result", Result.DRAW),
    when("options.settlement", Settlement.FLAT),
    when("options.stock_out", StockOut.FEWEST),
)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Won"), False, sole=(OUT,), screen=(OUT,))
    cards_left: int | None = ask.points(
        _("Cards left"), None, _("How many are still in hand."), when=HOLDS
    )
    points: int | None = ask.points(
        _("Points left"),
        None,
        _("All cards still in hand."),
        when=LOSES,
        screen=(when("won", False),),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"), None, instead="points", when=LOSES, screen=(when("won", False),)
    )


@dataclass(frozen=True, slots=True)
class State:
    draws: int = 0
    """Drawn deals since somebody won."""
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# What is refused -----------------------------------------------------------------------------


def check_fewest(options: Options, lines: Mapping[int, Line]) -> None:
    if not options.for_stakes or options.stock_out is StockOut.DRAW:
        return
    for person, line in lines.items():
        if line.cards_left is None:
            raise EntryError(_("How many cards are left?"), field="cards_left", seat=person)


def check_forty(cards: tuple[str, ...] | None, person: int) -> None:
    if any(rank(card) in LEFT_OUT for card in cards or ()):
        raise EntryError(_("There are no eights, nines and tens."), field="cards", seat=person)


# Who wins, and how much ----------------------------------------------------------------------


def winner(entry: Entry) -> int | None:
    """Returns who went out, or who alone holds the fewest cards where that wins."""
    if entry.deal.result is Result.OUT:
        return _western.claimed(entry.playing_lines)[0]
    counts = {p: left for p in entry.playing if (left := entry.lines[p].cards_left) is not None}
    if not counts:
        return None
    fewest, *_others = payouts.by_points(counts)
    return fewest[0] if len(fewest) == 1 else None


def stakes(game: Game) -> int:
    """Returns how many stakes each loser pays now, with those carried forward."""
    match game.options.carry:
        case Carry.ADD:
            return 1 + game.state.draws
        case Carry.DOUBLE:
            return 1 << game.state.draws
        case _:
            return 1


def worth(game: Game) -> Phrase:
    return STAKES.format(count=stakes(game))


AFTER_DRAWS: Final = Feat(
    key="after_draws",
    name=_("Worth the wait"),
    description=_("Win a deal after two drawn ones."),
    face="QC",
    is_earned=lambda hand: hand.has_won and hand.game_before.state.draws >= 2,
)


class Conquian(CardsLeft[Options, Deal, Line, State]):
    key, name = "conquian", "Conquian"
    summary = _("Eleven cards on the table win; a drawn deal raises the next stake.")
    also = "Conquain, Coon Can, Cooncan"
    known = {"MX": 9}
    family = Family.TWO
    seats = range(2, 4)
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("stakes", _("For stakes"), {}, _("A draw is carried forward to the next deal.")),
        Preset(
            "double",
            _("Draws double"),
            {"carry": "double"},
            _("Every draw doubles what the next deal is worth."),
        ),
        Preset(
            "to-100",
            _("To 100 points"),
            {"settlement": "points"},
            _("The winner scores the losers’ cards."),
        ),
    )
    glossary = sentences(
        _("Draw: nobody wins the deal."),
        _glossary.STOCK,
        _glossary.COURT,
        _glossary.STAR,
        _glossary.CAP,
        _glossary.VOID,
    )
    feats = (AFTER_DRAWS,)

    def table_card(self, options: Options, persons: int) -> TableCard:
        return TableCard(
            packs=1,
            jokers=0,
            hand_size=CARDS_EACH,
            deck=_("One pack without 8, 9, 10 and jokers: 40 cards."),
            begins=sentences(_("The non-dealer begins; of three, the dealer’s left.")),
            before=sentences(_("The first player with eleven cards on the table wins.")),
            differs=(
                *(sentences(_("Three may play with 9 cards each.")) if persons == 3 else ()),
                AS_YOU_DO,
            ),
        )

    def check_options(self, options: Options, seats: int) -> None:
        if options.stock_out is StockOut.FEWEST and seats == 2:
            raise EntryError(_("The fewest cards win only with three players."), field="stock_out")

    def check(self, game: Game, entry: Entry) -> None:
        lines = entry.playing_lines
        match entry.deal.result:
            case Result.OUT:
                self.check_out(game, entry, _western.check_one_winner(lines))
            case Result.DRAW:
                _western.check_nobody_won(lines)
                check_fewest(game.options, lines)

    def check_out(self, game: Game, entry: Entry, winner: int) -> None:
        """Checks what is left where points are played for: losers may have nothing left."""
        if game.options.for_stakes:
            return
        lines = entry.playing_lines
        _western.check_no_leftovers(lines[winner], winner)
        for person, line in lines.items():
            check_forty(line.cards, person)
        self.check_cards(game, entry, lines)
        for person, line in lines.items():
            if person != winner:
                _western.check_leftovers(line, person, zero=True)

    def outcome(self, game: Game, entry: Entry) -> Outcome:
        """Scores what the losers hold for the winner, or stakes where no money is played for."""
        options, best = game.options, winner(entry)
        if best is None:
            return _western.nobody_scores(game, entry, entry.deal.result.label)
        losers = [person for person in entry.playing if person != best]
        scores = dict.fromkeys(range(game.seats), NIL)
        payments: Payments = ()
        if options.for_stakes:
            due = 0 if options.stake else stakes(game)
            scores |= {person: Score(-due, reasons.LOST) for person in losers}
            out = entry.deal.result is Result.OUT
            scores[best] = Score(due * len(losers), reasons.WENT_OUT if out else FEWEST_CARDS)
            price = stakes(game) * options.stake
            payments = payouts.each_pays_each(losers, [best], price, worth(game), options.cap)
        else:
            left = {person: entry.lines[person].points or 0 for person in losers}
            count = reasons.COUNT_OF
            scores |= {p: Score(0, count.format(count=points)) for p, points in left.items()}
            scores[best] = Score(sum(left.values()), reasons.WENT_OUT)
        return Outcome(tuple(scores.values()), payments, winners=[best])

    def close(self, game: Game) -> Payments:
        options = game.options
        if options.for_stakes:
            return ()
        totals = {seat: int(total) for seat, total in enumerate(game.totals)}
        reason = reasons.DIFFERENCE_AT_THE_END
        return payouts.high_total(totals, options.point_value, reason, options.cap)

    def follow(self, game: Game, entry: Entry, outcome: Outcome) -> State:
        if not outcome.is_played:
            return game.state
        draws = 0 if outcome.winners else game.state.draws + 1
        return State(draws, game.state.counted + 1)

    def ends(self, options: Options) -> Ending | None:
        if options.for_stakes:
            return after_deals(options.deals)
        return at_target(options.target, is_fixed=True)

    def totals(self, game: Game) -> tuple[float, ...] | None:
        return None if game.options.for_stakes and game.options.stake else game.totals

    def facts(self, game: Game, entry: Entry, outcome: Outcome, person: int) -> Facts:
        """Records counts only in games played for points."""
        line = entry.lines[person]
        if game.options.for_stakes:
            return {Fact.REPORTED: int(outcome.is_played)}
        caught = entry.deal.result is Result.OUT and not line.won
        left = (line.points or 0) if caught else None
        return counted_facts(played=outcome.is_played, left=left)

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        """Returns what the next deal is worth, if stakes were carried forward."""
        if game.over or not game.options.for_stakes or stakes(game) == 1:
            return ()
        return (_("for {stakes}").format(stakes=worth(game)),)

    def stock(self, options: Options, deal: Deal) -> Stock:
        return STOCK

    def value(self, game: Game) -> _western.Value:
        return _western.by_rank(VALUES[game.options.card_values])

    def hand_limit(self, game: Game) -> int:
        return CARDS_EACH

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        check_forty(entry.lines[person].cards, person)
        return super().tapped(game, entry, person)


variant = Conquian()
