"""The page for Prometheus. It asks a machine by its address, which no list of host names has, and
without https; so a middleware answers. A client that has no token and does not ask from this
computer gets what any unknown address gets.

The page has what the processes of this machine counted, and what the database says at this moment.
"""

import logging
from collections.abc import Iterator
from ipaddress import ip_address
from math import inf
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import resolve
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from scorekeeper import __version__
from scorekeeper.core.jobs.kinds import KINDS
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits.spending import client_address
from scorekeeper.core.requests.middleware import TOO_LARGE, GetResponse
from scorekeeper.extensions.operation.backups.selectors import newest_stored
from scorekeeper.extensions.operation.health.ages import ages, versions
from scorekeeper.extensions.operation.ledger_check.selectors import newest_finished
from scorekeeper.extensions.operation.metrics import files

logger = logging.getLogger(__name__)

UNFINISHED: Final = (JobState.WAITING, JobState.RUNNING, JobState.FAILED)


def page() -> bytes:
    """Without the counts where their folder cannot be used."""
    registry = CollectorRegistry()
    registry.register(Now())
    try:
        files.close_gauges_of_ended(settings.METRICS_DIR)
        MultiProcessCollector(registry, path=str(settings.METRICS_DIR))
        return generate_latest(registry)
    except (OSError, ValueError) as error:  # the library's for a folder that is not there
        logger.warning("The metrics have no counts: %s", error)
    without_counts = CollectorRegistry()
    without_counts.register(Now())
    return generate_latest(without_counts)


class Now(Collector):
    """Numbers that are read at this moment, not counted."""

    def collect(self) -> Iterator[Metric]:
        yield _gauge("build", "The version that answers.", {"version": __version__}, 1)
        try:
            families = [*_versions(), *_jobs(), *_ages(), *_operation(), *_connections()]
        except DatabaseError:
            logger.warning("The metrics could not ask the database.", exc_info=True)
            connection.close()
            families = []
        yield _gauge("database_up", "Whether the database answers.", {}, bool(families))
        yield from families


def _family(name: str, text: str, labels: list[str]) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"scorekeeper_{name}", text, labels=labels)


def _gauge(name: str, text: str, labels: dict[str, str], value: float) -> GaugeMetricFamily:
    family = _family(name, text, list(labels))
    family.add_metric(list(labels.values()), value)
    return family


def _versions() -> Iterator[Metric]:
    by_program = _family("version", "Versions of programs and tables.", ["program", "version"])
    for program, version in versions().items():
        by_program.add_metric([program, version], 1)
    yield by_program


def _jobs() -> Iterator[Metric]:
    """Yields the numbers of unfinished jobs. Of finished jobs only the newest matter, and pages
    show those."""
    numbers = _family("jobs", "Jobs by kind and state.", ["kind", "state"])
    oldest = _family("oldest_job_age_seconds", "Age of the oldest job.", ["kind", "state"])
    now = timezone.now()
    for kind in KINDS.values():
        rows = kind.rows.filter(state__in=UNFINISHED).values("state")
        by_state = {row["state"]: row for row in rows.annotate(number=Count("pk"), at=Min("at"))}
        for state in UNFINISHED:
            row = by_state.get(state, {"number": 0, "at": now})
            numbers.add_metric([kind.name, state], row["number"])
            oldest.add_metric([kind.name, state], (now - row["at"]).total_seconds())
    yield from (numbers, oldest)


def _ages() -> Iterator[Metric]:
    """Yields ages. Something that never happened is infinitely old, so that an alert sees it
    too."""
    seconds = ages()
    heartbeats = _family("heartbeat_age_seconds", "Since the last heartbeat.", ["program"])
    for program in ("beat", "worker"):
        heartbeats.add_metric([program], _since(seconds[program]))
    yield heartbeats
    since_check = _since(seconds["ledger_check"])
    yield _gauge("ledger_check_age_seconds", "Since the last check of the ledger.", {}, since_check)
    backup = _family("backup_age_seconds", "Since the last good backup.", [])
    if settings.BACKUPS or seconds["backup"] is not None:
        backup.add_metric([], _since(seconds["backup"]))
    yield backup


def _since(seconds: float | None) -> float:
    return inf if seconds is None else seconds


def _operation() -> Iterator[Metric]:
    check, backup = newest_finished(), newest_stored()
    wrong = _family("ledger_check_wrong_sessions", "Sessions that differ from their hands.", [])
    size = _family("backup_size_bytes", "Size of the last good backup.", [])
    if check:
        wrong.add_metric([], check.wrong)
    if backup:
        size.add_metric([], backup.size)
    yield from (wrong, size)


def _connections() -> Iterator[Metric]:
    """Yields PostgreSQL's connections to this database from all processes and machines; SQLite has
    none."""
    connections = _family("database_connections", "Connections by state.", ["state"])
    limit = _family("database_connections_limit", "How many PostgreSQL allows in all.", [])
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT coalesce(state, 'unknown'), count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1"
            )
            for state, number in cursor.fetchall():
                connections.add_metric([state], number)
            cursor.execute("SELECT current_setting('max_connections')::int")
            limit.add_metric([], cursor.fetchone()[0])
    yield from (connections, limit)


ADDRESS = "/metrics"
FORWARDED: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


@csrf_exempt  # or a stranger who posts would get another answer than for an unknown address
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not is_operator(request):
        raise Http404
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return HttpResponse(page(), content_type=CONTENT_TYPE_LATEST)


def scrape(get_response: GetResponse) -> GetResponse:
    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info != ADDRESS or TOO_LARGE in request.META or not is_operator(request):
            return get_response(request)
        request.resolver_match = resolve(ADDRESS)
        return metrics(request)

    return answer


def is_operator(request: HttpRequest) -> bool:
    return has_token(request) or is_local(request)


def has_token(request: HttpRequest) -> bool:
    scheme, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    is_right = constant_time_compare(token.strip(), settings.METRICS_TOKEN)
    return bool(settings.METRICS_TOKEN) and scheme.lower() == "bearer" and is_right


def is_local(request: HttpRequest) -> bool:
    """Whether the client is this computer. A proxy that the settings do not know of may hand on
    strangers from here."""
    if not settings.BEHIND_PROXY and any(name in request.META for name in FORWARDED):
        return False
    try:
        return ip_address(client_address(request)).is_loopback
    except ValueError:
        return False
