from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "scorekeeper.documents"
    label = "documents"
