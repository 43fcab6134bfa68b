"""Somebody changes the database past the program, one statement at a time: the audit finds it, or the list names it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import DataError, IntegrityError, connection, transaction

from rules.scoring_memo import ScoringMemo
from scorebook.accounts.models import User
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club, EndedClub
from scorebook.core import append_only
from scorebook.ledger.models import Account
from scorebook.operations.audit.audit_parts import AuditPart, ClubToAudit, check_audit_parts
from scorebook.operations.audit.full_audit import rows_without_owner
from tests.books.tampering import Change, changes, own_models
from tests.books.unproved import ROW_ADDED, ROW_REMOVED, UNPROVED
from tests.conftest import ENGINES, Figure
from tests.exchange.club_with_everything import club_with_everything
from tests.support.extent import in_ci

FOUND, REFUSED, MISSED = "found", "refused", "missed"
LISTED = {(one.table, what) for one in UNPROVED for what in one.changes}
# Elsewhere every so manieth change; all of the list's are tried there too.
STEP = in_ci(1, otherwise=24)
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "operation.md"


@pytest.fixture
def club(db: None) -> Club:
    """With a row in every table, and nothing that keeps anybody from changing it."""
    club = club_with_everything()
    User.objects.create_superuser("wirt")
    ended_at = datetime(2026, 9, 1, tzinfo=UTC)
    EndedClub.objects.create(club_id=uuid4(), ended_at=ended_at, file_sha256="0" * 64, heads=[])
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    return club


@pytest.mark.long
def test_every_change_is_found_or_refused_or_listed(club: Club, figure: Figure) -> None:
    audit = _Audit()
    assert not audit.finds_something()
    outcomes = [(change, _outcome_of_change(change, audit)) for change in _changes_to_make(club)]
    counted = Counter(outcome for _change, outcome in outcomes)
    missed = [change for change, outcome in outcomes if outcome == MISSED]
    unlisted = [str(change) for change in missed if change.place not in LISTED]
    figure(
        f"changes past the program on {ENGINES[connection.vendor]}: {len(outcomes)} tried, {counted[FOUND]} found,"
        f" {counted[REFUSED]} refused by the database, {len(missed) - len(unlisted)} listed as unproved,"
        f" {len(unlisted)} missed"
    )
    assert "\n".join(unlisted) == ""
    assert LISTED - {change.place for change in missed} == set(), "these are found"


def test_each_account_is_missed(club: Club) -> None:
    """Also one that nothing was booked on: the next hand of its evening would have nowhere to go."""
    audit = _Audit()
    rows = list(Account.objects.filter(club=club).order_by("kind", "unit", "pk"))
    gone = [Change(model=Account, what=ROW_REMOVED, case=str(row), row=row) for row in rows]
    assert [str(change) for change in gone if _outcome_of_change(change, audit) == MISSED] == []


def test_the_list_names_only_what_exists() -> None:
    known = {
        (model._meta.db_table, what)
        for model in own_models()
        for what in (ROW_ADDED, ROW_REMOVED, *(column.attname for column in model._meta.concrete_fields))
    }
    assert known >= LISTED
    assert len(LISTED) == sum(len(one.changes) for one in UNPROVED)
    assert [one.table for one in UNPROVED] == sorted(one.table for one in UNPROVED)


def test_the_guide_has_the_same_list() -> None:
    section = GUIDE.read_text(encoding="utf-8").partition("**What it cannot see**")[2].partition("\n**")[0]
    rows = re.findall(r"^\| `.*$", section, flags=re.MULTILINE)
    assert rows == [f"| `{one.table}` | {', '.join(one.changes)} | {one.reason} |" for one in UNPROVED]


def _changes_to_make(club: Club) -> Iterator[Change]:
    for number, change in enumerate(changes(club)):
        if number % STEP == 0 or change.place in LISTED:
            yield change


def _outcome_of_change(change: Change, audit: _Audit) -> str:
    """The change is undone again, so that one club serves them all."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                change.make()
            return FOUND if audit.finds_something() else MISSED
        except (IntegrityError, DataError):
            return REFUSED
        finally:
            transaction.set_rollback(True)


class _Audit:
    """As `manage.py audit` goes through all clubs, but first through the part that has found the change before."""

    def __init__(self) -> None:
        self._memo, self._last = ScoringMemo(), ""

    def finds_something(self) -> bool:
        clubs = list(Club.objects.order_by("created_at", "pk").values_list("pk", flat=True))
        parts = [part for pk in clubs for part in ClubToAudit(club_id=pk).audit_parts()]
        for part in sorted(parts, key=lambda part: _kind_of_part(part) != self._last):
            if any(isinstance(found, AuditDifference) for found in check_audit_parts([part], self._memo)):
                self._last = _kind_of_part(part)
                return True
        return any(rows_without_owner())


def _kind_of_part(part: AuditPart) -> str:
    return str(getattr(part.findings, "func", part.findings).__qualname__)
