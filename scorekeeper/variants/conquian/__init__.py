"""Conquian: forty cards, no eights, nines and tens; who first has eleven on the table wins.

Each loser pays the winner the stake. A drawn deal, where the stock ran out, is carried forward: the
next winner gets one stake more for every draw before it, or twice as much, or nothing more. Three
players may agree that nobody has to go out: then whoever holds the fewest cards wins a drawn deal
as if they had, and only equal fewest make it a draw.

By points, the winner scores the cards in the losers' hands instead; the first to reach the target
collects the difference to their total from each of the others. Draws carry nothing then.

Drawn deals count towards the deals agreed on, void ones do not. A loser may have no card left,
because eleven cards are melded and ten are dealt.

Where the rules are silent: the deal goes round the table, also after a draw.

Sources: rummy-games.com/rules/conquian.html; the Caesars Club sheet at docslib.org;
gamevelvet.com/conquian-online/rules for three players. The carried stake and the second scale of
card values come from pages that quote no source.
"""

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.seats.table_card import AS_YOU_DO, TableCard, sentences
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._groups import Absences, Asking, Board, Money, Tapped, Variant, built
from scorekeeper.variants.conquian import rules
from scorekeeper.variants.conquian.questions import Deal, Line, Options, Result, State


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=1,
        jokers=0,
        hand_size=10,
        deck=_("One pack without 8, 9, 10 and jokers: 40 cards."),
        begins=sentences(_("The non-dealer begins; of three, the dealer’s left.")),
        before=sentences(_("The first player with eleven cards on the table wins.")),
        differs=(
            *(sentences(_("Three may play with 9 cards each.")) if persons == 3 else ()),
            AS_YOU_DO,
        ),
    )


AFTER_DRAWS = Feat(
    key="after_draws",
    name=_("Worth the wait"),
    description=_("Win a deal after two drawn ones."),
    face="QC",
    is_earned=lambda hand: hand.has_won and hand.game_before.state.draws >= 2,
)

variant = built(
    Variant(
        key="conquian",
        name="Conquian",
        summary=_("Eleven cards on the table win; a drawn deal raises the next stake."),
        seats=range(2, 4),
        family=Family.TWO,
        table_card=table_card,
        absences=Absences(open_table=lambda options: options.for_stakes),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(void=lambda deal: deal.result is Result.VOID),
        check_options=rules.check_options,
        presets=(
            Preset("stakes", _("For stakes"), {}, _("A draw is carried forward to the next deal.")),
            Preset(
                "double",
                _("Draws double"),
                {"carry": "double"},
                _("Every draw doubles what the next deal is worth."),
            ),
            Preset(
                "to-100",
                _("To 100 points"),
                {"settlement": "points"},
                _("The winner scores the losers' cards."),
            ),
        ),
        check=rules.check,
        score=rules.score,
        money=Money(pay=rules.pay, close=rules.close),
        follow=rules.follow,
        is_over=rules.is_over,
        open_ended=lambda options: options.for_stakes and not options.deals,
        board=Board(
            notes=rules.notes,
            keeps_score=lambda game: not (game.options.for_stakes and game.options.stake),
            won=rules.won,
            facts=rules.facts,
            feats=(AFTER_DRAWS,),
        ),
        cards=Tapped(copies=rules.copies, lay=rules.lay, reckon=rules.reckon),
    )
)
