from django.apps import AppConfig


class AskingConfig(AppConfig):
    name = "scorekeeper.asking"
    label = "asking"
