"""The front page, and a club's page to start the next evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.exceptions import Throttled

from rules import Problem
from scorebook import access
from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.core import throttles
from scorebook.core.keys import new_key
from scorebook.play import services as play
from scorebook.play.models import Evening, Seat
from scorebook.web.core import error_pages, person_names, problem_texts
from scorebook.web.core.error_pages import limit_requests
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import Person
from scorebook.web.start import forms as startform
from scorebook.web.start import house_rules_form
from scorebook.web.start.forms import StartForm, StartRefused

RECENT = 12  # evenings whose people are offered first
NEW_CLUB = "new"  # in the table's address: the page shows how to keep the club's link


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.public
def start_page(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _post_start_form(request, club=None)
    return _start_form_page(request, None, FormData.of(request.GET), key=new_key(), status=200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club()
def start_in_club(request: HttpRequest, club: Club) -> HttpResponse:
    if request.method == "POST":
        return _post_start_form(request, club=club)
    return _start_form_page(request, club, _last_evening_form_data(club), key=new_key(), status=200)


@limit_requests(throttles.Scoring)
@require_POST
@access.public
def house_rules_of_start_form(request: HttpRequest) -> HttpResponse:
    """Return the house rules of the chosen tariff as a fragment, for the page's script."""
    form = StartForm(typed=FormData.of(request.POST), key=new_key())
    return render(request, "start/house_rules.html", {"shown": form.house_rules})


def _post_start_form(request: HttpRequest, *, club: Club | None) -> HttpResponse:
    """Start the evening, or show the form with the house rules if their button was pressed without a script."""
    typed = FormData.of(request.POST)
    key = typed.key()
    if typed.has(house_rules_form.WANTED):
        return _start_form_page(request, club, typed, key=key, status=200)
    try:
        throttles.spend_budget(throttles.OpeningInClub if club else throttles.Opening, request)
    except Throttled as spent:
        texts = [error_pages.throttled_text(spent)]
        page = _start_form_page(request, club, typed, key=key, status=429, refusals=texts)
        return error_pages.retry_later_response(page, spent)
    wanted, by = startform.WantedEvening(typed), club.by if club else Role.SCRIBE.writer
    try:
        with access.gone_is_404():
            evening = startform.open_evening_from_form(wanted, key=key, club=club, at=timezone.now(), by=by)
    except StartRefused as error:
        return _start_form_page(request, club, typed, key=key, status=422, found_problems=error.problems)
    except (play.KeyReused, play.CeilingReached, clubs.NameKeyConflict) as conflict:
        # The key has already opened an evening; with a new one the form can open another.
        texts = [problem_texts.web_problem_text(conflict.code)]
        return _start_form_page(request, club, typed, key=new_key(), status=409, refusals=texts)
    if club is None:
        return redirect(_after_founding(evening, typed))
    # Without a script a scribe's page has no way back to the club.
    link = evening.scribe_token if typed.has("phone") else evening.member_link(club.link)
    return redirect("web:table", token=link)


def _after_founding(evening: Evening, typed: FormData) -> str:
    """Return the table's address with the club's new link for the phone's storage, or the page that shows that link.

    Browsers send no server the part after `#`, and the script takes it out of the address at once. So the table is
    there with the same taps, and no page of the scribe has a link of the club.
    """
    if typed.has("phone"):  # set by a script
        keys = urlencode({"keeper": evening.club.keeper_token})
        return f"{reverse('web:table', args=[evening.scribe_token])}?{NEW_CLUB}=1#{keys}"
    return reverse("web:club_links", args=[evening.club.keeper_token])


def _start_form_page(
    request: HttpRequest,
    club: Club | None,
    typed: FormData,
    *,
    key: UUID,
    status: int,
    found_problems: Sequence[Problem] = (),
    refusals: Sequence[str] = (),
) -> HttpResponse:
    people = _people_by_last_evening(club) if club else []
    form = StartForm(typed=typed, key=key, found_problems=found_problems, refusals=refusals, known_people=people)
    template = "start/next_evening.html" if club else "start/start.html"
    remind = club is not None and club.reminds_of_link(evening=_next_number(club))
    return render(request, template, {"form": form, "club": club, "remind_of_link": remind}, status=status)


def _next_number(club: Club) -> int:
    return Evening.objects.filter(club=club).count() + 1


def _last_evening_form_data(club: Club) -> FormData:
    """Return the form of the last evening: the same people in the same order, the same game, the next dealer."""
    last = play.listed_evenings(Evening.objects.filter(club=club)).order_by("-started_at", "-number").first()
    if last is None:
        return FormData({})
    seated = last.all_seats().filter(until_hand__isnull=True).order_by("place").values_list("player_id", flat=True)
    return FormData({**startform.start_form_fields(last), "names": _names_to_enrol(club, seated)})


def _people_by_last_evening(club: Club) -> list[Person]:
    """Return the people of the club: those of its latest evenings first, in seating order, then the others by name."""
    group = club_group(club.pk)
    recent = play.listed_evenings(Evening.objects.filter(club=club)).order_by("-started_at", "-number")[:RECENT]
    seats = Seat.objects.filter(club=club, evening__in=list(recent)).order_by("-evening__started_at", "place")
    persons = [group.person(player) for player in seats.values_list("player_id", flat=True)]
    places = {person: place for place, person in reversed([*enumerate(persons)])}
    people = person_names.people_to_seat(club, group)
    return sorted(people, key=lambda one: places.get(group.person(UUID(one.id)), len(persons)))


def _names_to_enrol(club: Club, seated: Iterable[UUID]) -> list[str]:
    """Return the names of the persons behind these players, in seating order."""
    group = club_group(club.pk)
    name_of = {group.person(UUID(one.id)): one.name for one in person_names.people_to_seat(club, group)}
    return [name_of[group.person(player)] for player in seated]
