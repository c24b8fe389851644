"""Everybody accepts or contests his own line of the last hand; only closing waits for it."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Happening, Membership, Role, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.extensions.exchange.people.services import merge_players
from scorekeeper.play import services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.approvals.contests import open_contests
from scorekeeper.play.approvals.services import ask_consent, overrule_contest, record_word
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand, LineWord, ResultReply
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.statements.contents.session_reading import contents
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db
ONE = pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12)
TWO = pool_hand("Dev", Asha=7, Meera=9, Omar=11)


def table_with_consent(*hands: dict) -> Table:
    table = make.session()
    ask_consent(session=table.game.session, on=True)
    table = make.play(table, *hands)
    return now(table)


def now(table: Table) -> Table:
    session = Session.objects.select_related("club").get(pk=table.game.session_id)
    game = session.games.get(pk=table.game.pk)
    game.session = session
    return game_table(game)


def last(table: Table) -> Hand:
    hand = Hand.objects.filter(game=table.game, voided_at__isnull=True).latest("number")
    hand.game = table.game
    return hand


def phone_of(table: Table, name: str, role: Role = Role.VIEWER) -> Membership:
    player = next(player for player in table.players if player.name == name)
    return clubs.say_who(membership=make.member(role, table.game.session.club), player=player)


def says(
    table: Table, name: str, what: ResultReply, why: str = "", hand: Hand | None = None
) -> LineWord:
    return record_word(
        hand=hand or last(table), says=what, why=why, token=make.token(), by=phone_of(table, name)
    )


def contests(table: Table, name: str = "Meera", why: str = "I dropped later") -> LineWord:
    return says(table, name, ResultReply.CONTESTED, why)


def amends(table: Table, hand: Hand, answers: dict) -> Hand:
    entry = load_entry(table.rules, table.fold, answers, table.names, strict=False)
    return corrections.amend_hand(hand=hand, entry=entry, token=make.token()).hand


def open_now(table: Table) -> list[tuple[str, int]]:
    return [(contest.name, contest.hand.pk) for contest in open_contests(table.game.session)]


# What may be said -----------------------------------------------------------------------------


def test_a_session_that_does_not_ask_takes_no_word():
    table = make.play(make.session(), ONE)
    with pytest.raises(StaleError):
        contests(now(table))
    assert not LineWord.objects.exists()


def test_only_who_was_at_the_table_speaks_and_only_of_his_own_line():
    table = table_with_consent(ONE)
    guest = make.member(Role.HOST, table.game.session.club)
    for by in (guest, None):
        with pytest.raises(PermissionDenied):
            record_word(hand=last(table), says=ResultReply.ACCEPTED, token=make.token(), by=by)
    assert says(table, "Omar", ResultReply.ACCEPTED).player.name == "Omar"


def test_a_name_that_is_the_same_person_speaks_for_the_line():
    table = table_with_consent(ONE)
    (other,) = clubs.add_players(club=table.game.session.club, names=["Meera Rao"])
    merge_players(
        club=table.game.session.club,
        name=table.players[2],
        person=other,
        token=make.token(),
        by=None,
    )
    phone = clubs.say_who(membership=make.member(Role.VIEWER, other.club), player=other)
    word = record_word(hand=last(table), says=ResultReply.CONTESTED, token=make.token(), by=phone)
    assert word.player == table.players[2]


def test_silence_agrees_at_the_next_hand_but_a_contest_stays():
    table = table_with_consent(ONE)
    first = last(table)
    contests(table)
    table = now(make.play(table, TWO))
    with pytest.raises(StaleError):
        says(table, "Omar", ResultReply.CONTESTED, hand=first)
    with pytest.raises(StaleError):
        says(table, "Omar", ResultReply.ACCEPTED, hand=first)
    assert open_now(table) == [("Meera", first.pk)]


def test_the_next_hand_of_another_game_agrees_as_well():
    table = table_with_consent(ONE)
    services.close_game(game=table.game)
    assert says(table, "Dev", ResultReply.ACCEPTED)
    make.play(make.next_game(table.game.session, "pool_rummy", make.NAMES[:4]), ONE)
    with pytest.raises(StaleError):
        contests(now(table))


def test_the_same_token_says_it_once_and_nothing_else():
    table = table_with_consent(ONE)
    phone, token = phone_of(table, "Meera"), make.token()
    word = record_word(
        hand=last(table), says=ResultReply.CONTESTED, why="no", token=token, by=phone
    )
    assert (
        record_word(hand=last(table), says=ResultReply.CONTESTED, why="no", token=token, by=phone)
        == word
    )
    with pytest.raises(OtherwiseError):
        record_word(hand=last(table), says=ResultReply.ACCEPTED, token=token, by=phone)
    make.play(table, TWO)
    again = record_word(hand=word.hand, says=ResultReply.CONTESTED, why="no", token=token, by=phone)
    assert again == word and LineWord.objects.count() == 1


def test_what_is_so_already_is_not_said_again():
    table = table_with_consent(ONE)
    assert says(table, "Dev", ResultReply.ACCEPTED) == says(table, "Dev", ResultReply.ACCEPTED)


def test_who_contests_withdraws_also_after_the_next_hand():
    table = table_with_consent(ONE)
    word = contests(table)
    make.play(table, TWO)
    says(now(table), "Meera", ResultReply.WITHDRAWN, hand=word.hand)
    assert open_now(table) == []
    with pytest.raises(StaleError):
        says(now(table), "Dev", ResultReply.WITHDRAWN, hand=word.hand)


def test_accepting_what_one_contested_withdraws_it():
    table = table_with_consent(ONE)
    contests(table)
    assert says(table, "Meera", ResultReply.ACCEPTED).says == ResultReply.WITHDRAWN
    assert open_now(table) == []


# What becomes of a contest ----------------------------------------------------------------------


def test_a_correction_settles_it_and_so_does_taking_the_hand_back():
    table = table_with_consent(ONE)
    contests(table)
    amends(table, last(table), TWO)
    assert open_now(table) == []
    contests(now(table))
    corrections.void_hand(hand=last(table))
    assert open_now(table) == []
    services.close_session(session=table.game.session)


def test_a_hand_that_was_put_back_as_it_was_is_contested_still():
    table = table_with_consent(ONE)
    old = contests(table).hand
    corrections.void_hand(hand=old)
    new = corrections.restore_hand(hand=old, token=make.token()).hand
    assert open_now(table) == [("Meera", new.pk)]
    other = amends(now(table), new, TWO)
    assert open_now(table) == []
    back = amends(now(table), other, ONE)
    assert open_now(table) == [("Meera", back.pk)]
    with pytest.raises(Refusal, match="Resolve the disputes first"):
        services.close_session(session=table.game.session)
    says(now(table), "Meera", ResultReply.WITHDRAWN)
    assert open_now(table) == []


def test_a_host_lets_it_stand_with_a_reason_that_is_told():
    table = table_with_consent(ONE)
    word = contests(table)
    host = make.member(Role.HOST, table.game.session.club)
    meera = word.player
    with pytest.raises(ValueError, match="reason"):
        overrule_contest(hand=last(table), player=meera, why="  ", token=make.token(), by=host)
    with pytest.raises(PermissionDenied):
        overrule_contest(
            hand=last(table), player=meera, why="x", token=make.token(), by=phone_of(table, "Dev")
        )
    token = make.token()
    ruling = overrule_contest(
        hand=last(table), player=meera, why="We all saw it", token=token, by=host
    )
    assert (
        overrule_contest(hand=last(table), player=meera, why="We all saw it", token=token, by=host)
        == ruling
    )
    assert open_now(table) == []
    happening = Happening.objects.filter(kind="contest_overruled").get()
    assert happening.values == {"name": "Meera", "number": 1, "game": table.game.title}
    with pytest.raises(StaleError):
        overrule_contest(hand=last(table), player=meera, why="again", token=make.token(), by=host)


# Closing ----------------------------------------------------------------------------------------


def test_only_closing_waits():
    table = table_with_consent(ONE)
    contests(table)
    make.play(table, TWO)
    with pytest.raises(Refusal, match="Resolve the disputes first") as stands:
        services.close_session(session=table.game.session)
    assert [contest.name for contest in stands.value.now] == ["Meera"]
    assert Session.objects.get(pk=table.game.session_id).closed_at is None
    with pytest.raises(Refusal, match="Resolve the disputes first"):
        ask_consent(session=table.game.session, on=False)


def test_a_closed_session_takes_no_word():
    table = table_with_consent(ONE)
    services.close_session(session=table.game.session)
    for what in (ResultReply.ACCEPTED, ResultReply.CONTESTED):
        with pytest.raises(ClosedError):
            says(now(table), "Dev", what)
    with pytest.raises(ClosedError):
        ask_consent(session=table.game.session, on=False)


# Pages ------------------------------------------------------------------------------------------


def page(browser: Client, table: Table, where: str = "scoreboard:session", *args: object) -> str:
    return browser.get(reverse(where, args=[table.game.session.code, *args])).content.decode()


def hand_page(browser: Client, hand: Hand) -> str:
    return browser.get(hand_address("scoreboard:hand", hand)).content.decode()


def test_the_board_shows_each_his_own_line_and_everybody_the_contest():
    table = table_with_consent(ONE)
    meera, dev = (make.client_as(phone_of(table, name)) for name in ("Meera", "Dev"))
    guest = make.client_with(Role.VIEWER, table.game.session.club)
    assert "Approve my result" in page(meera, table) and "Approve my result" in page(dev, table)
    assert "Approve my result" not in page(guest, table)
    assert "Choose whose device this is" in page(guest, table)
    url = hand_address("approvals:reply", last(table))
    fields = {"says": "contested", "why": "no <b>", "token": make.token(), "then": "board"}
    assert meera.post(url, fields)["Location"].endswith("#line")
    for browser in (meera, dev, guest):
        shown = page(browser, table)
        assert "disputes hand 1" in shown and "no &lt;b&gt;" in shown
    assert "Withdraw dispute" in page(meera, table) and "Withdraw dispute" not in page(dev, table)
    assert "disputes hand 1" in page(guest, table, "scoreboard:tv")


def test_a_session_that_does_not_ask_shows_nothing_of_it():
    table = make.play(make.session(), ONE)
    meera = make.client_as(phone_of(table, "Meera"))
    assert "Approve my result" not in page(meera, table)
    assert "Choose whose device" not in hand_page(meera, last(table))


def test_the_capture_page_hears_of_it_with_its_next_question():
    table = table_with_consent(ONE)
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    assert "disputes hand" not in page(scorer, table, "entry:hand_new", 1)
    version = Session.objects.get(pk=table.game.session_id).version
    url = reverse("entry:hand_news", args=[table.game.session.code, 1])
    ask = {"v": version, "number": 2}
    assert scorer.get(url, ask, headers={"HX-Request": "true"}).status_code == 204
    contests(table)
    news = scorer.get(url, ask, headers={"HX-Request": "true"}).content.decode()
    assert "disputes hand 1" in news
    assert "disputes hand 1" in page(scorer, table, "entry:hand_new", 1)


def test_the_page_of_a_hand_tells_the_whole_story():
    table = table_with_consent(ONE)
    old = contests(table).hand
    browser = make.host_client(table.game.session.club)
    url = hand_address("approvals:news", old)
    version = Session.objects.get(pk=table.game.session_id).version
    assert browser.get(url, {"v": version}).status_code == 204
    shown = hand_page(browser, old)
    assert "disputes hand 1" in shown and "Keep this result" in shown
    new = amends(table, old, TWO)
    for hand in (old, new):
        shown = hand_page(browser, hand)
        assert "resolved by the edit" in shown and "Keep this result" not in shown
    services.close_session(session=table.game.session)
    shown = hand_page(browser, new)
    assert "I dropped later" in shown and "hx-trigger" not in shown.split('id="approvals"')[1][:300]


def test_a_host_overrules_on_the_page_and_must_say_why():
    table = table_with_consent(ONE)
    word = contests(table)
    browser = make.host_client(table.game.session.club)
    url = hand_address("approvals:overrule", word.hand)
    fields = {"player": word.player_id, "why": " ", "token": make.token()}
    assert "refused=why" in browser.post(url, fields)["Location"]
    assert open_now(table)
    browser.post(url, fields | {"why": "All saw it"})
    assert not open_now(table)
    shown = hand_page(browser, word.hand)
    assert "All saw it" in shown and "overruled the dispute of" in shown
    own = make.client_as(phone_of(table, "Meera"))
    board = page(own, table)
    assert "A host overruled your dispute." in board and "All saw it" in board
    assert "Approve my result" not in board and "Dispute my result" in board


def test_closing_says_who_contests_beside_the_button():
    table = table_with_consent(ONE)
    contests(table)
    browser = make.host_client(table.game.session.club)
    url = reverse("starting:session_close", args=[table.game.session.code])
    for answer, status in ((browser.get(url), 200), (browser.post(url), 409)):
        assert answer.status_code == status
        shown = answer.content.decode()
        assert "disputes hand 1" in shown and "I dropped later" in shown and " disabled" in shown


def test_the_switch_of_a_session():
    table = make.play(make.session(), ONE)
    browser = make.host_client(table.game.session.club)
    url = reverse("approvals:settings", args=[table.game.session.code])
    assert "Turn on approvals" in browser.get(url).content.decode()
    assert url in page(browser, table)
    browser.post(url, {"consent": "1"})
    assert now(table).game.session.consent
    contests(now(table))
    assert browser.post(url, {"consent": "0"}).status_code == 409
    assert now(table).game.session.consent


def test_a_session_is_opened_with_it():
    club = make.club()
    clubs.add_players(club=club, names=make.NAMES[:3])
    browser = make.host_client(club)
    url = reverse("starting:session_new", args=[club.code])
    fields = {"player": [p.pk for p in club.players.all()], "variant": "pool_rummy"}
    for consent in ("", "1"):
        browser.post(url, fields | {"token": make.token(), "consent": consent})
        assert club.sessions.latest("pk").consent is bool(consent)


def test_the_sheet_of_the_session_tells_it_in_order():
    table = table_with_consent(ONE)
    word = contests(table)
    overrule_contest(
        hand=word.hand, player=word.player, why="All saw it", token=make.token(), by=None
    )
    make.play(table, TWO)
    says(now(table), "Dev", ResultReply.CONTESTED)
    says(now(table), "Dev", ResultReply.WITHDRAWN)
    with currencies.reading_as("en"):
        (game,) = contents(table.game.session).games
        (own,) = contents(table.game.session, table.players[2].pk).games
    in_order = [(contest.sentence.split(" at ")[0], contest.why) for contest in game.contests]
    assert in_order == [
        ("Meera disputed hand 1", "I dropped later"),
        ("A host overruled Meera’s dispute of hand 1", "All saw it"),
        ("Dev disputed hand 2", ""),
        ("Dev withdrew the dispute of hand 2", ""),
    ]
    assert [contest.person for contest in own.contests] == [2, 2]
