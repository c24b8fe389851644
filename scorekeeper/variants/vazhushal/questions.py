"""What a table of Vazhushal is asked: house rules, how a deal ended, what each seat has."""

from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, when
from scorekeeper.engine.variant import Nothing
from scorekeeper.engine.words import _


class Tie(Word):
    SHARE = "share", _("Each a point"), _("Every tied player wins; the money is shared.")
    NONE = "none", _("Nobody wins")
    REPLAY = "replay", _("Play again"), _("Nobody scores for the hand.")


class WildInHand(Word):
    TWENTY = 20, "20"
    NOTHING = 0, "0"


class Outcome(Word):
    WENT_OUT = "went_out", _("Went out"), _("A player melded all their cards.")
    STOCK_OUT = "stock_out", _("Stock ran out"), _("The best score wins.")
    REDEAL = "redeal", _("Redeal"), _("Somebody was dealt three pairs.")


class Finish(Word):
    WON = "won", _("Went out")


@dataclass(frozen=True, slots=True)
class Options:
    stake: int = ask.amount(
        _("Stake"), 0, _("What everybody who did not win pays."), source="vazhushal.md §4"
    )
    margin_money: bool = ask.flag(
        _("Margin money"),
        False,
        _("When the stock ran out, losers also pay by how much they lost."),
        source="vazhushal.md §5",
    )
    point_value: int = ask.amount(
        _("Money per point"),
        100,
        _("What one point of the margin is worth."),
        source="vazhushal.md §5",
        when=(when("margin_money", True),),
    )
    tie: Tie = ask.pick(
        _("Equal best scores"),
        Tie.SHARE,
        _("What happens when the stock ran out."),
        source="vazhushal.md §4",
    )
    target_wins: int | None = ask.count(
        _("Wins to win"),
        None,
        _("The game ends when a player has this many; leave empty for no limit."),
        min=1,
        max=None,
        source="vazhushal.md §4",
    )
    wild_in_hand: WildInHand = ask.pick(
        _("Wild card in hand"),
        WildInHand.TWENTY,
        _("Points of one that was not melded."),
        source="seed",
    )
    negative_joker: bool = ask.flag(
        _("Negative joker"),
        True,
        _("An open card decides what is wild besides printed jokers."),
        source="seed",
    )
    decks: int = ask.count(
        _("Packs"), 1, _("Packs of 54, each with two printed jokers."), min=1, max=2, source="seed"
    )


WENT_OUT = when("deal.outcome", Outcome.WENT_OUT)
STOCK_OUT = when("deal.outcome", Outcome.STOCK_OUT)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand ended"), Outcome.WENT_OUT)
    negative: str | None = ask.card(
        _("Negative joker"),
        None,
        _("The open card; needed if cards are tapped."),
        joker=False,
        when=(when("options.negative_joker", True),),
        screen=(when("outcome", Outcome.STOCK_OUT),),
    )


@dataclass(frozen=True, slots=True)
class Line:
    finish: Finish | None = ask.pick(
        _("Winner"), None, when=(WENT_OUT,), sole=(), sole_value=Finish.WON
    )
    melded: int = ask.points(_("Melded"), 0, _("Points on the table."), empty=(), when=(STOCK_OUT,))
    in_hand: int | None = ask.points(_("In hand"), None, _("Points not melded."), when=(STOCK_OUT,))
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"), None, instead="in_hand", both=Both.LOOKED_AT, when=(STOCK_OUT,)
    )
    table: tuple[tuple[str, ...], ...] | None = ask.melds(
        _("On the table"), None, when=(STOCK_OUT,)
    )

    @property
    def typed(self) -> bool:
        return self.in_hand is not None or bool(self.melded)

    @property
    def tapped(self) -> bool:
        return self.cards is not None or bool(self.table)


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]
