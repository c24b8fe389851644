from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "scorekeeper.play"
    label = "play"
