from django.apps import AppConfig


class RebuildingConfig(AppConfig):
    name = "scorekeeper.rebuilding"
    label = "rebuilding"

    def ready(self) -> None:
        """A web server sends to our queue too (``statements.apps``)."""
        import scorekeeper.celery
        import scorekeeper.rebuilding.tasks  # noqa: F401  # the services find it by name
