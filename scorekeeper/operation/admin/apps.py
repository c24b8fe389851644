from django.apps import AppConfig


class OperatorAdminConfig(AppConfig):
    name = "scorekeeper.operation.admin"
    label = "operation_admin"
