import argparse
import gc
import sys
from typing import Any

from django.core.management import BaseCommand, CommandError, call_command
from django.db import NotSupportedError, OperationalError, connection
from django.utils import translation
from django.utils.translation import gettext as _

from scorebook.core.database.distribution import distributed_tables
from scorebook.core.database.migration_state import REFUSALS, migration_state
from scorebook.operations.all_clubs import club_names
from scorebook.play.models import Evening
from scorebook.server import serving
from scorebook.texts import language

# Named as in sysexits.h. A restart would not help, so systemd makes none (deploy/scorebook.service).
EX_CONFIG = 78


class Command(BaseCommand):
    help = (
        "Brings the database up to date and serves Scorebook to this machine and to the phones in its network. "
        "--data FOLDER names the folder of database and secret key (default: data, beside manage.py)."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
        parser.add_argument("--port", type=_parse_port_number, default=8000, help="default: 8000")
        parser.add_argument("--workers", type=_parse_positive_number, default=1, help="processes (default: 1)")
        parser.add_argument("--demo", action="store_true", help="fill an empty database with a demo club")

    def handle(self, *args: Any, host: str, port: int, workers: int, demo: bool, **options: Any) -> None:
        # Disabled by manage.py until all is loaded; a migration leaves garbage.
        gc.freeze()
        gc.enable()
        address = serving.ListenAddress(host=host, port=port)
        current = language.language_of_terminal()

        def announce() -> None:
            # Called from a thread, which starts in the default language.
            with translation.override(current):
                serving.announce_server(address, sys.stdout)

        if serving.running_workers() is not None:
            serving.run_server(address, workers=workers, when_open=announce)
            return
        with translation.override(current):
            try:
                serving.check_port_is_free(address)
                _check_can_be_migrated()
                call_command("migrate", interactive=False, verbosity=0)
                _check_is_wholly_distributed()
            except serving.AddressRefused as error:
                raise CommandError(str(error)) from error
            except (OperationalError, NotSupportedError) as error:
                raise CommandError(_("Cannot open the database: %(reason)s") % {"reason": error}) from error
            if demo and not any(Evening.objects.filter(club=pk).exists() for pk in club_names()):
                call_command("demo", stdout=self.stdout)
            serving.run_server(address, workers=workers, when_open=announce)


def _check_can_be_migrated() -> None:
    """Raise CommandError if the database is newer or unsupported: rows written by this program would lack values."""
    if refusal := REFUSALS.get(migration_state(connection)):
        raise CommandError(_(refusal), returncode=EX_CONFIG)


def _check_is_wholly_distributed() -> None:
    """Raise CommandError if only a part of the tables is spread over several servers: no statement could join them."""
    if not distributed_tables(connection):
        return
    # Here, because nearly every site has one server.
    from scorebook.operations.distribution.distributing import undistributed_parts

    if missing := undistributed_parts():
        names = {"names": ", ".join(missing)}
        raise CommandError(_("Not distributed yet: %(names)s. Run manage.py distribute.") % names, returncode=EX_CONFIG)


def _parse_port_number(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def _parse_positive_number(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError("a number, at least 1")
    return int(text)
