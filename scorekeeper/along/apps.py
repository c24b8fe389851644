from django.apps import AppConfig


class AlongConfig(AppConfig):
    name = "scorekeeper.along"
    label = "along"
