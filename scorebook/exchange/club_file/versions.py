"""The versions of the file, and the upgrades of older ones."""

from collections.abc import Callable, Mapping
from typing import Any

from scorebook.exchange.club_file.club_file_ends import club_list_ends
from scorebook.exchange.club_file.problems import file_refused

FORMAT, VERSION = "scorebook club", 3


def _add_list_ends(document: dict[str, Any]) -> dict[str, Any]:
    """Add the ends of the lists as they are: older files have none."""
    clubs = document.get("clubs")
    for club in clubs if isinstance(clubs, list) else ():
        if isinstance(club, dict):
            club["ends"] = club_list_ends(club)
    return document


# Version -> upgrade to the next one. The file is not validated yet.
UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda document: document,  # 2 adds the club event `kept`
    2: _add_list_ends,  # 3 adds `ends`
}


def upgraded_club_file(document: Any) -> dict[str, Any]:
    """Upgrade the file to the current version. Raises: ClubFileRefused."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise file_refused("it is no club file of Scorebook")
    version = document.get("version")
    if type(version) is not int or version < min([*UPGRADES, VERSION]):
        raise file_refused("there never was such a version", place="version")
    if version > VERSION:
        raise file_refused(
            f"a newer Scorebook wrote this file, in version {version}; here {VERSION} is known", place="version"
        )
    found: dict[str, Any] = document
    for older in range(version, VERSION):
        found = UPGRADES[older](found) | {"version": older + 1}
    return found
