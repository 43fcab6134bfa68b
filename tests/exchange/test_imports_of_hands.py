"""Sheets of hands: scored by the rules where they can be, agreed on with what was paid where not."""

import csv
import io

import pytest
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import PRESETS
from scorebook.exchange.imports import contract_names
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.hand_event_codec import facts_of_event
from scorebook.play.models import HandEvent
from scorebook.play.services import Terms
from tests.support.imported import balances, choices, evenings_of, imported, new_club, previewed, undone

pytestmark = pytest.mark.django_db

SHEET = (
    "date;contract;declarer;partner;card points;note;Anna;Beppo;Cilli;Done\n"
    "2025-11-13;Rufer;Anna;Cilli;74;;0,20;-0,20;0,20;-0,20\n"
    ";Rufer;Beppo;Done;74;doppelt gezahlt;-0,40;0,40;-0,40;0,40\n"
    ";Blauer Wenz;Cilli;;;;-0,30;-0,30;0,90;-0,30\n"
    ";;;;;nachgezahlt;0,10;-0,10;;\n"
)


@override("en")
def test_what_was_paid_stands_where_the_rules_say_otherwise() -> None:
    """0,20 - 0,40 - 0,30 + 0,10; the second hand keeps its 40 and says the 20, the third is no contract here."""
    club = new_club()
    draft = previewed(club, SHEET)
    assert [(one.code, one.line, one.args) for one in draft.notices] == [
        ("paid_otherwise", 3, {}), ("not_by_the_rules", 4, {"kind": "Blauer Wenz"}),
    ]  # fmt: skip
    imported(club, SHEET)
    [evening] = evenings_of(club)
    assert balances(club, evening) == {"Anna": -40, "Beppo": -20, "Cilli": 70, "Done": -10}
    hands = [facts_of_event(one) for one in HandEvent.objects.filter(club=club).order_by("no")]
    assert [one["contract"] for one in hands] == ["rufer", "agreed", "agreed", "agreed"]
    assert hands[1]["note"] == (
        "doppelt gezahlt As paid; by the rules it would have been Anna -20, Beppo +20, Cilli -20, Done +20 points."
    )
    assert (hands[2]["why"], hands[3]["note"]) == ("Blauer Wenz", "nachgezahlt")
    assert audit_club(club) is None


@pytest.mark.parametrize(
    ("cell", "contract", "suit"),
    [
        ("Herz-Solo", "solo", "hearts"),
        ("Solo Gras", "solo", "leaves"),
        ("eichelsolo", "solo", "acorns"),
        ("Schellen-Wenz", "suit_wenz", "bells"),
        ("acorns solo", "solo", "acorns"),
        ("Farbsolo", "solo", None),
        ("Sauspiel", "rufer", None),
        ("Rufspiel", "rufer", None),
        ("zammgschmissen", "thrown_in", None),
    ],
)
def test_a_contract_is_known_by_every_name_that_players_use(cell: str, contract: str, suit: str | None) -> None:
    assert contract_names.contract_and_suit(cell) == (contract, suit)


def test_what_goes_into_the_pot_need_not_come_to_nothing_among_the_people() -> None:
    """Thrown in with a pot: each pays its sweetener, as the sheet says too; the next hand takes the pot."""
    terms = Terms(ruleset=PRESETS["bavarian"]["pub_everything"], unit="EUR", stake_minor=1)
    text = "date;contract;Anna;Beppo;Cilli;Done\n2025-11-13;thrown_in;-0,10;-0,10;-0,10;-0,10\n"
    club = new_club()
    imported(club, text, choices(terms=terms))
    assert audit_club(club) is None
    draft = previewed(club, text.replace("-0,10;-0,10\n", "-0,10;-0,20\n"), choices(terms=terms))
    assert [(one.code, one.line) for one in draft.problems] == [("sum_not_0", 2)]


def test_a_hand_that_cannot_be_is_named_by_the_rules() -> None:
    text = (
        "date;contract;declarer;partner;card points;players\n2025-11-13;Rufer;Anna;Anna;121;Anna, Beppo, Cilli, Done\n"
    )
    found = {(one.code, one.line, one.where) for one in previewed(new_club(), text).problems}
    assert found == {("rules.declarer_own_partner", 2, "partner"), ("rules.points_out_of_range", 2, "card_points")}


@pytest.mark.parametrize(
    "more",
    [
        '{"note": "\\u0000"}',
        '{"note": "\\ud800"}',
        '{"value": 99999999999999999999}',
        '{"call": [[]]}',
        '{"kontra": {"": 1}}',
    ],
)
def test_no_field_of_a_hand_breaks_the_books(more: str) -> None:
    cell = more.replace('"', '""')
    text = f'date;contract;declarer;more;players\n2025-11-13;Solo;Anna;"{cell}";Anna, Beppo, Cilli, Done\n'
    with pytest.raises(ImportRefused):
        imported(new_club(), text)


CELLS = st.sampled_from(
    [
        "", "Rufer", "Solo", "Wenz", "Ramsch", "Sie", "own:x", "Anna", "Beppo", "Cilli", "Zenzi", "74", "121",
        "ja", "nein",
        "3 mit", "1,00", "-1,00", "0,50", "Anna, Beppo", '{"points": {"Anna": 1}}', '{"laid": [1]}', "schwarz",
        "herz", "2",
    ]
)  # fmt: skip
HEADINGS = (
    "contract",
    "declarer",
    "partner",
    "card points",
    "won",
    "run",
    "kontra",
    "level",
    "losers",
    "more",
    "dealer",
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(rows=st.lists(st.lists(CELLS, min_size=15, max_size=15), min_size=1, max_size=4))
def test_any_sheet_is_written_whole_or_refused(rows: list[list[str]]) -> None:
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows(
        [["date", *HEADINGS, "Anna", "Beppo", "Cilli", "Done"], *(["2025-11-13", *row] for row in rows)]
    )
    club = new_club()
    try:
        draft = previewed(club, text.getvalue())
    except ImportRefused:
        return
    if not draft.problems:
        found = imported(club, text.getvalue())
        assert audit_club(club) is None
        undone(club, found)
        assert audit_club(club) is None
