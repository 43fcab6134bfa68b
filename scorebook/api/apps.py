from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "scorebook.api"
    label = "api"
