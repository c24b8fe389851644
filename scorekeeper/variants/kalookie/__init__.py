"""Kalookie: penalties pile up, over 150 you are out or buy in, the last one in wins.

Before the first deal everybody pays into the pot. One player goes out of each deal: they call up,
or go kalookie by putting down all their thirteen cards at once. Everybody else still in pays them
for it and adds the points of the cards they hold to their penalty.

* Out: a penalty of exactly 150 stays in, 151 is out. Who is out neither pays nor is paid.
* Buy-in: a player just gone over the limit may pay into the pot again. Their penalty goes down to
  the highest of those within the limit (or to their average, rounded down). It takes two within the
  limit at least, counted before anybody buys in. Tables may allow it once only, or never.
* Pot: the last one within the limit takes it, and the game is over.
* Cards in hand: an ace 11, ten and court cards 10, the others their number, a joker 15.
* A void deal changes nothing and is dealt again.

The Jamaican form is a contract rummy of seven deals without stakes and pot. Its threes are sets of
three, its fours runs of four; the dealer is reminded of the contract, nothing checks it. A joker
counts 50, a black ace 15, a red ace 1, ten and court cards 10, the others their number. After the
last deal everybody pays the lowest total for each point they have more; a pool, or units by
place, can be agreed instead. Several lowest share to the last unit.

Where the rules are silent: the stakes, and what a buy-in is worth; Jamaican tables often go on to
nine contracts, of which these are the first seven.

Sources: getwpt.com/cardgames/rummy/kaluki-europe-north-america, kalooki.co.uk/howtoplay.htm (card
values, stakes, limit), cardgamesplanet.com (four jokers), rummyportal.com (joker 25); Jamaican
form: kalooki.net/jamaican-kalooki (card values), denexa.com/blog/kalooki (contracts).
"""

from dataclasses import replace

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.feats import at_once
from scorekeeper.engine.seats.table_card import TableCard
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants._contract.game import FEATS
from scorekeeper.variants._groups import Asking, Board, Money, Variant, built
from scorekeeper.variants.kalookie import rules
from scorekeeper.variants.kalookie.cards import CARDS_EACH, PACKS, TAPPED
from scorekeeper.variants.kalookie.options import Options
from scorekeeper.variants.kalookie.questions import Deal, Line, Result, State


def table_card(options: Options, persons: int) -> TableCard:
    card = _western.table_card(PACKS, int(options.jokers.value), CARDS_EACH)
    jokers = _("Two jokers or four in both packs together.")
    return replace(card, differs=(jokers, *card.differs))


ALL_DOWN = at_once(
    "kalookie",
    _("Kalookie!"),
    _("Put down all thirteen cards at once."),
    "KS",
)

variant = built(
    Variant(
        key="kalookie",
        name="Kalookie",
        summary=_("A player over the limit is out or buys in; the last one in takes the pot."),
        also="Kaluki, Kaloochi",
        seats=range(2, 6),
        family=Family.CONTRACT,
        table_card=table_card,
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(
            asks=rules.asks,
            offers=rules.offers,
            answer_max=rules.answer_max,
            last="buy_in",
            asks_last=rules.asks_last,
            void=lambda deal: deal.result is Result.VOID,
            inspect=rules.inspect,
        ),
        defaults=rules.defaults,
        check_options=_western.check_tiers,
        presets=(
            Preset("british", _("British"), {}, _("For a pot; over 150 you are out or buy in.")),
            Preset(
                "no-buy-ins",
                _("No buy-ins"),
                {"buy_ins": "never"},
                _("Over 150 you are out for good."),
            ),
            Preset(
                "jamaican",
                _("Jamaican"),
                {"form": "jamaican"},
                _("Seven contracts; the lowest total wins."),
            ),
        ),
        check=rules.check,
        score=rules.score,
        money=Money(open=rules.antes, pay=rules.pay, close=rules.settle),
        begin=rules.begin,
        follow=rules.follow,
        is_over=rules.is_over,
        board=Board(
            notes=rules.notes,
            notes_for_all=lambda options: options.is_jamaican,
            out=rules.out,
            dealer=rules.dealer,
            low_wins=lambda options: True,
            facts=rules.facts,
            feats=(*FEATS, ALL_DOWN),
        ),
        cards=TAPPED,
    )
)
