"""The mail to the operator about a failed backup, if settings name an address. One mail for each failed run."""

import smtplib
import socket
from datetime import datetime
from pathlib import Path

from django.core.mail import mail_admins
from django.utils import timezone

from scorebook.core.logs import text_without_link_tokens
from scorebook.operations.nightly.run import BackupFailed


def mail_failure(failed: BackupFailed, *, now: datetime, folder: Path) -> str:
    """Send the mail. Return a warning if the server did not accept it, else ""."""
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
