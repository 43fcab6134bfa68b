from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "scorebook.operations"
    label = "operations"
