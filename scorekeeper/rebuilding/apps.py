from django.apps import AppConfig


class RebuildingConfig(AppConfig):
    name = "scorekeeper.rebuilding"

    def ready(self) -> None:
        import scorekeeper.rebuilding.services  # noqa: F401  # and with it the kind of its jobs
