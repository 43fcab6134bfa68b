"""The page of the club's travelling cup: the holders, and the rule that the club agrees on."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.clubs.club_groups import CupRule, club_group
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.clubs.services import NameKeyConflict
from scorebook.core.keys import new_key
from scorebook.core.months import EARLIEST
from scorebook.standings.records import cup_holders
from scorebook.standings.records.cup_holders import SUMMED, CupNow
from scorebook.standings.services.cup_agreement import agree_cup
from scorebook.web.core import person_names, problem_texts
from scorebook.web.core.form_data import FormData, typed_uuid
from scorebook.web.core.form_fields import KeyField
from scorebook.web.core.periods import IsoDateField
from scorebook.web.core.problem_texts import error_messages

HOLDERS = 30  # on a page

RULES: dict[CupRule, Promise] = {
    CupRule.BEATEN: gettext_lazy(
        "The holder loses the cup only at the table: to the winner of an evening they played. A holder who "
        "stays at home or ties for first keeps it."
    ),
    CupRule.WINNER: gettext_lazy(
        "Every evening's winner takes the cup, even if the holder was absent. After a tie it stays where it is."
    ),
    CupRule.NO_CUP: gettext_lazy("This club does not play for a cup."),
}
NAMES: dict[CupRule, Promise] = {
    CupRule.BEATEN: gettext_lazy("lost only at the table"),
    CupRule.WINNER: gettext_lazy("every winner takes it"),
    CupRule.NO_CUP: gettext_lazy("no cup"),
}


class CupForm(forms.Form):
    key = KeyField()
    rule = forms.ChoiceField(
        choices=[(rule.value, NAMES[rule]) for rule in CupRule], error_messages=error_messages("rule_missing")
    )
    first_on = IsoDateField(label=gettext_lazy("Applies from"), error_messages=error_messages("date_impossible"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(writes=Role.KEEPER)
def cup_page(request: HttpRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return _render_cup_page(request, club)
    form = CupForm(FormData.of(request.POST))
    if not form.is_valid():
        return _render_cup_page(request, club, form)
    cleaned = form.cleaned_data
    try:
        agree_cup(
            club=club,
            rule=CupRule(cleaned["rule"]),
            first_on=cleaned["first_on"],
            key=cleaned["key"],
            by=club.by,
            at=timezone.now(),
        )
    except NameKeyConflict as conflict:
        form.add_error(None, problem_texts.web_problem_text(conflict.code))
        return _render_cup_page(request, club, form, status=409)
    messages.success(request, _("Cup rule saved."))
    return redirect("web:cup", token=club.link)


def _render_cup_page(
    request: HttpRequest, club: Club, refused: CupForm | None = None, *, status: int = 422
) -> HttpResponse:
    today, group = timezone.localdate(), club_group(club.pk)
    now = cup_holders.cup_now(group, today=today)
    before = typed_uuid(FormData.of(request.GET).one("before"))
    found = cup_holders.cup_history(group, today=today, before=before, size=HOLDERS)
    holders = cup_holders.cup_holders(group, today=today)
    initial = {"rule": now.agreement.rule.value, "first_on": today.isoformat()}
    context = {
        "club": club,
        "people": person_names.people_of_group(group),
        **cup_context(now),
        "line": found.line,
        "older": found.line[-1].evening_id if found.has_more else None,
        "is_older": before is not None,
        "holders": holders,
        "summed": SUMMED if sum(one.times for one in holders) == SUMMED else None,
        "form": refused or CupForm(initial=initial),
        "rules": [(rule.value, NAMES[rule], RULES[rule]) for rule in CupRule],
        # A key already used with other content would be refused again.
        "key": refused["key"].value() if refused and status != 409 else new_key(),
    }
    return render(request, "club/hall/cup.html", context, status=status if refused else 200)


def cup_context(found: CupNow) -> dict[str, object]:
    """Return the present state of the cup for `cup_now.html`."""
    agreed = found.agreement
    return {"cup": found, "rule_text": RULES[agreed.rule], "is_agreed": agreed.first_on > EARLIEST}
