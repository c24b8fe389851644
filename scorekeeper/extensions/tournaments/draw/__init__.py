"""The draw of a tournament day: who sits at which table in which round.

Reading order: ``setting`` (people, tables, wishes), ``fields`` and ``known`` (plans without a
repeat or with few), ``start`` (people put into them), ``cut`` (a plan for more people, without
some), ``search`` (exchanges that leave fewer repeats),
``seats`` (who deals first), ``bounds`` (how many repeats every plan has), ``flaws`` (what is not as
wished), ``plans`` (drafts). docs/draw.md has it in prose, with numbers.
"""

from scorekeeper.extensions.tournaments.draw.flaws import Flaw, Kind
from scorekeeper.extensions.tournaments.draw.plans import (
    Draft,
    by_hand,
    by_lot,
    by_standing,
    plan_ahead,
)
from scorekeeper.extensions.tournaments.draw.setting import (
    Place,
    Round,
    Setting,
    Wishes,
    table_counts,
)

__all__ = [
    "Draft",
    "Flaw",
    "Kind",
    "Place",
    "Round",
    "Setting",
    "Wishes",
    "by_hand",
    "by_lot",
    "by_standing",
    "plan_ahead",
    "table_counts",
]
