"""The tables of tournaments in a group's document."""

from typing import Any, Final

from django.db import models

from scorekeeper.extensions.exchange.group_file.player_columns import (
    awarded,
    drawn_round,
    flaws_of,
    picked,
)
from scorekeeper.extensions.tournaments.models import (
    Attendance,
    Award,
    AwardPayment,
    Call,
    CutPick,
    Entrant,
    MoreTime,
    Penalty,
    Round,
    Ruling,
    TableSession,
    Tournament,
    Wish,
)

TOURNAMENT_TABLES: Final[tuple[tuple[str, type[models.Model], str, Any], ...]] = (
    ("tournaments", Tournament, "", {}),
    ("entrants", Entrant, "tournament__", {}),
    ("attendance", Attendance, "entrant__tournament__", {}),
    ("wishes", Wish, "tournament__", {}),
    ("rounds", Round, "tournament__", {"drawn": drawn_round, "flaws": flaws_of}),
    ("table_sessions", TableSession, "round__tournament__", {}),
    ("more_time", MoreTime, "round__tournament__", {}),
    ("calls", Call, "table__round__tournament__", {}),
    ("rulings", Ruling, "call__table__round__tournament__", {}),
    ("penalties", Penalty, "tournament__", {}),
    ("cut_picks", CutPick, "tournament__", {"players": picked}),
    ("awards", Award, "tournament__", {"sums": awarded}),
    ("award_payments", AwardPayment, "award__tournament__", {}),
)
"""Name, model, path to the tournament, columns of JSON that name players."""
