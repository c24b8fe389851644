from django.apps import AppConfig


class PresetsConfig(AppConfig):
    name = "scorekeeper.presets"
    label = "presets"
