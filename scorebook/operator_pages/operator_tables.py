"""The base of all admin classes here: every table is displayed, and no row can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.db.models import CompositePrimaryKey, Field, ForeignKey, JSONField, Model, QuerySet, TextField
from django.forms import Media
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, URLPattern, reverse
from django.utils.html import format_html

from scorebook.operator_pages.site import site

# Keys of people, and typed texts, which still contain hidden names.
SECRET = (
    "key_hash",
    "keeper_token",
    "member_token",
    "calendar_seed",
    "scribe_token",
    "watch_token",
    "salt",
    "text",
    "password",
    "session_data",
)
# The only filters of a list; others would be searches, whose words would stay in its URL.
NARROWED_BY = ("club", "evening", "player", "plan")
ROWS = 50
Column = str | Callable[[Any], object]
M = TypeVar("M", bound=Model)
if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin


class OperatorList(ChangeList):
    def get_results(self, request: HttpRequest) -> None:
        """Read the rows of all clubs, unless the address narrows them to one."""
        super().get_results(request)
        len(self.result_list)  # else the template would send the statement


class ReadOnlyTable(_ModelAdmin):
    """A list of at most ROWS rows a page, newest keys first, and a page for each row. No row costs a statement."""

    actions = None
    list_per_page = ROWS
    list_max_show_all = 0
    show_full_result_count = False
    sortable_by = ()
    shown_urls: ClassVar[tuple[str, ...]] = ("changelist", "change")

    @property
    def media(self) -> Media:
        return Media()  # nothing here needs a script

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return site.has_permission(request)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in NARROWED_BY

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the model's order for the few rows of a filtered list, else that of the key."""
        return () if any(name in request.GET for name in NARROWED_BY) else ("-pk",)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return OperatorList

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        try:
            return row_of_any_club(self.get_queryset(request).filter(pk=object_id))
        except (ValidationError, ValueError):  # it is no such id
            return None

    def get_urls(self) -> list[URLPattern]:
        opts = self.opts
        shown = {f"{opts.app_label}_{opts.model_name}_{name}" for name in self.shown_urls}
        return [one for one in super().get_urls() if one.name in shown]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # A row's own text may contain typed text.
        named = {"subtitle": object_id, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, named)


def register_table(
    model: type[Model], *, kind: type[ReadOnlyTable] = ReadOnlyTable, more: tuple[str, ...] = ()
) -> None:
    """Register a table with all its columns except the SECRET ones; long ones only on the page of a row.

    more: further properties of the model.
    """
    if not is_supported_by_admin(model):
        raise ImproperlyConfigured(f"Django's admin cannot show {model._meta.label}")
    fields = [field for field in model._meta.concrete_fields if field.name not in SECRET]
    columns = [_admin_column(field) for field in fields]
    listed = [
        column for field, column in zip(fields, columns, strict=True) if not isinstance(field, (JSONField, TextField))
    ]
    shown = {"fields": [*columns, *more], "readonly_fields": [*columns, *more]}
    own = type(f"{model.__name__}Table", (kind,), {"list_display": [*listed, *more], **shown})
    site.register(model, own)


def row_of_any_club(rows: QuerySet[M]) -> M | None:
    """Return the first row. rows: by ids, because operators know no club, and an address of the admin names none."""
    return rows.first()


def is_supported_by_admin(model: type[Model]) -> bool:
    """Return whether the admin can display a model: Django 5.2 has no page for a composite primary key."""
    return not isinstance(model._meta.pk, CompositePrimaryKey)


def _admin_column(field: Field[Any, Any]) -> Column:
    """Return the column. A foreign key is displayed as the other row's key with a link, without a statement."""
    if not isinstance(field, ForeignKey):
        return field.name
    target, attname = field.related_model._meta, field.attname

    @admin.display(description=field.verbose_name)
    def reference(row: Model) -> object:
        key = getattr(row, attname)
        if key is None:
            return None
        try:
            address = reverse(f"admin:{target.app_label}_{target.model_name}_change", args=[key])
        except NoReverseMatch:
            return key
        return format_html('<a href="{}">{}</a>', address, key)

    reference.__name__ = field.name
    return reference
