"""The proof of a session as a page shows it, cached.

It takes as long as replaying the whole session, and anyone with the link may request it: so it is
cached, longer if it took longer, only one is computed at a time, and very long sessions are checked
only in part. This limits the time a process spends on it, however many requests come.
"""

from threading import Lock
from typing import Final

from django.http import HttpRequest

from scorekeeper.clubs.models import Session
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import one_at_a_time, spend
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.extensions.exchange.proof.checking import Proof, check

MOST_HANDS: Final = 3000
"""The most hands replayed for a page. ``manage.py verify`` has no such limit."""
MIN_CACHE_SECONDS: Final = 60.0
"""Seconds it is cached at least; rows tampered with show after that."""
CACHE_FACTOR: Final = 20
"""Cached so many times as long as it took: a process spends at most a twentieth of its time on
it."""
PATIENCE: Final = 5.0
"""Seconds to wait while another session is computed."""
_working = Lock()


def proof(request: HttpRequest, session: Session) -> Proof:
    """Returns the proof of a session. Raises TooMuchError."""
    spend(acts.PROVE, request, link=session)
    return get_or_make(
        lambda: check(session, MOST_HANDS),
        *("proof", session.pk, session.version),
        cache="default",
        lasts=lambda took: max(MIN_CACHE_SECONDS, CACHE_FACTOR * took),
        turn=one_at_a_time(_working, acts.PROVING, PATIENCE),
    )
