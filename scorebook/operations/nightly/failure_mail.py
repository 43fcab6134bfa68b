"""Tells the operator that a backup failed, where settings name an address. One mail a failed run."""

import smtplib
import socket
from datetime import datetime
from pathlib import Path

from django.core.mail import mail_admins
from django.utils import timezone

from scorebook.core.logs import text_without_link_tokens
from scorebook.operations.nightly.run import BackupFailed


def mail_failure(failed: BackupFailed, *, now: datetime, folder: Path) -> str:
    """Returns: a warning where the mail was not taken."""
    host, when = socket.gethostname(), timezone.localtime(now).isoformat(sep=" ", timespec="minutes")
    text = f"The backup of {when} on {host} failed:\n\n{failed.mailed}\n\nNothing older was removed from {folder}.\n"
    try:
        mail_admins(f"The backup on {host} failed", text_without_link_tokens(text))
    except (smtplib.SMTPException, OSError) as error:
        return f"the mail about it was not sent: {_reason(error)}"
    return ""


def _reason(error: Exception) -> str:
    """Answers of servers repeat what was sent to them, such as who logs in."""
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the server answers {error.smtp_code}"
    return f"{type(error).__name__}" if isinstance(error, smtplib.SMTPException) else str(error)
