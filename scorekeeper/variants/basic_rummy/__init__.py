"""Basic rummy: one seat goes out, the others are charged the points they still hold.

Everything left in hand counts, melds too, for a meld scores nothing until it is on the table. Court
cards count ten, number cards their number, an ace one, or eleven where queen, king, ace is a
sequence. A winner who puts down the whole hand at once has gone rummy; some tables double that, and
some limit what one loser can be charged, which they do after doubling.

Three ways to settle:

* pay: everybody pays the winner after every deal. There is no target, but a number of deals can be
  agreed on;
* points: the winner scores what the others are charged. The first to reach the target collects the
  difference to their total from each of the others;
* penalty: everybody writes down their own charge. Once somebody reaches the target, each pays the
  lowest total the difference; several lowest share each payment.

When nobody can go out the deal is void, or the lowest count wins and collects each difference; two
equal lowest make it void. Void deals do not count towards the deals agreed on.

Where the rules are silent: the deal goes round the table, also after a void deal.

Sources: Encyclopaedia Britannica, "rummy" (David Parlett); bicyclecards.com, "Rummy", for going
rummy and the deal; pagat.com/rummy/rummy.html for the target and the blocked deal; Parlett, Penguin
Book of Card Games, for aces of fifteen.
"""

from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.feats import Feat, caught_together
from scorekeeper.engine.seats.table_card import AS_YOU_DO, DISCARDS_BEGUN, TableCard, sentences
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._groups import Absences, Asking, Board, Money, Tapped, Variant, built
from scorekeeper.variants._western import State
from scorekeeper.variants.basic_rummy import rules
from scorekeeper.variants.basic_rummy.questions import (
    Deal,
    Line,
    Options,
    Result,
    Settlement,
    check_options,
    defaults,
)

FEATS: Final = (
    Feat(
        key="rummy",
        name=_("Rummy!"),
        description=_("Put down everything at once."),
        face="KC",
        is_earned=lambda hand: hand.has_won and hand.entry.deal.rummy,
    ),
    caught_together("basic_harvest", 100, "10C"),
)


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=int(options.packs.value),
        jokers=options.jokers,
        hand_size=options.cards_each,
        turned=(DISCARDS_BEGUN,),
        begins=sentences(
            _("Agree who begins: usually the dealer’s left, and play goes clockwise.")
        ),
        later=sentences(
            _("If the stock runs out, the discards are turned over and a new one is turned up.")
        ),
        differs=(*_dealt_elsewhere(persons), AS_YOU_DO),
    )


def _dealt_elsewhere(persons: int) -> tuple[Phrase, ...]:
    """What other tables of this size deal."""
    jokers = _("Two or more jokers a pack, if you want some.")
    match persons:
        case 3:
            return sentences(_("Three players take 7 or 10 cards each."), jokers)
        case 4 | 5:
            return sentences(_("Four or five take 7 each from one pack, 10 from two."), jokers)
        case _:
            return sentences(jokers)


variant = built(
    Variant(
        key="basic_rummy",
        name="Basic Rummy",
        summary=_("One goes out; the others are charged the points they hold."),
        seats=range(2, 8),
        family=Family.BASIC,
        source="Encyclopaedia Britannica, “rummy” (David Parlett)",
        table_card=table_card,
        absences=Absences(open_table=lambda options: options.settlement is Settlement.PAY),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(
            answer_max=rules.answer_max,
            caps=rules.caps,
            void=lambda deal: deal.result is Result.VOID,
        ),
        defaults=defaults,
        check_options=check_options,
        presets=(
            Preset(
                "pay",
                _("Paid every deal"),
                {},
                _("Every player pays the winner for the cards they hold."),
            ),
            Preset(
                "rummy",
                _("Going rummy doubles"),
                {"rummy_doubles": True},
                _(
                    "A player who goes out in one turn, with nothing laid down before, "
                    "is paid double."
                ),
            ),
            Preset(
                "to-100",
                _("To 100 points"),
                {"settlement": "points"},
                _("The winner scores; at 100 they collect the differences."),
            ),
            Preset(
                "penalty",
                _("Penalties to 100"),
                {"settlement": "penalty"},
                _("Losers score their cards; the lowest total is paid."),
            ),
        ),
        check=rules.check,
        score=rules.score,
        money=Money(pay=rules.pay, close=rules.close),
        follow=rules.follow,
        is_over=rules.is_over,
        open_ended=lambda options: options.settlement is Settlement.PAY and not options.deals,
        board=Board(
            low_wins=lambda options: options.settlement is Settlement.PENALTY,
            won=rules.won,
            unplayed=lambda game, entry: rules.winner(game.options, entry) is None,
            facts=rules.facts,
            feats=FEATS,
        ),
        cards=Tapped(
            copies=lambda options, deal, face: options.stock.copies(face),
            lay=rules.lay,
            reckon=rules.reckon,
            owes=rules.owes,
            card_question=CardQuestion(rules.card_results),
        ),
    )
)
