"""Vatikan: anybody may rearrange melds on the table; the first to empty their hand wins.

There is no score, but where no money is played for. The losers pay the winner after every deal, by
agreement

* the stake, whatever they hold;
* the stake for each card they hold;
* the points they hold: a joker 15, court cards ten, an ace one, the others their number.

Void deals do not count towards the deals agreed on. It is played with two packs and two jokers,
thirteen cards each; a player who cannot play draws, so there is no limit to what is left in hand.

Where the rules are silent: the deal goes round the table, also after a void deal.

Sources: rummyrulebook.com/pages/vatikan; gamerules.com/rules/vatikan; sv.wikipedia.org,
"Vatikanen (kortspel)", for paying by the cards left.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import NIL
from scorekeeper.engine.money import Payment, Payments, capped, collect, net
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.seats.table_card import TableCard
from scorekeeper.engine.variant import NamedValues, Preset
from scorekeeper.engine.words import Phrase, _, ngettext
from scorekeeper.variants import _western
from scorekeeper.variants._groups import Absences, Asking, Board, Money, Variant, built


class Result(Word):
    OUT = "out", _("Out"), _("Somebody played the last card.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


class Settlement(Word):
    FLAT = "flat", _("The stake"), _("Whatever is left in hand.")
    CARDS = "cards", _("By the card"), _("The stake for each card left.")
    POINTS = "points", _("By points"), _("The points of the cards left.")


STOCK: Final = _western.Stock(packs=2, jokers=2)
count_points: Final = _western.by_rank(_western.index_values(ace=1, joker=15))


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Settlement = ask.pick(
        _("Losers pay"), Settlement.FLAT, _("After every deal."), source="others.md §4"
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("From each loser, or for each of their cards."),
        min=1,
        source="others.md §4",
        when=(unless("settlement", Settlement.POINTS),),
    )
    point_value: int = ask.amount(
        _("Money per point"),
        1,
        _("What one point is worth."),
        source="others.md §4",
        when=(when("settlement", Settlement.POINTS),),
    )
    cap: int | None = ask.question(_western.CAP, None)
    deals: int = ask.question(_western.DEALS, 0)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.OUT)


LOSES = (when("won", False),)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Went out"), False, sole=())
    cards_left: int | None = ask.points(
        _("Cards left"),
        None,
        _("How many are still in hand."),
        when=(when("options.settlement", Settlement.CARDS),),
        screen=LOSES,
    )
    points: int | None = ask.points(
        _("Points left"),
        None,
        _("All cards still in hand."),
        when=(when("options.settlement", Settlement.POINTS),),
        screen=LOSES,
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"),
        None,
        instead="points",
        when=(unless("options.settlement", Settlement.FLAT),),
        screen=(*LOSES, when("options.settlement", Settlement.POINTS)),
    )


Game: TypeAlias = g.Game[Options, _western.State]
Entry: TypeAlias = g.Entry[Deal, Line]


# What can be reported ------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    if entry.deal.result is Result.VOID:
        return
    lines = entry.playing_lines
    winner = _western.check_one_winner(lines)
    if lines[winner].cards_left:
        raise EntryError(_("The winner has no cards left."), field="cards_left", seat=winner)
    _western.check_no_leftovers(lines[winner], winner)
    _western.check_cards(lines, STOCK)
    check_losers(game.options, {p: line for p, line in lines.items() if p != winner})


def check_losers(options: Options, lines: Mapping[int, Line]) -> None:
    for person, line in lines.items():
        if options.settlement is Settlement.CARDS:
            check_cards_left(line, person)
        if options.settlement is Settlement.POINTS:
            _western.check_leftovers(line, person)


def check_cards_left(line: Line, person: int) -> None:
    """Checks that a loser has cards left, typed or tapped."""
    some_left = _("Somebody else won, so cards are left.")
    if line.cards == ():
        raise EntryError(some_left, field="cards", seat=person)
    if line.cards_left == 0:
        raise EntryError(some_left, field="cards_left", seat=person)
    if line.cards_left is None and line.cards is None:
        raise EntryError(_("How many cards are left?"), field="cards_left", seat=person)
    if line.cards is not None and line.cards_left not in (None, len(line.cards)):
        tapped = ngettext("{count} card is tapped.", "{count} cards are tapped.", len(line.cards))
        raise EntryError(tapped, field="cards_left", seat=person)


# Money ---------------------------------------------------------------------------------------


def owed(options: Options, line: Line) -> tuple[int, Phrase]:
    """Returns what a loser pays, in minor units before the cap, and the reason."""
    match options.settlement:
        case Settlement.CARDS:
            left = line.cards_left or 0
            return left * options.stake, ngettext("{count} card left", "{count} cards left", left)
        case Settlement.POINTS:
            points = line.points or 0
            return points * options.point_value, _("count of {count}").format(count=points)
        case _:
            return options.stake, _("lost")


def is_for_money(options: Options) -> bool:
    by_points = options.settlement is Settlement.POINTS
    return bool(options.point_value if by_points else options.stake)


def score(game: Game, entry: Entry) -> g.Scores:
    """Scores the units that change hands where no money is played for. The reason says what each
    seat pays for."""
    return tuple(score_seat(game, entry, seat) for seat in range(game.seats))


def score_seat(game: Game, entry: Entry, seat: int) -> g.Score:
    if seat in entry.absent:
        return NIL
    if entry.deal.result is Result.VOID:
        return g.Score(0, _("void"))
    if entry.lines[seat].won:
        return g.Score(units(game, entry, seat), _("went out"))
    return g.Score(units(game, entry, seat), owed(game.options, entry.lines[seat])[1])


def units(game: Game, entry: Entry, seat: int) -> int:
    if is_for_money(game.options):
        return 0
    options = replace(game.options, stake=1, point_value=1, cap=None)
    return net(pay(replace(game, options=options), entry), seat)


def pay(game: Game, entry: Entry) -> Payments:
    lines = entry.playing_lines
    return collect(
        Payment(person, winner, capped(amount, game.options.cap), words)
        for winner in _western.claimed(lines)
        for person, line in lines.items()
        for amount, words in [owed(game.options, line)]
    )


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Records counts only where losers pay for points."""
    line, played = entry.lines[person], entry.deal.result is Result.OUT
    if game.options.settlement is not Settlement.POINTS:
        return {Fact.REPORTED: int(played)}
    caught = played and not line.won
    return counted_facts(played=played, left=(line.points or 0) if caught else None)


# From hand to hand ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry) -> _western.State:
    return _western.State(game.state.counted + (entry.deal.result is Result.OUT))


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    """Returns the number of cards, and their points."""
    cards = entry.lines[person].cards
    return {} if cards is None else {"cards_left": len(cards), "points": count_points(cards)}


def table_card(options: Options, persons: int) -> TableCard:
    no_discards = _("The rest lies face down as the stock; there are no discards.")
    card = _western.table_card(STOCK.packs, STOCK.jokers, hand_size=13)
    return replace(card, turned=(no_discards,))


def leaves_many(hand: PlayedHand) -> bool:
    return hand.has_won and sum(line.cards_left or 0 for line in hand.entry.lines) >= 20


MANY_LEFT: Final = Feat(
    key="many_left",
    name=_("Twenty cards left"),
    description=_("Win while the others hold twenty cards or more."),
    face="QC",
    is_earned=leaves_many,
)

variant = built(
    Variant(
        key="vatikan",
        name="Vatikan",
        summary=_("Rearrange the table, empty your hand, and the others pay."),
        seats=range(2, 6),
        family=Family.BASIC,
        table_card=table_card,
        absences=Absences(),
        options=Options,
        deal=Deal,
        line=Line,
        state=_western.State,
        asking=Asking(void=lambda deal: deal.result is Result.VOID),
        presets=(
            Preset("flat", _("The stake"), {}, _("Each loser pays the same.")),
            Preset(
                "cards", _("By the card"), {"settlement": "cards"}, _("The stake for each card.")
            ),
            Preset(
                "points",
                _("By points"),
                {"settlement": "points"},
                _("Losers pay for the points of their cards."),
            ),
        ),
        check=check,
        score=score,
        money=Money(pay=pay),
        follow=follow,
        is_over=_western.deals_are_played,
        open_ended=lambda options: not options.deals,
        board=Board(
            keeps_score=lambda game: not is_for_money(game.options), facts=facts, feats=(MANY_LEFT,)
        ),
        cards=replace(
            _western.tapped(lambda options: STOCK, lambda options: count_points), reckon=reckon
        ),
    )
)
