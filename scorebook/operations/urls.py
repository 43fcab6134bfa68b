"""The URLs for monitoring. `MonitoringAddresses` answers them first, except `/metrics` without its token."""

from django.urls import path

from scorebook.operations import health

app_name = "operations"
urlpatterns = [
    path("alive", health.alive_response, name="alive"),
    path("ready", health.ready_response, name="ready"),
    path("metrics", health.metrics_page, name="metrics"),
]
