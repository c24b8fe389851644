"""``docs/verify.py`` checks what the app exports, knowing nothing of the app."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.extensions.exchange.group_file.incoming.reading import compress
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import digest, document, text
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.replays.audit import session_digest
from tests.helpers import factories as make
from tests.helpers.exchange.round import with_seat_taken_over

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).parents[4] / "docs" / "verify.py"
HAND = make.pool_hand("Asha", Dev=43, Meera=10)


def verified(content: bytes, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """In a Python that sees no package, far from the project."""
    file = tmp_path / "group.json.gz"
    file.write_bytes(content)
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(file)]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)


@pytest.fixture
def exported() -> dict[str, Any]:
    table = make.session("points_rummy", make.NAMES[:3])
    make.play(table, HAND, HAND)
    [_first, last] = table.game.hands.order_by("number")
    void_hand(hand=last)
    second = make.session("paplu", make.NAMES[:3], club=table.game.session.club)
    make.play(second, HAND)
    return document(Extent(table.game.session.club))


def test_an_exported_group_is_verified_and_its_fingerprints_are_those_of_the_page(
    exported, tmp_path
):
    from scorekeeper.clubs.models import Session

    done = verified(compress(text(exported)), tmp_path)
    assert done.returncode == 0, done.stderr
    printed = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    for session in Session.objects.all():
        expected = session_digest(session.games.order_by("number"))
        assert printed[session.code].replace(" ", "") == expected
        assert all(len(part) == 4 for part in printed[session.code].split())


def moved_away(document: dict[str, Any]) -> None:
    changes = document["tables"]["changes"]
    changes["rows"][1][changes["columns"].index("in_place_of")] = None


def test_a_seat_taken_over_is_verified_and_where_they_sit_is_sealed(tmp_path):
    exported = json.loads(text(document(Extent(with_seat_taken_over().club))))
    done = verified(compress(text(exported)), tmp_path)
    assert done.returncode == 0, done.stderr
    moved_away(exported)
    exported["digest"] = digest(exported)
    assert "an entry was changed" in verified(compress(text(exported)), tmp_path).stderr


def changed_entry(document: dict[str, Any]) -> None:
    columns = document["tables"]["hands"]["columns"]
    document["tables"]["hands"]["rows"][0][columns.index("entry")]["lines"]["Dev"] = {"points": 1}


def left_out(document: dict[str, Any]) -> None:
    document["tables"]["hands"]["rows"].pop()


TAMPERED: list[Callable[[dict[str, Any]], None]] = [changed_entry, left_out]


@pytest.mark.parametrize("tamper", TAMPERED)
@pytest.mark.parametrize("signed_anew", [False, True])
def test_a_changed_file_is_noticed_even_where_its_digest_was_made_anew(
    exported, tmp_path, tamper, signed_anew
):
    document = json.loads(text(exported))
    tamper(document)
    if signed_anew:
        document["digest"] = digest(document)
    done = verified(compress(text(document)), tmp_path)
    assert done.returncode == 1
    assert ("an entry" if signed_anew else "after it was exported") in done.stderr


def test_the_example_of_the_document_has_its_digests():
    page = (SCRIPT.parent / "verify.md").read_text()
    first, second = re.findall(r"```json\n(.+)\n```", page)
    digests = [hashlib.sha256(text.encode()).hexdigest() for text in (first, second)]
    assert all(fingerprint in page for fingerprint in digests)
    assert digests[0] in second, "the second is over the first"


def test_the_script_is_short_and_needs_nothing_of_ours():
    lines = SCRIPT.read_text().splitlines()
    assert len(lines) <= 70
    assert not re.search("django|scorekeeper", "\n".join(lines), re.IGNORECASE)
