"""Words for who is here."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.tournaments.models import Presence

STATES: Final[dict[Presence, Any]] = {
    Presence.EXPECTED: _("Not here yet"),
    Presence.HERE: _("Here"),
    Presence.STANDBY: _("On standby"),
    Presence.RESTS: _("Sits out the next round"),
    Presence.LEFT: _("Left"),
}
HELP: Final[dict[Presence, Any]] = {
    Presence.EXPECTED: _("No seat is drawn."),
    Presence.HERE: _("Plays from the next round on."),
    Presence.STANDBY: _("Plays only where somebody is missing."),
    Presence.RESTS: _("Plays again in the round after it."),
    Presence.LEFT: _("Results stay. No seat is drawn any more."),
}
