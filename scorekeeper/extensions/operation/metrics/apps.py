from contextlib import suppress

from django.apps import AppConfig
from django.conf import settings


class MetricsConfig(AppConfig):
    name = "scorekeeper.extensions.operation.metrics"

    def ready(self) -> None:
        """The counters are loaded with the first event: each process that has them has a file."""
        from scorekeeper.core.counting import CONNECTIONS, LISTENERS
        from scorekeeper.extensions.operation.metrics.events import count_event, live_connection

        with suppress(OSError):  # without room nothing is counted
            settings.METRICS_DIR.mkdir(parents=True, exist_ok=True)
        if count_event not in LISTENERS:
            LISTENERS.append(count_event)
            CONNECTIONS.append(live_connection)
