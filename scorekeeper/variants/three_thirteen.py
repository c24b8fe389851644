"""Three Thirteen: eleven deals of 3, 4, 5 … 13 cards; the lowest total wins.

In each deal the rank of that number is wild: threes in the first, kings in the last. One player
goes out; everybody else has one more turn, and counts the cards outside melds, which may be none:
an ace 1 or 15, court cards 10 or 11, 12 and 13, others their number, a wild card that or more.

* Five suits: threes to kings in five suits.
* Payment: after the last deal everybody pays the lowest total for each point they have more. A
  pool, units by place, or a payment after each deal to who went out can be agreed instead.
  Several lowest share to the last unit.
* A void deal changes nothing and is dealt again with as many cards.

Where the rules are silent: how money follows from the points, and that ``cap`` limits each payment
after it was split.

Sources: en.wikipedia.org, "Three thirteen"; gambiter.com and rummyrulebook.com (deals, one more
turn); docslib.org, "5 Crowns game rules" (five suits).
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER, PACK, RANKS, Deck, parse_card, rank
from scorekeeper.engine.cards import show as show_card
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.money import Payment, capped, collect
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset, Report
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _contract as contract
from scorekeeper.variants import _glossary
from scorekeeper.variants import _western as western
from scorekeeper.variants._contract import Deal, State

RULES: Final = "three_thirteen.md §2"
WILD: Final = RANKS[2:]
"""The wild rank of each deal."""
FIFTH: Final = frozenset(f"{wild}X" for wild in WILD)
"""The cards of the fifth suit."""


def parse(text: object) -> str:
    """Returns a card, also of the fifth suit. Raises ValueError."""
    card = str(text).strip().upper()
    return card if card in FIFTH else parse_card(text)


def show(card: str) -> Phrase:
    return Phrase(f"{card[:-1]}★") if card in FIFTH else show_card(card)


CARDS: Final = Deck(PACK | FIFTH, parse, show)


class Form(Word):
    STANDARD = "standard", _("Four suits")
    FIVE_SUITS = "five_suits", _("Five suits"), _("Threes to kings only.")


class AceValue(Word):
    ONE = 1, "1"
    FIFTEEN = 15, "15"


class FaceCards(Word):
    TEN = "ten", _("Ten each")
    INDEX = "index", _("11, 12 and 13")


class WildValue(Word):
    SAME = 0, _("As otherwise")
    FIFTEEN = 15, "15"
    TWENTY = 20, "20"
    TWENTY_FIVE = 25, "25"


class Settlement(Word):
    DIFFERENCE = "difference", _("Difference"), _("Each pays for every point above the lowest.")
    POOL = "pool", _("Pool"), _("Everybody pays in before the first deal; the lowest takes it.")
    TIERS = "tiers", _("By place"), _("Each player pays the one with the lowest score, by place.")
    PER_DEAL = "per_deal", _("Each deal"), _("Each pays for their points after each deal.")


BY_POINTS = (when("settlement", Settlement.DIFFERENCE, Settlement.PER_DEAL),)
BY_PLACE = (when("settlement", Settlement.TIERS),)
UNITS = (when("settlement", Settlement.POOL, Settlement.TIERS),)
PAID = (when("settlement", Settlement.DIFFERENCE, Settlement.TIERS, Settlement.PER_DEAL),)
FOUR_SUITS = (when("form", Form.STANDARD),)


@dataclass(frozen=True, slots=True)
class Options:
    form: Form = ask.pick(
        _("Cards"), Form.STANDARD, _("Packs of 52, or packs with a fifth suit."), source=RULES
    )
    deals: int = ask.question(replace(contract.deals_of(WILD), source=RULES), 11)
    settlement: Settlement = ask.question(contract.SETTLEMENT, Settlement.DIFFERENCE)
    point_value: int = ask.question(replace(contract.POINT_VALUE, when=BY_POINTS), 1)
    stake: int = ask.question(replace(contract.STAKE, when=UNITS), 100)
    tiers: tuple[int, ...] = ask.question(replace(contract.TIERS, when=BY_PLACE), (1, 2))
    cap: int | None = ask.question(replace(contract.CAP, when=PAID), None)
    ace_value: AceValue = ask.pick(
        _("Ace"), AceValue.ONE, _("Points of an ace left in hand."), source=RULES, when=FOUR_SUITS
    )
    face_cards: FaceCards = ask.pick(
        _("Court cards"), FaceCards.TEN, _("Points of one left in hand."), source=RULES
    )
    wild_value: WildValue = ask.pick(
        _("Wild card"), WildValue.SAME, _("Points of one left in hand."), source=RULES
    )
    joker_value: western.JokerValue = ask.question(
        replace(contract.JOKER_VALUE, source=RULES), western.JokerValue.FIFTY
    )
    packs: int = ask.count(_("Packs"), 2, _("Shuffled together."), min=1, max=3, source=RULES)
    jokers: int = ask.count(_("Jokers"), 0, _("In all packs together."), max=12, source=RULES)


@dataclass(frozen=True, slots=True)
class Line(contract.Line):
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"),
        None,
        deck=CARDS,
        instead="points",
        screen=(when("won", False), when("options.form", Form.STANDARD)),
    )


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


class ThreeThirteen(contract.Contract[Options, Deal, Line, State]):
    key, name = "three_thirteen", "Three Thirteen"
    summary = _("Eleven deals of three to thirteen cards; the lowest total wins.")
    also = "3-13, 313, 3/13, Three-Thirteen Rummy, Five Crowns"
    known = {"": 3}
    seats = range(2, 7)
    glossary = sentences(
        _glossary.GO_OUT,
        _glossary.WILD,
        _("★: a printed joker; after a number, a card of the fifth suit."),
        _glossary.COURT,
        _glossary.CAP,
        _glossary.VOID,
    )
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("usual", _("Default rules"), {}, _("An ace counts 1, court cards 10.")),
        Preset("five-suits", _("Five suits"), {"form": "five_suits"}, _("With six jokers.")),
        Preset("ace-15", _("Ace fifteen"), {"ace_value": 15}, _("An ace left in hand counts 15.")),
    )
    may_have_nothing = True
    contracts = tuple(_("{rank} is wild").format(rank=wild) for wild in WILD)

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        tiers = tuple(range(1, seats))
        if chosen.get("form") is not Form.FIVE_SUITS:
            return {"tiers": tiers, "packs": (seats + 1) // 2}
        jokers = 3 * chosen.get("packs", 2)
        index, twenty = FaceCards.INDEX, WildValue.TWENTY
        return {"tiers": tiers, "jokers": jokers, "face_cards": index, "wild_value": twenty}

    def table_card(self, options: Options, persons: int) -> TableCard:
        card = western.table_card(options.packs, options.jokers, 0)
        growing = _("Three cards each in the first deal, one more in each deal, thirteen at last.")
        return replace(card, dealt=(*card.dealt, growing))

    def stock(self, options: Options, deal: Deal) -> Stock:
        """Returns the cards; none is marked as wild, which follows from the number of the deal."""
        five_suits = frozenset(card for card in CARDS.faces if rank(card) in WILD)
        faces = frozenset(PACK) if options.form is Form.STANDARD else five_suits
        return Stock(options.packs, options.jokers, faces=faces)

    def value(self, game: Game) -> western.Value:
        options, joker = game.options, int(game.options.joker_value.value)
        values = western.index_values(int(options.ace_value.value), joker)
        if options.face_cards is FaceCards.INDEX:
            values |= {"J": 11, "Q": 12, "K": 13}
        if options.wild_value is not WildValue.SAME:
            values[WILD[game.state.dealt]] = int(options.wild_value.value)
        return western.by_rank(values)

    def hand_limit(self, game: Game) -> int:
        return game.state.dealt + 3

    def limits(self, game: Game, name: str) -> Limits:
        return Limits(answer=self.dearest_hand(game) if name == "points" else None)

    def dearest_hand(self, game: Game) -> int:
        """Returns what a hand counts that holds nothing but the dearest card."""
        copies = self.stock(game.options, Deal()).copies
        there = (card for card in (*CARDS.faces, JOKER) if copies(card))
        dearest = max(self.value(game)((card,)) for card in there)
        return dearest * self.hand_limit(game)

    def check(self, game: Game, entry: Entry) -> None:
        super().check(game, entry)
        most = self.dearest_hand(game)
        for seat, line in enumerate(entry.lines):
            if (line.points or 0) > most:
                message = _("So few cards count {most} at most.")
                raise EntryError(message, field="points", seat=seat, most=most)

    def settlement(self, options: Options) -> contract.Settlement | None:
        at_end = options.settlement is not Settlement.PER_DEAL
        return contract.Settlement(options.settlement.value) if at_end else None

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        """Pays the player who went out after each deal, where that was agreed."""
        outcome, options, words = super().outcome(game, entry), game.options, contract.CARDS_LEFT
        if self.settlement(options) or entry.is_void:
            return outcome
        debts = [(line.points or 0) * options.point_value for line in entry.lines]
        winner = next(seat for seat, line in enumerate(entry.lines) if line.won)
        payments = (
            Payment(seat, winner, capped(debt, options.cap), words)
            for seat, debt in enumerate(debts)
        )
        return replace(outcome, payments=collect(payments))

    def report(self, game: Game) -> Report:
        return Report({} if game.over else {"round": game.state.dealt + 1})


variant = ThreeThirteen()
