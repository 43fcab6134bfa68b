"""The search for hands by player, contract and result."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.standings import hand_search
from scorebook.standings.hand_cursor import parse_hand_cursor
from scorebook.web.club.search import found_hands
from scorebook.web.club.search.forms import SearchForm
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData


@never_cache
@require_safe
@access.opens_club()
def search_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the hands found, without a filter the newest ones; `before` is where an older page begins."""
    group, typed = club_group(club.pk), FormData.of(request.GET)
    persons = person_names.people_of_group(group)
    form = SearchForm(typed, people=person_names.people_by_name(persons), contracts=hand_search.contracts_played(group))
    before = parse_hand_cursor(typed.one("before"))
    found = hand_search.search_hands(group, form.wanted, before=before)
    context = {
        "club": club,
        "meant": found_hands.meant_contract(form),
        "form": form,
        "chosen": found_hands.chosen_search_filters(form, persons),
        "hands": list(found_hands.found_hand_rows(found, persons)),
        "counted": found_hands.found_hand_count_text(found, form.wanted),
        "looked_back_to": found.looked_back_to,
        "older": found_hands.hand_search_query(form, before=found.older) if found.older else "",
        "newest": found_hands.hand_search_query(form) if before else None,
        "has_open_evening": hand_search.has_open_evening(group),
    }
    return render(request, "club/search/search.html", context)
