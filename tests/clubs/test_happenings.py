"""The activity of a club: who did what and when, in the reader's language."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone, translation

from scorekeeper.clubs import activity
from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.models import Club, Happening, Membership, Role, Session, ShareLink
from scorekeeper.clubs.services import add_players, say_who, update_club
from scorekeeper.core.localization.dates import clock
from scorekeeper.house_rules import services as presets
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db

VALUES: dict[str, Any] = {
    "number": 2,
    "game": "Pool Rummy",
    "old": "Dev",
    "new": "Devika",
    "role": 2,
    "device": "Asha’s phone",
    "name": "Saturday",
    "names": "Asha, Dev",
    "way": "One banker",
    "step": 500,
    "money": "INR",
    "label": "Snacks",
    "what": "kitty",
    "when": "2026-11-27T19:30",
    "season": "Winter",
    "person": "Devika",
    "people": 12,
    "sessions": 40,
    "points": "7.5",
    "reason": "late",
    "table": 3,
}


@pytest.mark.parametrize("kind", ActivityKind)
def test_every_kind_is_told_with_its_values(kind: ActivityKind):
    happening = activity.note(kind, club=make.club(), **VALUES)
    text = activity.describe(Happening.objects.get(pk=happening.pk))
    assert "{" not in text
    assert str(kind.label).split("}")[-1] in text and kind.value not in text


def test_a_tournament_is_not_called_a_session():
    day = make.session().game.session
    Session.objects.filter(pk=day.pk).update(kind="tournament")
    kinds = (
        ActivityKind.SESSION_OPENED,
        ActivityKind.SESSION_CLOSED,
        ActivityKind.SESSION_REOPENED,
    )
    noted = [activity.note(kind, club=day.club, session=day).pk for kind in kinds]
    texts = [activity.describe(Happening.objects.get(pk=pk)) for pk in noted]
    assert texts == ["New tournament", "Tournament ended", "Tournament reopened"]


def test_a_kind_that_this_version_does_not_know_is_still_shown():
    happening = Happening.objects.create(club=make.club(), kind="flood", values={"old": "<b>"})
    assert activity.describe(happening) == "flood"


def test_names_are_shown_and_never_run():
    happening = activity.note(
        ActivityKind.PLAYER_RENAMED, club=make.club(), old="<script>", new="{role}"
    )
    assert activity.describe(happening) == (
        "<bdi>&lt;script&gt;</bdi> renamed to <bdi>{role}</bdi>"  # as typed
    )


def test_it_is_worded_when_it_is_read():
    happening = activity.note(ActivityKind.LINK_MADE, club=make.club(), role=Role.SCORER)
    assert happening.values == {"role": 2}
    with translation.override("hi"):
        assert translation.gettext("Scorer") in activity.describe(happening)


def test_who_did_it_stays_who_it_was_then():
    club = make.club()
    ravi, dev = add_players(club=club, names=["Ravi", "Dev"])
    phone = make.member(Role.HOST, club)
    assert activity.note(ActivityKind.CODE_MADE, club=club, by=phone).who == "Host"
    say_who(membership=phone, player=ravi)
    happening = activity.note(ActivityKind.CODE_MADE, club=club, by=phone)
    say_who(membership=phone, player=dev)
    assert Happening.objects.get(pk=happening.pk).who == "Ravi"


@pytest.mark.django_db(transaction=True)
def test_it_is_noted_in_the_transaction_that_does_it_or_not_at_all():
    with pytest.raises(RuntimeError):
        activity.note(ActivityKind.CODE_MADE, club=make.club())


# What is noted, through the pages ---------------------------------------------------------------


def log_of(club: Club) -> list[tuple[str, str]]:
    """Kind and author of each happening, the oldest first."""
    seen = Happening.objects.filter(club=club).exclude(kind=ActivityKind.LINK_MADE).order_by("pk")
    return [(happening.kind, happening.who) for happening in seen]


@pytest.fixture
def ravi() -> Membership:
    """A host whose device says whose it is, at a table where a game is played."""
    table = make.session(names=["Ravi", "Dev", "Asha"])
    phone = make.member(Role.HOST, table.game.session.club)
    return say_who(membership=phone, player=table.players[0])


@pytest.fixture
def session(ravi: Membership) -> Session:
    return Session.objects.get(club=ravi.club)


def test_who_closed_the_session_and_who_opened_it_again(ravi: Membership, session: Session):
    host = make.client_as(ravi)
    close = reverse("starting:session_close", args=[session.code])
    host.post(close)
    host.post(close)  # sent again
    host.post(reverse("starting:session_reopen", args=[session.code]))
    assert log_of(ravi.club) == [
        ("session_opened", ""),
        ("game_stopped", "Ravi"),
        ("session_closed", "Ravi"),
        ("session_reopened", "Ravi"),
    ]


def time_of(happening: Happening) -> str:
    """The time as the pages of its club write it."""
    with timezone.override(happening.club.zone):
        return clock(timezone.localtime(happening.at))


def test_a_closed_session_says_who_closed_it(ravi: Membership, session: Session):
    make.client_as(ravi).post(reverse("starting:session_close", args=[session.code]))
    time_text = time_of(Happening.objects.get(kind=ActivityKind.SESSION_CLOSED))
    seen = make.client_with(Role.VIEWER, ravi.club, session)
    page = seen.get(reverse("scoreboard:session", args=[session.code])).content.decode()
    assert f"ended by <bdi>Ravi</bdi> at {time_text}" in page


def test_who_started_a_session_and_stopped_a_game(ravi: Membership, session: Session):
    host = make.client_as(ravi)
    host.post(reverse("starting:game_close", args=[session.code, 1]))
    players = list(ravi.club.players.values_list("pk", flat=True))
    new = {"player": players, "variant": "pool_rummy", "token": "a session"}
    host.post(reverse("starting:session_new", args=[ravi.club.code]), new)
    assert log_of(ravi.club)[1:] == [("game_stopped", "Ravi"), ("session_opened", "Ravi")]
    stopped = Happening.objects.get(kind=ActivityKind.GAME_STOPPED)
    assert stopped.session == session
    with translation.override("en"):
        assert activity.describe(stopped) == "Ended early: game <bdi>1</bdi>, <bdi>Pool Rummy</bdi>"


def test_who_renamed_whom_and_changed_which_setting(ravi: Membership):
    club = ravi.club
    dev = club.players.get(name="Dev")
    form = {f"player-{p.pk}": p.name for p in club.players.all()} | {f"player-{dev.pk}": "Devika"}
    form |= {"name": "Sunday table", "currency": "EUR", "time_zone": "Asia/Kolkata"}
    page = reverse("clubs:settings", args=[club.code])
    make.client_as(ravi).post(page, form | {"currency": club.currency})
    make.client_as(ravi).post(page, form | {"currency": club.currency})
    expected = [
        (h.kind, h.values)
        for h in Happening.objects.filter(club=club, player=ravi.player).order_by("pk")
    ]
    assert expected == [
        ("club_renamed", {"old": "Friday table", "new": "Sunday table"}),
        ("player_renamed", {"old": "Dev", "new": "Devika"}),
    ]


def test_a_change_that_is_refused_is_not_told(ravi: Membership):
    club = ravi.club
    form = {f"player-{p.pk}": "Dev" for p in club.players.all()}
    form |= {"name": "Sunday table", "currency": "INR", "time_zone": "Asia/Kolkata"}
    make.client_as(ravi).post(reverse("clubs:settings", args=[club.code]), form)
    with pytest.raises(ValidationError):
        update_club(
            club=club,
            name="Other",
            currency="EUR",
            time_zone="UTC",
            renamed={club.players.get(name="Asha"): "Dev"},
            by=ravi,
        )
    assert log_of(club) == [("session_opened", "")]


def test_who_made_a_link_and_took_it_back(ravi: Membership, session: Session):
    host = make.client_as(ravi)
    page = reverse("clubs:share", args=[ravi.club.code])
    for _shown in range(3):
        host.get(f"{page}?role=2&session={session.code}")
    link = ShareLink.objects.latest("pk")
    for _tap in range(2):
        host.post(reverse("clubs:share_revoke", args=[ravi.club.code, link.pk]))
    happening, back = Happening.objects.filter(club=ravi.club, player=ravi.player).order_by("pk")
    assert (happening.kind, back.kind) == ("link_made", "link_taken_back")
    assert happening.values == back.values == {"role": Role.SCORER}
    assert happening.session == back.session == session


def test_who_put_a_code_on_the_big_screen(ravi: Membership, session: Session):
    host, page = make.client_as(ravi), reverse("clubs:session_screen", args=[session.code])
    for show in "1100":
        host.post(page, {"show": show})
    assert log_of(ravi.club)[1:] == [("screen_on", "Ravi"), ("screen_off", "Ravi")]


def test_who_kept_changed_showed_and_retired_house_rules(ravi: Membership):
    club, rules = ravi.club, VARIANTS["pool_rummy"]
    first = presets.save_preset(club=club, rules=rules, options={}, name="Saturday", by=ravi)
    presets.save_preset(club=club, rules=rules, options={}, name="Saturday", by=ravi)  # the same
    more: dict[str, Any] = {"club": club, "rules": rules, "options": {"pool": 201}, "by": ravi}
    second = presets.save_preset(name="Sunday", replaces=first, **more)
    link, _secret = presets.share_preset(preset=second, by=ravi)
    host = make.client_as(ravi)
    host.post(reverse("house_rules:unshare", args=[club.code, link.pk]))
    host.post(reverse("house_rules:archive", args=[club.code, second.pk]))
    presets.save_preset(name="Theirs", taken_over=True, **more)
    kinds = ["kept", "changed", "shared", "unshared", "retired", "taken_over"]
    assert log_of(club)[1:] == [(f"rules_{kind}", "Ravi") for kind in kinds]


# The page ---------------------------------------------------------------------------------------


def page_of(club: Club) -> str:
    return reverse("clubs:activity", args=[club.code])


def test_the_page_tells_who_when_and_what_the_newest_first(ravi: Membership, session: Session):
    host = make.client_as(ravi)
    host.post(reverse("starting:session_close", args=[session.code]))
    host.post(reverse("starting:session_reopen", args=[session.code]))
    text = make.client_with(Role.VIEWER, ravi.club).get(page_of(ravi.club)).content.decode()
    assert text.index("Session reopened") < text.index("Session ended") < text.index("New session")
    assert "<bdi>Ravi</bdi>" in text and time_of(Happening.objects.latest("pk")) in text
    assert reverse("scoreboard:session", args=[session.code]) in text


def test_the_day_is_the_clubs_own():
    club = make.club(time_zone="Asia/Kolkata")
    happening = activity.note(ActivityKind.CODE_MADE, club=club)
    late = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)  # half past one on the 22nd in India
    Happening.objects.filter(pk=happening.pk).update(at=late)
    text = make.client_with(Role.VIEWER, club).get(page_of(club)).content.decode()
    assert re.search(r"\bNov 22, 2026, 1:30\sAM\b", text)


def test_no_secret_is_ever_told(ravi: Membership, session: Session):
    host = make.client_as(ravi)
    link, secret = invitations.ensure_link(club=ravi.club, role=Role.HOST, by=ravi)
    invitations.put_on_screen(session=session, by=ravi)
    stored = str(list(Happening.objects.values()))
    shown = host.get(page_of(ravi.club)).content.decode()
    for hidden in (secret, link.serial, link.digest):
        assert hidden not in stored and hidden not in shown


def test_it_costs_the_same_however_much_happened(ravi: Membership, django_assert_num_queries):
    host = make.client_as(ravi)
    for count in (1, 60):
        for n in range(count):
            activity.note(ActivityKind.CLUB_RENAMED, club=ravi.club, by=ravi, old=f"{n}", new="x")
        with django_assert_num_queries(4):
            assert host.get(page_of(ravi.club)).status_code == 200
    assert "Older" in host.get(page_of(ravi.club)).content.decode()
    assert "Newer" in host.get(f"{page_of(ravi.club)}?page=99").content.decode()


def test_it_is_found_from_the_club_and_its_settings(ravi: Membership):
    host = make.client_as(ravi)
    for page in ("home:club", "clubs:settings"):
        text = host.get(reverse(page, args=[ravi.club.code])).content.decode()
        assert page_of(ravi.club) in text
