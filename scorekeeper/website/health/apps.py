from django.apps import AppConfig


class HealthConfig(AppConfig):
    name = "scorekeeper.website.health"

    def ready(self) -> None:
        from scorekeeper.website.health import deploying

        assert deploying  # its checks are registered
