"""Pool rummy: points pile up, a seat at the limit is out, the last one in takes the pot.

Everybody pays the fee into the pot. The winner of a hand adds nothing to their total; the others
add the points of their cards up to the full count, or what a drop or a wrong show costs. Who
reaches the pool (61, 101 or 201) is out.

* Rejoin: a seat that has just gone out may come back for another fee, in the very next hand, while
  nobody still in has more than the limit for it. It starts one point above the highest total still
  in. It takes a game of three or more with at least two still in.
* Split: when two or three are left of more than three, or two of three, they may agree to share the
  pot. Each gets a fee for every drop they have left more than the one with the fewest, and an equal
  share of the rest, which must be a fee at least. With "auto split" the pot is shared equally as
  soon as they could agree on it and none of them has a drop left.
* A drop with no drops left is allowed; it puts the seat out.

Left-over units of equal shares go to the lowest totals first, then in order of seat. A void hand
changes no total, but fees are paid in it, and the right to rejoin passes with it.

Sources: rummycircle.com/help/pool-rummy (format, split), playship.com/how-to-play/pool-rummy,
jungleerummy.com/pool-rummy, a23.com/101pool_rules.html, rummyera.com/pool-rummy,
classicrummy.com/pool-rummy; card rules: pagat.com, "Indian Rummy (Paplu)".
"""

from dataclasses import replace

from scorekeeper.engine.family import Family
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants import _thirteen_old
from scorekeeper.variants._groups import Asking, Board, Money, Shows, Variant, built
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.feats import FEATS
from scorekeeper.variants._indian.table import thirteen
from scorekeeper.variants.pool_rummy import checks, rules
from scorekeeper.variants.pool_rummy.money import close, pay
from scorekeeper.variants.pool_rummy.questions import Deal, Line, Options, Outcome, State
from scorekeeper.variants.pool_rummy.seats import asks, out

variant = built(
    Variant(
        key="pool_rummy",
        name="Pool Rummy",
        summary=_("Reach the point limit and you’re out. The last player left wins the pot."),
        also="101, 201, Syndicate",
        seats=range(2, 7),
        family=Family.INDIAN,
        table_card=lambda options, persons: thirteen(options.decks),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(
            asks=asks,
            joins="rejoin",
            offers=checks.offers,
            proposes=checks.proposes,
            caps=costs.caps,
            strict=True,
            inspect=checks.refuse,
        ),
        defaults=checks.defaults,
        check_options=checks.check_options,
        presets=(
            Preset("101", _("101 pool"), {"pool": 101}, _("The usual pool.")),
            Preset("201", _("201 pool"), {"pool": 201}, _("The long game.")),
            Preset("61", _("61 pool"), {"pool": 61}, _("The short game; a full hand counts 60.")),
            Preset(
                "101-auto",
                _("101 pool, auto split"),
                {"pool": 101, "auto_split": True},
                _("The pot is shared once nobody left has a drop left."),
            ),
        ),
        check=checks.check,
        score=rules.score,
        money=Money(pay=pay, close=close),
        begin=rules.begin,
        follow=rules.follow,
        is_over=rules.is_over,
        board=Board(
            notes=rules.notes,
            out=out,
            dealer=rules.dealer,
            facts=rules.facts,
            feats=FEATS,
            unplayed=lambda game, entry: entry.deal.outcome is not Outcome.PLAYED,
            totals=lambda game: game.state.totals,
            low_wins=lambda options: True,
        ),
        cards=replace(_thirteen_old.TAPPED, card_question=CardQuestion(rules.card_results)),
        shows=Shows(_thirteen_old.SHOWS, _thirteen_old.judge_show),
    )
)
