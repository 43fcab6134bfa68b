#!/usr/bin/env python
import argparse
import os
import sys


def main(argv: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorebook.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(choose_data_folder(argv))
    except ImproperlyConfigured as error:
        sys.exit(str(error))  # the message names the bad setting: who runs this needs no traceback


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
