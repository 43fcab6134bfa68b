"""The table page: entry form, last hand, score sheet; and the older part of a long sheet, for watchers too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_GET, require_http_methods, require_POST, require_safe

import rules
from scorebook import access
from scorebook.clubs.roles import Role
from scorebook.core.keys import new_key
from scorebook.core.monitoring import metrics
from scorebook.core.monitoring.metrics import Channel, HandVerb
from scorebook.exchange.tables import evening_table_ids
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets
from scorebook.server import streams
from scorebook.texts import language
from scorebook.web.core import person_names, table_files
from scorebook.web.core.form_data import FormData
from scorebook.web.evening import sheet_versions
from scorebook.web.evening.hand_form import form, hand_form_codec, preview_json
from scorebook.web.evening.table import conflict_page, links
from scorebook.web.evening.table import sheet as sheets
from scorebook.web.evening.table.refusals import Refusal, hand_form_refusal

RECORDED = "recorded"  # tag of the message, followed by the id of the event
# Fields that a link may prefill: another dealer, and the counts of the card counter.
BEFOREHAND = ("dealer", "contract", "trump_suit", "card_points", "top_trumps")


# no-store also keeps the page out of the back/forward cache: going back must show the newest hand.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def evening_table_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    if request.method == "POST":
        return _record_on_table_page(request, evening)
    typed = FormData.of(request.GET)
    return _table_page(request, evening, FormData({name: typed.all(name) for name in BEFOREHAND if typed.has(name)}))


def _table_page_etag(request: HttpRequest, token: str) -> str:
    version = sheet_versions.linked_version_or_404("t", token, request).version
    return sheet_versions.sheet_etag(version, language.current_language())


@require_safe
@condition(etag_func=_table_page_etag)
@access.opens_evening
def written_sheet(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Return the changing part of the table page, which the page polls."""
    response = render(request, "evening/table/written_sheet.html", _table_page_context(request, evening, FormData({})))
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_GET
@access.opened_in_view(Role.SCRIBE)
def written_changes(request: HttpRequest, token: str) -> HttpResponse:
    """Return the first event of a stream; the server continues it (scorebook.server.streams)."""
    return streams.stream_response(request, sheet_versions.linked_version_or_404("t", token).version)


def _record_on_table_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    typed = FormData.of(request.POST)
    known_hands, at = typed.whole("known_hands"), timezone.now()
    hand, dealer = _typed_hand(evening, typed)
    try:
        with access.gone_is_404():
            event = play.record_hand(
                evening=evening,
                key=typed.key(),
                known_hands=known_hands if isinstance(known_hands, int) else -1,
                hand=hand,
                dealer=dealer,
                at=at,
                by=evening.by,
            )
    except (rules.ReportError, play.PlayError) as error:
        return _table_page(request, evening, typed, refusal=hand_form_refusal(error, evening))
    metrics.count_hands(HandVerb.RECORDED, Channel.PAGE, int(event.recorded_at == at))
    messages.success(request, _("Hand %(no)s is recorded.") % {"no": event.no}, extra_tags=f"{RECORDED} {event.pk}")
    return redirect("web:table", token=evening.link)


def _table_page(
    request: HttpRequest, evening: Evening, typed: FormData, *, refusal: Refusal | None = None
) -> HttpResponse:
    context = _table_page_context(request, evening, typed, refusal.problems if refusal else ())
    page: sheets.SheetPage = context["page"]
    context |= {"refusal": refusal.text if refusal else "", "notes": _table_page_notes(request, page)}
    context["is_new_club"] = "new" in request.GET
    if refusal and refusal.keeps_key:
        context["key"] = typed.key()
    if refusal and refusal.is_stale:
        context["conflict"] = _conflict_on_table_page(context["evening"], page, typed)
    return render(request, "evening/table/table.html", context, status=refusal.status if refusal else None)


def _table_page_context(
    request: HttpRequest, evening: Evening, typed: FormData, problems: Sequence[rules.Problem] = ()
) -> dict[str, Any]:
    # First: if another phone writes meanwhile, the page asks again. A version read last would hide that hand.
    version = sheet_versions.sheet_version_of_evening(evening)
    now = Evening.objects.select_related("club").get(club=evening.club_id, pk=evening.pk)
    evening = now.opened_like(evening)
    sheet = evening_sheets.evening_sheet(evening, sheets.newest_hand_numbers(evening))
    persons = person_names.people_of_club(evening.club)
    at_table = _table_with_dealer(sheet.table, typed.one("dealer"))
    page = sheets.sheet_page(sheet, persons)
    stands = {total.person.id: total.stands for total in page.totals}
    return {
        "evening": evening,
        "version": sheet_versions.sheet_etag(version, language.current_language()),
        "page": page,
        "hand_no": evening.hand_count + 1,
        "key": new_key(),
        "known_hands": evening.hand_count,
        "entry": form.HandForm(
            ruleset=sheet.ruleset,
            table=at_table,
            people=persons,
            typed=typed,
            refused=problems,
            state=sheet.state,
            stands=stands,
            played={hand.contract for hand in sheet.figures},
        ),
        "dealer": sheets.sheet_dealer(at_table, persons),
        "is_dealer_changed": at_table.dealer != sheet.table.dealer,
        "leader": persons[sheet.ruleset.active(at_table)[0]],
        "sitting_out": [(persons[player], stands[player]) for player in sheet.ruleset.sitting_out(at_table)],
        "at_table": [persons[player] for player in at_table.players],
        "undo_key": new_key(),
        **links.evening_links(request, evening),
    }


def _table_page_notes(request: HttpRequest, page: sheets.SheetPage) -> list[tuple[str, bool, sheets.HandRow | None]]:
    """Return the messages: text, whether it passes by itself, and the recorded hand to undo while it is unchanged."""
    standing = {str(row.event_id): row for row in page.rows if not row.is_void}
    tagged = [(one.message, *one.extra_tags.partition(" ")[::2]) for one in messages.get_messages(request)]
    return [(text, tag == RECORDED, standing.get(event)) for text, tag, event in tagged]


def _conflict_on_table_page(evening: Evening, page: sheets.SheetPage, typed: FormData) -> conflict_page.Conflict:
    known = typed.whole("known_hands")
    known_hands = known if isinstance(known, int) else evening.hand_count
    rows = [row for row in reversed(page.rows) if row.no > known_hands]
    return conflict_page.conflict_of_record(
        evening=evening, rows=rows, known_hands=known_hands, mine=_typed_hand_on_table_page(evening, typed)
    )


def _typed_hand_on_table_page(evening: Evening, typed: FormData) -> conflict_page.TypedHand | None:
    """Score the form's hand against the present state; None if it is incomplete."""
    ruleset, table = evening.rules, evening_sheets.next_table(evening)
    at_table = _table_with_dealer(table, _typed_dealer(table, typed))
    hand = hand_form_codec.hand_from_form(typed, ruleset=ruleset, table=at_table)
    state = rules.read_state(evening.state)
    try:
        report = rules.read_report(hand, ruleset=ruleset, table=at_table, state=state)
        score = rules.score(report, ruleset, state)
    except rules.ReportError:
        return None
    return report, score, person_names.names_of(person_names.people_of_club(evening.club))


@never_cache
@require_safe
@access.opens_evening
def written_hands_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    table = reverse("web:table", args=[evening.link])
    paper = reverse("web:paper", args=[evening.link])
    return _hands_page(request, evening, table_at=table, paper_at=paper, hands_at=table, may_write=True)


@never_cache
@require_safe
@access.opens_watched_evening
def watched_hands_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    table = reverse("web:watch", args=[evening.link])
    hides_money = access.hides_money(evening)
    paper = reverse("web:watched_paper", args=[evening.link])
    return _hands_page(request, evening, hides_money=hides_money, table_at=table, paper_at=paper, hands_at="")


def _hands_page(
    request: HttpRequest, evening: Evening, *, hides_money: bool = False, **of_link: str | bool
) -> HttpResponse:
    """Show the hands. `before` in the address: only hands with a lower number. of_link: more of the context."""
    if table_files.wants_table_file(request):
        return table_files.evening_file_response(request, evening, hides_money=hides_money)
    shown = sheets.newest_hand_numbers(evening, before=FormData.of(request.GET).number("before"))
    if evening.hand_count and not shown:
        raise Http404
    page = sheets.sheet_page(evening_sheets.evening_sheet(evening, shown), person_names.people_of_club(evening.club))
    tables = evening_table_ids(evening, hides_money=hides_money)
    context = {"evening": evening, "page": page, "tables": tables, **of_link}
    return render(request, "evening/table/hands.html", context)


@never_cache
@require_POST
@access.opens_evening
def hand_preview(request: HttpRequest, evening: Evening) -> JsonResponse:
    """Return every player's gain and the calculation in words, or the problems; writes nothing."""
    typed = FormData.of(request.POST)
    persons = person_names.people_of_club(evening.club)
    hand, dealer = _typed_hand(evening, typed)
    try:
        score = play.preview_hand(evening=evening, hand=hand, dealer=dealer)
    except rules.ReportError as error:
        return preview_json.preview_problems_json(error.problems, persons)
    return preview_json.preview_score_json(score, persons)


def _typed_hand(evening: Evening, typed: FormData) -> tuple[hand_form_codec.Hand, rules.Player | None]:
    """Return the hand, and its dealer as of `_typed_dealer`."""
    table = evening_sheets.next_table(evening)
    dealer = _typed_dealer(table, typed)
    hand = hand_form_codec.hand_from_form(typed, ruleset=evening.rules, table=_table_with_dealer(table, dealer))
    return hand, dealer


def _table_with_dealer(table: rules.Table, dealer: str | None) -> rules.Table:
    """Return the table with another dealer, if they sit there."""
    if dealer not in table.players:
        return table
    return rules.Table(players=table.players, dealer=rules.Player(dealer))


def _typed_dealer(table: rules.Table, typed: FormData) -> rules.Player | None:
    """Return the dealer named in the form; None if it is that player's turn anyway."""
    dealer = typed.one("dealer")
    return rules.Player(dealer) if dealer in table.players and dealer != table.dealer else None
