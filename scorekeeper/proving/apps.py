from django.apps import AppConfig


class ProvingConfig(AppConfig):
    name = "scorekeeper.proving"
    label = "proving"
