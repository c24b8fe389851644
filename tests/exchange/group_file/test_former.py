"""A group that a version before 1.0 exported: ``fixtures/exports`` has what it wrote."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.models import Club, Happening, Session
from scorekeeper.exchange.group_file.incoming.former_names import with_present_names
from scorekeeper.play.models import Game, Hand
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.method import MatchOf, Over, TieRule
from scorekeeper.seasons.rules import parse_rules

pytestmark = pytest.mark.django_db

FILE = Path(__file__).parents[3] / "fixtures" / "exports" / "before-1.0.json.gz"


def test_a_group_from_before_the_first_release_comes_over_whole() -> None:
    call_command("import_club", str(FILE), "--yes")
    club = Club.objects.get()
    assert (club.name, Session.objects.count(), Game.objects.count()) == ("Friday table", 3, 3)
    assert Hand.objects.exists() and all(game.public_state for game in Game.objects.all())
    kinds = set(Happening.objects.values_list("kind", flat=True))
    assert {
        ActivityKind.SESSION_OPENED,
        ActivityKind.SESSION_CLOSED,
        ActivityKind.DEVICE_REMOVED,
    } <= kinds
    assert kinds <= set(ActivityKind)
    assert Happening.objects.get(kind=ActivityKind.DEVICE_REMOVED).values == {"device": "Asha"}
    method = parse_rules(Season.objects.get(name="By session").rules).method
    assert (method.over, method.match) == (Over.SESSION, MatchOf.SESSION)
    assert method.ties == (TieRule.SESSIONS_WON, TieRule.BEST_SESSION)
    call_command("verify")
    call_command("checkledger")
    call_command("checkstandings")


def test_such_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(gzip.decompress(FILE.read_bytes()).replace(b"Friday table", b"Fridy tables"))
    with pytest.raises(Exception, match="checksum"):
        call_command("import_club", str(broken), "--yes")
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    "table", [None, 5, "rows", [], {}, {"columns": 3}, {"columns": "name"}, {"rows": []}]
)
def test_what_is_no_table_is_left_to_the_checks(table: Any) -> None:
    assert with_present_names({"sessions": table}) == {"sessions": table}
