from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "scorebook.standings"
    label = "standings"

    def ready(self) -> None:
        # Here and not above: it defines a model class, which must wait until the apps are loaded.
        from scorebook.core import append_only

        append_only.keep_tables_protected(self)
