from django.apps import AppConfig


class PayingConfig(AppConfig):
    name = "scorekeeper.paying"
    label = "paying"
