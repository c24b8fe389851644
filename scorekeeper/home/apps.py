from django.apps import AppConfig


class HomeConfig(AppConfig):
    name = "scorekeeper.home"
    label = "home"
