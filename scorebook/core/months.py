"""Days and months by the installation's own time zone; sums are kept by months."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

# Nobody kept a book here before or will after; and midnight of the first years is no moment in UTC.
EARLIEST, LATEST = date(1900, 1, 1), date(9000, 1, 1)


def day_of(moment: datetime) -> date:
    return timezone.localdate(moment, timezone.get_default_timezone())


def month_of(moment: datetime) -> date:
    """The first day of the month in which that was."""
    return day_of(moment).replace(day=1)


def midnight(day: date) -> datetime:
    """When the day begins; a day beyond all books is as good as the first or the last of them."""
    within = min(max(day, EARLIEST), LATEST)
    return timezone.make_aware(datetime.combine(within, time.min), timezone.get_default_timezone())


def midnight_after(day: date) -> datetime:
    """When the day is over."""
    return midnight(day + timedelta(days=1) if day < LATEST else LATEST)


def next_month(first_day: date) -> date:
    return (first_day + timedelta(days=31)).replace(day=1)
