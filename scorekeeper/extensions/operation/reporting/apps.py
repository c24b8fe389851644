from django.apps import AppConfig
from django.conf import settings


class ReportingConfig(AppConfig):
    name = "scorekeeper.extensions.operation.reporting"

    def ready(self) -> None:
        if settings.SENTRY_DSN:
            from scorekeeper.extensions.operation.reporting import errors

            errors.start(settings.SENTRY_DSN)
        if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
            from scorekeeper.extensions.operation.reporting import traces

            traces.start()
