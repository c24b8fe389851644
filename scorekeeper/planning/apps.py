from django.apps import AppConfig


class PlanningConfig(AppConfig):
    name = "scorekeeper.planning"

    def ready(self) -> None:
        import scorekeeper.planning.tasks  # noqa: F401
