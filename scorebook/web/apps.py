from django.apps import AppConfig
from django.core.signals import request_started


class WebConfig(AppConfig):
    name = "scorebook.web"
    label = "web"

    def ready(self) -> None:
        from scorebook.web.core.request_text import take_for_utf_8

        request_started.connect(take_for_utf_8)
