"""The endpoints of the club file and of imported evenings."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem, RulesError, read_ruleset
from rules.problems import ProblemList
from scorebook.api.endpoint import ClubEndpoint, content_etag, not_modified_response
from scorebook.api.exceptions import WordedProblem
from scorebook.api.operation import OperationResult, operation
from scorebook.api.pagination import page_of_list
from scorebook.api.parsing import Refused
from scorebook.api.permissions import KeeperKey
from scorebook.api.serializers.clubs import ClubFileResponse
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.evenings import RulesetRequest
from scorebook.api.serializers.imports import ImportEveningsRequest, ImportResponse, ImportsResponse
from scorebook.api.serializers.queries import KeyedListQuery
from scorebook.clubs.models import Club
from scorebook.clubs.names import folded_name
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_draft import Choices, Draft, Money, draft_import
from scorebook.exchange.imports.import_duplicates import is_begun, standing_imports, written_import
from scorebook.exchange.imports.import_records import ImportProblem, ImportRefused
from scorebook.exchange.imports.import_texts import import_problem_text, place_text
from scorebook.exchange.imports.import_undoing import ImportUndoing
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.ledger.snapshot import consistent_reads
from scorebook.play.services import Terms
from scorebook.texts import language


class ImportViewSet(ClubEndpoint):
    lookup_field, lookup_value_converter = "entry", "uuid"

    @operation("imports", permission=KeeperKey, query=KeyedListQuery, response=ImportsResponse)
    def list(self, request: Request, data: ValidatedData) -> object:
        """Return the imports that were not undone, newest first."""
        return self._standing_imports()

    @operation(
        "import_evenings",
        permission=KeeperKey,
        body=ImportEveningsRequest,
        response=ImportResponse,
        statuses=(201, 200),
    )
    def create(self, request: Request, data: ValidatedData) -> object:
        """Import evenings that were recorded in another program or on paper.

        An import too large for one transaction is written in parts, in the order of the days; after an interruption,
        the same `id` goes on.

        201: they were written. 200: they had been written by the same `id`, or it was a dry run.
        """
        club, at = self.club, timezone.now()
        limits.spend_import_budget(request, goes_on=not data["dry_run"] and is_begun(club, data["id"]))
        try:
            return _import_or_draft(club, data, at)
        except ImportRefused as refused:
            raise Refused(_problems_with_text(refused.problems)) from refused

    @action(detail=True, methods=["post"], url_path="undo")
    @operation("undo_import", permission=KeeperKey, body=KeyedRequest, response=ImportsResponse)
    def undo(self, request: Request, data: ValidatedData, entry: UUID) -> object:
        """Undo an import as a whole: its evenings are archived and count no longer."""
        club = self.club
        try:
            undoing = ImportUndoing(
                club=club, import_id=entry, key=data["id"], by=club.by, at=timezone.now(), most=limits.MAX_AT_ONCE
            )
            limits.spend_import_budget(request, goes_on=undoing.was_begun)
            undoing.undo_all()
        except ImportRefused as refused:
            raise Refused(_problems_with_text(refused.problems)) from refused
        return self._standing_imports()

    def _standing_imports(self) -> object:
        found = standing_imports(self.club)
        page = self.paginate_queryset(lambda cursor, limit: page_of_list(found, cursor, limit, lambda one: one.pk))
        return self.get_paginated_response(page)


class ClubFileViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path="file")
    @operation("club_file", permission=KeeperKey, response=ClubFileResponse)
    def file(self, request: Request) -> object:
        """Return the whole club as one file: people, evenings, hands and books."""
        # Imported with the first file: it brings the reader of files and the audit along, which no other call needs.
        from scorebook.exchange.club_file import club_file_lines

        with consistent_reads():
            content = "".join(club_file_lines(self.club.pk)).encode()
        etag = content_etag(content)
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        return not_modified_response(request, etag) or HttpResponse(
            content, content_type="application/json", headers=headers
        )


def _import_or_draft(club: Club, data: ValidatedData, at: datetime) -> OperationResult:
    """Raises: ImportRefused, Refused; play.KeyReused, clubs.NameKeyConflict."""
    choices, key = _choices_of_import(data), data["id"]
    imported = read_evenings(data["text"], format=data["format"], figures=data["figures"])
    written = written_import(club, key)
    if data["dry_run"]:
        draft = draft_import(club=club, imported=imported, choices=choices, key=key, now=at)
        if draft.problems:
            raise ImportRefused(draft.problems)
        return OperationResult(value={"written": None, "draft": draft, "notices": _notices_json(draft)})
    is_finished = written is not None and not written.rest
    planned = None if is_finished else draft_import(club=club, imported=imported, choices=choices, key=key, now=at)
    writing = ImportWriting(
        club=club,
        imported=imported,
        choices=choices,
        key=key,
        file_name=data["file_name"] or "",
        by=club.by,
        at=at,
        most=limits.MAX_AT_ONCE,
    )
    value = {"written": writing.write_all(), "draft": planned, "notices": _notices_json(planned) if planned else []}
    return OperationResult(value=value, status=200 if is_finished else 201)


def _choices_of_import(data: ValidatedData) -> Choices:
    """Raises: Refused."""
    try:
        ruleset = read_ruleset(RulesetRequest.ruleset_json(data))
    except RulesError as error:
        raise Refused(error.problems) from error
    terms, problems = Terms(ruleset=ruleset, unit=data["unit"], stake_minor=data["stake_minor"]), ProblemList()
    terms.check(problems)
    if problems:
        raise Refused(tuple(problems))
    people = {folded_name(name): id for name, id in (data["people"] or {}).items()}
    return Choices(terms=terms, money=data["money"] or Money.PAID, names=people)


def _notices_json(draft: Draft) -> list[dict[str, str]]:
    current = language.current_language()
    return [
        {"code": one.code, "place": place_text(one), "message": import_problem_text(one, current)}
        for one in draft.notices
    ]


def _problems_with_text(problems: Iterable[ImportProblem]) -> Sequence[Problem]:
    return [
        WordedProblem(
            code=one.code,
            field=f"text.{one.where}" if one.where else "text",
            args={"line": one.line} if one.line else {},
            text=import_problem_text(one, language.current_language()),
        )
        for one in problems
    ]
