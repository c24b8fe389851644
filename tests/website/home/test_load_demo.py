"""The demo club: complete, sound, and the same however often it is loaded."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from scorekeeper.clubs.models import Club, Session, ShareLink
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.seasons.selectors import ranked

pytestmark = pytest.mark.django_db


def output_of(*options: str) -> str:
    out = StringIO()
    call_command("load_demo", *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_loading_it_again_changes_nothing():
    output_of()
    before = (Club.objects.count(), Session.objects.count(), Hand.objects.count())
    output_of()
    assert (Club.objects.count(), Session.objects.count(), Hand.objects.count()) == before
    assert before == (1, 3, 19)
    assert ShareLink.objects.count() == 0


def test_it_holds_two_sessions_gone_by_and_one_that_is_on():
    output_of()
    assert Session.objects.filter(closed_at__isnull=True).count() == 1
    assert [list(differences(game)) for game in Game.objects.all()] == [[], [], []]
    assert len(ranked(Club.objects.get()).ranks) == 6


def test_the_link_alone_is_printed_and_makes_a_host():
    path = output_of("--link").strip()
    assert path.startswith("/join/")
    browser = Client()
    answer = browser.get(path, follow=True)
    assert answer.status_code in (200, 405)
    link = ShareLink.objects.get()
    assert (link.role, link.club) == (3, Club.objects.get())
