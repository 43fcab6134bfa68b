"""The hands that a club remembers: a Sie, a Tout in any form, a Durchmarsch. B36, B38, B68, B102."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from rules import PRESETS
from rules.games.bavarian.contracts import SHORT_LIST
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import HandResult
from tests.support.played_evening import PlayedEvening, new_evening

PUB, SHORT = PRESETS["bavarian"]["pub_10_20_50"], PRESETS["bavarian"]["short"]
SHORT_WITH_TOUT = SHORT.with_house_rules({"allowed": [*SHORT_LIST, "short_tout"]})


def evening_with(preset: str, contract: str, **fields: object) -> PlayedEvening:
    ruleset = {"pub": PUB, "short": SHORT_WITH_TOUT}[preset]
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset)
    table.record({"contract": contract, "declarer": "Anna", **fields})
    table.close()
    return table


@pytest.mark.parametrize(
    ("preset", "contract", "fields", "feat"),
    [
        ("pub", "sie", {}, "sie"),
        ("pub", "solo_tout", {"won": True}, "tout"),
        ("pub", "solo_tout", {"won": False}, ""),
        ("pub", "solo", {"won": True, "level": "schwarz"}, ""),
        ("short", "short_tout", {}, "tout"),
        ("short", "wenz_tout", {"won": True}, "tout"),
    ],
)
@pytest.mark.django_db
def test_feat_of_a_hand(preset: str, contract: str, fields: dict[str, object], feat: str) -> None:
    evening_with(preset, contract, **fields)
    assert HandResult.objects.get().feat == feat


@pytest.mark.django_db(transaction=True)
def test_the_short_touts_of_older_books_are_found() -> None:
    evening = evening_with("short", "short_tout")
    MigrationExecutor(connection).migrate([("play", "0009_points_without_a_hand")])
    HandResult.objects.update(feat="")
    call_command("migrate", verbosity=0)
    assert HandResult.objects.get().feat == "tout"
    assert audit_club(evening.club) is None
