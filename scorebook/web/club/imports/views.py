"""The import of evenings: paste, preview, write, undo."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from scorebook import access
from scorebook.clubs import services as clubs
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.core.keys import new_key
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.formats.import_format import Imported
from scorebook.exchange.imports.import_draft import Choices, Draft, draft_import
from scorebook.exchange.imports.import_duplicates import WrittenImport, is_begun, standing_imports, unfinished_import
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.imports.import_undoing import ImportUndoing
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.play import services as play
from scorebook.web.club.imports import forms, import_preview
from scorebook.web.core import error_pages, problem_texts
from scorebook.web.core.form_data import FormData


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_club(Role.KEEPER)
def import_page(request: HttpRequest, club: Club) -> HttpResponse:
    typed = FormData.of(request.POST)
    if request.method != "POST":
        return _render_import_page(request, club, typed)
    try:
        typed = forms.with_text_of_file(typed)
        with access.gone_is_404():
            return _handle_import_form(request, club, typed)
    except Throttled as spent:
        problem = _single_import_problem(error_pages.throttled_text(spent))
        page = _render_import_page(request, club, typed, problems=problem, status=429)
        return error_pages.retry_later_response(page, spent)
    except ImportRefused as refused:
        texts = import_preview.import_problem_texts(refused.problems)
        where: dict[str, Any] = {"undo_problems" if typed.has("undo") else "problems": texts}
        return _render_import_page(request, club, typed, **where, status=422)
    except (play.KeyReused, clubs.NameKeyConflict) as conflict:
        # The key was used with other content; the form gets a new one.
        problem = _single_import_problem(problem_texts.web_problem_text(conflict.code))
        return _render_import_page(request, club, typed, problems=problem, status=409, key=new_key())


def _handle_import_form(request: HttpRequest, club: Club, typed: FormData) -> HttpResponse:
    """Handle a sent form. Raises: Throttled, ImportRefused, play.KeyReused, play.LinkGone, clubs.NameKeyConflict."""
    if typed.has("undo"):
        return _undo_import_part(request, club, typed)
    limits.spend_import_budget(request, goes_on=typed.has("write") and is_begun(club, typed.key()))
    imported, choices = forms.read_sent_import(typed), forms.sent_import_choices(club, typed)
    if typed.has("write"):
        return _write_import_part(request, club, typed, imported, choices)
    unfinished = unfinished_import(club, imported)
    key = unfinished.pk if unfinished else typed.key()
    draft = draft_import(club=club, imported=imported, choices=choices, key=key, now=timezone.now())
    status = 422 if draft.problems else 200
    problems = import_preview.import_problem_texts(draft.problems)
    return _render_import_page(request, club, typed, draft=draft, problems=problems, status=status, key=key)


def _write_import_part(
    request: HttpRequest, club: Club, typed: FormData, imported: Imported, choices: Choices
) -> HttpResponse:
    """Write the next part; redirect to the import page after the last one, else show the progress page."""
    writing = ImportWriting(
        club=club,
        imported=imported,
        choices=choices,
        key=typed.key(),
        file_name=typed.one("file_name"),
        by=club.by,
        at=timezone.now(),
        most=None,
    )
    if not writing.is_finished:
        writing.write_next_part()
    if not writing.is_finished:
        return _render_import_progress(request, club, typed, writing, button="write", value="1")
    messages.success(request, _import_written_text(writing.written))
    return redirect("web:import", token=club.link)


def _undo_import_part(request: HttpRequest, club: Club, typed: FormData) -> HttpResponse:
    """Undo the last part that stands; responses as in `_write_import_part`."""
    undoing = ImportUndoing(
        club=club, import_id=typed.id("undo"), key=typed.key(), by=club.by, at=timezone.now(), most=None
    )
    limits.spend_import_budget(request, goes_on=undoing.was_begun)
    if not undoing.is_finished:
        undoing.undo_more()
    if not undoing.is_finished:
        return _render_import_progress(request, club, typed, undoing, button="undo", value=typed.one("undo"))
    messages.success(request, _("Import undone. Its evenings are archived and no longer count."))
    return redirect("web:import", token=club.link)


def _render_import_progress(
    request: HttpRequest, club: Club, typed: FormData, work: ImportWriting | ImportUndoing, *, button: str, value: str
) -> HttpResponse:
    """Show the progress, with a form that sends the same fields again; a script submits it.

    button, value: of the submit button for the next part.
    """
    fields = import_preview.fields_to_resend(typed)
    context = {"club": club, "work": work, "button": button, "value": value, "fields": fields, "key": typed.key()}
    return render(request, "club/imports/going.html", context)


def _import_written_text(written: WrittenImport) -> str:
    evenings, payments = len(written.evenings), len(written.payments)
    text = ngettext("%(n)s evening imported.", "%(n)s evenings imported.", evenings) % {"n": evenings}
    if not payments:
        return text
    more = ngettext("%(n)s payment is on the tab.", "%(n)s payments are on the tab.", payments) % {"n": payments}
    return f"{text} {more}"


def _single_import_problem(text: str) -> import_preview.ProblemTexts:
    return import_preview.ProblemTexts(lines=(("", text),))


def _render_import_page(
    request: HttpRequest,
    club: Club,
    typed: FormData,
    *,
    draft: Draft | None = None,
    problems: import_preview.ProblemTexts | None = None,
    undo_problems: import_preview.ProblemTexts | None = None,
    status: int = 200,
    key: UUID | None = None,
) -> HttpResponse:
    context = {
        "club": club,
        "form": forms.import_form(club, typed),
        "preview": import_preview.import_preview(club, draft, forms.sent_names(typed)) if draft else None,
        "problems": problems,
        "undo_problems": undo_problems,
        "refused": typed.id("undo") if undo_problems else None,
        "past": standing_imports(club),
        "key": key or typed.key(),
        "undo_key": new_key(),
    }
    return render(request, "club/imports/import.html", context, status=status)
