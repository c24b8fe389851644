"""The link to a proof: made by a host, shown again, taken back; it opens one page, cheaply."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.invitations.services import secret_of
from scorekeeper.clubs.models import Happening, ProofLink, Role, Session
from scorekeeper.core.limits import acts, spending
from scorekeeper.core.limits.spending import TooMuchError
from scorekeeper.core.pages import cache as caching
from scorekeeper.extensions.exchange.proof import cache as remembering
from scorekeeper.extensions.exchange.proof.checking import check
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Game
from scorekeeper.play.replays.audit import session_digest
from scorekeeper.play.selectors import game_table
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db
HAND = pool_hand("Asha", Dev=20, Meera=30, Omar=5)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def session() -> Session:
    table = make.play(make.session("paplu", make.NAMES[:4], {"rounds": None}), HAND, HAND)
    return Session.objects.select_related("club").get(pk=table.game.session_id)


def place(session: Session, more: str = "") -> str:
    return f"/sessions/{session.code}/proof/{more}"


def stands(session: Session) -> ProofLink:
    link = proof_links.find_link(session)
    assert link is not None
    return link


def test_a_host_makes_it_everybody_of_the_club_is_shown_it_and_a_stranger_sees_the_page(session):
    host, viewer = (make.client_with(role, session.club) for role in (Role.HOST, Role.VIEWER))
    assert "Create link" in host.get(place(session)).content.decode()
    assert "Create link" not in viewer.get(place(session)).content.decode()
    assert host.post(place(session, "link/")).status_code == 302
    path = proof_links.link_path(stands(session))
    for phone in (host, viewer):
        assert path in phone.get(place(session)).content.decode()
    page = Client().get(path)
    assert page.status_code == 200 and "Everything matches" in page.content.decode()
    assert session.club.code not in page.content.decode(), "it leads no further"
    assert page["Referrer-Policy"] == "no-referrer" and "no-store" in page["Cache-Control"]
    assert "Verify" in viewer.get(f"/sessions/{session.code}/settle/").content.decode()
    assert "Verify" in viewer.get(f"/sessions/{session.code}/statements/").content.decode()


def test_a_revoked_proof_leads_nowhere_and_only_a_host_makes_another(session):
    host = make.host_client(session.club)
    first = proof_links.make_link(session=session, origin="http://here")
    path = proof_links.link_path(first)
    host.post(place(session, "link/"), {"back": "1"})
    assert Client().get(path).status_code == 404
    assert proof_links.public_url(session) is None
    assert proof_links.ensure_link(session=session, origin="http://here") is None
    host.post(place(session, "link/"))
    second = proof_links.find_link(session)
    assert second is not None and second.pk != first.pk
    assert Client().get(path).status_code == 404
    kinds = Happening.objects.order_by("pk").values_list("kind", flat=True)
    expected = ["proof_made", "proof_taken_back", "proof_made"]
    assert [kind for kind in kinds if kind.startswith("proof")] == expected


def test_whoever_is_no_host_makes_none_and_takes_none_back(session):
    proof_links.make_link(session=session, origin="")
    for role in (Role.SCORER, Role.VIEWER):
        phone = make.client_with(role, session.club)
        assert phone.post(place(session, "link/"), {"back": "1"}).status_code == 403
    assert proof_links.find_link(session) is not None
    other = make.host_client(make.club("Others"))
    assert other.get(place(session)).status_code == 404
    assert other.post(place(session, "link/")).status_code == 404


def test_the_database_knows_no_secret_and_shows_the_same_again(session):
    link = proof_links.make_link(session=session, origin="")
    secret = secret_of(link)
    assert secret and len(secret) >= 43
    assert secret not in {str(value) for value in ProofLink.objects.values_list()[0]}
    assert proof_links.link_path(
        proof_links.make_link(session=session, origin="")
    ) == proof_links.link_path(link)
    assert ProofLink.objects.count() == 1


def test_statements_are_drawn_anew_when_the_link_comes_or_goes(session):
    def version() -> int:
        return Session.objects.values_list("version", flat=True).get(pk=session.pk)

    seen = [version()]
    for _twice in range(2):
        proof_links.make_link(session=session, origin="")
        seen.append(version())
    for _twice in range(2):
        proof_links.revoke_links(session=session)
        seen.append(version())
    first = seen[0]
    assert seen == [first, first + 1, first + 1, first + 2, first + 2]


def test_under_another_key_it_still_leads_there_and_another_is_made(session, settings):
    path = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    settings.SECRET_KEY = "another key that nobody knows " * 2
    assert proof_links.find_link(session) is None and Client().get(path).status_code == 200
    again = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    assert again != path
    assert {Client().get(url).status_code for url in (path, again)} == {200}
    proof_links.revoke_links(session=session)
    assert {Client().get(url).status_code for url in (path, again)} == {404}


def test_its_address_for_paper_is_where_devices_last_reached_us(session):
    assert proof_links.public_url(session) is None
    link = proof_links.ensure_link(session=session, origin="http://192.168.1.4:8000")
    assert link is not None
    assert (
        proof_links.public_url(session) == f"http://192.168.1.4:8000{proof_links.link_path(link)}"
    )
    proof_links.make_link(session=session, origin="https://score.example.org")
    assert (
        proof_links.public_url(session) == f"https://score.example.org{proof_links.link_path(link)}"
    )


def test_who_asks_for_a_statement_makes_the_link_that_its_sign_leads_to(session, settings):
    settings.PLAY = False
    scorer = make.client_with(Role.SCORER, session.club)
    scorer.post(f"/sessions/{session.code}/statements/", headers={"host": "score.example.org"})
    address = proof_links.public_url(session)
    assert address is not None and address.startswith("http://score.example.org/proof/")


# What it costs -----------------------------------------------------------------------------------


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many hands at the most were asked for, each time that a session was worked out."""
    limits: list[Any] = []

    def listening(session: Session, most: int | None = None) -> Any:
        limits.append(most)
        return check(session, most)

    monkeypatch.setattr(remembering, "check", listening)
    return limits


def test_a_session_is_worked_out_once_for_all_who_look(session, counted):
    path = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    viewer = make.client_with(Role.VIEWER, session.club)
    for _look in range(3):
        Client().get(path), viewer.get(place(session))
    assert counted == [remembering.MOST_HANDS]


def test_after_another_hand_it_is_worked_out_anew(session, counted):
    path = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    assert "Recalculated 2 hands" in Client().get(path).content.decode()
    make.play(game_table(session.games.get()), HAND)
    assert "Recalculated 3 hands" in Client().get(path).content.decode()
    assert len(counted) == 2


def test_the_dearer_a_proof_was_the_longer_it_is_kept(session, monkeypatch):
    kept: list[float] = []
    clock = iter([100.0, 110.0])
    monkeypatch.setattr(caching, "monotonic", lambda: next(clock))
    keep = type(
        "",
        (),
        {
            "get": lambda _self, _key: None,
            "set": lambda _self, _key, _made, seconds: kept.append(seconds),
        },
    )
    monkeypatch.setattr(caching, "caches", {"default": keep()})
    assert Client().get(proof_links.link_path(proof_links.make_link(session=session, origin="")))
    assert kept == [200.0]


def test_one_session_is_worked_out_at_a_time(session, monkeypatch):
    monkeypatch.setattr(remembering, "PATIENCE", 0.01)
    path = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    with remembering._working:
        answer = Client().get(path)
    assert answer.status_code == 429 and "Retry-After" in answer
    assert "Another session is being recalculated" in answer.content.decode()
    assert Client().get(path).status_code == 200


def test_a_stranger_who_looks_without_end_is_told_to_wait(session, monkeypatch):
    path = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    most = min(limit.most for limit in acts.PROVE.limits if limit.per == "address")
    monkeypatch.setattr(spending, "_now", lambda: 1_000_000)
    codes = [Client().get(path).status_code for _look in range(most + 1)]
    assert codes[:most] == [200] * most and codes[most] == 429


def test_guessing_links_is_counted(session):
    most = acts.MISSED_LINK.limits[0].most
    codes = [Client().get("/proof/guess/").status_code for _look in range(most + 1)]
    assert codes[0] == 404 and codes[-1] == 429


def test_a_session_of_very_many_hands_is_worked_out_in_part_and_says_so(session, monkeypatch):
    make.play(make.next_game(session, "paplu", make.NAMES[:4], {"rounds": None}), HAND, HAND, HAND)
    monkeypatch.setattr(remembering, "MOST_HANDS", 4)
    path = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    page = " ".join(Client().get(path).content.decode().split())
    assert "Recalculated 2 hands" in page and "(games: 1)" in page
    assert "Game 2, Paplu, was left out: 3 hands are too many for a page." in page


def test_what_comes_after_a_game_of_very_many_hands_is_worked_out(session, monkeypatch):
    make.play(make.next_game(session, "paplu", make.NAMES[:4], {"rounds": None}), HAND, HAND, HAND)
    make.play(make.next_game(session, "paplu", make.NAMES[:4], {"rounds": None}), HAND, HAND)
    monkeypatch.setattr(remembering, "MOST_HANDS", 4)
    path = proof_links.link_path(proof_links.make_link(session=session, origin=""))
    page = " ".join(Client().get(path).content.decode().split())
    assert "Recalculated 4 hands" in page and page.count("was left out") == 1


def test_a_statement_leads_to_where_devices_reach_us_now(session):
    link = proof_links.make_link(session=session, origin="")
    session.refresh_from_db()
    version = session.version
    for _time in range(2):
        again = proof_links.ensure_link(session=session, origin="http://192.168.1.4:8000")
        session.refresh_from_db()
        assert again == link and session.version == version + 1
    assert str(proof_links.public_url(session)).startswith("http://192.168.1.4:8000/")


def test_too_much_is_said_with_when_it_works_again():
    refusal = TooMuchError(acts.PROVING, remembering.PATIENCE)
    assert refusal.wait == 5.0


# The seal -----------------------------------------------------------------------------------------


def sealed(session: Session) -> str:
    return session_digest(Game.objects.filter(session=session).order_by("number"))


def test_the_seal_changes_with_every_hand_and_with_nothing_else(session):
    before = sealed(session)
    Session.objects.filter(pk=session.pk).update(closed_at=timezone.now(), name="Another")
    assert sealed(session) == before
    hand = session.games.get().hands.get(number=1)
    Session.objects.filter(pk=session.pk).update(closed_at=None)
    assert len(before) == 64
    void_hand(hand=hand)
    assert sealed(session) != before
