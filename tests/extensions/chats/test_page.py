"""The page of chats: hosts add, test, change and remove; keys are shown to nobody."""

import json
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.jobs.models import JobState
from scorekeeper.extensions.chats.kinds import KINDS
from scorekeeper.extensions.chats.models import Destination, Message
from scorekeeper.extensions.chats.secrets import unseal
from tests.extensions.chats.conftest import KEY
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club:
    return make.club()


@pytest.fixture
def host(club: Club) -> Any:
    return make.client_with(Role.HOST, club)


@pytest.fixture
def send(club: Club, host: Any, django_capture_on_commit_callbacks: Any) -> Any:
    """Sends a form of the page, and has the workers work."""

    def send(act: str, **fields: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return host.post(page_of(club), {"act": act, "token": make.token(), **fields})

    return send


def page_of(club: Club) -> str:
    return reverse("chats:chats", args=[club.code])


def test_a_chat_is_added_tested_and_removed_from_one_page(club, host, send, chat):
    assert send("add", kind="discord", url=f"http://{chat.place}/hook-12345").status_code == 302
    destination = Destination.objects.get()
    page = host.get(page_of(club)).content.decode()
    assert "Send a test" in page and "…2345" in page and "hook-12345" not in page
    answer = send("test", chat=destination.pk)
    assert answer["Location"].endswith(f"#chat-{destination.pk}") and len(chat.came) == 1
    assert "✓ Sent" in " ".join(host.get(page_of(club)).content.decode().split())
    send("change", chat=destination.pk, hands="on", money="on")
    destination.refresh_from_db()
    wanted = (destination.hands, destination.payments, destination.money, destination.image)
    assert wanted == (True, False, True, False)
    send("remove", chat=destination.pk)
    assert not Destination.objects.exists() and not Message.objects.exists()
    activity = host.get(reverse("clubs:activity", args=[club.code])).content.decode()
    assert "Results are sent to" in activity and "Results are no longer sent to" in activity


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_an_address_is_refused_beside_its_field(club, send, kind):
    field = KINDS[kind].fields[0].name
    answer = send("add", kind=kind, **{field: "http://127.0.0.1/x", "chat": "-1"})
    assert answer.status_code == 409 and str(KINDS[kind].fields[0].wrong) in answer.content.decode()
    assert json.loads(answer["X-Outcome"])["fate"] == "refused" and not Destination.objects.exists()


def test_the_same_page_adds_once(club, host, chat):
    sent = {"act": "add", "kind": "ntfy", "url": f"http://{chat.place}/a", "token": "one"}
    assert [host.post(page_of(club), sent).status_code for _ in "12"] == [302, 302]
    assert Destination.objects.count() == 1


def test_a_page_that_was_sent_with_another_address_is_not_saved(club, host, chat):
    sent = {"act": "add", "kind": "ntfy", "url": f"http://{chat.place}/a", "token": "one"}
    host.post(page_of(club), sent)
    answer = host.post(page_of(club), {**sent, "url": f"http://{chat.place}/b"})
    assert answer.status_code == 409 and Destination.objects.count() == 1


def test_a_page_does_not_ask_again_while_a_message_waits_for_its_next_time(club, host, add):
    message = Message.objects.create(destination=add(club), event="ended", key="k", error="busy")
    page = host.get(page_of(club)).content.decode()
    assert "busy" in page and 'hx-get="?state' not in page
    Message.objects.filter(pk=message.pk).update(error="")
    assert 'hx-get="?state' in host.get(page_of(club)).content.decode()


def test_a_group_has_at_most_eight(club, send, chat):
    for number in range(9):
        answer = send("add", kind="ntfy", url=f"http://{chat.place}/{number}")
    assert answer.status_code == 409 and "at most 8 chats" in answer.content.decode()
    assert Destination.objects.count() == 8


def test_the_key_of_a_bot_is_on_no_page(club, host, send):
    send("add", kind="telegram", key=KEY, chat="@fridaytable")
    page = host.get(page_of(club)).content.decode()
    assert "@fridaytable" in page and KEY not in page and KEY[-8:] not in page


def test_a_webhooks_secret_is_on_its_page(club, host, send, chat):
    send("add", kind="webhook", url=f"http://{chat.place}/")
    secret = unseal(Destination.objects.get().sealed)["secret"]
    assert secret.startswith("whsec_") and secret in host.get(page_of(club)).content.decode()


def test_a_group_for_points_is_not_asked_about_money(club, host, send, chat):
    Club.objects.update(points_only=True)
    send("add", kind="discord", url=f"http://{chat.place}/")
    page = host.get(page_of(club)).content.decode()
    assert "With money" not in page and "debt" not in page
    send("change", chat=Destination.objects.get().pk)
    assert Destination.objects.get().money  # as before, for when points only is turned off


def test_another_groups_chat_is_not_there(host, add):
    other = add(make.club("Others"))
    own = Club.objects.exclude(pk=other.club_id).get()
    for act in ("test", "change", "remove"):
        answer = host.post(page_of(own), {"act": act, "chat": other.pk, "token": "t"})
        assert answer.status_code == 404
    assert Destination.objects.count() == 1 and not Message.objects.exists()


def test_the_state_is_told_only_while_it_changes(club, host, add, unsent):
    destination = add(club)
    host.post(page_of(club), {"act": "test", "chat": destination.pk, "token": "t"})
    page = host.get(page_of(club)).content.decode()
    query = page.partition('hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    address = f"{page_of(club)}{query}"
    htmx = {"HX-Request": "true"}
    assert host.get(address, headers=htmx).status_code == 204
    Message.objects.update(state=JobState.DONE)
    answer = host.get(address, headers=htmx)
    assert answer.status_code == 200 and "hx-get" not in answer.content.decode()


def test_settings_lead_there(club, host):
    assert page_of(club) in host.get(reverse("clubs:settings", args=[club.code])).content.decode()
