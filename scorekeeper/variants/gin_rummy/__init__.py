"""Gin rummy: knock with little deadwood, or go gin; hand by hand to 100 points, paid at the end.

A player may knock when his cards outside melds count no more than the knock limit. He scores the
difference to his opponent's deadwood after lay-offs; an opponent with as little or less undercuts
him and scores a bonus on top. With no deadwood at all it is gin: a bonus, no lay-offs, no undercut.
Who scores a hand also gets a box, counted at the end only.

The first to reach the target ends the game. He adds the game bonus, both add their boxes, and a
loser without a point is shut out: something doubles. The loser pays the difference.

Oklahoma: the upcard sets the knock limit, and spades double the hand. Hollywood: three games at
once, a player's first win counting in the first, his second in two, all later ones in three.

Three players: one rests, the loser of a hand rests next; the winner settles with each opponent by
himself. Partners: as many tables as partners, the side ahead scores the net of the round and one
box, and each partner pays or collects across his own table.

Where the rules are silent: after a void hand, or one without score, the same player rests and
deals again; otherwise who scored deals. A hand that would only go to closed Hollywood columns
goes to the first open one. Columns are paid together, in one payment that ``cap`` limits.

Sources: Encyclopaedia Britannica, "rummy" (David Parlett); bicyclecards.com and
pagat.com/rummy for the classic bonuses and partners, ginrummy.com/partnership.html for three
players, and Scarne for Hollywood.
"""

from __future__ import annotations

from scorekeeper.engine.family import Family
from scorekeeper.engine.variant import (
    Alone,
    Asking,
    Board,
    Money,
    Partners,
    Preset,
    Shows,
    Tapped,
    Variant,
)
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.checks import (
    asks,
    check,
    check_options,
    defaults,
    inspect,
    offers,
)
from scorekeeper.variants.gin_rummy.ending import CALLED, close, report, sums
from scorekeeper.variants.gin_rummy.feats import FEATS
from scorekeeper.variants.gin_rummy.options import Options
from scorekeeper.variants.gin_rummy.questions import Deal, Line, Result, State
from scorekeeper.variants.gin_rummy.rules import (
    begin,
    dealer,
    facts,
    follow,
    is_over,
    notes,
    score,
    won,
)
from scorekeeper.variants.gin_rummy.table import table_card
from scorekeeper.variants.gin_rummy.tables import most, rests
from scorekeeper.variants.gin_rummy.tapped import Held, copies, judge, known, lay, reckon

variant = Variant(
    key="gin_rummy",
    name="Gin Rummy",
    summary=_("Hand by hand to 100 points; bonuses, boxes and money at the end."),
    seats=range(2, 4),
    family=Family.TWO,
    source="Encyclopaedia Britannica, “rummy” (David Parlett)",
    table_card=table_card,
    partners=Partners(sides=(1, 2, 3)),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    asking=Asking(
        asks=asks,
        offers=offers,
        suggests=lambda game, person: {"sat_out": True} if person == game.state.resting else {},
        most=most,
        void=lambda deal: deal.result is Result.VOID,
        inspect=inspect,
    ),
    defaults=defaults,
    check_options=check_options,
    presets=(
        Preset("seed", _("Gin"), {}, _("25 for gin, an undercut and each box.")),
        Preset("classic", _("Classic"), {"preset": "classic"}, _("20, 10 and 20.")),
        Preset("modern", _("Modern"), {"preset": "modern"}, _("With big gin.")),
        Preset("oklahoma", _("Oklahoma"), {"oklahoma": True}, _("The upcard sets the limit.")),
        Preset("hollywood", _("Hollywood"), {"hollywood": True}, _("Three games at once.")),
        Preset("straight", _("Straight gin"), {"knock_limit": 0}, _("Gin only, no knocking.")),
    ),
    check=check,
    score=score,
    money=Money(close=close),
    begin=begin,
    follow=follow,
    is_over=is_over,
    board=Board(
        notes=notes,
        rests=rests,
        dealer=dealer,
        won=won,
        facts=facts,
        feats=FEATS,
        report=report,
        sums=sums,
        called=CALLED,
    ),
    cards=Tapped(copies=copies, lay=lay, reckon=reckon, alone=Alone(known, Held)),
    shows=Shows(range(10, 12), judge, _("Who knocked?"), _("Tap who knocked.")),
)
