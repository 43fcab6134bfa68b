from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "scorebook.exchange"
    label = "exchange"
    audit_findings = "scorebook.exchange.imports.import_verification.import_findings"

    def ready(self) -> None:
        # Here and not above: it defines a model class, which must wait until the apps are loaded.
        from scorebook.core import append_only

        append_only.keep_tables_protected(self)
