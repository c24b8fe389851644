"""What comes along with a session: which rows and columns, for whom; and nothing else."""

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Device, Membership, Player, Role, Session, ShareLink
from scorekeeper.core.localization import currencies
from scorekeeper.core.travel import declarations
from scorekeeper.extensions.calendar.mail.models import MailAddress
from scorekeeper.extensions.calendar.planning.services import PlanDetails, plan_session
from scorekeeper.extensions.offline.sync.snapshots import other_sessions
from scorekeeper.extensions.offline.sync.snapshots.rows import to_json
from scorekeeper.extensions.offline.sync.snapshots.snapshot import etag
from scorekeeper.extensions.offline.sync.snapshots.tables import (
    LIGHT,
    MODELS,
    columns,
)
from scorekeeper.house_rules.services import save_preset
from scorekeeper.seasons.services import create_season
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.payment_details.models import PayAddress
from scorekeeper.variants import VARIANTS
from tests.extensions.offline.sync.device import taken
from tests.helpers import factories as make
from tests.helpers.statements.sessions import three_games

pytestmark = [pytest.mark.django_db]


def test_every_model_comes_along_or_is_said_not_to() -> None:
    for model, travel in declarations().items():
        assert (model in MODELS) != bool(travel.device_reason), model
        assert travel.table or travel.on_device or model not in MODELS


def test_every_column_that_comes_along_is_on_the_page_for_readers() -> None:
    """Whoever adds one has looked who may see it."""
    page = (settings.BASE_DIR / "docs" / "group-file.md").read_text(encoding="utf-8")
    for model in MODELS:
        name = declarations()[model].table or model.__name__
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` | "))
        in_file, not_here, besides = (
            re.findall(r"`(\w+)`", cell) for cell in row.strip("|").split(" | ")[1:]
        )
        told = {*in_file, *besides} - {*not_here} | {"id", "club"}
        names = [field.name for field in columns(model)]
        assert {*names, "id", "club"} == told, model
        assert LIGHT.get(model, frozenset()) <= {field.attname for field in columns(model)}


# Who sees what ---------------------------------------------------------------------------------

ROLES = ("host", "scorer", "viewer", "scorer of the session", "viewer of the session")


@pytest.fixture(scope="module")
def session(lasting: None) -> Session:
    """With a debt of the week before, in a season, with a planned session, kept rules, and somebody
    in the club who has never sat down."""
    session = three_games()
    club = session.club
    create_season(club=club, name="Winter", starts=date(2026, 11, 1), ends=None)
    create_season(club=club, name="Long ago", starts=date(2020, 1, 1), ends=date(2020, 12, 31))
    save_preset(club=club, rules=VARIANTS["rummi"], options={"stake": 5}, name="Ours")
    details = PlanDetails(starts_at=timezone.now() + timedelta(days=2), zone=club.time_zone)
    plan_session(club=club, details=details, token="secret-plan")
    [absent] = clubs.add_players(club=club, names=["Absent"])
    MailAddress.objects.create(player=absent, value="absent@example.org")
    Club.objects.filter(pk=club.pk).update(
        token="secret-club", recovery_digest="secret-code", recovery_made_at=timezone.now()
    )
    for role in Role:
        member = make.member(role, club)
        member.token, member.name = "secret-place", f"Device of a {role.label}"
        member.save()
        make.phone(member)
    return Session.objects.select_related("club").get(pk=session.pk)


def member_as(role: str, session: Session) -> Membership:
    kind, _space, only = role.partition(" ")
    return make.member(Role[kind.upper()], session.club, session if only else None)


def told_to(mine: Membership, session: Session) -> dict[str, Any]:
    browser = make.client_as(mine)
    browser.cookies[settings.CSRF_COOKIE_NAME] = "m" * 32
    return taken(mine, session, browser)


def listed(snapshot: dict[str, Any], table: str, column: str) -> set[Any]:
    part = snapshot["rows"].get(table, {"columns": [column], "rows": []})
    place = part["columns"].index(column)
    return {row[place] for row in part["rows"]}


@pytest.mark.parametrize("role", ROLES)
def test_nobody_is_told_a_secret(role: str, session: Session) -> None:
    mine = member_as(role, session)
    snapshot = told_to(mine, session)
    text = to_json(snapshot)
    digests = Device.objects.values_list("digest", flat=True)
    invited = ShareLink.objects.values_list("digest", flat=True)
    for secret in (*digests, *invited, "secret-", "absent@example.org", settings.SECRET_KEY):
        assert secret not in text
    assert (
        listed(snapshot, "clubs_device", "id") == {mine.device_id} == {snapshot["mine"]["device"]}
    )
    assert listed(snapshot, "clubs_membership", "device_id") <= {mine.device_id, None}
    assert listed(snapshot, "clubs_player", "keeper_id") == {None}


OF_CLUB = {"planning_plannedsession"}
FOR_NEXT_GAME = {"clubs_clubpreset"}
ALWAYS = {
    *(
        "play_game",
        "play_seat",
        "play_hand",
        "play_seatscore",
        "ledger_payment",
        "settlement_expense",
    ),
    *("settlement_expenseshare", "settlement_carryover", "settlement_carriedrow"),
    "settlement_terms",
    *("ledger_gameresult", "clubs_club", "clubs_session", "clubs_device", "clubs_membership"),
    *("clubs_happening", "clubs_player", "seasons_season", "payment_details_payaddress"),
}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_is_told_what_it_may_see(role: str, session: Session) -> None:
    snapshot = told_to(member_as(role, session), session)
    is_host, whole = role == "host", "session" not in role
    tables = ALWAYS | (OF_CLUB | FOR_NEXT_GAME if whole else set())
    assert snapshot["rows"].keys() - {"clubs_signature"} == tables
    assert bool(listed(snapshot, "clubs_club", "recovery_made_at") - {None}) is is_host
    assert ("Absent" in listed(snapshot, "clubs_player", "name")) is (
        role != "viewer of the session"
    )
    named = {"Winter", "Long ago"} if whole else {f"#{session.club.seasons.get(name='Winter').pk}"}
    assert listed(snapshot, "seasons_season", "name") == named
    played = session.club.sessions.exclude(pk=session.pk)
    other_sessions = set(played.values_list("pk", flat=True))
    assert listed(snapshot, "clubs_session", "id") == {
        session.pk,
        *other_sessions,
    }  # a debt was carried
    seen = listed(snapshot, "ledger_gameresult", "session_id")
    assert seen == ({session.pk, *other_sessions} if whole else {session.pk})
    own = set(session.games.values_list("pk", flat=True))
    assert listed(snapshot, "play_hand", "game_id") <= own


def test_of_another_session_only_its_line_in_the_list_comes_along(session: Session) -> None:
    snapshot = told_to(member_as("scorer", session), session)
    [other] = session.club.sessions.exclude(pk=session.pk)
    for table in ("clubs_session", "play_game", "ledger_gameresult"):
        model = next(m for m in LIGHT if m._meta.db_table == table)
        names = snapshot["rows"][table]["columns"]
        index = names.index("id" if model is Session else "session_id")
        for row in snapshot["rows"][table]["rows"]:
            if row[index] == other.pk:
                given = {n for n, v in zip(names, row, strict=True) if v is not None}
                assert given <= LIGHT[model]


@pytest.mark.parametrize("role", ["host", "viewer"])
def test_who_is_paid_nothing_keeps_his_address_to_himself(role: str, session: Session) -> None:
    """What is sent along stands in the text for the group, for those who are to be paid now."""
    snapshot = told_to(member_as(role, session), session)
    payees = {t.payee.pk for t in session_balances(session).plan.transfers}
    assert 0 < len(payees) < PayAddress.objects.count()
    assert listed(snapshot, "payment_details_payaddress", "player_id") == payees


def test_who_owes_is_told_where_to_and_nobody_else(session: Session) -> None:
    PayAddress.objects.update(sent_along=False)
    transfer = session_balances(session).plan.transfers[0]
    for role in ("host", "viewer"):
        assert (
            "payment_details_payaddress" not in told_to(member_as(role, session), session)["rows"]
        )
    mine = member_as("viewer", session)
    Membership.objects.filter(pk=mine.pk).update(player=transfer.payer)
    mine.refresh_from_db()
    snapshot = told_to(mine, session)
    assert transfer.payee.pk in listed(snapshot, "payment_details_payaddress", "player_id")
    Player.objects.filter(pk=transfer.payer.pk).update(keeper=mine.device_id)
    snapshot = told_to(mine, session)
    assert transfer.payer.pk in listed(snapshot, "payment_details_payaddress", "player_id")
    assert listed(snapshot, "clubs_player", "keeper_id") == {None, mine.device_id}


# As it is sent ---------------------------------------------------------------------------------


def test_the_same_session_makes_the_same_text(session: Session) -> None:
    mine = member_as("scorer", session)
    first, other = (to_json(told_to(mine, session)) for _time in range(2))
    assert first == other
    assert json.loads(first)["version"] == session.version
    assert etag(first) == etag(other) != etag(first + " ")


def test_a_season_too_long_is_left_out_as_a_whole(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = member_as("scorer", session)
    assert told_to(mine, session)["lacks"] == []
    monkeypatch.setattr(other_sessions, "MOST_RESULTS", 1)
    snapshot = told_to(mine, session)
    assert snapshot["lacks"] == ["standings"]
    assert listed(snapshot, "ledger_gameresult", "session_id") == {session.pk}


def test_what_it_asks_does_not_grow_with_the_session(
    session: Session, django_assert_max_num_queries: Any
) -> None:
    mine = member_as("scorer", session)
    PayAddress.objects.all().delete()
    told_to(mine, session)
    besides = 10
    """Who may look; and what the debts of another session, and the newest games, have to do
    with."""
    with django_assert_max_num_queries(len(MODELS) + besides):
        told_to(mine, session)


def test_who_keeps_what_is_anothers_is_told_to_nobody(session: Session) -> None:
    mine = member_as("viewer", session)
    told_to(mine, session)
    Player.objects.filter(club=session.club).update(keeper=mine.device_id)
    assert listed(told_to(mine, session), "clubs_player", "keeper_id") == {mine.device_id}
    for role in ROLES:
        assert listed(told_to(member_as(role, session), session), "clubs_player", "keeper_id") == {
            None
        }


def test_a_device_learns_that_its_group_or_its_site_is_for_points_only(
    session: Session, settings: Any
) -> None:
    mine = member_as("scorer", session)
    for site, group in ((False, False), (False, True), (True, False)):
        settings.POINTS_ONLY = site
        clubs.set_points_only(club=session.club, points_only=group)
        session.refresh_from_db()
        with currencies.reading_as("en"):
            seen = told_to(mine, Session.objects.select_related("club").get(pk=session.pk))
        assert listed(seen, "clubs_club", "points_only") == {site or group}
