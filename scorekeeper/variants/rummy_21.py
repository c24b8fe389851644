"""Rummy with 21 cards from three packs: pure sequences, tunnelas, and value cards paid all round.

The card turned up is the cut; the other cuts, the next card of its suit above (up) and below (down)
are jokers and have value, the ace being next to king and two. If a printed joker is turned up the
ace of spades is the cut, and only it has value; some tables give value to its neighbours too. One
of a kind is worth 10 points, two 30, three 50; a cut, an up and a down together are a marriage,
worth 100, 300, 500. A card counts once, and its owner takes the best sum.

After a hand

* every loser pays the winner: the count of their cards, 2 at least and the full count at most, or
  what a drop or a wrong show costs. A player who had no turn when the winner declared pays half, up
  to the full half count;
* every two of those who did not drop exchange the difference of their value points. Some tables
  leave out a player with a wrong show, and halve the winner's value for players without a turn.

So a winner may lose points. A table may limit what a hand can cost; the winner then gets so much
less. If everybody else drops, the last one left collects the drops. A hand nobody wins is void.

A show is three pure sequences with everything else melded, or three tunnelas, eight dublees or
eight jokers whatever the other cards are; some tables show two marriages. A loser counts every card
outside pure sequences; with three of these, outside any meld. Six dublees or seven jokers save all.

Where the rules are silent: after a wrong show play goes on and the winner is paid for it, and half
points become money in the winner's favour.

Sources: CatsAtCards (catsatcards.com), “21-card Indian rummy”;
classicrummy.com/21-cards-rummy with its mirrors (classicrummy.online, junglee-rummy-21.com),
adda52rummy.com/how-to-play/21cards-marriage-rummy, jungleerummy.com, rummybaazi.com/21-card-rummy.
"""

from dataclasses import dataclass

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _
from scorekeeper.variants import _indian, _value_cards
from scorekeeper.variants._value_cards import HALF_VALUES, ValueCards, counter


@dataclass(frozen=True, slots=True)
class Line(_value_cards.Line):
    up: int = ask.question(counter(_("Up"), _("The next higher of its suit.")), 0)
    down: int = ask.question(counter(_("Down"), _("The next lower of its suit.")), 0)


class Rummy21(ValueCards):
    key, name = "rummy_21", "21-Card Rummy"
    summary = _("Indian rummy with 21 cards: value cards are paid for by everybody.")
    also = f"21 patti, 21 पत्ती, इक्कीस पत्ती, 21 ముక్కలు, {_indian.RUMMY}"
    known = {"IN": 5, "LK": 5, "BD": 5, "PK": 5, "NP": 6}
    source = "“21-card Indian rummy”, catsatcards.com"
    seats = range(2, 7)
    line = Line
    shows = range(21, 22)
    jokers_made = _("It makes the cut joker, and the upper and lower jokers of its suit.")
    presets = (
        Preset("usual", _("Default rules"), {}, _("No limit to what a hand can cost.")),
        Preset(
            "online",
            _("As played online"),
            {"middle_drop": 75, "same_rank_wild": True, "max_loss": 240},
            _("The whole rank is wild; nobody loses more than 240 in a hand."),
        ),
        HALF_VALUES,
        Preset(
            "two-marriages",
            _("Two marriages win"),
            {"two_marriages_show": True},
            _("They can be shown, whatever the other cards are."),
        ),
    )


variant = Rummy21()
