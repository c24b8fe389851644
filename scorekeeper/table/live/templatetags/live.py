"""Tags for the page of a hand: who else is writing, and what is on other devices."""

from django import template

from scorekeeper.clubs.models import Membership
from scorekeeper.play.models import Game
from scorekeeper.table.live import unsynced, writing

register = template.Library()


@register.simple_tag
def other_writers(game: Game, membership: Membership) -> writing.Writers:
    """Returns who else enters the next hand of this game."""
    return writing.other_writers(game, reader=membership)


@register.simple_tag
def behind_others(game: Game, membership: Membership) -> list[unsynced.UnsyncedDevice]:
    """Returns what other devices of the session have not synced. One query."""
    return unsynced.other_devices(unsynced.unsynced_devices(game.session), membership)
