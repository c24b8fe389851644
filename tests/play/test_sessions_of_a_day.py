"""Two sessions of one day are told apart wherever one is chosen, and in the names of their
files."""

from datetime import date
from functools import partial

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.play.services import close_session, open_session
from scorekeeper.statements.files.names import name_parts
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.play.racing import together

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 20)


def two_sessions(club: Club) -> tuple[Session, Session]:
    first, second = (open_session(club=club, played_on=DAY, token=make.token()) for _ in range(2))
    open_session(club=make.club(), played_on=DAY)
    return first, second


def shown(club: Club, address: str) -> str:
    answer = make.client_with(Role.HOST, club).get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_lists_headings_and_chips_tell_two_sessions_of_a_day_apart() -> None:
    club = make.club()
    first, second = two_sessions(club)
    home = reverse("home:club", args=[club.code])
    for address in (home, reverse("clubs:share", args=[club.code])):
        assert shown(club, address).count("Nov 20, 2026 (2)") == 1
    for name in ("settlement:settle", "statements:list"):
        assert "Nov 20, 2026 (2)" in shown(club, reverse(name, args=[second.code]))
        assert "(2)" not in shown(club, reverse(name, args=[first.code]))
    close_session(session=first)
    close_session(session=second)
    assert shown(club, home).count("Nov 20, 2026 (2)") == 1


def test_papers_and_their_files_tell_them_apart() -> None:
    first, second = two_sessions(make.club())
    assert [str(session) for session in (first, second)] == ["Nov 20, 2026", "Nov 20, 2026 (2)"]
    days = [name_parts(Statement(session=session))[1] for session in (first, second)]
    assert days == ["2026-11-20", "2026-11-20-2"]


def test_a_session_opened_twice_is_one_and_a_name_says_it_alone() -> None:
    club, token = make.club(), make.token()
    opened = [open_session(club=club, played_on=DAY, token=token) for _ in range(2)]
    assert opened[0] == opened[1] and opened[1].of_day == 1
    assert str(open_session(club=club, played_on=DAY, name="Final")) == "Final"


def test_a_session_with_a_name_has_no_number_behind_its_day() -> None:
    club = make.club()
    names = ("Semi-final", "Final")
    _semi, final = (open_session(club=club, played_on=DAY, name=name) for name in names)
    assert (final.of_day, final.day) == (2, "Nov 20, 2026")
    settle = shown(club, reverse("settlement:settle", args=[final.code]))
    assert "Nov 20, 2026" in settle
    assert "(2)" not in settle
    share = shown(club, reverse("clubs:share", args=[club.code]))
    assert all(f"<bdi>{name}</bdi>" in share for name in names)


@pytest.mark.django_db(transaction=True)
def test_two_sessions_opened_at_the_same_moment_get_two_numbers() -> None:
    club = make.club()
    openings = [
        partial(open_session, club=club, played_on=DAY, token=make.token()) for _phone in range(6)
    ]
    opened = together(*openings)
    assert sorted(session.of_day for session in opened) == [1, 2, 3, 4, 5, 6]
