"""A kind of session that an extension declares, and one whose extension is not installed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.conf import settings
from django.urls import reverse

from scorekeeper.clubs import activity
from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.models import Happening, Role, Session
from scorekeeper.core.session_kinds import SessionKind
from tests.helpers import factories as make
from tests.helpers.settlement.pages import words

pytestmark = pytest.mark.django_db
PICNIC = SessionKind(
    key="picnic",
    label="Picnic",
    link="Go to the picnic",
    pages={"scoreboard:session": "settlement:settle"},
    activity={"session_closed": "Picnic ended"},
)


@pytest.fixture
def picnic() -> Session:
    session = make.session().game.session
    Session.objects.filter(pk=session.pk).update(kind="picnic")
    session.games.update(closed_at=session.created_at)
    session.refresh_from_db()
    return session


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets the site have these kinds alone."""

    def declare(*kinds: SessionKind) -> None:
        by_key = {kind.key: kind for kind in kinds}
        monkeypatch.setattr(settings.EXTENSIONS, "session_kinds", by_key)

    return declare


def home(session: Session) -> str:
    viewer = make.client_with(Role.VIEWER, session.club)
    return words(viewer.get(reverse("home:club", args=[session.club.code])).content.decode())


def test_its_own_page_stands_for_the_ordinary_one(
    declare: Callable[..., None], picnic: Session
) -> None:
    declare(PICNIC)
    own = reverse("settlement:settle", args=[picnic.code])
    assert picnic.address == own
    viewer = make.client_with(Role.VIEWER, picnic.club)
    assert viewer.get(reverse("scoreboard:session", args=[picnic.code]))["Location"] == own
    assert viewer.get(reverse("scoreboard:tv", args=[picnic.code])).status_code == 200
    ordinary = make.session(club=picnic.club).game.session
    assert viewer.get(reverse("scoreboard:session", args=[ordinary.code])).status_code == 200


def test_lists_and_activity_say_what_it_is(declare: Callable[..., None], picnic: Session) -> None:
    declare(PICNIC)
    assert "Picnic Open" in home(picnic) and "Go to the picnic" in home(picnic)
    note = activity.note(ActivityKind.SESSION_CLOSED, club=picnic.club, session=picnic)
    assert activity.describe(Happening.objects.get(pk=note.pk)) == "Picnic ended"
    declare(replace(PICNIC, link="", activity={}))
    assert "Go to scores" in home(picnic)
    assert activity.describe(Happening.objects.get(pk=note.pk)) == "Session ended"


def test_it_shows_as_an_ordinary_session_without_its_extension(
    declare: Callable[..., None], picnic: Session
) -> None:
    declare()
    viewer = make.client_with(Role.VIEWER, picnic.club)
    assert viewer.get(picnic.address).status_code == 200
    assert "No game in progress" in home(picnic) and "Go to scores" in home(picnic)
    Session.objects.filter(pk=picnic.pk).update(closed_at=picnic.created_at)
    assert "0 hands" in home(picnic)
    for page in ("statements:share_session", "settlement:settle", "scoreboard:tv"):
        assert viewer.get(reverse(page, args=[picnic.code])).status_code == 200
    close = reverse("starting:session_close", args=[picnic.code])
    assert make.host_client(picnic.club).get(close).status_code == 200
