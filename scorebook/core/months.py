"""The months that sums are kept by."""

from datetime import date, datetime

from django.utils import timezone


def month_of(moment: datetime) -> date:
    """The first day of the month in which that was, by the installation's own time zone."""
    return timezone.localdate(moment, timezone.get_default_timezone()).replace(day=1)
