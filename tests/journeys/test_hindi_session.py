"""A whole session in Hindi, from the first screen to the paper: what is not a name is not English.

What was written by a device that reads English is read by one that reads Hindi.
"""

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
from tests.helpers.hindi import HINDI, PEOPLE, SESSION, english, read, text_of, written

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def typed(table: Table, hand: dict[str, Any]) -> dict[str, object]:
    entry = load_entry(table.rules, table.fold, {"deal": {}, **hand}, table.names)
    form = HandForm(table.rules, table.fold, table.names, entry=entry)
    fields = {name: values for name, values in posted_values(form).items() if values}
    return {**fields, "number": table.game.last_number + 1, "token": make.token()}


def put_down(browser: Client, table: Table, hand: dict[str, Any]) -> Table:
    """Looked at on the slip, and saved."""
    code, number = table.game.session.code, table.game.number
    form_fields = typed(table, hand)
    empty = {"number": form_fields["number"], "token": form_fields["token"]}
    for fields in (empty, form_fields):
        slip = browser.post(reverse("entry:slip", args=[code, number]), fields, headers=HTMX)
        assert english(text_of(slip.content.decode())) == []
    kept = browser.post(reverse("entry:hand_new", args=[code, number]), form_fields, follow=True)
    assert english(text_of(kept.content.decode())) == []
    table.game.refresh_from_db()
    return game_table(table.game)


HTMX = {**HINDI, "hx-request": "true"}


def test_the_first_screens_are_hindi():
    read(Client(headers=HINDI), "/")
    club = make.club("शुक्रवार")
    browser = make.host_client(club, headers=HINDI)
    for name in ("home:club", "clubs:settings", "clubs:share", "clubs:devices", "clubs:activity"):
        read(browser, reverse(name, args=[club.code]), "Telegram Discord Slack ntfy")
    read(browser, reverse("starting:session_new", args=[club.code]))


@pytest.mark.parametrize("key", SESSION)
def test_a_session_has_no_english_left(key: str):
    options, seats, hands = SESSION[key]
    table = make.session(key, PEOPLE[:seats], options, club=make.club("शुक्रवार"))
    session = table.game.session
    browser = make.host_client(session.club, headers=HINDI)
    read(browser, f"{reverse('starting:game_new', args=[session.code])}?variant={key}")
    read(browser, reverse("starting:game_rules", args=[session.code, table.game.number]))
    for hand in hands:
        if not table.game.closed_at:
            read(browser, reverse("entry:hand_new", args=[session.code, table.game.number]))
            read(browser, reverse("scoreboard:session", args=[session.code]))
            table = put_down(browser, table, hand)
    assert table.game.last_number >= 2
    for kept in Hand.objects.filter(game=table.game):
        read(browser, hand_address("scoreboard:hand", kept))
    for name in ("scoreboard:session", "scoreboard:tv"):
        read(browser, reverse(name, args=[session.code]))
    read(browser, reverse("scoreboard:player", args=[session.code, table.players[0].pk]))
    read(browser, reverse("settlement:settle", args=[session.code]))
    read(browser, reverse("seasons:table", args=[session.club.code]))
    read(browser, reverse("statements:list", args=[session.code]))


@pytest.mark.parametrize("key", SESSION)
def test_its_paper_and_its_table_are_hindi_too(key: str):
    options, seats, hands = SESSION[key]
    table = make.session(key, PEOPLE[:seats], options, club=make.club("शुक्रवार"))
    for hand in hands:
        if not table.game.closed_at:
            table = make.play(table, {"deal": {}, **hand})
    browser = make.host_client(table.game.session.club, headers=HINDI)
    list_ = reverse("statements:list", args=[table.game.session.code])
    for player in ("", str(table.players[0].pk)):
        browser.post(list_, {"player": player})
    for statement in Statement.objects.all():
        statements.produce(statement.pk)
        assert english(written(statement)) == []
