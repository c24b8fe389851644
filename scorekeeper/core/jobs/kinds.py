"""The kinds of jobs there are. Each registers itself where its work is written down."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from django.db.models import Q, QuerySet
from django.utils.functional import Promise

from scorekeeper.core.jobs.models import RESEND, Job, JobState
from scorekeeper.engine.words import Phrase

J = TypeVar("J", bound=Job)


@dataclass(frozen=True)
class Kind(Generic[J]):
    """``work`` claims the job when all is ready, and says what became of it."""

    model: type[J]
    title: Promise
    work: Callable[[J], object]
    lease: timedelta
    """How long a worker may be silent before it counts as dead."""
    attempts: int
    """So often it may be claimed without getting any further."""
    given_up: Phrase
    """What a row says then."""
    cut_off: Phrase | None = None
    """Of work that may not be done twice: what a row says whose worker died. None: it may."""

    @property
    def name(self) -> str:
        return self.model._meta.label_lower

    @property
    def rows(self) -> QuerySet[J]:
        return self.model._default_manager.all()

    def free(self, now: datetime) -> QuerySet[J]:
        """Selects the jobs that can be claimed: new ones at once, retries once due."""
        its_time = Q(attempts=0) | Q(due_at__lte=now + RESEND)
        free = Q(its_time, state=JobState.WAITING)
        if self.cut_off is None:
            free |= Q(state=JobState.RUNNING, due_at__lt=now)
        return self.rows.filter(free)


KINDS: Final[dict[str, Kind[Any]]] = {}
"""All kinds by the label of their model: ``"statements.statement"``."""


def register(kind: Kind[Any]) -> None:
    KINDS[kind.name] = kind


def kind_of(job: Job) -> Kind[Any]:
    return KINDS[job._meta.label_lower]
