from django.apps import AppConfig


class OperatorPagesConfig(AppConfig):
    name = "scorebook.operator_pages"
    label = "operator_pages"
