from django.apps import AppConfig


class PocketConfig(AppConfig):
    name = "scorekeeper.pocket"
    label = "pocket"
