"""The admin's pages of clubs: their size and last use, a search, and new links."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scorebook.access import gone_is_404
from scorebook.clubs.models import Club
from scorebook.core.keys import new_key
from scorebook.operations.club_stats import ClubFigures, club_figures, with_last_use
from scorebook.operator_pages.finding import MAX_FOUND, find_club_by_link_or_id, search_clubs_by_name
from scorebook.operator_pages.operator_tables import OperatorList, ReadOnlyTable
from scorebook.operator_pages.site import log_operator_act, site
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.web.core.form_data import FormData
from scorebook.web.core.problem_texts import web_problem_text
from scorebook.web.evening.table.links import link_for_phones

# The names listed on a club's page; the list of all people is one click away.
PEOPLE_SHOWN = 100
# Each has an index that begins with the club.
TABLES = {
    "clubs_player": gettext_lazy("People"),
    "play_evening": gettext_lazy("Evenings"),
    "ledger_entry": gettext_lazy("Ledger entries"),
    "clubs_nameevent": gettext_lazy("Name history"),
    "clubs_clubevent": gettext_lazy("Club events"),
    "standings_seasonevent": gettext_lazy("Seasons"),
    "exchange_import": gettext_lazy("Imports"),
}


class ClubList(OperatorList):
    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        attach_club_figures(list(self.result_list))


def attach_club_figures(clubs: Collection[Club]) -> None:
    figures = club_figures([club.pk for club in clubs])
    for club in clubs:
        club.__dict__["figures"] = figures[club.pk]


class UnusedFilter(admin.SimpleListFilter):
    """Clubs in which nothing was played, or nothing was written for so many days."""

    title = gettext_lazy("last use")
    parameter_name = "unused"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("never", gettext_lazy("No hand recorded")),
            ("180", gettext_lazy("Not used for half a year")),
            ("365", gettext_lazy("Not used for a year")),
            ("1095", gettext_lazy("Not used for three years")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Club]) -> QuerySet[Club]:
        return self._clubs_of_choice(self.value(), queryset)

    def _clubs_of_choice(self, choice: str | None, clubs: QuerySet[Club]) -> QuerySet[Club]:
        if choice == "never":
            return clubs.exclude(Exists(Evening.objects.filter(club=OuterRef("pk"), hand_count__gt=0)))
        if choice in dict(self.lookup_choices):
            before = timezone.now() - timedelta(days=int(choice))
            return with_last_use(clubs).filter(**{"last_used_at__lt": before})
        return clubs

    def get_facet_queryset(self, changelist: ChangeList) -> dict[str, int]:
        """Count the clubs of each choice, all clubs. A statement for each choice: Citus cannot count them in one."""
        clubs = changelist.get_queryset(self.request, exclude_parameters=self.expected_parameters())
        counts = {}
        for number, (choice, _title) in enumerate(self.lookup_choices):
            counts[f"{number}__c"] = self._clubs_of_choice(choice, clubs).count()
        return counts


class ClubTable(ReadOnlyTable):
    shown_urls = ("changelist", "change", "history")
    list_display = ("name", "people", "evenings", "hands", "rows", "created_at", "last_used_at")
    list_filter = (UnusedFilter,)
    fields = readonly_fields = ("name", "id", "people", "evenings", "hands", "rows", "created_at", "last_used_at")
    change_form_template = "operator_pages/club.html"
    change_list_template = "operator_pages/clubs.html"

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("-created_at", "-pk")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == UnusedFilter.parameter_name or super().lookup_allowed(lookup, value, request)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ClubList]:
        return ClubList

    @admin.display(description=gettext_lazy("People"))
    def people(self, club: Club) -> int:
        return _attached_figures(club).people

    @admin.display(description=gettext_lazy("Evenings"))
    def evenings(self, club: Club) -> int:
        return _attached_figures(club).evenings

    @admin.display(description=gettext_lazy("Hands"))
    def hands(self, club: Club) -> int:
        return _attached_figures(club).hands

    @admin.display(description=gettext_lazy("Rows"))
    def rows(self, club: Club) -> int:
        return _attached_figures(club).rows

    @admin.display(description=gettext_lazy("Last used"))
    def last_used_at(self, club: Club) -> str:
        return date_format(localtime(_attached_figures(club).last_used_at), "DATETIME_FORMAT")

    def get_urls(self) -> list[URLPattern]:
        return [
            path("find/", site.admin_view(require_POST(find_club_page)), name="clubs_club_find"),
            path("<uuid:club_id>/links/", site.admin_view(renew_links_page), name="clubs_club_links"),
            *super().get_urls(),
        ]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Club | None:
        club: Club | None = super().get_object(request, object_id, from_field)
        if club:
            attach_club_figures([club])
        return club

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **how: Any) -> HttpResponse:  # type: ignore[override]
        club: Club = how["obj"]
        people = club.players.order_by("name_folded")[: PEOPLE_SHOWN + 1]
        shown = {
            "subtitle": club.name,
            "people": people[:PEOPLE_SHOWN],
            "has_more_people": len(people) > PEOPLE_SHOWN,
            "lists": _links_to_tables(club),
        }
        return super().render_change_form(request, {**context, **shown}, **how)


def find_club_page(request: HttpRequest) -> HttpResponse:
    """Find a club from a posted form, since a link in a query would stay in the history and in every log."""
    text = FormData.of(request.POST).one("text")
    club = find_club_by_link_or_id(text)
    if club:
        return redirect("admin:clubs_club_change", club.pk)
    clubs = search_clubs_by_name(text)
    attach_club_figures(clubs)
    shown = {"title": _("Clubs found"), "clubs": clubs, "is_full": len(clubs) == MAX_FOUND, "opts": Club._meta}
    return TemplateResponse(request, "operator_pages/found.html", {**site.each_context(request), **shown})


@require_http_methods(["GET", "HEAD", "POST"])
def renew_links_page(request: HttpRequest, club_id: Any) -> HttpResponse:
    club = get_object_or_404(Club, pk=club_id)
    if request.method == "POST":
        return _renewed_links_page(request, club)
    shown = {"title": _("Make new links?"), "key": new_key(), "seen": play.link_mark(club)}
    return _render_club_page(request, "operator_pages/renew.html", club, shown)


def _renewed_links_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Display the new link on this page only: no message, log or URL contains it."""
    typed, before = FormData.of(request.POST), play.link_mark(club)
    try:
        with gone_is_404():
            club = play.renew_for_operator(club_id=club.pk, seen=typed.one("seen"), key=typed.key())
    except play.LinkRenewed as renewed:
        messages.error(request, web_problem_text(renewed.code))
        return redirect("admin:clubs_club_links", club.pk)
    if play.link_mark(club) != before:
        log_operator_act(request, club, name=club.name, act="New links for keepers, members and scribes.")
    link = link_for_phones(request, reverse("web:club", args=[club.keeper_token]))
    shown = {"title": _("The new keeper's link"), "link": link, "code": _qr_code_uri(link)}
    return _render_club_page(request, "operator_pages/renewed.html", club, shown)


def _render_club_page(request: HttpRequest, template: str, club: Club, shown: dict[str, Any]) -> HttpResponse:
    facts = {"row": club, "subtitle": club.name, "opts": Club._meta, **shown}
    return TemplateResponse(request, template, {**site.each_context(request), **facts})


def _qr_code_uri(link: str) -> str:
    """Return a QR code in black on white, which phones can read on pages of any colours."""
    import segno  # here, and not above: a megabyte that most servers never need

    return str(segno.make(link, error="m", micro=False).svg_data_uri(light="#fff", dark="#000", border=4, scale=5))


def _attached_figures(club: Club) -> ClubFigures:
    figures: ClubFigures = club.__dict__["figures"]
    return figures


def _links_to_tables(club: Club) -> list[tuple[str, str]]:
    return [(str(label), f"{reverse(f'admin:{table}_changelist')}?club={club.pk}") for table, label in TABLES.items()]
