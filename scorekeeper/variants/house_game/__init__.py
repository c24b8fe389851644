"""House game: made by the table itself, from who scores to how it is paid.

Every hand is written down in one of four ways:

* each counts: every player writes down their own points; the winner of the hand has none. The
  lowest or the highest total wins, as the table likes it.
* winner takes: the others count, and the winner gets all they count.
* by place: first, second, third … of a hand get the points of a ladder such as 3-2-1. Players who
  share a place each get its points, and who has no place gets nothing.
* winner only: the winner of a hand gets a set number of points, nobody else any.

Where points are counted the table may have buttons of its own, each with a name and fixed points
("Drop" 20), and words of its own for winning and counting. A cap limits a count that is typed, not
what a button says. The bonus is for winning a hand: it is taken off where the lowest total wins,
and added elsewhere.

A game goes on until the table stops it, until somebody reaches a target, or for a number of hands.
Money moves in one of four ways, or not at all:

* each hand: everybody pays whoever did best in the hand the difference in points; where the winner
  takes what the others count, each pays their own count and the bonus.
* difference: at the end everybody pays the winner the difference of the totals.
* tiers: at the end everybody pays the winner by place, 1-2-3 stakes; places after the last tier pay
  that tier, and who is tied pays an equal part of what the places together pay.
* pot: everybody pays a stake before the first hand, and the winner takes it all.

Several winners share what they are paid; an odd unit goes to the earlier seat. What is paid at the
end is paid only when the game comes to its own end: at a target or after a number of hands.

Sources: none but the table. Counting, drops and full counts are those of Indian rummy, payment by
place that of Rummi.
"""

from scorekeeper.engine.family import Family
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._groups import Absences, Asking, Board, Money, TableWords, Variant, built
from scorekeeper.variants._indian.penalty_points import caps
from scorekeeper.variants.house_game.checks import check, offers
from scorekeeper.variants.house_game.money import close, open_pot, pay
from scorekeeper.variants.house_game.options import check_options, defaults, lowest_wins, own_words
from scorekeeper.variants.house_game.questions import Line, Options
from scorekeeper.variants.house_game.rules import facts, is_over, open_ended, open_table, score, won


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=0,
        jokers=0,
        hand_size=0,
        before=sentences(
            _("Your game, your set-up: agree on packs, cards each, who cuts and who begins.")
        ),
    )


variant = built(
    Variant(
        key="house_game",
        name=_("Make your own game"),
        summary=_("Build your own: choose the scoring, the winner, the ending and the payout."),
        seats=range(2, 11),
        family=Family.OWN,
        table_card=table_card,
        absences=Absences(open_table=open_table),
        words=TableWords(own=own_words, name_game=True),
        options=Options,
        line=Line,
        asking=Asking(offers=offers, caps=caps),
        defaults=defaults,
        check_options=check_options,
        presets=(
            Preset(
                "lowest-100",
                _("Lowest to 100"),
                {"ends": "target"},
                _("Each counts; at 100 points the lowest total wins."),
            ),
            Preset(
                "winner-500",
                _("Winner takes to 500"),
                {"scoring": "winner_takes", "ends": "target"},
                _("The winner gets what the others count; the first to 500 wins."),
            ),
            Preset(
                "3-2-1",
                _("3-2-1"),
                {"scoring": "places"},
                _("Three points for the first, two for the second, one for the third."),
            ),
            Preset(
                "first-to-5",
                _("First to five"),
                {"scoring": "winner_only", "ends": "target"},
                _("A point for the winner of a hand; five points win."),
            ),
        ),
        check=check,
        score=score,
        money=Money(open=open_pot, pay=pay, close=close),
        is_over=is_over,
        open_ended=open_ended,
        board=Board(low_wins=lowest_wins, won=won, facts=facts),
    )
)
