"""A season for strangers: by a link that a host makes and takes back, as JSON and in a frame."""

import gzip
import json
from datetime import date
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from scorekeeper.clubs.invitations.services import secret_of
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.limits import acts
from scorekeeper.extensions.exchange.public_season import cache as answers
from scorekeeper.extensions.exchange.public_season import links, views
from scorekeeper.extensions.exchange.public_season.models import SeasonLink
from scorekeeper.extensions.exchange.public_season.views import SCHEMA
from scorekeeper.play.edits.services import void_hand
from scorekeeper.seasons import table_html
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.services import create_season
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NAMES = make.NAMES[:4]
HANDS = (pool_hand("Asha", Dev=20, Meera=30, Omar=5), pool_hand("Dev", Asha=2, Meera=9, Omar=40))


@pytest.fixture
def club() -> Club:
    table = make.play(make.session("paplu", NAMES, {"rounds": None}), *HANDS)
    return table.game.session.club


def link(club: Club, *, money: bool = True, **season: Any) -> str:
    """Its secret."""
    new_link = links.create_link(club=club, season=season.get("season"), shows_money=money, by=None)
    return secret_of(new_link) or ""


def path(name: str, secret: str) -> str:
    return reverse(f"public_season:{name}", args=[secret])


# The link ------------------------------------------------------------------------------------


def test_a_host_makes_the_link_shows_it_again_and_revokes_it(club: Club) -> None:
    host, page = make.host_client(club), reverse("public_season:share", args=[club.code])
    assert "iframe" not in host.get(page).content.decode()
    host.post(page, {"money": "1"})
    shown = host.get(page, HTTP_HOST="score.example.org").content.decode()
    secret = secret_of(SeasonLink.objects.get()) or ""
    assert path("embed", secret) in shown and "&lt;iframe" in shown
    stranger = Client()
    assert stranger.get(path("season", secret)).status_code == 200
    host.post(page, {"back": "1"})
    assert stranger.get(path("season", secret)).status_code == 404
    assert stranger.get(path("embed", secret)).status_code == 404
    host.post(page, {})
    again = SeasonLink.objects.get(revoked_at=None)
    assert secret_of(again) != secret and not again.shows_money


def test_after_the_sites_key_has_changed_the_new_link_is_said_and_the_old_revoked(
    club: Club, settings: Any
) -> None:
    old = path("season", link(club))
    settings.SECRET_KEY = "another" * 9
    host, page = make.host_client(club), reverse("public_season:share", args=[club.code])
    shown = host.get(page).content.decode()
    assert "site’s key has changed" in shown and "Revoke link" in shown
    assert Client().get(old).status_code == 200
    host.post(page, {"money": "1"})
    shown = host.get(page, HTTP_HOST="score.example.org").content.decode()
    new = path("season", secret_of(SeasonLink.objects.exclude(serial="").get()) or "")
    assert "This is the new link" in shown and new in shown
    assert [Client().get(url).status_code for url in (old, new)] == [200, 200]
    host.post(page, {"back": "1"})
    assert [Client().get(url).status_code for url in (old, new)] == [404, 404]
    assert "key" not in host.get(page).content.decode().split("<main")[1]


def test_the_database_knows_no_secret(club: Club) -> None:
    secret = link(club)
    assert secret not in {str(value) for value in SeasonLink.objects.values_list()[0]}
    assert link(club) == secret and SeasonLink.objects.count() == 1


def test_a_link_of_one_season_shows_no_other(club: Club) -> None:
    before = create_season(club=club, name="Before", starts=date(2020, 1, 1), ends=date(2020, 2, 1))
    secret = link(club, season=before)
    published = Client().get(path("season", secret)).json()
    assert published["season"] == {"name": "Before", "starts": "2020-01-01", "ends": "2020-02-01"}
    assert published["table"] == [] and published["course"]["sessions"] == []


def test_whoever_guesses_links_is_stopped(club: Club, settings: Any) -> None:
    stranger = Client()
    most = acts.MISSED_LINK.limits[0].most
    wrong = path("season", "x" * 43)
    statuses = [stranger.get(wrong).status_code for _ in range(most + 1)]
    assert statuses == [404] * most + [429]


def test_whoever_reads_without_end_is_stopped(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    few = acts.Act("published", (acts.Limit("address", 3, 600),), "", acts.KeptIn.HERE)
    monkeypatch.setattr(acts, "PUBLISHED", few)
    stranger, secret = Client(), link(club)
    statuses = [stranger.get(path("season", secret)).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


# JSON ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", Measure)
@pytest.mark.parametrize("money", [True, False])
def test_every_method_says_what_the_schema_says(club: Club, measure: Measure, money: bool) -> None:
    rules = SeasonRules(Method(measure, least=2), usual=False).dump()
    begins = date(2026, 1, 1)
    season = create_season(club=club, name="By it", rules=rules, starts=begins, ends=None)
    response = Client().get(path("season", link(club, money=money, season=season)))
    checks = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert list(checks.iter_errors(response.json())) == []
    published = response.json()
    assert [row["name"] for row in published["table"]] and published["method"]["measure"] == measure
    if not money:
        text = json.dumps([published["table"], published["course"]])
        nets = {
            abs(rank.net) for rank in table_html.cached_table(club, None, SeasonRules()).table.ranks
        }
        assert published["club"]["currency"] is None
        assert not any(row["net"] or row["best_session"] for row in published["table"])
        assert not any(f" {net}," in text for net in nets if net > 100)


def test_the_schema_refuses_what_is_not_in_it() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors({"version": 2}))
    shown = Client().get(reverse("public_season:schema"))
    assert shown.json() == schema and shown["Access-Control-Allow-Origin"] == "*"


def test_amounts_are_minor_units_and_the_first_stands_first(club: Club) -> None:
    published = Client().get(path("season", link(club))).json()
    assert [row["place"] for row in published["table"]] == [1, 2, 3, 4]
    assert sum(row["net"] for row in published["table"]) == 0
    assert all(type(row["figure"]) is int for row in published["table"])
    assert published["course"]["lines"][0]["figures"][-1] == published["table"][0]["figure"]


def test_who_has_it_is_told_so_and_nothing_is_worked_out(
    club: Club, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    stranger, address = Client(), path("season", link(club))
    first = stranger.get(address)
    assert first["ETag"].startswith('"')

    def never(*_told: object) -> bytes:
        raise AssertionError("it was worked out")

    monkeypatch.setattr(answers, "get_or_make", never)
    with django_assert_num_queries(4):  # what was missed, the link, its sessions, faces
        same = stranger.get(address, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert same["Access-Control-Allow-Origin"] == "*"


def test_the_mark_changes_with_a_hand_a_name_and_what_the_link_shows(club: Club) -> None:
    stranger, address = Client(), path("season", link(club))

    def mark() -> str:
        return stranger.get(address)["ETag"]

    marks = [mark(), mark()]
    assert marks.pop() == marks[0]
    hand = club.sessions.get().games.get().hands.get(number=2)
    void_hand(hand=hand)
    marks.append(mark())
    make.rename(club.players.get(name="Dev"), "Devika")
    marks.append(mark())
    links.create_link(club=club, season=None, shows_money=False, by=None)
    marks.append(mark())
    assert len(set(marks)) == 4


@pytest.mark.parametrize("name", ["season", "embed"])
def test_the_mark_changes_with_the_version_of_the_site(
    club: Club, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    stranger, address = Client(), path(name, link(club))
    before = stranger.get(address)["ETag"]
    monkeypatch.setattr(answers, "__version__", "9.9")
    assert stranger.get(address)["ETag"] != before


def test_the_mark_of_the_frame_changes_with_its_styles(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page still open would otherwise ask for styles that are gone."""
    stranger, secret = Client(), link(club)
    marks = {name: stranger.get(path(name, secret))["ETag"] for name in ("season", "embed")}
    monkeypatch.setattr(views, "static", lambda name: f"/static/{name}?other")
    frame = stranger.get(path("embed", secret))
    assert frame["ETag"] != marks["embed"] and "embed.css?other" in frame.content.decode()
    assert stranger.get(path("season", secret))["ETag"] == marks["season"]


def test_what_strangers_ask_for_pushes_out_nothing_that_members_look_at(club: Club) -> None:
    caches["large"].set("picture", b"of the session")
    stranger, secret = Client(), link(club)
    for number in range(80):
        make.rename(club.players.get(name__startswith="Dev"), f"Dev {number}")
        assert stranger.get(path("season", secret)).status_code == 200
    assert caches["large"].get("picture") == b"of the session"


def test_head_and_squeezed_are_the_same_answer(club: Club) -> None:
    stranger, address = Client(), path("season", link(club))
    plain = stranger.get(address)
    head = stranger.head(address)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", plain["ETag"])
    squeezed = stranger.get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(squeezed.content) == plain.content
    assert squeezed["ETag"] != plain["ETag"] and not squeezed["ETag"].startswith("W/")
    assert "Accept-Encoding" in squeezed["Vary"]
    refusing = stranger.get(address, headers={"Accept-Encoding": "gzip;q=0"})
    assert (refusing.content, refusing["ETag"]) == (plain.content, plain["ETag"])
    assert stranger.post(address).status_code == 405


# In a frame ----------------------------------------------------------------------------------


def test_the_frame_has_a_policy_of_its_own_and_no_way_on(club: Club) -> None:
    secret = link(club)
    shown = Client().get(path("embed", secret))
    page = shown.content.decode()
    assert shown["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors *"
    )
    assert not shown.has_header("X-Frame-Options")
    assert shown["Referrer-Policy"] == "no-referrer"
    assert not shown.cookies and "Set-Cookie" not in shown
    assert "<script" not in page and "<a " not in page and "<form" not in page
    assert secret not in page and "style=" not in page
    assert "Asha" in page


def test_without_money_the_frame_tells_none(club: Club) -> None:
    page = Client().get(path("embed", link(club, money=False))).content.decode()
    assert "Asha" in page and "₹" not in page


def test_json_lets_itself_be_framed_by_nobody(club: Club) -> None:
    response = Client().get(path("season", link(club)))
    assert response["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert not response.cookies


def test_only_a_host_makes_it(club: Club) -> None:
    page = reverse("public_season:share", args=[club.code])
    assert make.client_with(Role.SCORER, club).post(page, {}).status_code == 403
    assert make.host_client(club).get(f"{page}?season=12345").status_code == 404
