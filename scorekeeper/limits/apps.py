from django.apps import AppConfig


class LimitsConfig(AppConfig):
    name = "scorekeeper.limits"
    label = "limits"
