"""Former addresses hang on walls and lie in chats, and devices keep forms that go to them."""

from itertools import count

import pytest
from django.urls import Resolver404, resolve

from scorekeeper.clubs.models import Role
from scorekeeper.core.requests.former_addresses import FORMER
from scorekeeper.offline.sync.writes import kept_tokens
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.offline.delivering import deliver, fate
from tests.helpers.table.entry.views import answers

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/nights/{session}/", "/sessions/{session}/"),
        ("/nights/{session}/settle/?kept", "/sessions/{session}/settle/?kept"),
        ("/clubs/{club}/", "/g/{club}/"),
        ("/g/{club}/books/", "/g/{club}/spreadsheets/"),
        ("/clubs/{club}/happened/?page=1", "/g/{club}/activity/?page=1"),
        ("/sessions/{session}/settle/cost/", "/sessions/{session}/settle/expense/"),
        ("/nights/{session}/settle/along/?from=x", "/sessions/{session}/settle/carry-over/?from=x"),
        ("/sessions/{session}/picture/?money=0", "/sessions/{session}/image/?money=0"),
        ("/g/{club}/standings/picture/png/", "/g/{club}/standings/image/png/"),
        ("/clubs/{club}/standings/?season=all", "/g/{club}/standings/?season=all"),
    ],
)
def test_an_old_address_leads_to_the_new_one_for_good(old: str, new: str) -> None:
    session = make.session().game.session
    names = {"session": session.code, "club": session.club.code}
    browser = make.client_with(Role.HOST, session.club)
    answer = browser.get(old.format(**names))
    assert (answer.status_code, answer["Location"]) == (301, new.format(**names))
    assert browser.get(answer["Location"]).status_code == 200


def test_an_old_address_tells_an_outsider_nothing() -> None:
    session = make.session().game.session
    for code in (session.code, "nosuchcode"):
        answer = make.host_client(make.club("Others")).get(f"/nights/{code}/", follow=True)
        assert answer.status_code == 404


def test_every_former_address_leads_straight_to_a_present_one() -> None:
    for former in FORMER:
        numbers = count(1)
        old = "/" + "".join(
            str(next(numbers)) if c == "*" else c for c in former.replace("**", "x/")
        )
        present = resolve(old).kwargs["present"]
        if not former.endswith("**"):
            assert resolve(f"/{present}").view_name != "former", old


@pytest.mark.parametrize(
    "address", ["/nights", "/happened/", "/sessions/x/settle/cost", "/a/amend/"]
)
def test_an_address_that_never_was_is_none(address: str) -> None:
    with pytest.raises(Resolver404):
        resolve(address)


def test_a_form_is_saved_once_at_the_address_from_before() -> None:
    table = make.session("pool_rummy", make.NAMES[:3])
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    home = f"/sessions/{table.game.session.code}/games/1"
    scorer.post(f"{home}/hand/", answers(p1=43, p2=10))
    fields = answers(p1=50, p2=10)
    former = f"{home}/hands/{Hand.objects.get().token}/amend/"
    for _time in range(3):
        assert scorer.post(former, fields).status_code == 302
    for _time in range(2):
        assert fate(deliver(scorer, table, former, fields)) == "done"
    assert Hand.objects.filter(voided_at=None).get().token == fields["token"]
    assert Hand.objects.count() == 2


def test_a_form_of_a_device_is_saved_once_at_the_address_from_before() -> None:
    table = make.session("pool_rummy", make.NAMES[:3])
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    home = f"/sessions/{table.game.session.code}/games/1"
    scorer.post(f"{home}/hand/", answers(p1=43, p2=10))
    former = f"{home}/hands/{Hand.objects.get().token}/void/"
    for _time in range(3):
        assert fate(deliver(scorer, table, former, {"again": "1"})) == "done"
    assert not Hand.objects.filter(voided_at=None).exists()


def test_outsiders_write_nothing_at_an_address_from_before() -> None:
    table = make.session("pool_rummy", make.NAMES[:3])
    stranger = make.host_client(make.club("Others"))
    address = f"/sessions/{table.game.session.code}/settle/cost/"
    assert stranger.post(address, {"label": "Tea"}).status_code == 404


def test_a_device_knows_the_tokens_of_forms_that_go_to_former_addresses() -> None:
    kept = kept_tokens()
    for former, present in (("/amend/", "/edit/"), ("/settle/cost/", "/settle/expense/")):
        assert kept[former] == kept[present]


def test_a_worker_of_before_gets_its_snapshot_without_a_redirect() -> None:
    session = make.session().game.session
    browser = make.client_with(Role.SCORER, session.club)
    answer = browser.get(f"/sessions/{session.code}/along/snapshot/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert browser.get(f"/sessions/{session.code}/along/").status_code == 301
