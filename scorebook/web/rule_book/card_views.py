"""The card counter of an evening; its counts can be copied into the entry form."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.games.declarer_game import DeclarerGame
from scorebook import access
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form import form
from scorebook.web.rule_book import card_counter

CARRIED = ("contract", "trump_suit", "card_points", "top_trumps")


@never_cache
@require_safe
@access.opens_evening
def card_counter_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    ruleset, typed = _ruleset_with_cards(evening), FormData.of(request.GET)
    sheet = evening_sheets.evening_sheet(evening)
    counted = card_counter.count_cards(ruleset, typed, len(sheet.table.players))
    if typed.one("take"):
        return _take_over_counted_cards(evening, card_counter.form_with_card_count(typed, counted))
    entry = form.HandForm(
        ruleset=ruleset,
        table=sheet.table,
        people=person_names.people_of_club(evening.club),
        typed=typed,
        state=sheet.state,
    )
    context = {
        "evening": evening,
        "pack": card_counter.pack_chips(ruleset, typed),
        "counted": counted,
        "entry": entry,
        "is_pack_open": True,
        "takes_along": True,
    }
    return render(request, "rule_book/cards.html", context)


@never_cache
@require_safe
@access.opens_evening
def evening_card_count(request: HttpRequest, evening: Evening) -> JsonResponse:
    table = evening_sheets.next_table(evening)
    return JsonResponse(
        card_counter.card_count_json(
            card_counter.count_cards(_ruleset_with_cards(evening), FormData.of(request.GET), len(table.players))
        )
    )


def _ruleset_with_cards(evening: Evening) -> DeclarerGame:
    """Return the ruleset. Raises: Http404 for a game that does not define its pack."""
    ruleset = evening.rules
    if not isinstance(ruleset, DeclarerGame):
        raise Http404
    return ruleset


def _take_over_counted_cards(evening: Evening, typed: FormData) -> HttpResponse:
    carried = {name: typed.one(name) for name in CARRIED if typed.one(name)}
    return redirect(f"{reverse('web:table', args=[evening.link])}?{urlencode(carried)}")
