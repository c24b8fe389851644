from django.apps import AppConfig


class PlanningConfig(AppConfig):
    name = "scorekeeper.extensions.calendar.planning"

    def ready(self) -> None:
        import scorekeeper.extensions.calendar.planning.tasks  # noqa: F401
