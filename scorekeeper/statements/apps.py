from django.apps import AppConfig


class StatementsConfig(AppConfig):
    name = "scorekeeper.statements"
    label = "statements"
