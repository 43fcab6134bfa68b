from django.apps import AppConfig
from django.core.signals import request_started


class WebConfig(AppConfig):
    name = "scorebook.web"
    label = "web"

    def ready(self) -> None:
        from scorebook.web.core.request_limits import block_other_charsets

        request_started.connect(block_other_charsets)
