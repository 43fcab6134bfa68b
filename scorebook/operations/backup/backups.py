"""Backups of a whole installation, or of some clubs, made while the site runs, and restored into either engine."""

import dataclasses
import logging
from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from scorebook.accounts.models import User
from scorebook.clubs.audit_difference import AuditDifference
from scorebook.clubs.models import Club
from scorebook.core import append_only
from scorebook.core.database import write_lock
from scorebook.core.database.distribution import is_distributed
from scorebook.core.database.migration_state import DISCARDED, REFUSALS, migration_state
from scorebook.core.row_values import UnfitValue, codec_of
from scorebook.core.whole_file import whole_file
from scorebook.ledger.snapshot import snapshot_of_all_clubs
from scorebook.operations.all_clubs import club_names
from scorebook.operations.audit.audit_parts import ClubToAudit
from scorebook.operations.audit.full_audit import audit_clubs, first_difference, missing_append_only_triggers
from scorebook.operations.backup import backup_format
from scorebook.operations.backup.backup_format import BATCH, BackupDamaged, BackupHeader, TableCallback, TableDump
from scorebook.operations.backup.clubs_of_backup import BackedUpClubs, RestoreRefused, find_clubs_in_backup
from scorebook.operations.club_rows import rows_of_club
from scorebook.play.models import Evening

__all__ = ["BackupDamaged", "RestoreRefused", "back_up", "restore_backup"]

log = logging.getLogger(__name__)
# Tables left out of backups: those that Django fills by itself, and those of this installation at this moment: sessions
# and the operators' log. A restore ends all sessions.
FILLED_BY_DJANGO = ("contenttypes", "auth")
OF_THE_MOMENT = ("admin", "sessions")
# Errors of rows that their table cannot hold.
UNFIT = (DatabaseError, ValidationError, ValueError, TypeError, OverflowError)


def back_up(
    path: Path,
    *,
    made_at: datetime,
    clubs: Sequence[UUID] = (),
    on_progress: TableCallback = lambda table, rows: None,
) -> dict[str, int]:
    """Write everything to a file atomically, without blocking writers. Return table -> rows.

    clubs: a whole club group, to write its rows alone. on_progress: called with the table and its rows so far.
    """
    with whole_file(path) as file, snapshot_of_all_clubs():
        writer = backup_format.BackupWriter(file)
        migrations = MigrationRecorder(connection).applied_migrations()
        writer.write_header(made_at=made_at, migrations=migrations, clubs=clubs)
        for model in _models_by_table(apps.get_models(include_auto_created=True)):
            parts = [rows_of_club(model, pk) for pk in sorted(clubs)] if clubs else [model._base_manager.all()]
            writer.write_table(model, parts, on_progress)
        writer.write_end()
    return writer.rows


def restore_backup(
    path: Path, *, replace: bool = False, club: str = "", on_progress: TableCallback = lambda table, rows: None
) -> tuple[BackupHeader, AuditDifference | None]:
    """Bring a database, or one club with its linked clubs, to the state of a backup, and audit it.

    Return what the header says, with the rows that were restored.
    replace: delete the existing data; without it a database that holds a club is refused.
    club: its id or link, to restore it alone: other clubs and the operators' accounts stay as they are.
    A backup of the same version is restored in one transaction: if the audit finds a difference, the old state stays.
    An older backup can be restored into an empty database; the difference is then returned, and the data stays.
    Raises: BackupDamaged, RestoreRefused.
    """
    header = backup_format.check_backup(path)
    executor = MigrationExecutor(connection)
    _check_version(executor, header)
    is_current = set(executor.loader.disk_migrations) == set(header.migrations)
    if club and not is_current:
        raise RestoreRefused("the backup was made by another version; a club alone can only be restored by its own")
    clubs = find_clubs_in_backup(path, header, club) if club else None
    if not _is_empty():
        _check_filled_database(executor, header, replace=replace, club=club)
    elif is_current:
        call_command("migrate", interactive=False, verbosity=0)
    else:
        _migrate_to_backup(executor, header)
    with transaction.atomic():
        models = _models_of_backup(executor, header)
        if clubs:
            clubs.remove_current_rows(replace=replace)
        elif header.clubs is None:
            (_clear_tables if replace else _clear_accounts)(models)
        rows = _load_backup(path, header, models, clubs, on_progress)
        header = dataclasses.replace(header, rows=rows)
        if is_current and (difference := _first_audit_difference(clubs)):
            raise RestoreRefused(f"what the backup holds is not right: {difference}")
    _clear_cached_sheets()
    if is_current:
        return header, None
    call_command("migrate", interactive=False, verbosity=0)
    with snapshot_of_all_clubs():
        return header, _first_audit_difference()


def _check_version(executor: MigrationExecutor, header: BackupHeader) -> None:
    """Raise RestoreRefused if backup or database is of a version that cannot be restored, BackupDamaged if of none."""
    if header.migrations & DISCARDED:
        raise RestoreRefused("a Scorebook of before 22 November 2026 made the backup, and only that one can read it")
    if unknown := header.migrations - set(executor.loader.disk_migrations):
        raise RestoreRefused(f"the backup was made by a newer Scorebook: {', '.join(sorted(map('.'.join, unknown)))}")
    if refusal := REFUSALS.get(migration_state(connection)):
        raise RestoreRefused(refusal)
    nodes = executor.loader.graph.node_map
    if any(parent.key not in header.migrations for one in header.migrations for parent in nodes[one].parents):
        raise BackupDamaged("its first line names a version that never was")


def _is_empty() -> bool:
    return Club._meta.db_table not in connection.introspection.table_names() or not club_names()


def _check_filled_database(executor: MigrationExecutor, header: BackupHeader, *, replace: bool, club: str) -> None:
    """Raise RestoreRefused if the backup can only be restored into an empty database."""
    if header.clubs is not None and not club:
        raise RestoreRefused("the backup is of one club, and the database is not empty; --club restores the club alone")
    if not replace and not club:
        raise RestoreRefused("the database is not empty; --replace deletes what is there")
    if not club and is_distributed(connection):  # it takes no change of triggers after rows were deleted
        raise RestoreRefused("the database is spread over servers; restore club by club (--club) or into an empty one")
    if set(executor.loader.applied_migrations) != set(header.migrations):
        raise RestoreRefused("the backup was made by another version; restore it into an empty database")


def _models_by_table(models: Collection[type[Model]]) -> list[type[Model]]:
    left_out = (*FILLED_BY_DJANGO, *OF_THE_MOMENT)
    own = [model for model in models if model._meta.managed and not model._meta.proxy]
    kept = [model for model in own if model._meta.app_label not in left_out]
    return sorted(kept, key=lambda model: model._meta.db_table)


def _tables_of_the_moment() -> list[str]:
    existing = set(connection.introspection.table_names())
    models = [model for app in OF_THE_MOMENT for model in apps.get_app_config(app).get_models()]
    return [model._meta.db_table for model in models if model._meta.db_table in existing]


def _migrate_to_backup(executor: MigrationExecutor, header: BackupHeader) -> None:
    nodes = executor.loader.graph.node_map
    parents = {parent.key for node in header.migrations for parent in nodes[node].parents if parent.key[0] == node[0]}
    executor.migrate(list(header.migrations - parents))
    executor.loader.build_graph()


def _models_of_backup(executor: MigrationExecutor, header: BackupHeader) -> dict[str, type[Model]]:
    """Return the models as of the backup, by table."""
    state = executor.loader.project_state(list(header.migrations))
    return {
        model._meta.db_table: model
        for model in _models_by_table(list(state.apps.get_models(include_auto_created=True)))
    }


def _clear_cached_sheets() -> None:
    # Versions of evenings are counted anew, so a repeated one would display the sheet from before the restore.
    try:
        caches["sheets"].clear()
    except OSError as error:
        log.warning("Sheets of before may be shown for a minute: %s", error)


def _clear_tables(models: dict[str, type[Model]]) -> None:
    guarded, tables = append_only.protected_tables(), [*_tables_of_the_moment(), *models]
    try:
        # Writers wait until the new state is complete, since a row written meanwhile would belong to neither state.
        write_lock.keep_writers_out(tables, first=Evening._meta.db_table)
    except write_lock.WritersBusy as busy:
        raise RestoreRefused(f"{busy}; stop the site, or try again") from busy
    append_only.silence_triggers(connection, guarded)
    _delete_rows(tables)
    append_only.install_triggers(connection, guarded)


def _clear_accounts(models: dict[str, type[Model]]) -> None:
    """Delete the accounts of a database without a club; those of the backup replace them."""
    accounts = [table for table, model in models.items() if model._meta.app_label == User._meta.app_label]
    _delete_rows([*_tables_of_the_moment(), *accounts])


def _delete_rows(tables: Collection[str]) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'DELETE FROM "{table}"')
    connection.check_constraints()


def _load_backup(
    path: Path,
    header: BackupHeader,
    models: dict[str, type[Model]],
    clubs: BackedUpClubs | None,
    on_progress: TableCallback,
) -> dict[str, int]:
    """Insert the rows of the backup, or of these clubs. Return table -> rows. Raises: BackupDamaged."""
    loaded = dict[str, int]()
    for table in backup_format.read_backup(path, header):
        model = models.get(table.name)
        fields = {field.attname: field for field in model._meta.concrete_fields} if model else {}
        if model is None or sorted(table.columns) != sorted(fields):
            raise BackupDamaged(f"its table {table.name} is not one of that version")
        rows = clubs.rows_of_table(table, model) if clubs else table.rows
        own = dataclasses.replace(table, rows=rows)
        loaded[table.name] = _load_backup_table(own, model, [fields[name] for name in table.columns], on_progress)
    if missing := models.keys() - header.rows.keys():
        raise BackupDamaged(f"it has no table {', '.join(sorted(missing))}")
    try:
        connection.check_constraints()
    except DatabaseError as error:
        raise BackupDamaged(f"a row refers to one that is not there: {_first_line_of_error(error)}") from error
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
    return loaded


def _load_backup_table(table: TableDump, model: type[Model], fields: Sequence[Any], on_progress: TableCallback) -> int:
    """Insert a table's rows, and return their number. Raises: BackupDamaged."""
    count = 0
    rows = (
        _model_row_of_backup(f"{table.name}, row {number}", row, model, fields)
        for number, row in enumerate(table.rows, start=1)
    )
    while batch := list(islice(rows, BATCH)):
        try:
            model._base_manager.bulk_create(batch)
        except UNFIT as error:
            place = f"{table.name}, rows {count + 1} to {count + len(batch)}"
            raise BackupDamaged(f"{place} cannot stand there: {_first_line_of_error(error)}") from error
        count += len(batch)
        on_progress(table.name, count)
    return count


def _model_row_of_backup(place: str, line: backup_format.Row, model: type[Model], fields: Sequence[Any]) -> Model:
    if len(line) != len(fields):
        raise BackupDamaged(f"{place} has {len(line)} values instead of {len(fields)}")
    values: dict[str, Any] = {}
    for field, value in zip(fields, line, strict=True):
        try:
            values[field.attname] = None if value is None and field.null else codec_of(field).read(value)
        except UnfitValue as error:
            raise BackupDamaged(f"{place}, {field.attname} holds what no such column can") from error
    return model(**values)


def _first_line_of_error(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _first_audit_difference(restored: BackedUpClubs | None = None) -> AuditDifference | None:
    """Audit all clubs, or those that were restored alone."""
    if missing := missing_append_only_triggers():
        return AuditDifference(code="trigger_missing", what=", ".join(missing))
    clubs = [ClubToAudit(club_id=pk) for pk in (sorted(restored.ids) if restored else club_names())]
    return next(filter(None, map(first_difference, audit_clubs(clubs))), None)
