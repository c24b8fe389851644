"""When the ledger was last checked, and how that ended."""

from scorekeeper.core.jobs.models import JobState
from scorekeeper.extensions.operation.ledger_check.models import LedgerCheck


def newest_finished() -> LedgerCheck | None:
    """Returns the newest check that came to its end, whatever it found."""
    return LedgerCheck.objects.filter(state=JobState.DONE).order_by("-ended_at").first()
