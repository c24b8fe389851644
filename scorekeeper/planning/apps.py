from django.apps import AppConfig


class PlanningConfig(AppConfig):
    name = "scorekeeper.planning"
    label = "planning"

    def ready(self) -> None:
        """A web server sends to our queue too; the services find the task by its name."""
        import scorekeeper.planning.tasks  # noqa: F401
