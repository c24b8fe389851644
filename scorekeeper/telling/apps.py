from django.apps import AppConfig


class TellingConfig(AppConfig):
    name = "scorekeeper.telling"
    label = "telling"
