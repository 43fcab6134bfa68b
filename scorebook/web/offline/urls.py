"""The addresses of the offline app."""

from scorebook.access import page
from scorebook.web.offline import views

app_name = "phone"
urlpatterns = [
    page("service-worker.js", views.service_worker, name="service_worker"),
    page("manifest.<str:tongue>.webmanifest", views.web_manifest, name="manifest"),
    page("offline/", views.offline_page, name="offline"),
    page("offline/keys", views.key_ring_part, name="key_ring"),
    page("offline/moved", views.moved_part, name="moved"),
    page("t/<str:token>/lookup", views.offline_lookup, name="lookup"),
    page("phone/<uuid:key>/", views.evening_on_phone_page, name="evening"),
]
