"""Each event reaches each destination once, in the group's words; a dead receiver slows no save and
is given up after a day."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from standardwebhooks import Webhook

from scorekeeper.clubs.models import Club, Happening, Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits import acts
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.extensions.chats import outbox, services, wording
from scorekeeper.extensions.chats.kinds import ntfy, telegram
from scorekeeper.extensions.chats.kinds.kind import Post
from scorekeeper.extensions.chats.models import Destination, Message
from scorekeeper.extensions.chats.secrets import unseal
from scorekeeper.extensions.tournaments.services import end_tournament
from scorekeeper.play.edits.services import amend_hand
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_session, reopen_session
from scorekeeper.settlement import payments
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import StepKind
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.play.racing import collide_at_the_end
from tests.helpers.post_office import free_port
from tests.helpers.tournaments import days

pytestmark = [pytest.mark.django_db]

PNG = b"\x89PNG"


@pytest.fixture
def table(db: None) -> Table:
    """A game for money, with one hand."""
    table = make.session("points_rummy", options={"point_value": 100})
    return make.play(table, pool_hand("Asha", Dev=43, Meera=20, Omar=7))


@pytest.fixture
def work(django_capture_on_commit_callbacks: Any) -> Any:
    """Does something, and has the workers work."""

    def do(write: Any, *args: Any, **more: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return write(*args, **more)

    return do


def end(table: Table) -> Any:
    return close_session(session=table.game.session)


def run_due(times: int = 1) -> None:
    """Runs every message as if its time had come."""
    for _ in range(times):
        for message in Message.objects.order_by("pk"):
            Message.objects.filter(pk=message.pk).update(due_at=timezone.now())
            jobs.run("chats.message", message.pk)


# What arrives --------------------------------------------------------------------------------


def test_a_result_goes_to_discord_as_text_and_image(table, add, chat, work):
    add(table.game.session.club)
    work(end, table)
    [taken] = chat.came
    payload = json.loads(taken.parts["payload_json"])
    assert taken.path == "/discord" and payload["allowed_mentions"] == {"parse": []}
    assert "Friday table" in payload["content"] and "Asha won" in payload["content"]
    assert "Dev pays Asha" in payload["content"]
    assert taken.parts["files[0]"].startswith(PNG)
    assert Message.objects.get().state == JobState.DONE


def test_a_result_goes_to_telegram_as_an_image_with_its_text(table, add, chat, work):
    add(table.game.session.club, "telegram")
    work(end, table)
    [taken] = chat.came
    assert taken.path.startswith("/bot123456789:") and taken.path.endswith("/sendPhoto")
    assert taken.parts["chat_id"] == b"-1001234567890"
    assert "Asha" in taken.parts["caption"].decode() and taken.parts["photo"].startswith(PNG)


def test_a_long_text_is_cut_at_a_line(table, add, chat, work, monkeypatch):
    monkeypatch.setattr(telegram, "CAPTION", 100)
    add(table.game.session.club, "telegram")
    work(end, table)
    caption = chat.came[0].parts["caption"].decode()
    assert len(caption) <= 100 and caption.endswith("\n…") and caption.count("\n") > 1


def test_slack_gets_text_alone_with_its_signs_escaped(table, add, chat, work):
    make.rename(table.players[0], "A<b>&Co")
    add(table.game.session.club, "slack")
    work(end, table)
    [taken] = chat.came
    text = json.loads(taken.body)["text"]
    assert "A&lt;b&gt;&amp;Co" in text and "<b>" not in text


def test_ntfy_gets_the_image_with_its_text_or_the_text_alone(table, add, chat, work):
    from urllib.parse import parse_qs, urlsplit

    club = table.game.session.club
    add(club, "ntfy")
    add(club, "ntfy", image=False)
    work(end, table)
    put, post = sorted(chat.came, key=lambda taken: taken.method, reverse=True)
    assert put.method == "PUT" and put.body.startswith(PNG)
    [text] = parse_qs(urlsplit(put.path).query)["message"]
    assert text == post.body.decode() and "Asha" in text


def test_ntfy_gets_an_address_beside_the_image_that_a_proxy_takes(chat):
    values = {"url": f"http://{chat.place}/topic"}
    post = Post(pk="1", text="आशा जीतीं\n" * 150, image=PNG, event={})
    assert 2000 < len(ntfy.KIND.request(values, post).url) < 8000


def test_a_webhook_is_signed_as_the_specification_has_it(table, add, chat, work):
    destination = add(table.game.session.club, "webhook")
    chat.says = [(503, ""), (200, "")]
    work(end, table)
    run_due()
    first, second = chat.came
    secret = unseal(destination.sealed)["secret"]
    for taken in (first, second):
        event = Webhook(secret).verify(taken.body, taken.headers)
        assert event["type"] == "session.ended" and event["data"]["result"]["winners"] == ["Asha"]
        assert event["data"]["session"] == table.game.session.code
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    with pytest.raises(Exception, match="signature"):
        Webhook(secret).verify(first.body + b" ", first.headers)


def test_the_text_is_in_the_language_of_the_group(table, add, chat, work):
    club = table.game.session.club
    Club.objects.filter(pk=club.pk).update(language="hi")
    add(club, "slack")
    work(end, table)
    assert "Asha" in chat.came[0].body.decode() and "जीत" in json.loads(chat.came[0].body)["text"]


@pytest.mark.parametrize("by", ["group", "destination"])
def test_points_only_where_the_group_says_so(table, add, chat, work, by):
    club = table.game.session.club
    Club.objects.filter(pk=club.pk).update(points_only=by == "group")
    add(club, "slack", money=by == "group")
    work(end, table)
    text = json.loads(chat.came[0].body)["text"]
    assert "Asha" in text and "₹" not in text and "pays" not in text


def test_payment_details_stay_here(table, add, chat, work):
    from scorekeeper.settlement.payment_details.services import save_addresses

    asha = table.players[0]
    save_addresses(player=asha, addresses={"upi": "asha@bank"}, sent_along=True)
    add(table.game.session.club, "slack")
    work(end, table)
    assert (
        "pays Asha" in chat.came[0].body.decode() and "asha@bank" not in chat.came[0].body.decode()
    )


def test_hands_and_debts_are_sent_where_they_are_wanted(table, add, chat, work):
    club, session = table.game.session.club, table.game.session
    add(club, "slack", hands=True, payments=True)
    add(club, "discord")
    work(make.play, table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
    assert [taken.path for taken in chat.came] == ["/slack"]
    assert "Hand 2" in json.loads(chat.came[0].body)["text"]
    transfer = session_balances(session).plan.transfers[0]
    handover = make.sends(session, transfer)
    assert len(chat.came) == 1
    received = {"kind": StepKind.RECEIVED, "token": "r", "by": None}
    work(payments.record_step, handover=handover, **received)
    text = json.loads(chat.came[1].body)["text"]
    assert f"{transfer.payer.name} has paid {transfer.payee.name}" in text and len(chat.came) == 2


def test_a_tournament_sends_its_day_and_not_its_tables(add, chat, work):
    tournament = days.here(days.tournament(tables=2))
    add(tournament.session.club, "slack", hands=True)
    turn = days.publish(tournament)
    work(days.play_table, turn.table_sessions.get(number=1))
    work(end_tournament, tournament=tournament, by=None)
    [taken] = chat.came
    text = json.loads(taken.body)["text"]
    assert "Spring Cup" in text and "won the tournament" in text


# Once ----------------------------------------------------------------------------------------


def test_an_event_arrives_once_over_twenty_forced_retries(table, add, chat, work):
    add(table.game.session.club)
    chat.says = [(503, "busy"), (429, "slow"), (200, "")]
    session = work(end, table)
    for _ in range(20):
        work(outbox.session_ended, session)
        work(end, table)
        run_due()
    assert len(chat.came) == 3 and Message.objects.get().state == JobState.DONE


def test_two_workers_at_the_same_message_send_it_once(table, add, chat, work):
    add(table.game.session.club)
    chat.before = run_due  # another worker, while the receiver has not answered yet
    work(end, table)
    assert len(chat.came) == 1


def test_a_chat_gets_nothing_twice_where_nobody_knows_whether_it_came(table, add, chat, work):
    add(table.game.session.club)
    chat.says = [None]
    work(end, table)
    run_due(20)
    assert len(chat.came) == 1
    message = Message.objects.get()
    assert message.state == JobState.FAILED and "may have arrived" in message.error


@pytest.mark.parametrize(("kind", "attempts"), [("discord", 1), ("webhook", 2)])
@pytest.mark.parametrize("status", [500, 502, 408])
def test_after_an_error_that_says_nothing_only_a_webhook_is_sent_again(
    table, add, chat, work, kind, attempts, status
):
    add(table.game.session.club, kind)
    chat.says = [(status, ""), (200, "")]
    work(end, table)
    run_due()
    assert len(chat.came) == attempts
    message = Message.objects.get()
    assert (message.state == JobState.DONE) == (kind == "webhook")
    assert ("may have arrived" in message.error) == (kind == "discord")


@pytest.mark.parametrize(
    ("kind", "sending", "arrivals"),
    [("discord", "gone", 0), ("discord", "before", 1), ("webhook", "gone", 1)],
)
def test_after_a_worker_died_while_it_sent_only_a_webhook_is_sent_again(
    table, add, chat, unsent, kind, sending, arrivals
):
    add(table.game.session.club, kind)
    end(table)
    lapsed = {"state": JobState.RUNNING, "attempts": 1, "claim": "gone", "sending": sending}
    Message.objects.update(**lapsed, due_at=timezone.now() - timedelta(seconds=1))
    jobs.run("chats.message", Message.objects.get().pk)
    assert len(chat.came) == arrivals


def test_a_webhook_is_repeated_with_its_id_after_silence(table, add, chat, work):
    add(table.game.session.club, "webhook")
    chat.says = [None, (200, "")]
    work(end, table)
    run_due()
    assert len({taken.headers["webhook-id"] for taken in chat.came}) == 1 and len(chat.came) == 2


def test_a_session_that_goes_on_is_not_announced_and_its_next_end_is(table, add, chat, unsent):
    add(table.game.session.club, "slack")
    session = end(table)
    reopen_session(session=session)
    run_due()
    assert chat.came == [] and "No longer needed" in Message.objects.get().error
    end(table)
    run_due()
    assert len(chat.came) == 1 and Message.objects.count() == 2


def test_what_cannot_be_worded_was_not_sent_and_says_so(table, add, chat, work, monkeypatch):
    monkeypatch.setattr(wording, "draw_png", lambda _image: 1 / 0)
    add(table.game.session.club)
    work(end, table)
    message = Message.objects.get()
    assert message.state == JobState.FAILED and "It was not sent" in message.error
    assert chat.came == []


def test_a_message_is_read_in_one_view_and_drawn_after_it(table, add, work, monkeypatch):
    seen: list[str] = []

    @contextmanager
    def view() -> Iterator[None]:
        seen.append("begins")
        yield
        seen.append("ends")

    def reads(session: Session) -> list[str]:
        seen.append("reads")
        return []

    def draws(_image: Any) -> bytes:
        seen.append("draws")
        return PNG

    monkeypatch.setattr(wording, "one_view", view)
    monkeypatch.setattr(wording, "_payments", reads)
    monkeypatch.setattr(wording, "draw_png", draws)
    add(table.game.session.club)
    work(end, table)
    assert seen == ["begins", "reads", "ends", "draws"]


# What is no longer so ------------------------------------------------------------------------


def test_an_edited_hand_is_sent_as_it_is_now(table, add, chat, unsent):
    add(table.game.session.club, "slack", hands=True)
    table = make.play(table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
    hand = Hand.objects.latest("pk")
    hand.game = table.game
    won = pool_hand("Omar", Asha=10, Meera=20, Dev=7)
    entry = load_entry(table.rules, table.fold, won, table.names)
    amend_hand(hand=hand, entry=entry, token="edit")
    assert not Hand.objects.filter(pk=hand.pk, voided_at=None).exists()
    run_due()
    texts = [json.loads(taken.body)["text"] for taken in chat.came]
    assert len(texts) == 1 and "Omar wins" in texts[0]


def test_a_session_without_games_and_a_removed_one_are_not_announced(table, add, chat, unsent):
    add(table.game.session.club, "slack")
    empty = make.session("points_rummy", club=table.game.session.club).game.session
    Game.every.filter(session=empty).update(removed_at=timezone.now())
    close_session(session=empty)
    end(table)
    Session.every.filter(pk=table.game.session.pk).update(removed_at=timezone.now())
    run_due()
    assert chat.came == [] and Message.objects.filter(error__contains="No longer").count() == 2


def test_a_payment_is_not_announced_once_the_group_plays_for_points_only(table, add, chat, unsent):
    session = table.game.session
    add(session.club, "slack", payments=True)
    handover = make.sends(session, session_balances(session).plan.transfers[0])
    payments.record_step(handover=handover, kind=StepKind.RECEIVED, token="r", by=None)
    Club.objects.filter(pk=session.club_id).update(points_only=True)
    run_due()
    assert chat.came == [] and "No longer needed" in Message.objects.get().error


def test_a_blocked_group_sends_nothing(table, add, chat, unsent):
    add(table.game.session.club)
    end(table)
    Club.objects.filter(pk=table.game.session.club_id).update(blocked_at=timezone.now())
    run_due()
    assert chat.came == [] and "blocked" in Message.objects.get().error


# One after the other -------------------------------------------------------------------------


def test_messages_of_a_chat_wait_in_line_and_a_test_passes_them(table, add, chat, work):
    club = table.game.session.club
    destination = add(club, "slack", hands=True)
    add(club, "discord", hands=True)
    chat.says = [(503, ""), (200, "")]
    table = work(make.play, table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
    table = work(make.play, table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
    work(end, table)
    first, *later = Message.objects.filter(destination=destination).order_by("pk")
    assert [taken.path for taken in chat.came] == ["/slack", "/discord", "/discord", "/discord"]
    assert all(message.due_at > first.due_at and not message.attempts for message in later)
    work(services.send_test, destination, "t")
    assert len(chat.came) == 5
    del chat.came[:]
    Message.objects.filter(pk=first.pk).update(due_at=timezone.now())
    work(jobs.run, "chats.message", first.pk)  # each that ends starts the next
    texts = [json.loads(taken.body)["text"] for taken in chat.came]
    assert "Hand 2" in texts[0] and "Hand 3" in texts[1] and "pays" in texts[2] and len(texts) == 3


def test_what_is_over_the_limit_of_a_group_is_not_sent_and_says_so(
    table, add, chat, work, monkeypatch
):
    few = replace(acts.CHAT, limits=(acts.Limit("event", 2, acts.HOUR),))
    monkeypatch.setattr(acts, "CHAT", few)
    add(table.game.session.club, "slack", hands=True)
    for _ in range(3):
        table = work(make.play, table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
    assert len(chat.came) == 2
    message = Message.objects.latest("pk")
    assert message.state == JobState.FAILED and "not sent" in message.error
    work(end, table)
    assert len(chat.came) == 3  # hands leave the result of the session


def test_a_save_costs_the_same_for_any_number_of_chats(table, add, chat, unsent):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            outbox.hand_saved(table.game.session, Hand.objects.latest("pk"))
        return len(asked)

    club = table.game.session.club
    add(club, hands=True)
    of_one = queries()
    Message.objects.all().delete()
    for _ in range(7):
        add(club, hands=True)
    assert queries() == of_one and Message.objects.count() == 8


def test_a_save_asks_a_queue_that_does_not_answer_once(table, add, work, monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr(jobs, "notify_workers", lambda job: asked.append(job.pk))
    for _ in range(8):
        add(table.game.session.club)
    work(end, table)
    assert len(asked) == 1 and Message.objects.count() == 8


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("removed_first", [False, True])
def test_a_chat_removed_while_a_hand_is_saved_takes_no_hand_along(
    table, add, unsent, removed_first
):
    destination = add(table.game.session.club, hands=True)
    save = partial(make.play, table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
    remove = partial(services.remove_destination, destination, None)
    both = (remove, save) if removed_first else (save, remove)
    outcomes, _waited = collide_at_the_end(*both)
    assert not [error for error in outcomes if isinstance(error, Exception)]
    assert Hand.objects.count() == 2 and not Destination.objects.exists()


# A dead receiver -----------------------------------------------------------------------------


def dead(club: Club, settings: Any, kind: str = "discord") -> Destination:
    place = f"127.0.0.1:{free_port()}"
    settings.PRIVATE_RECEIVERS = [place]
    values = {"url": f"http://{place}/"}
    return services.add_destination(club=club, kind=kind, values=values, token="t", by=None)


def test_a_save_resolves_and_connects_to_nothing(table, add, chat, unsent, monkeypatch):
    add(table.game.session.club, hands=True)

    def fails(*_args: Any, **_more: Any) -> Any:
        raise AssertionError("a save waits for a chat")

    monkeypatch.setattr(socket, "getaddrinfo", fails)
    monkeypatch.setattr(socket, "create_connection", fails)
    make.play(table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
    end(table)
    assert Message.objects.count() == 2


def test_a_dead_receiver_is_given_up_after_a_day_and_says_so(table, settings, work):
    club = table.game.session.club
    destination = dead(club, settings)
    work(end, table)
    message = Message.objects.get()
    assert message.state == JobState.WAITING and "tried again" in message.error
    pauses = []
    start, pause = message.at, message.due_at - message.at
    while message.state == JobState.WAITING:
        pauses.append(pause.total_seconds())
        start -= pause
        Message.objects.update(at=start, due_at=timezone.now())
        now = timezone.now()
        jobs.run("chats.message", message.pk)
        message.refresh_from_db()
        pause = message.due_at - now
    minutes = [round(pause / 60) for pause in pauses]
    assert minutes[:-1] == [1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]
    assert sum(pauses) == pytest.approx(24 * 3600, rel=0.01)
    destination.refresh_from_db()
    assert message.state == JobState.FAILED and "Given up after a day" in message.error
    assert destination.stopped_at and "Given up" in destination.stopped_why
    assert Happening.objects.filter(kind="chat_stopped").count() == 1
    reopen_session(session=table.game.session)
    work(end, table)
    assert Message.objects.count() == 1  # nothing is queued until a test arrives


def test_a_test_that_arrives_turns_it_on_again(table, add, chat, work):
    destination = add(table.game.session.club)
    Destination.objects.update(stopped_at=timezone.now(), stopped_why="gone")
    work(services.send_test, destination, "t")
    destination.refresh_from_db()
    assert destination.stopped_at is None and len(chat.came) == 1
    assert chat.came[0].parts["files[0]"].startswith(PNG)
    work(services.send_test, destination, "t")
    assert len(chat.came) == 1  # once per token


def test_a_test_that_fails_says_why_at_once(table, add, chat, work):
    destination = add(table.game.session.club, "telegram")
    chat.says = [(400, "Bad Request: chat not found")]
    work(services.send_test, destination, "t")
    assert "400: Bad Request: chat not found" in Message.objects.get().error
    chat.says = [(503, "")]
    work(services.send_test, destination, "u")
    assert Message.objects.get(key="u").state == JobState.FAILED


@pytest.mark.parametrize("says", [None, (400, ""), (500, "")])
def test_three_in_a_row_that_come_to_nothing_stop_a_chat(table, add, chat, work, says):
    destination = add(table.game.session.club, hands=True)
    chat.says = [says, says, (200, ""), says]
    stopped = []
    for _ in range(7):
        table = work(make.play, table, pool_hand("Dev", Asha=10, Meera=20, Omar=7))
        destination.refresh_from_db()
        stopped.append(destination.stopped_at is not None)
    assert stopped == [False] * 5 + [True] * 2 and len(chat.came) == 6


@pytest.mark.parametrize("says", [(404, "Unknown Webhook"), (302, ""), (410, "")])
def test_what_is_gone_for_good_is_not_tried_again(table, add, chat, work, says):
    destination = add(table.game.session.club)
    chat.says = [says]
    work(end, table)
    run_due(20)
    destination.refresh_from_db()
    assert len(chat.came) == 1 and destination.stopped_at


def test_a_private_address_is_refused_and_says_so(table, add, chat, settings, work):
    destination = add(table.game.session.club)
    settings.PRIVATE_RECEIVERS = []
    services.add_destination(
        club=table.game.session.club,
        kind="discord",
        values={"url": f"https://{chat.place}/"},
        token="t",
        by=None,
    )
    work(end, table)
    assert chat.came == []
    destination.refresh_from_db()
    assert "begins with https" in destination.stopped_why
    assert "private network" in Destination.objects.latest("pk").stopped_why


@pytest.mark.django_db(transaction=True)
def test_a_worker_stops_a_destination_in_a_transaction_of_its_own(add, chat):
    destination = add(make.club())
    chat.says = [(404, "")]
    services.send_test(destination, "t")
    destination.refresh_from_db()
    assert destination.stopped_at and Message.objects.get().state == JobState.FAILED


# Keys ----------------------------------------------------------------------------------------


def test_the_database_holds_no_address_and_no_key(table, add, chat):
    destination = add(table.game.session.club, "telegram")
    assert "123456789" not in destination.sealed and unseal(destination.sealed)["chat"]


def test_keys_outlive_a_change_of_the_sites_key_and_say_when_they_are_lost(
    table, add, chat, settings, work
):
    destination = add(table.game.session.club)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "b" * 50, [settings.SECRET_KEY]
    work(services.send_test, destination, "t")
    assert len(chat.came) == 1
    settings.SECRET_KEY_FALLBACKS = []
    work(services.send_test, destination, "u")
    destination.refresh_from_db()
    assert len(chat.came) == 1 and "key has changed" in destination.stopped_why


def test_the_log_names_no_address(table, add, chat, work, caplog):
    add(table.game.session.club, "telegram")
    chat.says = [(503, "")]
    work(end, table)
    assert "was not sent: 503" in caplog.text and "AAEhBOweik" not in caplog.text


def test_the_log_names_no_host_either(table, work, caplog, monkeypatch):
    values = {"url": "https://our-secret.example.org/"}
    services.add_destination(
        club=table.game.session.club, kind="discord", values=values, token="t", by=None
    )

    def fails(*_args: Any, **_more: Any) -> Any:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", fails)
    work(end, table)
    assert "was not sent: no address" in caplog.text and "our-secret" not in caplog.text


def test_an_answer_that_repeats_a_key_is_not_kept(table, add, chat, work):
    destination = add(table.game.session.club, "telegram")
    chat.says = [(404, "nothing at /bot123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc")]
    work(end, table)
    destination.refresh_from_db()
    for why in (Message.objects.get().error, destination.stopped_why):
        assert str(why) == "It answered 404."


def test_old_messages_are_forgotten(table, add, chat, work):
    destination = add(table.game.session.club)
    work(services.send_test, destination, "t")
    services.forget_old_messages()
    assert Message.objects.count() == 1
    Message.objects.update(at=timezone.now() - timedelta(days=31))
    services.forget_old_messages()
    assert Message.objects.count() == 0


def test_a_removed_destination_gets_nothing(table, add, chat, work):
    destination = add(table.game.session.club)
    work(services.send_test, destination, "t")
    services.remove_destination(destination, None)
    work(end, table)
    assert len(chat.came) == 1 and not Destination.objects.exists()
