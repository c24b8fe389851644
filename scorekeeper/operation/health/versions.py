"""Which version each program of the site is, for whoever updates it."""

from scorekeeper import __version__
from scorekeeper.core.releases.compatibility import newest_release
from scorekeeper.operation.health.models import Pulse


def versions() -> dict[str, str]:
    """By program: this web process, ``worker`` and ``beat`` at their last heartbeat ("" without
    one), and ``schema``, the newest version that migrated the database."""
    pulses = dict(Pulse.objects.values_list("name", "version"))
    newest = newest_release()
    return {
        "web": __version__,
        "worker": pulses.get("worker", ""),
        "beat": pulses.get("beat", ""),
        "schema": newest.version if newest else "",
    }
