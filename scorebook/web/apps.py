from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "scorebook.web"
    label = "web"
