from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "scorebook.ledger"
    label = "ledger"

    def ready(self) -> None:
        # Imported here because it defines a model class, which needs the loaded app registry.
        from scorebook.core import append_only

        append_only.keep_tables_protected(self)
