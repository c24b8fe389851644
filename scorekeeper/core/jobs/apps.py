from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "scorekeeper.core.jobs"

    def ready(self) -> None:
        """A web server sends to our queue too; without this it would talk to Celery's own app."""
        import scorekeeper.celery
        import scorekeeper.core.jobs.tasks  # noqa: F401  # the services find it by its name
