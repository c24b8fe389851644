"""No page of ours sends nearly as much as may be sent."""

import re
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.core.server import LARGEST_BODY
from scorekeeper.house_rules.documents import LARGEST
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make

CARDS = "10H " * 30
"""In every field, though only some take cards; nobody holds more."""


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_fullest_page_of_a_hand_sends_half_of_what_is_allowed(variant: str):
    seats = VARIANTS[variant].seats.stop - 1
    table = make.session(variant, [f"Player {n}" for n in range(seats)])
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    page = scorer.get(reverse("entry:hand_new", args=[table.game.session.code, 1])).content.decode()
    names = re.findall(r'<(?:input|textarea|select|button)\b[^>]*\bname="([^"]+)"', page)
    assert names
    assert len(urlencode([(name, CARDS) for name in set(names)])) < LARGEST_BODY // 2


def test_a_document_of_house_rules_fits_however_it_is_written():
    assert 3 * LARGEST < LARGEST_BODY
