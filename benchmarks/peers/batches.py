"""Batches of sixty hands through the services, without a server: prints hands a second.

python -m benchmarks.peers.batches 8     # seconds, on the database of DATABASE_URL
"""

import gc
import json
import os
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

import django

from benchmarks.phone import PEOPLE
from scorebook.core.keys import new_key

SIXTY, MOST_IN_EVENING = 60, 3_000


def main(seconds: float) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorebook.settings"
    django.setup()
    from scorebook.server.serving import GARBAGE

    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])  # as in the server
    table = _opened()
    _record(*table, 0)  # warms the caches
    known, hands, took = SIXTY, 0, 0.0
    while took < seconds:
        if known >= MOST_IN_EVENING:
            table, known = _opened(), 0
        began = time.perf_counter()
        _record(*table, known)
        took += time.perf_counter() - began
        known, hands = known + SIXTY, hands + SIXTY
    print(json.dumps([hands / took]))


def _opened() -> tuple[UUID, str, list[str]]:
    """Open an evening and return its club, its scribe link and the ids of its players."""
    from rules import PRESETS
    from scorebook.play.services import Terms
    from scorebook.play.services.start import Start, start_evening

    terms = Terms(ruleset=PRESETS["bavarian"]["pub_10_20_50"], unit="EUR", stake_minor=1)
    start, at = Start(terms=terms, names=PEOPLE), datetime.now(UTC)
    evening = start_evening(start, key=new_key(), club=None, own_club_name="Stammtisch", at=at, by="scribe")
    return evening.club_id, evening.scribe_token, [str(seat.player_id) for seat in evening.all_seats()]


def _record(club_id: UUID, link: str, players: Sequence[str], known: int) -> None:
    """players: by id, which a phone knows."""
    from scorebook.play import services

    hand = {"contract": "rufer", "declarer": players[0], "partner": players[2], "won": True}
    new_hands = [services.NewHand(key=new_key(), hand=hand) for _ in range(SIXTY)]
    at, by = datetime.now(UTC), "scribe link"
    services.record_hands(club_id=club_id, link=link, known_hands=known, hands=new_hands, at=at, by=by)


if __name__ == "__main__":
    main(float(sys.argv[1]))
