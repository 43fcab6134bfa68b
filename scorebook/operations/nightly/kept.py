"""The folder of kept backups: their names, and which of them stay.

    scorebook-2026-11-25T033000Z.backup     everything, made at that time (UTC); proved before it got this name
    scorebook-2026-11-25T033000Z.anchor     the heads of all chains at the same moment

Files with other names are never touched.
"""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path

BACKUP, ANCHOR = ".backup", ".anchor"
# Endings of a backup that failed its proof, and of anchors that a database set back on purpose does not meet.
DAMAGED, SET_BACK = ".damaged", ".set-back"
# A second backup on a day, made before an experiment, must not replace that of the night.
ALL_STAY_FOR = timedelta(hours=48)
_STEM = "scorebook-%Y-%m-%dT%H%M%SZ"
_OURS = re.compile(r"scorebook-\d{4}-\d\d-\d\dT\d{6}Z")


def backup_file_stem(made_at: datetime) -> str:
    return made_at.astimezone(UTC).strftime(_STEM)


def kept_backups(folder: Path) -> list[Path]:
    """Return the backups from the oldest to the newest. Raises: OSError."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if file.suffix == BACKUP and time_in_file_name(file))


def named_backup(file: Path, folder: Path) -> Path:
    """Return the kept backup for a bare name that is no file in the current folder, else the file itself."""
    there = folder / file
    return there if file.name == str(file) and not file.exists() and there.exists() else file.absolute()


def anchor_of_backup(file: Path) -> Path | None:
    """Return the anchor of a backup, also of a renamed or a damaged one."""
    anchor = file.with_name(file.name.replace(BACKUP, ANCHOR))
    return anchor if anchor != file and anchor.is_file() else None


def files_to_remove(folder: Path, *, now: datetime, keep: int, zone: tzinfo) -> list[Path]:
    """Return the files of our naming that belong to no backup that stays."""
    times = {file: made_at for file in sorted(folder.iterdir()) if (made_at := time_in_file_name(file))}
    backups = [made_at for file, made_at in times.items() if file.suffix == BACKUP]
    stay = times_to_keep(backups, now=now, keep=keep, zone=zone)
    return [file for file, made_at in times.items() if file.suffix in (BACKUP, ANCHOR) and made_at not in stay]


def times_to_keep(times: Iterable[datetime], *, now: datetime, keep: int, zone: tzinfo) -> set[datetime]:
    """Return the times within 48 hours, and the newest of each of the last `keep` days and ISO weeks with a backup.

    Days without a backup do not count: a machine that was off for a season keeps what it has. Times in the future come
    from a wrong clock: they stay, and do not take the place of others.
    """
    known = sorted(set(times))
    days, weeks = dict[date, datetime](), dict[tuple[int, int], datetime]()
    for made_at in (one for one in known if one <= now):
        day = made_at.astimezone(zone).date()
        days[day] = weeks[day.isocalendar()[:2]] = made_at
    last_days, last_weeks = sorted(days)[-keep:], sorted(weeks)[-keep:]
    recent_or_later = {one for one in known if now - one < ALL_STAY_FOR}
    return recent_or_later | {days[day] for day in last_days} | {weeks[week] for week in last_weeks}


def time_in_file_name(file: Path) -> datetime | None:
    """Return the time in the name of a file of ours; None for any other."""
    if not _OURS.fullmatch(file.stem):
        return None
    try:
        return datetime.strptime(file.stem, _STEM).replace(tzinfo=UTC)
    except ValueError:
        return None
