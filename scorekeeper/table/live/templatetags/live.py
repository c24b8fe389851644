"""Tags for the page of a hand: who else is writing, and what is on other devices."""

from django import template

from scorekeeper.clubs.models import Membership
from scorekeeper.play.models import Game
from scorekeeper.table.live import devices

register = template.Library()


@register.simple_tag
def other_writers(game: Game, membership: Membership) -> devices.Writers:
    """Returns who else enters the next hand of this game."""
    return devices.other_writers(game, reader=membership)


@register.simple_tag
def behind_others(game: Game, membership: Membership) -> list[devices.UnsyncedDevice]:
    """Returns what other devices of the session have not synced. One query."""
    return devices.other_devices(devices.unsynced_devices(game.session), membership)
