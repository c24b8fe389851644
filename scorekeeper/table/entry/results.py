"""The result of one hand for everybody: computed by the engine before it is saved (``Slip``), from
what the save computed or the rows it wrote (``Result``); and of an agreement that the players may
make instead of another hand (``Proposal``). A ``Bar`` says above the page of a hand what the last
action did: "Hand 7 saved – Undo". Writes nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import points, together
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.money import POT
from scorekeeper.engine.outcomes.winners import reported_winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.kinds import Pick, Word, questions
from scorekeeper.engine.variant import AnyVariant, Terms
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits.hints import Doubt, Oddity
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import SavedHand
from scorekeeper.play.terms import game_text
from scorekeeper.play.wording.hand import Outcome, SeatResult, outcomes, preview_outcome
from scorekeeper.play.wording.money import PaymentLine, named_payments

LONG_WINNER, LONG_WORD = 11, 9


def _longest_word(names: Iterable[str]) -> int:
    return max(map(len, " ".join(names).split()), default=0)


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
    def has_long_word(self) -> bool:
        """The name has a line of its own, above its sums."""
        return _longest_word(self.names) > LONG_WORD

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
    """The dealer of the next hand; empty if the game does not say."""

    @property
    def has_long_winner(self) -> bool:
        """The winners' names are written smaller, in one piece."""
        return _longest_word(self.winners) > LONG_WINNER


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


# What the last action did ----------------------------------------------------------------------


@dataclass
class Bar:
    """The line above the page of a hand."""

    message: str
    unsynced: str = ""
    """The message where it waits on this device until it is synced."""
    hand: Hand | None = None
    """The hand that it is about."""
    question: str = ""
    """A question about something odd, which need not be answered."""
    is_duplicate: bool = False
    """It may be the previous hand again."""
    is_large: bool = False
    """A number may be wrong; else a hand may be missing before it."""
    is_refused: bool = False
    """It was not done."""
    undo: str = ""
    """The address that undoes it; empty if it cannot be undone."""
    result: Result | None = None
    """The hand's result."""


def refusal_bar(message: str) -> Bar:
    return Bar(message, is_refused=True)


def saved_bar(
    table: Table, hand: Hand, doubt: Doubt | None = None, result: Result | None = None
) -> Bar:
    values = {"number": hand.number}
    if hand.voided_at:
        return Bar(
            game_text(hand.game.terms, "Hand %(number)d was saved and later deleted.") % values
        )
    question = doubt_question(table, hand, doubt) if doubt else ""
    is_duplicate = doubt is not None and doubt.kind is Oddity.TWICE
    return Bar(
        game_text(hand.game.terms, "Hand %(number)d saved.") % values,
        game_text(hand.game.terms, "Hand %(number)d saved on this phone.") % values,
        hand,
        question,
        is_duplicate,
        is_large=doubt is not None and doubt.kind is Oddity.LARGE,
        undo=hand_address("entry:hand_delete", hand),
        result=result,
    )


def corrected_bar(table: Table, hand: Hand, result: Result) -> Bar:
    """``hand``: the version in force, with the one it replaced."""
    values = {"number": hand.number}
    if hand.voided_at or hand.replaces is None:
        return saved_bar(table, hand)
    undo = hand_address("entry:hand_restore", hand.replaces)
    others = _changed_with(hand, hand.replaces.voided_at)
    return Bar(
        game_text(hand.game.terms, "Hand %(number)d edited.") % values + others,
        game_text(hand.game.terms, "Hand %(number)d edited on this phone.") % values + others,
        hand,
        undo=undo,
        result=result,
    )


def restored_bar(hand: Hand, result: Result) -> Bar:
    """The hand was deleted or edited, and is in force again."""
    values = {"number": hand.number}
    undone = Hand.objects.filter(replaces=hand.replaces_id, voided_at__isnull=False).last()
    others = _changed_with(hand, undone.voided_at if undone else hand.at)
    return Bar(
        game_text(hand.game.terms, "Hand %(number)d restored.") % values + others,
        game_text(hand.game.terms, "Hand %(number)d restored on this phone.") % values + others,
        hand,
        result=result,
    )


def _changed_with(hand: Hand, moment: datetime | None) -> str:
    """Names the later hands that an edit led through: all were deleted at its ``moment``."""
    later = Hand.objects.filter(game=hand.game_id, voided_at=moment, number__gt=hand.number)
    numbers = later.order_by("number").values_list("number", flat=True).distinct()
    named = ", ".join(map(str, numbers)) if moment else ""
    return " " + _("Changed with it: %(numbers)s.") % {"numbers": named} if named else ""


def deleted_bar(table: Table, hand: Hand) -> Bar:
    if hand.number > table.game.last_number:
        message = game_text(hand.game.terms, "Hand %(number)d deleted. It no longer counts.")
    else:
        message = game_text(
            hand.game.terms,
            "Hand %(number)d deleted. It no longer counts. Later hands keep their numbers.",
        )
    values, undo = {"number": hand.number}, hand_address("entry:hand_restore", hand)
    unsynced = game_text(hand.game.terms, "Hand %(number)d deleted on this phone.") % values
    others = _changed_with(hand, hand.voided_at)
    return Bar(message % values + others, unsynced + others, hand, undo=undo)


def doubt_question(table: Table, hand: Hand, doubt: Doubt) -> str:
    """Returns the question in words."""
    match doubt.kind:
        case Oddity.TWICE:
            text = game_text(
                hand.game.terms, "The same result was saved %(ago)s ago. Is this a second hand?"
            )
            return text % {"ago": _ago(doubt.since)}
        case Oddity.DEALER:
            text = game_text(
                hand.game.terms, "%(name)s was to deal hand %(number)d. Did you miss a hand?"
            )
            return text % {"name": _name(table, doubt), "number": hand.number}
        case Oddity.LARGE:
            text = game_text(
                hand.game.terms,
                "Is %(points)s right for %(name)s? The cards of a hand make fewer points.",
            )
            return text % {"points": points(doubt.count), "name": _name(table, doubt)}
        case Oddity.LATE:
            text = game_text(
                hand.game.terms,
                "%(ago)s since the last hand (usually %(usual)s). Did you miss one?",
            )
            return text % {"ago": _ago(doubt.since), "usual": _ago(doubt.usual)}


def _name(table: Table, doubt: Doubt) -> str:
    person = doubt.person or 0
    return table.names[person] if person < len(table.names) else ""


def _ago(seconds: int) -> str:
    """``20 seconds``, ``4 minutes``."""
    if seconds < 120:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    minutes = round(seconds / 60)
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
