from django.apps import AppConfig


class LedgerCheckConfig(AppConfig):
    name = "scorekeeper.operation.ledger_check"

    def ready(self) -> None:
        import scorekeeper.operation.ledger_check.services  # noqa: F401  # registers the job's kind
