"""`python -m tests.books.crash_writer`: for each line read, a child process that writes hands until it is killed.

Each child prints its own id, then every hand as soon as it is committed; after its death stands "dead". Children
are forks, so that forty of them cost no forty starts of Python. SQLite only: what a fork shares
with its parent is nothing but code.
"""

import os
import random
import sys
from uuid import UUID

import django

BY = "scribe"
DEAD = "dead"


def main() -> None:
    django.setup()
    for number, _ in enumerate(sys.stdin):
        child = os.fork()
        if child == 0:
            _print_line(str(os.getpid()))
            _write_until_killed(random.Random(number))
        os.waitpid(child, 0)
        _print_line(DEAD)


def _write_until_killed(dice: random.Random) -> None:
    """Hands, and now and then a correction, which writes more at once."""
    from django.utils import timezone

    from rules import ReportError, read_ruleset
    from scorebook.play import evening_totals, services
    from scorebook.play.models import Evening
    from scorebook.play.queries import evening_sheets
    from tests.books.random_hands import any_hand

    while True:
        evening = Evening.objects.get(closed_at=None)
        hand = any_hand(dice, read_ruleset(evening.ruleset), evening_sheets.next_table(evening))
        key = UUID(int=dice.getrandbits(128), version=4)
        try:
            if evening.hand_count and dice.randrange(4) == 0:
                old = dice.choice(evening_totals.current_evening_hands(evening))
                services.correct_hand(
                    evening=evening, key=key, no=old.no, replaces=old.pk, hand=hand, at=timezone.now(), by=BY
                )
            else:
                known = evening.hand_count
                services.record_hand(evening=evening, key=key, known_hands=known, hand=hand, at=timezone.now(), by=BY)
        except (services.PlayError, ReportError):
            continue
        _print_line(str(key))


def _print_line(text: str) -> None:
    # One write of one short line: the reader never sees half of it.
    os.write(sys.stdout.fileno(), f"{text}\n".encode())


if __name__ == "__main__":
    main()
