"""Days and months in the installation's own time zone; sums are stored by month."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

# Bounds of all books; midnight of the first years of the calendar is no moment in UTC.
EARLIEST, LATEST = date(1900, 1, 1), date(9000, 1, 1)


def day_of(moment: datetime) -> date:
    return timezone.localdate(moment, timezone.get_default_timezone())


def month_of(moment: datetime) -> date:
    """Return the first day of the month of the moment."""
    return day_of(moment).replace(day=1)


def midnight(day: date) -> datetime:
    """Return the beginning of the day; days beyond the bounds of all books are clamped to them."""
    within = min(max(day, EARLIEST), LATEST)
    return timezone.make_aware(datetime.combine(within, time.min), timezone.get_default_timezone())


def next_month(first_day: date) -> date:
    return (first_day + timedelta(days=31)).replace(day=1)
