from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "scorebook.exchange"
    label = "exchange"
