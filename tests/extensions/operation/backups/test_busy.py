"""Four scorers save hands while a backup is made."""

import time
from io import StringIO
from pathlib import Path
from threading import Event, Thread

import pytest
from django.core.management import call_command
from django.db import connection

from scorekeeper.extensions.operation.backups import restoring, services
from scorekeeper.extensions.operation.backups.selectors import newest_good
from scorekeeper.play.models import Hand
from tests.extensions.operation.backups.sites import HAND
from tests.helpers import factories as make
from tests.helpers.databases import empty
from tests.helpers.served import eventually

pytestmark = [pytest.mark.programs, pytest.mark.django_db(transaction=True)]
WRITERS = 4


def test_no_hand_that_was_saved_before_it_is_missing(tmp_path: Path) -> None:
    over = Event()
    saved: list[tuple[float, int]] = []
    errors: list[Exception] = []

    def save_hands(seat: int) -> None:
        try:
            table = make.session("points_rummy", make.NAMES[:3])
            while not over.is_set():
                make.play(table, HAND)
                saved.append((time.monotonic(), table.game.hands.latest("pk").pk))
        except Exception as error:  # noqa: BLE001
            errors.append(error)
        finally:
            connection.close()

    writers = [Thread(target=save_hands, args=[seat]) for seat in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        assert eventually(lambda: len(saved) >= 20 or errors)
        began = time.monotonic()
        services.back_up(tmp_path / "site.zip")
    finally:
        over.set()
        for writer in writers:
            writer.join()
    assert errors == []
    good = newest_good()
    assert good is not None
    before = {pk for saved_at, pk in saved if saved_at < began}
    everybody = {pk for _saved_at, pk in saved}
    assert len(everybody) > len(before) >= 20
    empty()
    restoring.restore(tmp_path / "site.zip")
    restored = set(Hand.objects.values_list("pk", flat=True))
    assert before <= restored <= everybody
    for command in ("checkledger", "verify"):
        call_command(command, stdout=StringIO())
