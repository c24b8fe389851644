from django.apps import AppConfig


class PlanningConfig(AppConfig):
    name = "scorekeeper.calendar.planning"

    def ready(self) -> None:
        import scorekeeper.calendar.planning.tasks  # noqa: F401
