#!/usr/bin/env python
import argparse
import gc
import os
import sys
from io import TextIOWrapper


def main(argv: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorebook.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db.utils import Error as DatabaseFailed

    print_on_any_terminal()
    if argv[1:2] == ["serve"]:
        # Loading leaves nothing to collect, and looking for it takes an eighth of a start. `serve` enables it again.
        gc.disable()
    try:
        execute_from_command_line(choose_data_folder(argv))
    except ImproperlyConfigured as error:
        sys.exit(str(error))  # the message names the bad setting: the operator needs no traceback
    except DatabaseFailed as error:  # of Django's own commands; ScorebookCommand reports it itself
        from scorebook.core.database.outage import is_outage, outage_text

        if not is_outage(error):
            raise
        sys.exit(outage_text(error))


def print_on_any_terminal() -> None:
    """Print a letter that the terminal's encoding lacks by its number instead of ending in an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def choose_data_folder(argv: list[str]) -> list[str]:
    """Takes --data FOLDER out of any command's arguments: the settings need it before a command is found."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data", metavar="FOLDER")
    found, rest = parser.parse_known_args(argv)
    if found.data:
        os.environ["SCOREBOOK_DATA"] = found.data
    return rest


if __name__ == "__main__":
    main(sys.argv)
