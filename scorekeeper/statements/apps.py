from django.apps import AppConfig


class StatementsConfig(AppConfig):
    name = "scorekeeper.statements"
    label = "statements"

    def ready(self) -> None:
        """A web server sends to our queue too; without this it would talk to Celery's own app."""
        import scorekeeper.celery
        import scorekeeper.statements.tasks  # noqa: F401  # the services find them by name
