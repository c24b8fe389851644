from django.apps import AppConfig


class StartingConfig(AppConfig):
    name = "scorekeeper.starting"
    label = "starting"
