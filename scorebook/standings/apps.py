from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "scorebook.standings"
    label = "standings"
