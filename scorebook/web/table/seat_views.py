"""Who comes late, who goes home early."""

from __future__ import annotations

from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Player
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries import evenings
from scorebook.web.core import access, people, problem_texts
from scorebook.web.core.form_data import FormData, uuid_of
from scorebook.web.core.people import Person


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, scribe_token: str) -> HttpResponse:
    evening = access.written_by(scribe_token)
    if request.method != "POST":
        return _page(request, evening, FormData({}))
    typed = FormData.of(request.POST)
    try:
        player = _leave(evening, typed) if typed.one("leaves") else _join(evening, typed)
    except clubs.ClubError as error:
        return _page(
            request,
            evening,
            typed,
            key=typed.key(),
            refusals=[problem_texts.sentence(one.code) for one in error.problems],
        )
    except play.EveningProblems as error:
        names = {rules.Player(id): person.name for id, person in people.people_of_club(evening.club).items()}
        refusals = [problem_texts.problem_sentence(problem, names) for problem in error.problems]
        return _page(request, evening, typed, key=typed.key(), refusals=refusals)
    except (play.PlayError, clubs.NameKeyConflict) as error:
        return _page(request, evening, typed, refusals=[problem_texts.sentence(error.code)], status=409)
    said = _("%(name)s has left the table.") if typed.one("leaves") else _("%(name)s sits at the table.")
    messages.success(request, said % {"name": player.name})
    return redirect("web:seats", scribe_token=evening.scribe_token)


def _join(evening: Evening, typed: FormData) -> Player:
    """Somebody of the club, or somebody new: both in one transaction, so that a refusal enrols nobody."""
    place = typed.whole("place")
    with transaction.atomic():
        player = evening.club.players.filter(pk=uuid_of(typed.one("player")) or UUID(int=0)).first()
        if player is None:
            [player] = clubs.enrol_players(
                club=evening.club,
                names=[typed.one("name")],
                keys=[uuid5(typed.key(), "player")],
                by=access.SCRIBE,
                at=timezone.now(),
            )
        play.join_evening(
            evening=evening,
            key=typed.key(),
            player=player,
            place=place if isinstance(place, int) else 0,
            at=timezone.now(),
            by=access.SCRIBE,
        )
    return player


def _leave(evening: Evening, typed: FormData) -> Player:
    player = evening.club.players.filter(pk=uuid_of(typed.one("leaves")) or UUID(int=0)).first()
    if player is None:
        raise play.EveningProblems((rules.Problem(code="player_not_there", field="leaves"),))
    play.leave_evening(evening=evening, key=typed.key(), player=player, at=timezone.now(), by=access.SCRIBE)
    return player


def _page(
    request: HttpRequest,
    evening: Evening,
    typed: FormData,
    *,
    key: UUID | None = None,
    refusals: list[str] | None = None,
    status: int = 422,
) -> HttpResponse:
    persons = people.people_of_club(evening.club)
    here = [persons[player] for player in evenings.next_table(evening).players]
    context = {
        "evening": evening,
        "here": [(person, uuid4()) for person in here],
        "others": [person for person in people.by_name(persons) if person not in here],
        "chosen": typed.one("player"),
        "name": typed.one("name"),
        "places": _places(here, typed.one("place") or str(len(here) + 1)),
        "key": key or uuid4(),
        "refusals": refusals or [],
    }
    return render(request, "table/seats.html", context, status=status if refusals else 200)


def _places(here: list[Person], chosen: str) -> list[tuple[str, str, bool]]:
    """Every gap between two who sit there, named by whom the newcomer sits after, clockwise."""
    texts = [_("after %(name)s") % {"name": person.name} for person in here]
    return [(str(place), text, str(place) == chosen) for place, text in enumerate(texts, start=2)]
