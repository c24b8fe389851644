"""Parts of this extension on pages of the core."""

from django import template
from django.db.models import QuerySet

from scorekeeper.clubs.models import Player, Session
from scorekeeper.extensions.tournaments.selectors import days_outside_seasons

register = template.Library()


@register.simple_tag
def tournaments_outside_seasons(player: Player) -> QuerySet[Session]:
    return days_outside_seasons(player)
