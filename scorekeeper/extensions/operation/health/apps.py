from django.apps import AppConfig


class HealthConfig(AppConfig):
    name = "scorekeeper.extensions.operation.health"

    def ready(self) -> None:
        from scorekeeper.extensions.operation.health import deploying

        assert deploying  # its checks are registered
