from django.urls import include, path

handler404 = "scorebook.web.views.refused.not_found"

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("scorebook.api.urls")),
    path("", include("scorebook.web.phone_urls")),
    path("", include("scorebook.web.urls")),
]
