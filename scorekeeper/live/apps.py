from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "scorekeeper.live"
    label = "live"
