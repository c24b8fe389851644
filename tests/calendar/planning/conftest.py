"""A club that plans: sessions ahead, people who say whether they come, and letters that are
sent."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.calendar.mail.addresses import save_address
from scorekeeper.calendar.planning import services
from scorekeeper.calendar.planning.models import PlannedSession, Says
from scorekeeper.calendar.planning.services import PlanDetails
from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Player
from tests.calendar.mail.conftest import closed_office, office, reached
from tests.helpers import factories as make

__all__ = ["closed_office", "office", "reached"]

NAMES = ("Asha", "Dev", "Meera", "Omar")


@pytest.fixture
def club(db: None) -> Club:
    new_club = make.club()
    clubs.add_players(club=new_club, names=NAMES)
    return new_club


@pytest.fixture
def people(club: Club) -> dict[str, Player]:
    return {player.name: player for player in club.players.select_related("club")}


def plan_details(days: float = 7, zone: str = "Asia/Kolkata", **more: Any) -> PlanDetails:
    starts = (timezone.now() + timedelta(days=days)).replace(second=0, microsecond=0)
    return PlanDetails(starts, zone, **{"place": "Omar’s", **more})


def planned(club: Club, days: float = 7, **more: Any) -> PlannedSession:
    return services.plan_session(
        club=club,
        details=plan_details(days, **more),
        token=make.token(),
        origin="https://score.example.org",
    )


def says(session: PlannedSession, player: Player, word: Says = Says.COMES, **more: Any) -> Any:
    return services.save_reply(planned=session, player=player, says=word, **more)


@pytest.fixture
def written(people: dict[str, Player]) -> None:
    """Everybody gave an address."""
    for player in people.values():
        save_address(player=player, value=f"{player.name.lower()}@example.org")


@pytest.fixture
def workers(django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """What is done inside, the workers hear of."""
    return lambda: django_capture_on_commit_callbacks(execute=True)
