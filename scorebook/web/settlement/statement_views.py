"""What a player won, lost, paid and got: in the club, on its tab, in one evening."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorebook.clubs import name_chain
from scorebook.clubs.models import Player
from scorebook.ledger import queries as books
from scorebook.ledger.snapshot import one_moment
from scorebook.play.models import Evening
from scorebook.play.queries import statements as told
from scorebook.standings import queries as standings
from scorebook.web.core import access, people, periods, units
from scorebook.web.core.form_data import FormData
from scorebook.web.core.money import POINTS
from scorebook.web.settlement import statements
from scorebook.web.settlement.forms import ReceiptForm

# With more lines a statement shows the last twelve months unless somebody asks for more.
LONG = 1_000


@never_cache
@require_safe
def statement_in_club(request: HttpRequest, club_token: str, player_id: UUID) -> HttpResponse:
    club = access.club_of(club_token)
    player = get_object_or_404(Player.objects.select_related("club"), club=club, pk=player_id)
    typed = FormData.of(request.GET)
    counted = [*units.units_of_club(club), *([POINTS] if POINTS in books.units_in_books(club) else [])] or [POINTS]
    unit = units.chosen_unit(typed.one("unit"), counted)
    period = periods.read_period(typed, timezone.localdate())
    with one_moment():
        evenings = told.statement_evenings(club=club, unit=unit, player=player)
        lines = told.player_statement(club=club, unit=unit, player=player)
        receipt = books.chain_receipt(club)
    if len(lines) > LONG and not any(typed.has(name) for name in ("period", "from", "to")):
        period = periods.read_period(FormData({"period": ["twelve"]}), timezone.localdate())
    persons = people.people_of_club(club)
    struck_out = standings.hands_struck_out(club) if unit == POINTS else {}
    context = {
        "person": persons[str(player.pk)],
        "evenings": [
            (one, one.evening.hand_count - struck_out.get(one.evening.pk, 0))
            for one in statements.evening_statement_lines(evenings, period)
        ],
        "shown": statements.shown_statement(lines, persons, period),
        "receipt": receipt,
        "units": counted if len(counted) > 1 else [],
        "period": period,
        "is_for_points": unit == POINTS,
    }
    return _statement_page(request, player, unit, context)


@never_cache
@require_safe
def statement_on_tab(request: HttpRequest, club_token: str, player_id: UUID) -> HttpResponse:
    club = access.club_of(club_token)
    player = get_object_or_404(Player.objects.select_related("club"), club=club, pk=player_id)
    unit = units.chosen_unit(FormData.of(request.GET).one("unit"), units.units_of_tab(units.units_of_club(club)))
    with one_moment():
        lines = told.player_tab_statement(club=club, unit=unit, player=player)
        receipt = books.chain_receipt(club)
    persons = people.people_of_club(club)
    context = {
        "person": persons[str(player.pk)],
        "shown": statements.shown_statement(lines, persons),
        "receipt": receipt,
        "is_on_tab": True,
    }
    return _statement_page(request, player, unit, context)


@never_cache
@require_safe
def statement_of_evening_in_club(request: HttpRequest, club_token: str, player_id: UUID, number: int) -> HttpResponse:
    club = access.club_of(club_token)
    evening = get_object_or_404(Evening.objects.select_related("club"), club=club, number=number)
    return _evening_statement_page(request, evening, player_id, back=None)


@never_cache
@require_safe
def statement_of_evening(request: HttpRequest, scribe_token: str, player_id: UUID) -> HttpResponse:
    evening = access.written_by(scribe_token)
    return _evening_statement_page(request, evening, player_id, back=("web:table", scribe_token))


@never_cache
@require_safe
def statement_of_watched_evening(request: HttpRequest, watch_token: str, player_id: UUID) -> HttpResponse:
    evening = access.watched_by(watch_token)
    return _evening_statement_page(request, evening, player_id, back=("web:watch", watch_token))


def _evening_statement_page(
    request: HttpRequest, evening: Evening, player_id: UUID, *, back: tuple[str, str] | None
) -> HttpResponse:
    """back: view and link of the evening; None leads back into the club. Nothing else opens from here."""
    club, unit = evening.club, evening.unit
    player = get_object_or_404(Player.objects.select_related("club"), club=club, pk=player_id)
    with one_moment():
        lines = told.player_statement(club=club, unit=unit, player=player, evening=evening)
        found = [one for one in told.statement_evenings(club=club, unit=unit, player=player) if one.evening == evening]
        receipt = books.chain_receipt(club)
    if not found:
        raise Http404
    persons = people.people_of_club(club)
    context = {
        "person": persons[str(player.pk)],
        "evening": evening,
        "sums": found[0],
        "shown": statements.shown_statement(lines, persons),
        "receipt": receipt,
        "back": back,
        "is_for_points": unit == POINTS,
    }
    return _statement_page(request, player, unit, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_receipt(request: HttpRequest, club_token: str) -> HttpResponse:
    """Whether the books still say what they said when somebody printed a statement. It only reads."""
    club = access.club_of(club_token)
    form = ReceiptForm(FormData.of(request.POST) if request.method == "POST" else None)
    context: dict[str, object] = {"club": club, "form": form}
    if form.is_valid():
        entries, hash_start = form.cleaned_data["entries"], form.cleaned_data["hash"]
        with one_moment():
            answer = books.verify_receipt(club=club, entries=entries, hash_start=hash_start) or "fits"
        context |= {"entries": entries, "answer": answer}
    return render(request, "settlement/receipt.html", context, status=422 if form.errors else 200)


def _statement_page(request: HttpRequest, player: Player, unit: str, context: dict[str, object]) -> HttpResponse:
    former = name_chain.former_names_of(player)
    shared = {"club": player.club, "unit": unit, "former_names": former, "printed_at": timezone.now()}
    return render(request, "settlement/statement.html", shared | context)
