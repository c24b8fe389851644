from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "scorekeeper.jobs"

    def ready(self) -> None:
        """A web server sends to our queue too; without this it would talk to Celery's own app."""
        import scorekeeper.celery
        import scorekeeper.jobs.tasks  # noqa: F401  # the services find it by its name
