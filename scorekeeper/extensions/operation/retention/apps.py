from django.apps import AppConfig
from django.conf import settings


class RetentionConfig(AppConfig):
    name = "scorekeeper.extensions.operation.retention"

    def ready(self) -> None:
        settings.EXTENSIONS.functions("tell players that their group is deleted")
