"""Django's admin for operators: it displays the tables, and changes data only through the services of its own pages."""

from datetime import UTC, datetime
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils.translation import gettext_lazy

from scorebook.accounts.models import User
from scorebook.operator_pages.login import THROTTLED, LoginForm

# Passwords are set by `manage.py`, and no page uses the other views.
LEFT_OUT = ("password_change", "password_change_done", "autocomplete", "view_on_site", "jsi18n")


class OperatorSite(AdminSite):
    site_header = gettext_lazy("Scorebook: operator pages")
    site_title = site_header
    index_title = gettext_lazy("All data")
    login_form = LoginForm
    enable_nav_sidebar = False

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [one for one in super().get_urls() if getattr(one, "name", None) not in LEFT_OUT]

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        # Set here, since a context processor would read the user for all other pages too.
        return {**super().each_context(request), "user": request.user}

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        response: HttpResponse = super().login(request, extra_context)
        form = (getattr(response, "context_data", None) or {}).get("form")
        if isinstance(form, LoginForm) and form.is_bound and form.has_error("__all__", THROTTLED):
            response.status_code = 429
            response["Retry-After"] = str(form.wait_s)
        elif request.method == "POST" and request.user.is_authenticated:
            Session.objects.filter(expire_date__lt=datetime.now(UTC)).delete()
        return response


site = OperatorSite()


def operator_of(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise AssertionError("a page of operators was opened by nobody")
    return request.user


def log_operator_act(request: HttpRequest, row: Model, *, name: str, act: str) -> None:
    """Record in Django's admin log who did what.

    name: of the row, act: what was done; neither may contain a link or a hidden name.
    """
    LogEntry.objects.create(
        user=operator_of(request),
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=name[:200],
        action_flag=CHANGE,
        change_message=act,
    )
