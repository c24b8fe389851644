from django.apps import AppConfig


class CaptureConfig(AppConfig):
    name = "scorekeeper.capture"
    label = "capture"
