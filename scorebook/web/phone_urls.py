"""The addresses of the app on the phone, beside those of the pages."""

from django.urls import path

from scorebook.web.views import lookup, offline

app_name = "phone"
urlpatterns = [
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("manifest.<str:tongue>.webmanifest", offline.manifest, name="manifest"),
    path("offline/", offline.offline, name="offline"),
    path("t/<str:scribe_token>/lookup", lookup.lookup, name="lookup"),
    path("phone/<uuid:key>/", offline.on_phone, name="evening"),
]
