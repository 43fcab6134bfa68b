"""The URLs for monitoring. `MonitoringAddresses` answers them first, except `/metrics` without its token."""

from django.urls import path

from scorebook.operations import health

app_name = "operations"
urlpatterns = [
    path("alive", health.alive, name="alive"),
    path("ready", health.ready, name="ready"),
    path("metrics", health.metrics_page, name="metrics"),
]
