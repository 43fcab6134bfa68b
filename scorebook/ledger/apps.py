from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "scorebook.ledger"
    label = "ledger"
