"""Groups that play for points only: no stake, amount or payment is shown, and no new one is made.

No row changes: sums are hidden when they are read (``core.localization.currencies``), so that
switching back shows them as before.
"""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club

REFUSED = _("This group plays for points only. Nothing was saved.")


def is_points_only(club: Club) -> bool:
    """A site for points only has no other groups; else each group's hosts decide."""
    return bool(settings.POINTS_ONLY) or club.points_only
