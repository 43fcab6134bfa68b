"""The page for joining and leaving the table."""

from __future__ import annotations

from uuid import UUID, uuid5

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Player
from scorebook.core.keys import new_key
from scorebook.play import seating
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.play.services import POINTS
from scorebook.web.core import person_names, problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.core.form_fields import ClubForm, PlayerField, WholeNumberField
from scorebook.web.core.person_names import Person


class JoinForm(ClubForm):
    """A player of the club, or the name of a new one, which the service validates."""

    player = PlayerField(required=False)
    name = forms.CharField(
        required=False,
        label=gettext_lazy("New name"),
        widget=forms.TextInput({"maxlength": 60, "autocapitalize": "words"}),
    )
    # Empty: the chair they left this evening, or the end of the row.
    place = WholeNumberField(required=False, error_messages=problem_texts.error_messages("place_out_of_range"))


class LeaveForm(ClubForm):
    leaves = PlayerField(error_messages=problem_texts.error_messages("player_not_there"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def table_seats_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the seats, or seat or unseat a player. `leaves` in the address: confirm it, with the open balance."""
    if request.method != "POST":
        return _leave_confirmation_response(request, evening) or _seats_response(request, evening)
    typed = FormData.of(request.POST)
    is_leaving = bool(typed.one("leaves"))
    form = (LeaveForm if is_leaving else JoinForm)(typed, club=evening.club)
    if not form.is_valid():
        return _seats_response(request, evening, form)
    try:
        said = (_unseat_player if is_leaving else _seat_player)(evening, **form.cleaned_data)
    except clubs.ClubError as error:
        form.add_error("name", [problem_texts.web_problem_text(one.code) for one in error.problems])
        return _seats_response(request, evening, form)
    except play.EveningProblems as error:
        names = person_names.names_of(person_names.people_of_club(evening.club))
        for one in error.problems:
            form.add_error(one.field if one.field in form.fields else None, problem_texts.problem_sentence(one, names))
        return _seats_response(request, evening, form)
    except (play.PlayError, clubs.NameKeyConflict) as error:
        form.add_error(None, problem_texts.form_error(error.code))
        return _seats_response(request, evening, form, status=409)
    messages.success(request, said)
    return redirect("web:seats", token=evening.link)


def _seat_player(evening: Evening, *, key: UUID, player: Player | None, name: str, place: int | None) -> str:
    """Enrol and seat in one transaction: a refusal at the table enrols no new player."""
    at = timezone.now()
    with transaction.atomic():
        if player is None:
            [player] = clubs.enrol_players(
                club=evening.club, names=[name], keys=[uuid5(key, "player")], by=evening.by, at=at
            )
        play.join_evening(evening=evening, key=key, player=player, place=place, at=at, by=evening.by)
    return _("%(name)s has joined the table.") % {"name": player.name}


def _unseat_player(evening: Evening, *, key: UUID, leaves: Player) -> str:
    play.leave_evening(evening=evening, key=key, player=leaves, at=timezone.now(), by=evening.by)
    return _("%(name)s has left the table.") % {"name": leaves.name}


def _leave_confirmation_response(request: HttpRequest, evening: Evening) -> HttpResponse | None:
    """Return the confirmation page of leaving; None unless the address names a player at the table."""
    leaver = FormData.of(request.GET).id("leaves")
    stays = [seat for seat in evening.all_seats() if seat.player_id == leaver]
    if evening.is_closed or not any(seat.is_present for seat in stays):
        return None
    group = club_group(evening.club_id)
    book = open_balances_of_people(group, club=evening.club_id, players=[leaver])
    context = {
        "evening": evening,
        "person": person_names.people_of_club(evening.club, group)[str(leaver)],
        "points": sum(seat.points for seat in stays),
        "amount_minor": sum(seat.amount_minor for seat in stays),
        "is_for_points": evening.unit == POINTS,
        "balances": book.balances_of(leaver),
    }
    return render(request, "evening/table/leave.html", context)


def _seats_response(
    request: HttpRequest, evening: Evening, refused: ClubForm | None = None, *, status: int = 422
) -> HttpResponse:
    group = club_group(evening.club_id)
    persons = person_names.people_of_club(evening.club, group)
    seats = list(evening.all_seats())
    here = [persons[player] for player in seating.players_present(seats)]
    gone = [persons[player] for player in seating.players_gone(seats)]
    seated = {group.person(UUID(one.id)) for one in here}
    form = refused if isinstance(refused, JoinForm) else JoinForm(club=evening.club)
    context = {
        "evening": evening,
        "here": here,
        "gone": gone,
        "others": [
            one for one in person_names.people_to_seat(evening.club, group) if group.person(UUID(one.id)) not in seated
        ],
        "form": form,
        "places": _seat_choices(here, form["place"].value(), has_gone=bool(gone)),
        # The old key would meet the same conflict again.
        "key": new_key() if status == 409 else form["key"].value(),
        "refusals": [*refused.non_field_errors(), *refused.errors.get("leaves", ())] if refused else (),
    }
    return render(request, "evening/table/seats.html", context, status=status if refused else 200)


def _seat_choices(here: list[Person], chosen: str | None, *, has_gone: bool) -> list[tuple[str, str, bool]]:
    """Return the choices, each named by the player before it. has_gone: also the old chair of a returning one."""
    texts = {str(place): _("after %(name)s") % {"name": person.name} for place, person in enumerate(here, start=2)}
    if has_gone:
        last = {"name": here[-1].name}
        texts = {"": _("old chair; new players after %(name)s") % last, **texts}
    chosen = chosen if chosen in texts else "" if has_gone else str(len(here) + 1)
    return [(place, text, place == chosen) for place, text in texts.items()]
