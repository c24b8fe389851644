from django.apps import AppConfig


class RetentionConfig(AppConfig):
    name = "scorekeeper.extensions.operation.retention"

    def ready(self) -> None:
        import scorekeeper.extensions.operation.retention.letters  # noqa: F401  # registers the job's kind
