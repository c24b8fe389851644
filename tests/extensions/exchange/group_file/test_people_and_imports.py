"""Joined names, earlier books and planned sessions, in documents: carried, or refused in words."""

import json
from datetime import date
from typing import Any

import pytest
from django.db import transaction

from scorekeeper.clubs.models import Club, Player, SamePerson, Session
from scorekeeper.clubs.services import add_players
from scorekeeper.extensions.exchange.group_file.incoming.reading import NotADocumentError
from scorekeeper.extensions.exchange.group_file.services import import_document, preview
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.extensions.exchange.people.services import unmerge_players
from scorekeeper.extensions.exchange.spreadsheets.models import SpreadsheetImport
from scorekeeper.extensions.exchange.spreadsheets.services import (
    undo_import,
)
from tests.helpers import factories as make
from tests.helpers.exchange.people import HAND, all_of_it, brought, joined
from tests.helpers.exchange.round import given, sealed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
Told = dict[str, Any]


@pytest.fixture
def exported() -> Told:
    """The document of a group on another server."""
    with transaction.atomic():
        document_here = document(Extent(all_of_it()))
        transaction.set_rollback(True)
    make.play(make.session("points_rummy", make.NAMES[:3]), HAND)  # other keys
    return document_here


def test_all_of_it_comes_as_it_went(exported: Told) -> None:
    club, previewed = import_document(given(exported))
    assert document(Extent(club)) == exported and not previewed.left_out.anything
    assert Player.objects.get(club=club, name="Devendra").person == club.players.get(name="Dev")
    assert Player.objects.get(club=club, name="Meera B").person is None
    assert [session.kind for session in club.sessions.order_by("played_on")] == ["imported", ""]
    assert club.planned.get().zone == "Asia/Kolkata"
    assert not preview(given(exported)).changes


def test_what_stays_out_of_a_club_that_is_here_is_said(exported: Told) -> None:
    """Its sessions alone come in."""
    Club.objects.create(
        code=exported["club"]["code"], name=exported["club"]["name"], currency="INR"
    )
    club, previewed = import_document(given(exported))
    assert (previewed.left_out.joined, previewed.left_out.imports, previewed.left_out.planned) == (
        1,
        2,
        1,
    )
    assert len(previewed.new) == 3 and club.sessions.count() == 2
    assert not Player.objects.filter(club=club, person__isnull=False).exists()


def test_two_who_are_one_person_here_do_not_sit_together(exported: Told) -> None:
    there = Club.objects.create(
        code=exported["club"]["code"], name=exported["club"]["name"], currency="INR"
    )
    add_players(club=there, names=["Dev", "Meera"])
    fact = joined(there, "Meera", "Dev")
    with pytest.raises(NotADocumentError, match=r"Meera.*same player, but sat together in session"):
        import_document(given(exported))
    unmerge_players(fact=fact, token=make.token(), by=None)
    add_players(club=there, names=["Asha"])
    joined(there, "Asha", "Dev")
    with pytest.raises(NotADocumentError, match=r"Asha.*same player, but sat together in session"):
        preview(given(exported))
    assert not there.sessions.exists()


def test_a_document_joins_nobody_who_sat_together(exported: Told) -> None:
    players = [row[0] for row in exported["tables"]["players"]["rows"]]
    facts = exported["tables"]["same_people"]
    place = facts["columns"].index("name")
    facts["rows"][0][place] = players.index("Asha")
    with pytest.raises(NotADocumentError, match="same player, but sat together in session"):
        import_document(given(sealed(exported)))


def test_a_session_that_was_removed_here_is_not_the_one_of_the_document(exported: Told) -> None:
    club, _found = import_document(given(exported))
    undo_import(source=SpreadsheetImport.objects.get(club=club, undone_at=None), by=None)
    with pytest.raises(NotADocumentError, match="differs from the file"):
        preview(given(exported))
    again = document(Extent(club))
    assert not preview(given(again)).changes
    session = Session.every.filter(club=club, kind="imported").earliest("played_on")
    assert session.played_on == date(2024, 11, 30) and session.removed_at


def test_a_file_names_nobody_who_came_with_an_import_that_was_undone() -> None:
    club = make.play(make.session("points_rummy", make.NAMES[:3]), HAND).game.session.club
    text = "Date,Asha,Zora\n2024-11-30,120,-120\n"
    sources = [brought(club, text), brought(club, "Date,Asha,Yves\n2024-11-29,50,-50\n")]
    add_players(club=club, names=["Zo"])
    joined(club, "Zo", "Zora")
    unmerge_players(fact=SamePerson.objects.get(), token=make.token(), by=None)
    joined(club, "Yves", "Zora")
    for source in sources:
        undo_import(source=source, by=None)
    went_out = document(Extent(club))
    naming = [name for name, rows in went_out["tables"].items() if "Yves" in json.dumps(rows)]
    assert naming == ["happenings"], "the merge is still what somebody did"
    assert "Zora" not in json.dumps(went_out["tables"]["players"])
    assert not preview(given(went_out)).changes
    brought(club, text)
    assert "Zora" in json.dumps(document(Extent(club))), "imported again"


def test_an_undone_import_comes_in_without_names() -> None:
    with transaction.atomic():
        club = make.play(make.session("points_rummy", make.NAMES[:3]), HAND).game.session.club
        undo_import(source=brought(club, "Date,Asha,Zora\n2024-11-30,120,-120\n"), by=None)
        went_out = document(Extent(club))
        transaction.set_rollback(True)
    club, _found = import_document(given(went_out))
    assert document(Extent(club)) == went_out
    assert not Player.objects.filter(name="Zora").exists()
