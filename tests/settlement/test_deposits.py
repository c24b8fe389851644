"""The kind of a deposit is filled in where an earlier version has stored its reason alone."""

from copy import deepcopy

import pytest

from scorekeeper.extensions.exchange.group_file.incoming.reading import parse_own
from scorekeeper.extensions.exchange.group_file.tables import BY_NAME, Extent
from scorekeeper.extensions.exchange.group_file.writing import digest, document
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db


def deposited() -> Table:
    table = make.play(make.session("points_rummy", make.NAMES[:2]))
    asha, dev = table.players
    make.hands_over(table.game.session, dev, asha, 500)
    return table


def test_a_file_of_before_has_it_from_the_reason() -> None:
    older = deepcopy(dict(document(Extent(deposited().game.session.club))))
    for name in ("payments", "handovers"):
        place = older["tables"][name]["columns"].index("deposit")
        for row in [older["tables"][name]["columns"], *older["tables"][name]["rows"]]:
            del row[place]
    older["digest"] = digest(older)
    read = parse_own(older)
    for name in ("payments", "handovers"):
        columns = BY_NAME[name].columns
        rows = [dict(zip(columns, row, strict=True)) for row in read.rows[name]]
        kinds = {row["deposit"] for row in rows if row.get("kind", "cash") == "cash"}
        assert kinds == {"advance"}
