"""A whole session in Hindi, from the first screen to the paper: what is not a name is not English.

What was written by a phone that reads English is read by one that reads Hindi.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.statements import services as statements
from scorekeeper.statements.models import Statement
from scorekeeper.table.entry.forms import HandForm, posted_values
from tests.helpers import factories as make
from tests.helpers.hindi import HINDI, PEOPLE, SESSION, english, read, said, written

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def typed(at: Table, hand: dict[str, Any]) -> dict[str, object]:
    entry = load_entry(at.rules, at.fold, {"deal": {}, **hand}, at.names)
    form = HandForm(at.rules, at.fold, at.names, entry=entry)
    fields = {name: values for name, values in posted_values(form).items() if values}
    return {**fields, "number": at.game.last_number + 1, "token": make.token()}


def put_down(browser: Client, at: Table, hand: dict[str, Any]) -> Table:
    """Looked at on the slip, and saved."""
    code, number = at.game.session.code, at.game.number
    told = typed(at, hand)
    empty = {"number": told["number"], "token": told["token"]}
    for fields in (empty, told):
        slip = browser.post(reverse("entry:slip", args=[code, number]), fields, headers=HTMX)
        assert english(said(slip.content.decode())) == []
    kept = browser.post(reverse("entry:hand_new", args=[code, number]), told, follow=True)
    assert english(said(kept.content.decode())) == []
    at.game.refresh_from_db()
    return game_table(at.game)


HTMX = {**HINDI, "hx-request": "true"}


def test_the_first_screens_are_hindi():
    read(Client(headers=HINDI), "/")
    club = make.club("शुक्रवार")
    browser = make.host_client(club, headers=HINDI)
    for name in ("home:club", "clubs:settings", "clubs:share", "clubs:devices", "clubs:happened"):
        read(browser, reverse(name, args=[club.code]))
    read(browser, reverse("starting:session_new", args=[club.code]))


@pytest.mark.parametrize("key", SESSION)
def test_a_session_has_no_english_left(key: str):
    options, seats, hands = SESSION[key]
    at = make.session(key, PEOPLE[:seats], options, at=make.club("शुक्रवार"))
    session = at.game.session
    browser = make.host_client(session.club, headers=HINDI)
    read(browser, f"{reverse('starting:game_new', args=[session.code])}?variant={key}")
    read(browser, reverse("starting:game_rules", args=[session.code, at.game.number]))
    for hand in hands:
        if not at.game.closed_at:
            read(browser, reverse("entry:hand_new", args=[session.code, at.game.number]))
            read(browser, reverse("scoreboard:session", args=[session.code]))
            at = put_down(browser, at, hand)
    assert at.game.last_number >= 2
    for kept in Hand.objects.filter(game=at.game):
        read(browser, hand_address("scoreboard:hand", kept))
    for name in ("scoreboard:session", "scoreboard:tv"):
        read(browser, reverse(name, args=[session.code]))
    read(browser, reverse("scoreboard:player", args=[session.code, at.players[0].pk]))
    read(browser, reverse("settlement:settle", args=[session.code]))
    read(browser, reverse("seasons:table", args=[session.club.code]))
    read(browser, reverse("statements:list", args=[session.code]))


@pytest.mark.parametrize("key", SESSION)
def test_its_paper_and_its_table_are_hindi_too(key: str):
    options, seats, hands = SESSION[key]
    at = make.session(key, PEOPLE[:seats], options, at=make.club("शुक्रवार"))
    for hand in hands:
        if not at.game.closed_at:
            at = make.play(at, {"deal": {}, **hand})
    browser = make.host_client(at.game.session.club, headers=HINDI)
    list_ = reverse("statements:list", args=[at.game.session.code])
    for player in ("", str(at.players[0].pk)):
        browser.post(list_, {"player": player})
    for statement in Statement.objects.all():
        statements.produce(statement.pk)
        assert english(written(statement)) == []
