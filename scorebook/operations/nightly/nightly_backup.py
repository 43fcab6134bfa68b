"""A kept backup: written, proved, put in place, copied outside; then the older ones are thinned out.

After any failure, nothing older is removed and no success ping is sent.
"""

import smtplib
import socket
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from django.core.mail import mail_admins
from django.db import DatabaseError
from django.utils import timezone

from scorebook.core.data_folder import PRIVATE_FOLDER
from scorebook.core.logs import text_without_link_tokens
from scorebook.core.whole_file import sync_folder, whole_file
from scorebook.ledger.snapshot import snapshot_of_all_clubs
from scorebook.operations import anchor as anchors
from scorebook.operations import http_client
from scorebook.operations.backup.backup_format import TableCallback
from scorebook.operations.backup.backups import back_up
from scorebook.operations.nightly import kept
from scorebook.operations.nightly.backup_copies import CopyFailed, CopyTarget, backup_copy_target
from scorebook.operations.nightly.backup_proof import ProofImpossible, backup_proof_folder, prove_backup
from scorebook.operations.nightly.kept import kept_backups

PING_PAUSES_S = (1, 5)


class BackupFailed(Exception):
    """The failure of a backup. Its message may name people, if an audit found a difference."""

    def __init__(self, why: str, *, mailed: str = "") -> None:
        super().__init__(why)
        self.mailed = mailed or why  # text that may leave this machine


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupPlan:
    """The settings of a backup; texts are "" for none."""

    folder: Path
    keep: int  # this number of days, and of weeks
    zone: tzinfo
    copy: str = ""
    anchor: str = ""
    ping: str = ""
    set_back: bool = False  # put aside earlier anchors that a database set back on purpose does not meet


@dataclass(frozen=True, slots=True, kw_only=True)
class NightlyResult:
    file: Path
    rows: Mapping[str, int]  # of each table
    size: int
    proved_s: float
    kept: int
    removed: int
    warnings: Sequence[str] = ()


def keep_backup(
    plan: BackupPlan, *, now: datetime, on_progress: TableCallback = lambda table, rows: None
) -> NightlyResult:
    """Make a kept backup. Raises: BackupFailed."""
    try:
        plan.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        with _lock_backup_folder(plan.folder), backup_proof_folder(plan.folder) as scratch:
            return _keep_backup(plan, scratch, now, on_progress)
    except OSError as error:
        raise BackupFailed(f"{plan.folder} cannot be written: {error.strerror or error}") from error
    except DatabaseError as error:
        why = "the database did not give its rows"
        raise BackupFailed(f"{why}: {str(error).strip()}", mailed=f"{why} ({type(error).__name__})") from error


def _keep_backup(plan: BackupPlan, scratch: Path, now: datetime, on_progress: TableCallback) -> NightlyResult:
    earlier = kept_backups(plan.folder)
    draft = scratch / f"{_unused_backup_stem(plan.folder, now)}{kept.BACKUP}"
    rows = _write_backup_and_anchor(draft, now, on_progress)
    began_s = time.monotonic()
    _prove_draft(draft, plan, earlier)
    proved_s = time.monotonic() - began_s
    made = _move_into_folder(draft, plan.folder)
    place = backup_copy_target(plan.copy) if plan.copy else None
    _send_outside(made, place, plan.anchor)
    removed = _remove_old_backups(plan, place, now)
    warning = _send_success_ping(plan.ping)
    return NightlyResult(
        file=made,
        rows=rows,
        size=made.stat().st_size,
        proved_s=proved_s,
        kept=len(kept_backups(plan.folder)),
        removed=removed,
        warnings=[warning] if warning else [],
    )


@contextmanager
def _lock_backup_folder(folder: Path) -> Iterator[None]:
    """Lock the folder with SQLite's lock, which works on every system and ends with the process, even if killed."""
    with closing(sqlite3.connect(folder / ".lock", timeout=0)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise BackupFailed(f"another backup is being made in {folder}: {error}") from error
        yield


def _unused_backup_stem(folder: Path, now: datetime) -> str:
    """Return an unused name; after a set-back clock there may be one of this second."""
    while any(folder.glob(f"{kept.backup_file_stem(now)}.*")):
        now += timedelta(seconds=1)
    return kept.backup_file_stem(now)


def _write_backup_and_anchor(draft: Path, now: datetime, on_progress: TableCallback) -> dict[str, int]:
    with snapshot_of_all_clubs():
        rows = back_up(draft, made_at=now, on_progress=on_progress)
        with whole_file(draft.with_suffix(kept.ANCHOR)) as file:
            file.write(anchors.anchor_lines(anchors.chain_heads(), at=now).encode())
    return rows


def _prove_draft(draft: Path, plan: BackupPlan, earlier: Sequence[Path]) -> None:
    known = [anchor for file in reversed(earlier) if (anchor := kept.anchor_of_backup(file))]
    try:
        proof = prove_backup(draft, scratch=draft.parent, anchor=kept.anchor_of_backup(draft), earlier=known)
    except ProofImpossible as error:
        why = "the backup could not be proved, and was not kept"
        raise BackupFailed(f"{why}: {error}", mailed=why) from error
    if not proof.wrong and (plan.set_back or not proof.set_back):
        for anchor in proof.set_back:
            anchor.rename(anchor.with_name(anchor.name + kept.SET_BACK))
        return
    damaged = _move_into_folder(draft, plan.folder, ending=kept.DAMAGED)
    if proof.wrong:
        why = "what was backed up is not right"
        raise BackupFailed(
            f"{why}: {'; '.join(proof.wrong)}; it is kept as {damaged}, nothing older was removed",
            mailed=_mail_about_damaged_backup(why, damaged),
        )
    anchor, difference = next(iter(proof.set_back.items()))
    why = f"the database was set back, or written anew, since {anchor.name}"
    advice = "whoever restored an older backup on purpose runs this once with --set-back"
    raise BackupFailed(
        f"{why}: {difference}; the backup is kept as {damaged}; {advice}",
        mailed=_mail_about_damaged_backup(f"{why}; {advice}", damaged),
    )


def _mail_about_damaged_backup(why: str, damaged: Path) -> str:
    return f"{why}. The backup is kept as {damaged}; `manage.py drill` on it says what is wrong."


def _move_into_folder(draft: Path, folder: Path, *, ending: str = "") -> Path:
    # The anchor first: a backup is never without it.
    for file in (draft.with_suffix(kept.ANCHOR), draft):
        moved = file.replace(folder / f"{file.name}{ending}")
    sync_folder(folder)
    return moved


def _send_outside(made: Path, place: CopyTarget | None, anchor_target: str) -> None:
    anchor = made.with_suffix(kept.ANCHOR)
    if place:
        with _as_backup_failure(f"{made} is right, but its copy outside failed"):
            # The anchor first: a backup is never without it.
            place.put_backup_copy(anchor)
            place.put_backup_copy(made)
    if anchor_target and (text := anchor.read_text(encoding="utf-8")):
        with _as_backup_failure(f"{made} is right, but its anchor was not sent"):
            anchors.send_anchors(text, to=anchor_target)


@contextmanager
def _as_backup_failure(what_failed: str) -> Iterator[None]:
    try:
        yield
    except (CopyFailed, anchors.AnchorRefused) as error:
        raise BackupFailed(f"{what_failed}: {error}") from error


def _remove_old_backups(plan: BackupPlan, place: CopyTarget | None, now: datetime) -> int:
    """Remove old files, outside first, so that a failure there is tried again the next time."""
    files = kept.files_to_remove(plan.folder, now=now, keep=plan.keep, zone=plan.zone)
    for file in files:
        if place:
            with _as_backup_failure(f"{file.name} was not removed outside"):
                place.remove_backup_copy(file.name)
        file.unlink()
    return sum(file.suffix == kept.BACKUP for file in files)


def _send_success_ping(address: str) -> str:
    """Send the success ping. Return a warning if it failed; the monitor that misses it raises the alarm."""
    if not address:
        return ""
    for pause_s in (*PING_PAUSES_S, None):
        try:
            with http_client.open_url("GET", address):
                return ""
        except http_client.NotReached as error:
            if pause_s is None:
                return f"the success address was not reached: {error}"
            time.sleep(pause_s)
    return ""


def mail_failure(failed: BackupFailed, *, now: datetime, folder: Path) -> str:
    """Mail a failure to the operator, if settings name an address. Return a warning if that failed too, else ""."""
    host, when = socket.gethostname(), timezone.localtime(now).isoformat(sep=" ", timespec="minutes")
    text = f"The backup of {when} on {host} failed:\n\n{failed.mailed}\n\nNothing older was removed from {folder}.\n"
    try:
        mail_admins(f"The backup on {host} failed", text_without_link_tokens(text))
    except (smtplib.SMTPException, OSError) as error:
        return f"the mail about it was not sent: {_mail_error_reason(error)}"
    return ""


def _mail_error_reason(error: Exception) -> str:
    """Return the reason without the server's answer, which may repeat the login or other content."""
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the server answers {error.smtp_code}"
    return f"{type(error).__name__}" if isinstance(error, smtplib.SMTPException) else str(error)
