"""A preview reads and calculates: it takes no lock, and what it shows is what is then written."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorebook.clubs.models import Club, Player
from scorebook.core import budgets
from scorebook.exchange.imports.formats.registry import detect_format
from scorebook.exchange.imports.import_draft import Draft, Money
from scorebook.ledger.models import Entry, Transfer
from scorebook.play.models import Evening, EveningResult
from tests.exchange.test_foreign_files import text_of_file
from tests.exchange.test_import_commands import EXAMPLES
from tests.exchange.test_imports_from_programs import AGREES, DIFFERS, DOUBLED, UNKNOWN, recorder
from tests.support.imported import choices, imported, new_club, previewed

pytestmark = pytest.mark.django_db

TEXTS = {
    "results": EXAMPLES[0] + "\n20.11.2025;-0,90;0,30;0,30;0,30\n",
    "hands": EXAMPLES[1],
    "phone": json.dumps(recorder(AGREES, DOUBLED, DIFFERS, UNKNOWN)),
    "spliit": text_of_file("spliit/stammtisch.json"),
    "splitwise": EXAMPLES[3],
    "ihatemoney": text_of_file("ihatemoney/weights-bills.csv"),
}


@pytest.fixture(params=TEXTS)
def text(request: pytest.FixtureRequest) -> str:
    format: str = request.param
    assert detect_format(TEXTS[format]).id == format
    return TEXTS[format]


def test_a_preview_sends_statements_that_read_and_no_others(text: str) -> None:
    club = new_club("Anna")
    with CaptureQueriesContext(connection) as sent:
        draft = previewed(club, text)
    assert draft.new_evenings and not draft.problems
    statements = [str(one["sql"]) for one in sent]
    assert [sql for sql in statements if not sql.startswith("SELECT") or "FOR UPDATE" in sql] == []


@pytest.mark.parametrize("money", Money)
def test_what_a_preview_shows_is_what_is_written(text: str, money: Money) -> None:
    club, key = new_club("Anna"), uuid4()
    draft = previewed(club, text, choices(money=money), key=key)
    shown = shown_evenings(draft), shown_payments(draft)
    written = imported(club, text, choices(money=money), key=key)
    assert (written_evenings(club), written_payments(club, written.payments)) == shown
    assert sorted(one.name for one in draft.new_people) == sorted(
        Player.objects.filter(club=club).exclude(name="Anna").values_list("name", flat=True)
    )


def shown_evenings(draft: Draft) -> list[object]:
    return [
        (one.at, one.terms.unit, len(one.scored.hands), {id: sum_ for id, sum_ in one.sums.items() if sum_})
        for one in draft.new_evenings
    ]


def written_evenings(club: Club) -> list[object]:
    return [
        (evening.started_at, evening.unit, evening.hand_count, _results(evening))
        for evening in Evening.objects.filter(club=club).order_by("started_at")
    ]


def _results(evening: Evening) -> dict[object, int]:
    found = EveningResult.objects.filter(club=evening.club_id, evening=evening).exclude(amount_minor=0)
    return dict(found.values_list("player_id", "amount_minor"))


def shown_payments(draft: Draft) -> list[tuple[object, ...]]:
    return sorted((one.payer, one.payee, one.source.amount_minor) for one in draft.new_payments)


def written_payments(club: Club, ids: Mapping[str, str]) -> list[tuple[object, ...]]:
    """Each payment goes from the payer's account through cash to the payee's."""
    found: list[Any] = []
    for entry in Entry.objects.filter(club=club, pk__in=list(ids)):
        paid, received = Transfer.objects.filter(club=club, entry=entry).order_by("position")
        assert paid.amount_minor == received.amount_minor
        found.append((paid.target.player_id, received.source.player_id, paid.amount_minor))
    return sorted(found)


@pytest.mark.parametrize(
    ("ceiling", "most", "code"),
    [
        ("EVENINGS_PER_CLUB", 1, "evenings_full"),
        ("NAMES_PER_CLUB", 4, "names_full"),
        ("ENTRIES_PER_CLUB", 1, "entries_full"),
        ("HANDS_PER_EVENING", 0, "too_many_hands"),
    ],
)
def test_a_preview_names_the_ceiling_that_the_club_would_meet(
    monkeypatch: pytest.MonkeyPatch, ceiling: str, most: int, code: str
) -> None:
    monkeypatch.setattr(budgets, ceiling, most)
    draft = previewed(new_club("Anna"), TEXTS["results"])
    assert {one.code for one in draft.problems} == {code}
