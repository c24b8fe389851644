from django.apps import AppConfig


class SettlingConfig(AppConfig):
    name = "scorekeeper.settling"
    label = "settling"
