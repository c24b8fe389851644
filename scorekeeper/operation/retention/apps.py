from django.apps import AppConfig


class RetentionConfig(AppConfig):
    name = "scorekeeper.operation.retention"

    def ready(self) -> None:
        import scorekeeper.operation.retention.letters  # noqa: F401  # registers the job's kind
