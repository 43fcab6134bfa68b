import argparse
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.core.management.base import CommandError
from django.db import DatabaseError

from scorebook.clubs.models import MAX_SITE, Club
from scorebook.core.command import ScorebookCommand
from scorebook.core.database import write_lock
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import id_of_command
from scorebook.operations.moving.channel import OtherSideLost, channel_to
from scorebook.operations.moving.clubs_together import clubs_moved_together, clubs_moving_together
from scorebook.operations.moving.sending import MoveRefused, Sending

_FAILURES = (MoveRefused, OtherSideLost, write_lock.WritersBusy, DatabaseError)


class Command(ScorebookCommand):
    help = (
        "Moves a club, and all clubs that it is or was linked with, to another installation of the same version, with "
        "their links, devices and books. Everybody can read meanwhile, and nobody can write for some seconds. "
        "Afterwards this site sends whoever asks for the clubs to the other one. If it is interrupted, the same "
        "command goes on; it says which site has the club."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("club", help="its id, its link, or the token in the link")
        site = "such as https://scorebook.example"
        parser.add_argument(
            "--from", dest="site", type=_parse_site, required=True, help=f"address of this site, {site}"
        )
        parser.add_argument("--to", type=_parse_site, required=True, help="address of the other site")
        parser.add_argument(
            "--through",
            metavar="COMMAND",
            required=True,
            help="starts manage.py receive_club of the other site: 'ssh other.example manage.py receive_club'",
        )
        parser.add_argument(
            "--cancel", action="store_true", help="let the other site remove what an interrupted move has copied"
        )

    def handle(self, *args: Any, club: str, site: str, to: str, through: str, cancel: bool, **options: Any) -> None:
        check_migrations_current()
        write_lock.wait_long_for_locks()
        club_id = id_of_command(club)
        moved = clubs_moved_together(club_id, to=to)
        if moved and cancel:
            raise CommandError(f"{to} has the club already; move it back from there")
        if not moved:
            _check_club_is_here(club_id)
        try:
            with channel_to(through) as channel:
                clubs = tuple(moved or clubs_moving_together(club_id))
                sending = Sending(clubs=clubs, site=site, to=to, channel=channel, report=self._print_step)
                self._finish(sending) if moved else self._cancel(sending) if cancel else self._move(sending)
        except _FAILURES as error:
            self._report_failure(club_id, to, error)

    def _move(self, sending: Sending) -> None:
        names = ", ".join(map(str, Club.objects.filter(pk__in=sending.clubs).order_by("created_at")))
        self._print_step(f"{len(sending.clubs)} clubs: {names}" if len(sending.clubs) > 1 else names)
        moved = sending.move()
        self.stdout.write(
            f"{sending.to} has the club now: {moved.rows:,} rows, {moved.sent_bytes:,} bytes; "
            f"nobody could write for {moved.closed_s:.1f} s"
        )

    def _finish(self, sending: Sending) -> None:
        sending.confirm()
        self.stdout.write(f"{sending.to} has the club, which had moved before")

    def _cancel(self, sending: Sending) -> None:
        sending.cancel()
        self.stdout.write(f"{sending.site} keeps the club, and {sending.to} has no copy of it")

    def _print_step(self, text: str) -> None:
        self.stderr.write(text)
        self.stderr.flush()

    def _report_failure(self, club_id: UUID, to: str, error: Exception) -> None:
        """Raise CommandError, which names the site that has the club."""
        try:
            has_moved = bool(clubs_moved_together(club_id, to=to))
        except DatabaseError:
            raise CommandError(f"{error}; repeat the command, which says which site has the club") from error
        if has_moved:
            raise CommandError(f"{to} has the club, but has not said that it opened it: {error}; repeat the command")
        raise CommandError(f"not moved, this site still has the club: {error}") from error


def _check_club_is_here(club_id: UUID) -> None:
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise CommandError(f"there is no club {club_id}; it was deleted, or has moved elsewhere")
    if club.arriving_from:
        raise CommandError(f"{club.arriving_from} has the club; it is only copied here")


def _parse_site(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_site = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_site = False
    if not is_site or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as https://scorebook.example")
    found = f"{parts.scheme}://{parts.netloc}"
    if len(found) > MAX_SITE:
        raise argparse.ArgumentTypeError(f"an address has at most {MAX_SITE} letters")
    return found
