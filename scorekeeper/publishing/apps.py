from django.apps import AppConfig


class PublishingConfig(AppConfig):
    name = "scorekeeper.publishing"
    label = "publishing"
