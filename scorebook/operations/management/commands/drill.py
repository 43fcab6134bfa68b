import argparse
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from scorebook.core import environment
from scorebook.core.command import ScorebookCommand
from scorebook.operations.nightly.backup_proof import Proof, ProofImpossible, backup_proof_folder, prove_backup
from scorebook.operations.nightly.daily import Stopped, stopped_by_signals
from scorebook.operations.nightly.kept import anchor_of_backup, kept_backups, named_backup


class Command(ScorebookCommand):
    help = (
        "The restore drill: brings the newest kept backup, or FILE, into an empty database, audits it there, counts "
        "its rows, holds it against the anchor beside the file, and says how long it took. The site's own database is "
        "neither read nor written. Exit code 0: this backup would bring everything back."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, nargs="?", help="also by its bare name; default: the newest in SCOREBOOK_BACKUPS"
        )
        parser.add_argument(
            "--into",
            type=_parse_database_url,
            metavar="URL",
            help="an empty database, such as postgresql://user@host/drill, in which it then stays; default: a SQLite "
            "file beside the backups that is deleted",
        )

        parser.add_argument(
            "--club", default="", help="only this club, by its id or a link of then, and its linked clubs"
        )

    def handle(self, *args: Any, file: Path | None, into: str | None, club: str, **options: Any) -> None:
        file = named_backup(file, settings.BACKUPS) if file else _newest_kept_backup()
        if not file.is_file():
            raise CommandError(f"{file} is not there")
        if into and _is_own_database(into):
            raise CommandError("--into names the site's own database; a drill needs another one")
        room = settings.BACKUPS if settings.BACKUPS.is_dir() else settings.DATA_DIR
        where = "the database that --into names" if into else f"a SQLite file in {room}, deleted since"
        anchor, began_s = anchor_of_backup(file), time.monotonic()
        proof = _prove_backup_file(file, anchor, room=room, into=into or "", club=club)
        took_s = time.monotonic() - began_s
        if proof.wrong:
            raise CommandError("\n  ".join([f"{file} is not right:", *proof.wrong]))
        met = f"{anchor.name} is met" if anchor else "there is no anchor beside it"
        self.stdout.write(
            f"{file} of {proof.made_at}: {sum(proof.rows.values()):,} rows of {len(proof.rows)} tables restored into "
            f"{where}, counted and audited in {took_s:.1f} s: everything is right, {met}"
        )


def _prove_backup_file(file: Path, anchor: Path | None, *, room: Path, into: str, club: str) -> Proof:
    try:
        with stopped_by_signals(), backup_proof_folder(room) as scratch:
            return prove_backup(file, scratch=scratch, database_url=into, anchor=anchor, club=club)
    except (ProofImpossible, OSError) as error:
        raise CommandError(f"{file} could not be tried out: {error}") from error
    except Stopped:
        raise CommandError("stopped before it was done") from None


def _newest_kept_backup() -> Path:
    try:
        kept = kept_backups(settings.BACKUPS)
    except OSError as error:
        raise CommandError(f"{settings.BACKUPS} cannot be read: {error.strerror}") from error
    if not kept:
        raise CommandError(f"there is no backup in {settings.BACKUPS}: name a FILE, or make one by backup --keep 7")
    return kept[-1]


def _is_own_database(url: str) -> bool:
    """Compare by names only; the database has to be empty in any case."""
    return _database_address(environment.database_setting(url)) == _database_address(settings.DATABASES["default"])


def _database_address(database: dict[str, Any]) -> tuple[str, ...]:
    host = database.get("HOST") or database.get("OPTIONS", {}).get("host")
    return tuple(str(one or "") for one in (database["NAME"], host, database.get("PORT")))


def _parse_database_url(text: str) -> str:
    try:
        environment.database_setting(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text
