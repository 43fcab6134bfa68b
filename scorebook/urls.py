from django.urls import include, path

handler404 = "scorebook.web.core.error_pages.not_found"

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("scorebook.api.urls")),
    path("", include("scorebook.operations.urls")),
    path("", include("scorebook.web.offline.urls")),
    path("", include("scorebook.web.urls")),
]
