from django.apps import AppConfig


class LedgerCheckConfig(AppConfig):
    name = "scorekeeper.extensions.operation.ledger_check"

    def ready(self) -> None:
        import scorekeeper.extensions.operation.ledger_check.services  # noqa: F401  # registers the job's kind
