from django.urls import include, path

from scorebook.operator_pages.registered import site as operator_site

handler404 = "scorebook.web.core.error_pages.not_found_page"

urlpatterns = [
    path("admin/", operator_site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include(([path("v1/", include("scorebook.api.urls"))], "api"))),
    path("", include("scorebook.operations.urls")),
    path("", include("scorebook.web.offline.urls")),
    path("", include("scorebook.web.urls")),
]
