from django.apps import AppConfig


class StatementsConfig(AppConfig):
    name = "scorekeeper.statements"

    def ready(self) -> None:
        import scorekeeper.statements.tasks  # noqa: F401  # and with it the kind of its jobs
