"""The page of one hand: its history, correcting it, striking it out."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

import rules
from rules.wording import words
from scorebook import access
from scorebook.core.keys import new_key
from scorebook.core.monitoring import metrics
from scorebook.core.monitoring.metrics import Channel, HandVerb
from scorebook.play import hand_event_codec
from scorebook.play import services as play
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evening_sheets
from scorebook.texts import language
from scorebook.web.core import person_names
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form import form
from scorebook.web.evening.hand_form import hand_form_codec as handform
from scorebook.web.evening.hand_form.preview_json import preview_problems_json, preview_score_json
from scorebook.web.evening.table import conflict_page, sheet
from scorebook.web.evening.table.refusals import Refusal, hand_form_refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def hand_correction_page(request: HttpRequest, evening: Evening, no: int) -> HttpResponse:
    events = _events_of_hand_page(evening, no)
    if request.method == "POST":
        return _correct_on_hand_page(request, evening, events)
    return _hand_page(request, evening, events, typed=None)


def _correct_on_hand_page(request: HttpRequest, evening: Evening, events: Sequence[HandEvent]) -> HttpResponse:
    typed, at = FormData.of(request.POST), timezone.now()
    try:
        event = play.correct_hand(
            evening=evening,
            key=typed.key(),
            no=events[-1].no,
            replaces=typed.id("replaces"),
            hand=_typed_hand_fields(evening, events, typed),
            at=at,
            by=evening.by,
        )
    except (rules.ReportError, play.PlayError) as error:
        return _hand_page(request, evening, events, typed=typed, refusal=hand_form_refusal(error, evening))
    metrics.count_hands(HandVerb.CORRECTED, Channel.PAGE, int(event.recorded_at == at))
    messages.success(request, _("Hand %(no)s is corrected.") % {"no": events[-1].no})
    return redirect("web:table", token=evening.link)


@never_cache
@require_POST
@access.opens_evening
def void_hand_page(request: HttpRequest, evening: Evening, no: int) -> HttpResponse:
    events = _events_of_hand_page(evening, no)
    typed, at = FormData.of(request.POST), timezone.now()
    try:
        event = play.void_hand(
            evening=evening, key=typed.key(), no=no, replaces=typed.id("replaces"), at=at, by=evening.by
        )
    except play.PlayError as error:
        if isinstance(error, play.StaleHand) and events[-1].is_void:
            # The other change struck the hand out as well.
            return redirect("web:table", token=evening.link)
        return _hand_page(request, evening, events, typed=None, refusal=hand_form_refusal(error, evening))
    metrics.count_hands(HandVerb.STRUCK_OUT, Channel.PAGE, int(event.recorded_at == at))
    messages.success(request, _struck_out_message(evening, no))
    return redirect("web:table", token=evening.link)


def _struck_out_message(evening: Evening, no: int) -> SafeString:
    """Return the message with a link to correct the hand, which counts it again."""
    text, page = _("Hand %(no)s is struck out.") % {"no": no}, reverse("web:hand", args=[evening.link, no])
    return format_html('{} <a class="button" href="{}">{}</a>', text, page, _("correct"))


@never_cache
@require_POST
@access.opens_evening
def correction_preview(request: HttpRequest, evening: Evening, no: int) -> JsonResponse:
    events = _events_of_hand_page(evening, no)
    persons = person_names.people_of_club(evening.club)
    try:
        score = play.preview_correction(
            evening=evening, no=no, hand=_typed_hand_fields(evening, events, FormData.of(request.POST))
        )
    except rules.ReportError as error:
        return preview_problems_json(error.problems, persons)
    return preview_score_json(score, persons)


def _events_of_hand_page(evening: Evening, no: int) -> Sequence[HandEvent]:
    events = evening_sheets.hand_history(evening, no)
    if not events:
        raise Http404
    return events


def _typed_hand_fields(evening: Evening, events: Sequence[HandEvent], typed: FormData) -> handform.Hand:
    return handform.hand_from_form(typed, ruleset=evening.rules, table=hand_event_codec.read_table(events[-1].table))


def _hand_page(
    request: HttpRequest,
    evening: Evening,
    events: Sequence[HandEvent],
    *,
    typed: FormData | None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    persons = person_names.people_of_club(evening.club)
    ruleset = evening.rules
    current = events[-1]
    table = hand_event_codec.read_table(current.table)
    report = hand_event_codec.report_of_event(current, ruleset)
    recorded = handform.form_data_from_report(report, hand_event_codec.score_of_event(current))
    conflict = _conflict_on_hand_page(evening, persons, events, typed) if refusal and refusal.is_stale else None
    context = {
        "evening": evening,
        "no": current.no,
        "current": current,
        "versions": [_version_on_hand_page(event, ruleset, persons) for event in events],
        "conflict": conflict,
        "entry": form.HandForm(
            ruleset=ruleset,
            table=table,
            people=persons,
            typed=recorded if typed is None else typed,
            refused=refusal.problems if refusal else (),
        ),
        "dealer": sheet.sheet_dealer(table, persons),
        "leader": persons[ruleset.active(table)[0]],
        "sitting_out": [(persons[player], "") for player in ruleset.sitting_out(table)],
        "replaces": current.pk,
        "key": typed.key() if typed and refusal and refusal.keeps_key else new_key(),
        "refusal": refusal.text if refusal else "",
    }
    return render(request, "evening/table/hand.html", context, status=refusal.status if refusal else None)


def _conflict_on_hand_page(
    evening: Evening, persons: person_names.People, events: Sequence[HandEvent], typed: FormData | None
) -> conflict_page.Conflict:
    """Return the conflict over a correction, or if typed is None, over striking out."""
    no = events[-1].no
    [row] = sheet.sheet_page(evening_sheets.evening_sheet(evening, range(no, no + 1)), persons).rows
    if typed is None:
        return conflict_page.conflict_of_striking(evening=evening, row=row)
    return conflict_page.conflict_of_correction(
        evening=evening, row=row, mine=_typed_hand_of_conflict(evening, persons, events, typed)
    )


def _typed_hand_of_conflict(
    evening: Evening, persons: person_names.People, events: Sequence[HandEvent], typed: FormData
) -> conflict_page.TypedHand | None:
    hand, ruleset = _typed_hand_fields(evening, events, typed), evening.rules
    try:
        score = play.preview_correction(evening=evening, no=events[-1].no, hand=hand)
        report = rules.read_report(hand, ruleset=ruleset, table=hand_event_codec.read_table(events[-1].table))
    except rules.ReportError:
        return None
    return report, score, person_names.names_of(persons)


def _version_on_hand_page(event: HandEvent, ruleset: rules.Ruleset, persons: person_names.People) -> dict[str, object]:
    """Return a version of the hand in words, for the template."""
    score, report = hand_event_codec.score_of_event(event), hand_event_codec.report_of_event(event, ruleset)
    in_language, names = language.current_language(), person_names.names_of(persons)
    return {
        "event": event,
        "kind_text": _KINDS[HandEvent.Kind(event.kind)](),
        "writer": person_names.writer_name(event.recorded_by, persons),
        "text": words.hand_text(report, score, in_language, names),
        "facts": words.facts_text(report, in_language, names),
        "total": words.sum_text(score, in_language, names),
        "points": [(persons[player], count) for player, count in hand_event_codec.points_of_event(event).items()],
    }


_KINDS = {
    HandEvent.Kind.RECORDED: lambda: _("recorded"),
    HandEvent.Kind.CORRECTED: lambda: _("corrected"),
    HandEvent.Kind.VOIDED: lambda: _("struck out"),
    HandEvent.Kind.REPLAYED: lambda: _("recalculated after an earlier hand changed"),
}
