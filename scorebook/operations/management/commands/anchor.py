import argparse
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from scorebook.core import environment
from scorebook.core.command import ScorebookCommand
from scorebook.ledger.snapshot import snapshot_of_all_clubs
from scorebook.operations import anchor
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import group_of_command


class Command(ScorebookCommand):
    help = (
        "The heads of all chains of hashes as JSON lines, without names and links, to be kept where nobody who may "
        "change the database can change them. manage.py audit --anchor FILE holds the books against them."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--to",
            type=_parse_anchor_target,
            default=settings.ANCHOR,
            help="a file to append to, or an http(s) address to POST to (default: SCOREBOOK_ANCHOR, else printed)",
        )

        parser.add_argument("--club", default="", help="only this club, by id or link, and the clubs linked with it")

    def handle(self, *args: Any, to: str | None, club: str, **options: Any) -> None:
        check_migrations_current()
        with snapshot_of_all_clubs():
            text = anchor.anchor_lines(anchor.chain_heads(*group_of_command(club)), at=timezone.now())
        if to is None:
            self.stdout.write(text, ending="")
            return
        try:
            anchor.send_anchors(text, to=to)
        except anchor.AnchorRefused as error:
            raise CommandError(f"the anchor was not sent: {error}") from error
        count = text.count("\n")
        self.stdout.write(f"{count:,} chain{'' if count == 1 else 's'} anchored")


def _parse_anchor_target(text: str) -> str:
    try:
        return environment.anchor_setting(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
