"""Planned sessions, and what people say of them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from scorekeeper.clubs.models import Club, Player
from scorekeeper.extensions.calendar.planning import services
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Says
from scorekeeper.extensions.calendar.planning.services import PlanDetails
from tests.helpers import factories as make


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
