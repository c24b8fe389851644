"""Each page for a newcomer has a sample, and the import takes that sample as it is."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.exchange.coming_from.origins import ORIGINS
from scorekeeper.extensions.exchange.spreadsheets.models import ImportedSession
from scorekeeper.ledger.models import ImportedResult
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
AMOUNTS: dict[str, tuple[float, ...]] = {
    "2026-01-10": (12000, -8000, -4000),
    "2026-01-17": (-5000, 5000),
}
RESULTS: dict[str, dict[str, tuple[float, ...]]] = {
    "splitwise": AMOUNTS,
    "spreadsheet": {"2025-11-30": (12000, -8000, -4000), "2025-12-07": (-5000, 5000)},
    "score-app": {"2026-02-07": (101, 45, 78), "2026-02-14": (60, 101, 33)},
}


def read(name: str, key: str) -> str:
    return unescape(Client().get(reverse(f"coming_from:{name}", args=[key])).content.decode())


@pytest.mark.parametrize("key", ORIGINS)
def test_the_import_takes_the_sample_as_it_is_saved(key: str) -> None:
    club = make.club()
    host = make.client_with(Role.HOST, club)
    place = reverse("spreadsheets:imports", args=[club.code])
    asked = {"text": read("sample", key), "counts": ORIGINS[key].counts, "token": make.token()}
    previewed = host.post(place, asked | {"then": "look"})
    seen = previewed.context["preview"]
    assert seen.can_import, [str(fault.phrase) for fault in seen.faults]
    host.post(place, asked | {"then": "take", "seen": seen.key})
    by_day: dict[str, tuple[float, ...]] = {}
    for result in ImportedResult.objects.filter(session__club=club).order_by("pk"):
        day = result.session.played_on.isoformat()
        value = result.amount if ORIGINS[key].counts == "amount" else result.points
        assert value is not None
        by_day[day] = (*by_day.get(day, ()), value)
    assert {day: sorted(row) for day, row in by_day.items()} == {
        day: sorted(row) for day, row in RESULTS[key].items()
    }
    assert ImportedSession.objects.count() == 2


@pytest.mark.parametrize("key", ORIGINS)
def test_the_page_shows_the_sample_and_is_found_from_help_and_import(key: str) -> None:
    assert read("sample", key) in read("page", key)
    place = reverse("coming_from:page", args=[key])
    host = make.host_client(club := make.club())
    for page in (reverse("help:start"), reverse("spreadsheets:imports", args=[club.code])):
        assert f'href="{place}"' in host.get(page).content.decode()


def test_there_is_no_other() -> None:
    assert Client().get(reverse("coming_from:page", args=["elsewhere"])).status_code == 404
