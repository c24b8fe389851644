from django.apps import AppConfig


class OperatorAdminConfig(AppConfig):
    name = "scorekeeper.extensions.operation.admin"
    label = "operation_admin"
