"""The result of one hand for everybody: computed by the engine before it is saved (``Slip``), from
what the save computed or the rows it wrote (``Result``); and of an agreement that the players may
make instead of another hand (``Proposal``). Writes nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import together
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.money import POT
from scorekeeper.engine.outcomes.winners import reported_winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.kinds import Pick, Word, questions
from scorekeeper.engine.variant import AnyVariant, Terms
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import SavedHand
from scorekeeper.play.wording.hand import Outcome, SeatResult, outcomes, preview_outcome
from scorekeeper.play.wording.money import PaymentLine, named_payments


@dataclass(frozen=True, slots=True)
class SlipLine:
    """The result for a seat, or for one person if no score is kept."""

    names: tuple[str, ...]
    result: SeatResult
    total: float
    """Points after this hand."""
    balance: int
    """Money from this game after this hand; minor units, for all who share the seat."""

    @property
    def name(self) -> str:
        return together(self.names)

    @property
    def gains(self) -> list[tuple[str, int]]:
        """Returns each name with its gain, in minor units."""
        return list(zip(self.names, self.result.money, strict=True))

    @property
    def points(self) -> float:
        return self.result.points

    @property
    def reason(self) -> str:
        return self.result.reason

    @property
    def money(self) -> int:
        """Minor units, for all who share the seat; 0 where no money is shown."""
        return self.result.net if currencies.are_shown() else 0

    @property
    def won(self) -> bool:
        return self.result.won

    @property
    def is_idle(self) -> bool:
        """The hand changes nothing for them."""
        return not (self.points or self.money or self.won)

    @property
    def signed(self) -> str:
        """``+20``, ``−3½``, ``0``; a thousand as the reader groups it."""
        sign = "+" if self.points > 0 else "−" if self.points < 0 else ""
        return sign + currencies.points_text(abs(self.points))


@dataclass(frozen=True, slots=True)
class Lines:
    """The result of a hand for everybody, and its units."""

    lines: list[SlipLine]
    keeps_score: bool
    is_over: bool
    """The game is over."""
    pot: int
    """Minor units in the pot after the hand."""

    @property
    def shown_lines(self) -> list[SlipLine]:
        """Lines with any change."""
        return [line for line in self.lines if not line.is_idle]

    @property
    def blamed(self) -> list[SlipLine]:
        """Returns the payers of a hand that nobody won, if they pay for a reason of their own, such
        as a false claim."""
        payers = [line for line in self.lines if line.result.net < 0]
        payees = [line for line in self.lines if line.result.net > 0]
        reasons = {line.reason for line in payers}
        if any(line.won for line in self.lines) or len(reasons) != 1 or not payees:
            return []
        return [] if reasons & {"", *(line.reason for line in payees)} else payers

    @property
    def shows_money(self) -> bool:
        """Whether money is paid."""
        return any(line.money for line in self.lines)

    @property
    def into_pot(self) -> int:
        """Minor units that the hand leaves in the pot, such as fees; negative: taken out."""
        return -sum(line.money for line in self.lines)

    @property
    def shows_fees(self) -> bool:
        """False if the entry fee leaves the winner with less than nothing: then what goes into the
        pot is said once, and each player's points."""
        return not (self.into_pot > 0 and any(line.won and line.money < 0 for line in self.lines))

    @property
    def winner_pays(self) -> bool:
        """A winner pays others for something else, such as a fee or their jokers. Of an entry fee,
        which everybody pays into the pot, nothing is said."""
        return not self.into_pot and any(line.won and line.money < 0 for line in self.lines)

    @property
    def shows_points(self) -> bool:
        """False if the players pay each other for their hands: the points are that money. In a game
        for a pot they decide who gets it."""
        if not currencies.are_shown():
            return self.keeps_score
        was_paid = self.shows_money or any(line.balance for line in self.lines)
        is_paid = was_paid and not self.into_pot and not self.pot
        return self.keeps_score and (self.is_over or not is_paid)


@dataclass(frozen=True, slots=True)
class Slip(Lines):
    payments: list[PaymentLine[str]]
    shared: bool
    """Nobody went out: several share the pot."""
    terms: Terms


def slip(rules: AnyVariant, after: Game[Any, Any], names: Sequence[str]) -> Slip:
    """``after``: the game with the hand."""
    played = after.last
    assert played is not None
    totals = rules.totals(after)
    keeps_score = totals is not None
    lines = [
        line
        for line in slip_lines(
            preview_outcome(rules, after),
            names,
            totals or after.totals,
            after.balances,
            keeps_score,
            after.seating,
        )
        if line.result.scored or any(line.result.money)
    ]
    return Slip(
        lines,
        keeps_score,
        after.over,
        after.pot,
        named_payments(played.payments, names) if currencies.are_shown() else [],
        _is_shared(rules, after),
        rules.terms,
    )


def _is_shared(rules: AnyVariant, after: Game[Any, Any]) -> bool:
    played = after.last
    assert played is not None
    payees = {payment.payee for payment in played.payments if payment.payer == POT}
    return after.over and len(payees) > 1 and not reported_winners(rules, after, played.entry)


def slip_lines(
    outcome: Outcome,
    names: Sequence[str],
    totals: Sequence[float],
    balances: Sequence[int],
    keeps_score: bool,
    seating: Sequence[int],
) -> Iterator[SlipLine]:
    """Yields the lines in the order of ``seating``, all persons. ``totals`` by seat, ``balances``
    by person, after the hand."""
    results = _results_by_line(outcome, len(balances), keeps_score)
    for result in sorted(results, key=lambda result: seating.index(result.persons[0])):
        persons = result.persons
        yield SlipLine(
            tuple(names[person] for person in persons),
            result,
            totals[persons[0] % len(totals)],
            sum(balances[person] for person in persons),
        )


def _results_by_line(outcome: Outcome, persons: int, keeps_score: bool) -> Iterator[SeatResult]:
    """Yields results by line: partners share points, but not money."""
    if keeps_score:
        yield from outcome.seats
    else:
        for person in range(persons):
            yield outcome.seat_of(person).for_person(person)


# After the save ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result(Lines):
    """The result of a hand, and the standings after it."""

    winners: list[str]
    dealer: str
    """Who deals the next hand; empty if the game does not say."""


def result_of(saved: SavedHand) -> Result:
    """Returns the result of a hand just written; of a repeated write from its rows, in two
    queries."""
    last = None if saved.repeated else saved.table.fold.last
    if last is None:
        return stored_result(saved.table, saved.hand)
    return _result(saved.table, preview_outcome(saved.table.rules, saved.table.fold))


def stored_result(table: Table, hand: Hand) -> Result:
    """Returns the result of a stored hand of this game. Two queries."""
    (outcome,) = outcomes(table, [hand])
    return _result(table, outcome)


def _result(table: Table, outcome: Outcome) -> Result:
    state, names = table.state, table.names
    lines = [
        line
        for line in slip_lines(
            outcome, names, state.totals, state.balances, state.keeps_score, state.seating
        )
        if line.result.scored or line.money
    ]
    return Result(
        lines,
        state.keeps_score,
        bool(table.game.closed_at),
        -sum(state.balances),
        [names[person] for person in sorted(outcome.winners)],
        "" if state.dealer is None else names[state.dealer],
    )


# Agreed instead of a hand --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proposal:
    """An agreement that the rules propose (``Variant.proposes``), such as a split, with its result.
    ``words``: its names, with help."""

    words: list[Word]
    entry: Entry[Any, Any]
    slip: Slip

    @property
    def pot(self) -> int:
        """Returns how much is taken out of the pot, in minor units; 0 if no pot is shared."""
        return max(-self.slip.into_pot, 0)

    @property
    def shares(self) -> list[tuple[SlipLine, list[PaymentLine[str]]]]:
        """Returns the lines that get money, with their payments."""
        return [
            (line, [payment for payment in self.slip.payments if payment.payee == line.name])
            for line in self.slip.shown_lines
            if line.money
        ]


def proposal(table: Table) -> Proposal | None:
    """Returns the proposal for the game as it is; None if the rules have none."""
    answers = table.rules.proposes(table.fold)
    if not answers:
        return None
    try:
        entry = load_entry(
            table.rules, table.fold, {"deal": dict(answers), "lines": {}}, table.keys
        )
        after = playing.play(table.rules, table.fold, entry)
    except EntryError:
        return None
    picks = [q.name for q in questions(table.rules.deal) if isinstance(q.kind, Pick)]
    words = [getattr(entry.deal, name) for name in picks if name in answers]
    return Proposal(words, entry, slip(table.rules, after, table.names))
