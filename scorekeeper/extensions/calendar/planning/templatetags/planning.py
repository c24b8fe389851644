"""The session that is planned next, for a group's home."""

from django import template

from scorekeeper.clubs.models import Club
from scorekeeper.extensions.calendar.planning.pages import PlanDisplay, plan_displays
from scorekeeper.extensions.calendar.planning.selectors import next_planned

register = template.Library()


@register.simple_tag
def next_session(club: Club) -> PlanDisplay | None:
    planned = next_planned(club)
    return plan_displays([planned])[0] if planned else None
