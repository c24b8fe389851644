"""Melds: their rules, the best way to lay a hand, and the referee.

``least`` lays a hand so that the cards left over cost least; ``declare`` lays all of it, or returns
None; ``refusal`` says why not. Exact, never greedy. The rules are parameters (``MeldRules``);
games, caps and other ways to show belong to the caller.

Reading order: ``rules`` (the parameters), ``meld`` (what a meld is), ``arrangement`` (the result),
``find`` (every meld a hand may need), ``search`` (the best of them), ``lay`` (groups as laid on the
table), ``count`` (``least`` and ``declare``), ``layoffs`` (cards added to the opponent's melds),
``referee`` (whether laid groups are melds).
"""

from scorekeeper.engine.melds.arrangement import (
    Arrangement,
    Group,
    dump_arrangement,
    load_arrangement,
)
from scorekeeper.engine.melds.count import alike, declare, least
from scorekeeper.engine.melds.lay import left_over
from scorekeeper.engine.melds.referee import Ruling, check_laid, check_show, refusal
from scorekeeper.engine.melds.rules import (
    PURE,
    SEQUENCES,
    Aces,
    Lives,
    MeldKind,
    MeldRules,
    rank_values,
)

__all__ = [
    "PURE",
    "SEQUENCES",
    "Aces",
    "Arrangement",
    "Group",
    "Lives",
    "MeldKind",
    "MeldRules",
    "Ruling",
    "alike",
    "check_laid",
    "check_show",
    "declare",
    "dump_arrangement",
    "least",
    "left_over",
    "load_arrangement",
    "rank_values",
    "refusal",
]
