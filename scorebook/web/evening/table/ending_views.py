"""The page of the agreed end: set, changed and removed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.core.keys import new_key
from scorebook.play import services as play
from scorebook.play.ending import read_agreed_end
from scorebook.play.models import Evening
from scorebook.web.core import problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.table import ending


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def agreed_end_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    if request.method != "POST":
        return _agreed_end_response(
            request, evening, FormData(ending.agreed_end_form_fields(read_agreed_end(evening.agreed_end)))
        )
    typed, now = FormData.of(request.POST), timezone.now()
    end, problems = ending.read_agreed_end_fields(typed, now=now, begun=evening.started_at)
    if problems:
        rows = problem_texts.sentences_by_field(problems)
        return _agreed_end_response(request, evening, typed, problems=rows, status=422)
    try:
        play.agree_end(evening=evening, key=typed.key(), end=end, at=now, by=evening.by)
    except play.PlayError as error:
        return _agreed_end_response(
            request, evening, typed, refusal=problem_texts.web_problem_text(error.code), status=409
        )
    messages.success(request, _("The end is set.") if end else _("No set end any more."))
    return redirect("web:table", token=evening.link)


def _agreed_end_response(
    request: HttpRequest,
    evening: Evening,
    typed: FormData,
    *,
    problems: dict[str, list[str]] | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "evening": evening,
        "typed": typed,
        "problems": problems or {},
        "refusal": refusal,
        # The old key would meet the same conflict again.
        "key": new_key() if status == 409 else typed.key(),
    }
    return render(request, "evening/table/end_page.html", context, status=status)
