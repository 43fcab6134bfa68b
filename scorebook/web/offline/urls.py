"""The addresses of the offline app."""

from django.urls import path

from scorebook.web.offline import views

app_name = "phone"
urlpatterns = [
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("manifest.<str:tongue>.webmanifest", views.web_manifest, name="manifest"),
    path("offline/", views.offline_page, name="offline"),
    path("offline/keys", views.key_ring_part, name="key_ring"),
    path("t/<str:scribe_token>/lookup", views.offline_lookup, name="lookup"),
    path("phone/<uuid:key>/", views.evening_on_phone_page, name="evening"),
]
