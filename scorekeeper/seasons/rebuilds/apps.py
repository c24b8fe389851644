from django.apps import AppConfig


class RebuildingConfig(AppConfig):
    name = "scorekeeper.seasons.rebuilds"

    def ready(self) -> None:
        import scorekeeper.seasons.rebuilds.services  # noqa: F401  # and with it the kind of its jobs
