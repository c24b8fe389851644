from django.apps import AppConfig


class HealthConfig(AppConfig):
    name = "scorekeeper.health"

    def ready(self) -> None:
        from scorekeeper.health import deploying

        assert deploying  # its checks are registered
