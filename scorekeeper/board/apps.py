from django.apps import AppConfig


class BoardConfig(AppConfig):
    name = "scorekeeper.board"
    label = "board"
