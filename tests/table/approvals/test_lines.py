"""Everybody accepts or contests his own line of the last hand; only closing waits for it."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Happening, Membership, Role, Session
from scorekeeper.core.locale import currencies
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.exchange.people.services import merge_players
from scorekeeper.play import services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.approvals.contests import ContestedError, open_contests
from scorekeeper.play.approvals.services import ask_consent, overrule_contest, record_word
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand, LineSays, LineWord
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.statements.contents.session_reading import contents
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db
ONE = pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12)
TWO = pool_hand("Dev", Asha=7, Meera=9, Omar=11)


def asked(*hands: dict) -> Table:
    at = make.session()
    ask_consent(session=at.game.session, on=True)
    at = make.play(at, *hands)
    return now(at)


def now(at: Table) -> Table:
    session = Session.objects.select_related("club").get(pk=at.game.session_id)
    game = session.games.get(pk=at.game.pk)
    game.session = session
    return game_table(game)


def last(at: Table) -> Hand:
    hand = Hand.objects.filter(game=at.game, voided_at__isnull=True).latest("number")
    hand.game = at.game
    return hand


def phone_of(at: Table, name: str, role: Role = Role.VIEWER) -> Membership:
    player = next(player for player in at.players if player.name == name)
    return clubs.say_who(membership=make.member(role, at.game.session.club), player=player)


def says(at: Table, name: str, what: LineSays, why: str = "", hand: Hand | None = None) -> LineWord:
    return record_word(
        hand=hand or last(at), says=what, why=why, token=make.token(), by=phone_of(at, name)
    )


def contests(at: Table, name: str = "Meera", why: str = "I dropped later") -> LineWord:
    return says(at, name, LineSays.CONTESTED, why)


def amends(at: Table, hand: Hand, told: dict) -> Hand:
    entry = load_entry(at.rules, at.fold, told, at.names, strict=False)
    return corrections.amend_hand(hand=hand, entry=entry, token=make.token()).hand


def open_now(at: Table) -> list[tuple[str, int]]:
    return [(each.name, each.hand.pk) for each in open_contests(at.game.session)]


# What may be said -----------------------------------------------------------------------------


def test_a_session_that_does_not_ask_takes_no_word():
    at = make.play(make.session(), ONE)
    with pytest.raises(StaleError):
        contests(now(at))
    assert not LineWord.objects.exists()


def test_only_who_was_at_the_table_speaks_and_only_of_his_own_line():
    at = asked(ONE)
    guest = make.member(Role.HOST, at.game.session.club)
    for by in (guest, None):
        with pytest.raises(PermissionDenied):
            record_word(hand=last(at), says=LineSays.ACCEPTED, token=make.token(), by=by)
    assert says(at, "Omar", LineSays.ACCEPTED).player.name == "Omar"


def test_a_name_that_is_the_same_person_speaks_for_the_line():
    at = asked(ONE)
    (other,) = clubs.add_players(club=at.game.session.club, names=["Meera Rao"])
    merge_players(
        club=at.game.session.club, name=at.players[2], person=other, token=make.token(), by=None
    )
    phone = clubs.say_who(membership=make.member(Role.VIEWER, other.club), player=other)
    word = record_word(hand=last(at), says=LineSays.CONTESTED, token=make.token(), by=phone)
    assert word.player == at.players[2]


def test_silence_agrees_at_the_next_hand_but_a_contest_stays():
    at = asked(ONE)
    first = last(at)
    contests(at)
    at = now(make.play(at, TWO))
    with pytest.raises(StaleError):
        says(at, "Omar", LineSays.CONTESTED, hand=first)
    with pytest.raises(StaleError):
        says(at, "Omar", LineSays.ACCEPTED, hand=first)
    assert open_now(at) == [("Meera", first.pk)]


def test_the_next_hand_of_another_game_agrees_as_well():
    at = asked(ONE)
    services.close_game(game=at.game)
    assert says(at, "Dev", LineSays.ACCEPTED)
    make.play(make.next_game(at.game.session, "pool_rummy", make.NAMES[:4]), ONE)
    with pytest.raises(StaleError):
        contests(now(at))


def test_the_same_token_says_it_once_and_nothing_else():
    at = asked(ONE)
    phone, token = phone_of(at, "Meera"), make.token()
    one = record_word(hand=last(at), says=LineSays.CONTESTED, why="no", token=token, by=phone)
    assert (
        record_word(hand=last(at), says=LineSays.CONTESTED, why="no", token=token, by=phone) == one
    )
    with pytest.raises(OtherwiseError):
        record_word(hand=last(at), says=LineSays.ACCEPTED, token=token, by=phone)
    make.play(at, TWO)
    again = record_word(hand=one.hand, says=LineSays.CONTESTED, why="no", token=token, by=phone)
    assert again == one and LineWord.objects.count() == 1


def test_what_is_so_already_is_not_said_again():
    at = asked(ONE)
    assert says(at, "Dev", LineSays.ACCEPTED) == says(at, "Dev", LineSays.ACCEPTED)


def test_who_contests_withdraws_also_after_the_next_hand():
    at = asked(ONE)
    word = contests(at)
    make.play(at, TWO)
    says(now(at), "Meera", LineSays.WITHDRAWN, hand=word.hand)
    assert open_now(at) == []
    with pytest.raises(StaleError):
        says(now(at), "Dev", LineSays.WITHDRAWN, hand=word.hand)


def test_accepting_what_one_contested_withdraws_it():
    at = asked(ONE)
    contests(at)
    assert says(at, "Meera", LineSays.ACCEPTED).says == LineSays.WITHDRAWN
    assert open_now(at) == []


# What becomes of a contest ----------------------------------------------------------------------


def test_a_correction_settles_it_and_so_does_taking_the_hand_back():
    at = asked(ONE)
    contests(at)
    amends(at, last(at), TWO)
    assert open_now(at) == []
    contests(now(at))
    corrections.void_hand(hand=last(at))
    assert open_now(at) == []
    services.close_session(session=at.game.session)


def test_a_hand_that_was_put_back_as_it_was_is_contested_still():
    at = asked(ONE)
    old = contests(at).hand
    corrections.void_hand(hand=old)
    new = corrections.restore_hand(hand=old, token=make.token()).hand
    assert open_now(at) == [("Meera", new.pk)]
    other = amends(now(at), new, TWO)
    assert open_now(at) == []
    back = amends(now(at), other, ONE)
    assert open_now(at) == [("Meera", back.pk)]
    with pytest.raises(ContestedError):
        services.close_session(session=at.game.session)
    says(now(at), "Meera", LineSays.WITHDRAWN)
    assert open_now(at) == []


def test_a_host_lets_it_stand_with_a_reason_that_is_told():
    at = asked(ONE)
    word = contests(at)
    host = make.member(Role.HOST, at.game.session.club)
    meera = word.player
    with pytest.raises(ValueError, match="reason"):
        overrule_contest(hand=last(at), player=meera, why="  ", token=make.token(), by=host)
    with pytest.raises(PermissionDenied):
        overrule_contest(
            hand=last(at), player=meera, why="x", token=make.token(), by=phone_of(at, "Dev")
        )
    token = make.token()
    one = overrule_contest(hand=last(at), player=meera, why="We all saw it", token=token, by=host)
    assert (
        overrule_contest(hand=last(at), player=meera, why="We all saw it", token=token, by=host)
        == one
    )
    assert open_now(at) == []
    told = Happening.objects.filter(kind="contest_overruled").get()
    assert told.values == {"name": "Meera", "number": 1, "game": at.game.title}
    with pytest.raises(StaleError):
        overrule_contest(hand=last(at), player=meera, why="again", token=make.token(), by=host)


# Closing ----------------------------------------------------------------------------------------


def test_only_closing_waits():
    at = asked(ONE)
    contests(at)
    make.play(at, TWO)
    with pytest.raises(ContestedError) as stands:
        services.close_session(session=at.game.session)
    assert [each.name for each in stands.value.contests] == ["Meera"]
    assert Session.objects.get(pk=at.game.session_id).closed_at is None
    with pytest.raises(ContestedError):
        ask_consent(session=at.game.session, on=False)


def test_a_closed_session_takes_no_word():
    at = asked(ONE)
    services.close_session(session=at.game.session)
    for what in (LineSays.ACCEPTED, LineSays.CONTESTED):
        with pytest.raises(ClosedError):
            says(now(at), "Dev", what)
    with pytest.raises(ClosedError):
        ask_consent(session=at.game.session, on=False)


# Pages ------------------------------------------------------------------------------------------


def page(browser: Client, at: Table, where: str = "scoreboard:session", *args: object) -> str:
    return browser.get(reverse(where, args=[at.game.session.code, *args])).content.decode()


def hand_page(browser: Client, hand: Hand) -> str:
    return browser.get(hand_address("scoreboard:hand", hand)).content.decode()


def test_the_board_shows_each_his_own_line_and_everybody_the_contest():
    at = asked(ONE)
    meera, dev = (make.client_as(phone_of(at, name)) for name in ("Meera", "Dev"))
    guest = make.client_with(Role.VIEWER, at.game.session.club)
    assert "Approve my result" in page(meera, at) and "Approve my result" in page(dev, at)
    assert "Approve my result" not in page(guest, at)
    assert "Choose whose device this is" in page(guest, at)
    url = hand_address("approvals:line", last(at))
    told = {"says": "contested", "why": "no <b>", "token": make.token(), "then": "board"}
    assert meera.post(url, told)["Location"].endswith("#line")
    for browser in (meera, dev, guest):
        shown = page(browser, at)
        assert "disputes hand 1" in shown and "no &lt;b&gt;" in shown
    assert "Withdraw dispute" in page(meera, at) and "Withdraw dispute" not in page(dev, at)
    assert "disputes hand 1" in page(guest, at, "scoreboard:tv")


def test_a_session_that_does_not_ask_shows_nothing_of_it():
    at = make.play(make.session(), ONE)
    meera = make.client_as(phone_of(at, "Meera"))
    assert "Approve my result" not in page(meera, at)
    assert "Choose whose device" not in hand_page(meera, last(at))


def test_the_capture_page_hears_of_it_with_its_next_question():
    at = asked(ONE)
    scorer = make.client_with(Role.SCORER, at.game.session.club)
    assert "disputes hand" not in page(scorer, at, "entry:hand_new", 1)
    version = Session.objects.get(pk=at.game.session_id).version
    url = reverse("entry:overtaken", args=[at.game.session.code, 1])
    ask = {"v": version, "number": 2}
    assert scorer.get(url, ask, headers={"HX-Request": "true"}).status_code == 204
    contests(at)
    news = scorer.get(url, ask, headers={"HX-Request": "true"}).content.decode()
    assert "disputes hand 1" in news
    assert "disputes hand 1" in page(scorer, at, "entry:hand_new", 1)


def test_the_page_of_a_hand_tells_the_whole_story():
    at = asked(ONE)
    old = contests(at).hand
    browser = make.host_client(at.game.session.club)
    url = hand_address("approvals:said", old)
    version = Session.objects.get(pk=at.game.session_id).version
    assert browser.get(url, {"v": version}).status_code == 204
    shown = hand_page(browser, old)
    assert "disputes hand 1" in shown and "Keep this result" in shown
    new = amends(at, old, TWO)
    for hand in (old, new):
        shown = hand_page(browser, hand)
        assert "resolved by the edit" in shown and "Keep this result" not in shown
    services.close_session(session=at.game.session)
    shown = hand_page(browser, new)
    assert "I dropped later" in shown and "hx-trigger" not in shown.split('id="said"')[1][:300]


def test_a_host_overrules_on_the_page_and_must_say_why():
    at = asked(ONE)
    word = contests(at)
    browser = make.host_client(at.game.session.club)
    url = hand_address("approvals:overrule", word.hand)
    told = {"player": word.player_id, "why": " ", "token": make.token()}
    assert "refused=why" in browser.post(url, told)["Location"]
    assert open_now(at)
    browser.post(url, told | {"why": "All saw it"})
    assert not open_now(at)
    shown = hand_page(browser, word.hand)
    assert "All saw it" in shown and "overruled the dispute of" in shown


def test_closing_says_who_contests_beside_the_button():
    at = asked(ONE)
    contests(at)
    browser = make.host_client(at.game.session.club)
    url = reverse("starting:session_close", args=[at.game.session.code])
    for answer, status in ((browser.get(url), 200), (browser.post(url), 409)):
        assert answer.status_code == status
        shown = answer.content.decode()
        assert "disputes hand 1" in shown and "I dropped later" in shown and " disabled" in shown


def test_the_switch_of_a_session():
    at = make.play(make.session(), ONE)
    browser = make.host_client(at.game.session.club)
    url = reverse("approvals:asked", args=[at.game.session.code])
    assert "Turn on approvals" in browser.get(url).content.decode()
    assert url in page(browser, at)
    browser.post(url, {"consent": "1"})
    assert now(at).game.session.consent
    contests(now(at))
    assert browser.post(url, {"consent": "0"}).status_code == 409
    assert now(at).game.session.consent


def test_a_session_is_opened_with_it():
    club = make.club()
    clubs.add_players(club=club, names=make.NAMES[:3])
    browser = make.host_client(club)
    url = reverse("starting:session_new", args=[club.code])
    told = {"player": [p.pk for p in club.players.all()], "variant": "pool_rummy"}
    for consent in ("", "1"):
        browser.post(url, told | {"token": make.token(), "consent": consent})
        assert club.sessions.latest("pk").consent is bool(consent)


def test_the_sheet_of_the_session_tells_it_in_order():
    at = asked(ONE)
    word = contests(at)
    overrule_contest(
        hand=word.hand, player=word.player, why="All saw it", token=make.token(), by=None
    )
    make.play(at, TWO)
    says(now(at), "Dev", LineSays.CONTESTED)
    says(now(at), "Dev", LineSays.WITHDRAWN)
    with currencies.reading_as("en"):
        (game,) = contents(at.game.session).games
        (own,) = contents(at.game.session, at.players[2].pk).games
    told = [(each.sentence.split(" at ")[0], each.why) for each in game.contests]
    assert told == [
        ("Meera disputed hand 1", "I dropped later"),
        ("A host overruled Meera’s dispute of hand 1", "All saw it"),
        ("Dev disputed hand 2", ""),
        ("Dev withdrew the dispute of hand 2", ""),
    ]
    assert [each.person for each in own.contests] == [2, 2]
