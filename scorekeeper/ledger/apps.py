from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "scorekeeper.ledger"
    label = "ledger"
