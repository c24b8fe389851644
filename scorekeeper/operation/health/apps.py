from django.apps import AppConfig


class HealthConfig(AppConfig):
    name = "scorekeeper.operation.health"

    def ready(self) -> None:
        from scorekeeper.operation.health import deploying

        assert deploying  # its checks are registered
