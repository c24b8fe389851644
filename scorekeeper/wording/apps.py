from django.apps import AppConfig


class WordingConfig(AppConfig):
    name = "scorekeeper.wording"
    label = "wording"
