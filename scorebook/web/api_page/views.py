"""The API's document as a page to browse and to try requests on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorebook import access


@require_safe
@access.public
def api_page(request: HttpRequest) -> HttpResponse:
    return render(request, "api_page/api.html")
