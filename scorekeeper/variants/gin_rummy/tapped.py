"""Tapped cards: how they lie, questions about hands outside any game, and the referee."""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.cards import deadwood, put_down
from scorekeeper.variants.gin_rummy.checks import card_faults, check_upcard
from scorekeeper.variants.gin_rummy.options import Options
from scorekeeper.variants.gin_rummy.questions import Deal, Entry, Game, Line, Result
from scorekeeper.variants.gin_rummy.rules import settled
from scorekeeper.variants.gin_rummy.show import verdict
from scorekeeper.variants.gin_rummy.tables import Table, lay_out, left_over, limit, table_of


@dataclass(frozen=True, slots=True)
class CardsAlone:
    """A question about one hand, or about the two hands of a knock."""

    hand: tuple[str, ...] | None = ask.cards(_("Hand"), None, sizes=(10, 11), joker=False)
    knocker: tuple[str, ...] | None = ask.cards(
        _("Knocker's hand"), None, sizes=(10, 11), joker=False
    )
    opponent: tuple[str, ...] | None = ask.cards(
        _("Opponent's hand"), None, sizes=(10,), joker=False
    )


def card_results(options: Options, deal: Deal, question: CardsAlone) -> NamedValues:
    """Returns the deadwood of a hand, or the results of a knock."""
    results: dict[str, Any] = {}
    for field in ("hand", "knocker", "opponent"):
        cards = getattr(question, field) or ()
        if len(set(cards)) < len(cards):
            raise EntryError(_("A card is here twice."), field=field)
    if question.hand is not None:
        left = deadwood(question.hand)
        results |= {"deadwood": left, "may_knock": left <= limit(options, deal)}
    if question.knocker is not None or question.opponent is not None:
        results |= knock_results(options, knock_of(options, deal, question))
    if not results:
        raise EntryError(_("Tap a hand, or both hands of a knock."), field="hand")
    return results


def knock_of(options: Options, case_deal: Deal, question: CardsAlone) -> Table:
    """Two hands as a knock, gin or big gin."""
    knocker, opponent = question.knocker, question.opponent
    if knocker is None or opponent is None:
        field = "knocker" if knocker is None else "opponent"
        raise EntryError(_("Tap both hands or none."), field=field)
    if set(knocker) & set(opponent):
        raise EntryError(_("Both hands hold the same card."), field="opponent")
    check_upcard(options, case_deal)
    left = deadwood(knocker)
    result = Result.GIN if left == 0 else Result.KNOCK
    deal = Deal(Result.BIG_GIN if len(knocker) == 11 else result, case_deal.upcard)
    most = limit(options, deal) if len(knocker) == 10 else 0
    if left > most:
        words = _("These cards leave {left}; it can be at most {most}.")
        raise EntryError(words, field="knocker", left=left, most=most)
    if deal.result is Result.BIG_GIN and not options.big_gin_bonus:
        raise EntryError(_("Big gin is not played here."), field="knocker")
    return counted(Table(deal, (0, 1), (Line(knocked=True, cards=knocker), Line(cards=opponent))))


def counted(table: Table) -> Table:
    """The same with the deadwood that the cards of both leave."""
    lines = (replace(line, deadwood=deadwood_of(table, line)) for line in table.lines)
    return replace(table, lines=tuple(lines))


def deadwood_of(table: Table, line: Line) -> int | None:
    """Counted, where both hands were tapped."""
    laid = lay_out(table)
    if laid is None:
        return None
    return laid.knocker.points if line.knocked else laid.opponent.points


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    table = table_of(game, entry, person)
    if table is None or table.deal.result is Result.VOID:
        return {}
    left = deadwood_of(table, entry.lines[person])
    return {} if left is None else {"deadwood": left}


def knock_results(options: Options, table: Table) -> NamedValues:
    scored, (low, high) = settled(options, table, (0, 1)), left_over(table)
    result: str = table.deal.result.value
    if table.deal.result is Result.KNOCK and scored.seat != 0:
        result = "tie" if scored.seat is None else "undercut"
    return {
        "knocker_deadwood": low,
        "opponent_deadwood": high,
        "result": result,
        "scorer": None if scored.seat is None else ("knocker", "opponent")[scored.seat],
        "points": scored.points,
    }


def copies(options: Options, deal: Deal, face: str) -> int:
    """One pack without jokers."""
    return 0 if face == JOKER else 1


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    """Lays melds, cards laid off and deadwood; lay-offs as soon as both hands and the knocker are
    known."""
    table = table_of(game, entry, person)
    if table is None or table.deal.result is Result.VOID:
        return None
    line = table.lines[table.persons.index(person)]
    if line.cards is None:
        return None
    faults = list(card_faults(table))
    for fault in faults:
        if fault.seat in (person, None):
            raise fault
    knockers = sum(line.knocked for line in table.lines)
    if faults or knockers != 1 or (laid := lay_out(table)) is None:
        return put_down(line.cards, line.melds)
    return laid.knocker if line.knocked else laid.opponent


def judge(game: Game, deal: Deal, claim: Claim) -> Verdict:
    """Judges a knock or gin."""
    options = game.options
    check_upcard(options, deal)
    return verdict(claim, limit(options, deal), big_gin=options.big_gin_bonus > 0)
