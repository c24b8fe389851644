"""The counters of each process, in files (``files``) that ``views`` adds up.

Import this module only in code that ``files.count`` runs: the library opens a file at once.
"""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values

from scorekeeper.extensions.operation.metrics.files import process_number

values.ValueClass = values.MultiProcessValue(process_number)

REGISTRY: Final = CollectorRegistry()
"""Only names the counters: their values are read from the files."""
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

REQUESTS: Final = Counter(
    "scorekeeper_requests",
    "Answered requests by the name of their route.",
    ["route", "method", "status"],
    registry=REGISTRY,
)
DURATIONS: Final = Histogram(
    "scorekeeper_request_duration_seconds",
    "Time from a whole request to its answer.",
    ["route"],
    buckets=SECONDS,
    registry=REGISTRY,
)
WRITES: Final = Counter(
    "scorekeeper_writes",
    "Writes by route and outcome: done, refused, conflict, stale, gone. A hand is entry:hand_new.",
    ["route", "outcome"],
    registry=REGISTRY,
)
REFUSALS: Final = Counter(
    "scorekeeper_refusals", "Refusals by rate limit.", ["limit"], registry=REGISTRY
)
TASKS: Final = Counter(
    "scorekeeper_tasks", "Tasks that workers ended.", ["task", "state"], registry=REGISTRY
)
LIVE_CONNECTIONS: Final = Gauge(
    "scorekeeper_live_connections",
    "Open connections for live updates.",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
