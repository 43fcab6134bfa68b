"""The versions of the file, and the upgrades of older ones."""

from collections.abc import Callable, Mapping
from typing import Any

from scorebook.exchange.club_file.ends import ends_of
from scorebook.exchange.club_file.problems import refused

FORMAT, VERSION = "scorebook club", 3

# Version -> upgrade to the next one. The file is not validated yet.
UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda told: told,  # 2 adds the club event `kept`
    2: lambda told: _with_ends(told),  # 3 adds `ends`
}


def _with_ends(told: dict[str, Any]) -> dict[str, Any]:
    """Add the ends of the lists as they are: older files have none."""
    clubs = told.get("clubs")
    for club in clubs if isinstance(clubs, list) else ():
        if isinstance(club, dict):
            club["ends"] = ends_of(club)
    return told


def of_today(told: Any) -> dict[str, Any]:
    """Upgrade the file to the current version. Raises: ClubFileRefused."""
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise refused("it is no club file of Scorebook")
    version = told.get("version")
    if type(version) is not int or version < min([*UPGRADES, VERSION]):
        raise refused("there never was such a version", place="version")
    if version > VERSION:
        raise refused(
            f"a newer Scorebook wrote this file, in version {version}; here {VERSION} is known", place="version"
        )
    found: dict[str, Any] = told
    for older in range(version, VERSION):
        found = UPGRADES[older](found) | {"version": older + 1}
    return found
