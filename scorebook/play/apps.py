from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "scorebook.play"
    label = "play"
