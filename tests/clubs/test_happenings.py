"""What happened in a club: who did what and when, told in the reader's words."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from scorekeeper.clubs import happenings
from scorekeeper.clubs.happenings import Kind
from scorekeeper.clubs.models import Happening, Role
from scorekeeper.clubs.services import add_players, say_who
from tests import factories as make

pytestmark = pytest.mark.django_db

VALUES: dict[str, Any] = {
    "number": 2,
    "game": "Pool Rummy",
    "old": "Dev",
    "new": "Devika",
    "role": 2,
    "phone": "Asha’s phone",
    "name": "Saturday",
}


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_told_with_its_values(kind: Kind):
    told = happenings.note(kind, club=make.club(), **VALUES)
    said = happenings.said(Happening.objects.get(pk=told.pk))
    assert "{" not in said
    assert str(kind.label).split("}")[-1] in said and kind.value not in said


def test_a_kind_that_this_version_does_not_know_is_still_shown():
    told = Happening.objects.create(club=make.club(), kind="flood", values={"old": "<b>"})
    assert happenings.said(told) == "flood"


def test_names_are_shown_and_never_run():
    told = happenings.note(Kind.PLAYER_RENAMED, club=make.club(), old="<script>", new="{role}")
    assert happenings.said(told) == (
        "<bdi>&lt;script&gt;</bdi> is now called <bdi>{role}</bdi>"  # as typed
    )


def test_it_is_worded_when_it_is_read():
    told = happenings.note(Kind.LINK_MADE, club=make.club(), role=Role.SCORER)
    assert told.values == {"role": 2}
    with translation.override("hi"):
        assert translation.gettext("Scorer") in happenings.said(told)


def test_who_did_it_stays_who_it_was_then():
    at = make.club()
    ravi, dev = add_players(club=at, names=["Ravi", "Dev"])
    phone = make.member(Role.HOST, at)
    assert happenings.note(Kind.CODE_MADE, club=at, by=phone).who == "Host"
    say_who(membership=phone, player=ravi)
    told = happenings.note(Kind.CODE_MADE, club=at, by=phone)
    say_who(membership=phone, player=dev)
    assert Happening.objects.get(pk=told.pk).who == "Ravi"


@pytest.mark.django_db(transaction=True)
def test_it_is_noted_in_the_transaction_that_does_it_or_not_at_all():
    with pytest.raises(RuntimeError):
        happenings.note(Kind.CODE_MADE, club=make.club())
