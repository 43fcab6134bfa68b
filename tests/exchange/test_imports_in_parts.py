"""A long import is written in parts: the same rows, one import, and whoever is interrupted goes on."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection, models, transaction

from scorebook.clubs.models import ChainEnd, Club
from scorebook.core import append_only
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.formats.registry import read_evenings
from scorebook.exchange.imports.import_draft import Money
from scorebook.exchange.imports.import_duplicates import standing_imports, unfinished_import
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.imports.import_undoing import ImportUndoing
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.exchange.models import Import
from scorebook.ledger import services as ledger
from scorebook.ledger.models import Chain
from scorebook.operations.audit.full_audit import audit_club
from scorebook.operations.rebuild import Rebuilt, rebuild_club
from scorebook.play.models import Evening, EveningResult
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.services.closing import close_evening, reopen_evening
from scorebook.standings.services.season_services import agree_season, close_season
from tests.exchange.shared_evenings import FILES, IDS, shared_case, sheet_of, terms_of
from tests.exchange.test_import_previews import TEXTS
from tests.support.evening_by_evening import write_evening_by_evening
from tests.support.imported import NOW, balances, choices, evenings_of, imported, new_club, undone

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

ROWS = "\n".join(
    [
        "date;Anna;Beppo;Cilli;Done",
        *(f"2024-01-{day:02};1,20;-0,40;-0,40;-0,40" for day in range(1, 7)),
        "2024-01-06;1,20;-0,40;-0,40;-0,40",  # the very same once more that day
    ]
)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two evenings of one hand each are a part."""
    monkeypatch.setattr(limits, "PART_WEIGHT", 2 * (limits.EVENING_WEIGHT + 1))


def writing(club: Club, *, key: UUID, text: str = ROWS) -> ImportWriting:
    return ImportWriting(
        club=club,
        imported=read_evenings(text),
        choices=choices(money=Money.TAB),
        key=key,
        by="club link",
        at=NOW,
        most=None,
    )


def is_right(club: Club) -> bool:
    return (audit_club(club), rebuild_club(club)) == (None, Rebuilt())


# -- the same rows -------------------------------------------------------------------------------------------------

ORDER = {
    "Player": ["name"], "NameEvent": ["seq"], "Evening": ["number"], "EveningEvent": ["evening__number", "seq"],
    "HandEvent": ["evening__number", "seq"], "Entry": ["seq"], "Transfer": ["entry__seq", "position"],
    "Plan": ["evening_id", "number"], "PlannedPayment": ["plan__evening_id", "plan__number", "position"],
    "Seat": ["evening__number", "place"],
}  # fmt: skip
# Drawn by chance.
DRAWN = {"scribe_token", "watch_token", "token", "note_id"}
CHANCE = re.compile(r"[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def rows_after(club: Club, write: Callable[[], object]) -> Mapping[str, Sequence[str]]:
    """All rows of the club but its imports once something is written, which then is taken back.

    Ids and hashes become numbers in the order in which they come: those of plans and of notes are drawn by chance.
    """
    seen: dict[str, str] = {}
    with transaction.atomic():
        write()
        found = {
            model.__name__: [
                CHANCE.sub(lambda one: seen.setdefault(one[0], f"id {len(seen)}"), row) for row in _rows(model, club)
            ]
            for model in _models()
        }
        assert is_right(club)
        transaction.set_rollback(True)
    return found


def _models() -> list[type[models.Model]]:
    club_models = [model for model in apps.get_models() if "club" in {field.name for field in model._meta.get_fields()}]
    first = [*ORDER]
    kept = [model for model in club_models if model not in (Import, ChainEnd) and model.__name__ != "TypedText"]
    return sorted(kept, key=lambda one: first.index(one.__name__) if one.__name__ in first else len(first))


def _rows(model: type[models.Model], club: Club) -> Iterator[str]:
    drawn = DRAWN | {"id"} if model.__name__ == "Seat" else DRAWN
    names = [field.attname for field in model._meta.concrete_fields if field.attname not in drawn]
    found = model._default_manager.filter(club=club).order_by(*ORDER.get(model.__name__, ["pk"]))
    return (json.dumps({name: str(getattr(row, name)) for name in names}) for row in found)


@pytest.mark.parametrize("money", Money)
@pytest.mark.parametrize("format", TEXTS)
def test_a_part_is_what_the_verbs_of_an_evening_write(format: str, money: Money) -> None:
    club, key, text, chosen = new_club("Anna"), uuid4(), TEXTS[format], choices(money=money)
    found = rows_after(club, lambda: imported(club, text, chosen, key=key))
    expected = rows_after(club, lambda: write_evening_by_evening(club, read_evenings(text), chosen, key=key, now=NOW))
    assert len(expected["Evening"]) > 0
    for name, rows in expected.items():
        assert found[name] == rows, name


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_whole_evenings_with_their_pots_are_too(file: Any) -> None:
    case = shared_case(file)
    club, key = new_club(*case["players"]), uuid4()
    chosen, text = choices(terms=terms_of(case), money=Money.PAID), sheet_of(case)
    found = rows_after(club, lambda: imported(club, text, chosen, key=key))
    expected = rows_after(club, lambda: write_evening_by_evening(club, read_evenings(text), chosen, key=key, now=NOW))
    for name, rows in expected.items():
        assert found[name] == rows, name


def test_the_hashes_are_the_same_where_nothing_in_them_is_drawn_by_chance() -> None:
    club, key, chosen = new_club("Anna", "Beppo", "Cilli", "Done"), uuid4(), choices(money=Money.TAB)
    text, heads = TEXTS["hands"], []
    for write in (
        lambda: imported(club, text, chosen, key=key),
        lambda: write_evening_by_evening(club, read_evenings(text), chosen, key=key, now=NOW),
    ):
        with transaction.atomic():
            write()
            evenings = Evening.objects.filter(club=club).order_by("number")
            heads.append((Chain.objects.get(pk=club.pk).head_hash, [one.last_hash for one in evenings]))
            transaction.set_rollback(True)
    assert heads[0] == heads[1]


# -- one import ----------------------------------------------------------------------------------------------------


def test_several_parts_are_one_import(small_parts: None) -> None:
    club, key = new_club("Anna"), uuid4()
    progress: list[tuple[int, int]] = []
    text = read_evenings(ROWS)
    whole = ImportWriting(
        club=club, imported=text, choices=choices(), key=key, file_name="abende.csv", by="club link", at=NOW, most=None
    )
    found = whole.write_all(on_progress=lambda done, total: progress.append((done, total)))
    assert progress == [(2, 7), (4, 7), (6, 7), (7, 7)]
    assert len(evenings_of(club)) == len(found.evenings) == 7
    assert [one.pk for one in standing_imports(club)] == [key]
    assert Import.objects.filter(club=club).count() == 4
    assert imported(club, ROWS, key=key).evenings == found.evenings
    assert is_right(club)


def test_an_import_that_was_interrupted_goes_on(small_parts: None) -> None:
    club, key = new_club(), uuid4()
    first = writing(club, key=key)
    first.write_next_part()
    first.write_next_part()
    assert (first.done, first.total, first.is_finished) == (4, 7, False)
    assert len(evenings_of(club)) == 4 and is_right(club)
    unfinished = unfinished_import(club, read_evenings(ROWS))
    assert unfinished and unfinished.pk == key
    again = writing(club, key=key)
    assert (again.done, again.total) == (4, 7)
    while not again.is_finished:
        again.write_next_part()
    assert [one.count for one in standing_imports(club)] == [7]
    assert unfinished_import(club, read_evenings(ROWS)) is None
    assert balances(club) == {"Anna": 840, "Beppo": -280, "Cilli": -280, "Done": -280}
    assert is_right(club)


def test_two_who_write_the_same_import_write_it_once(small_parts: None) -> None:
    club, key = new_club(), uuid4()
    one, other = writing(club, key=key), writing(club, key=key)
    while not (one.is_finished and other.is_finished):
        for each in (one, other):
            if not each.is_finished:
                each.write_next_part()
    assert len(evenings_of(club)) == 7
    assert one.written.evenings == other.written.evenings
    assert is_right(club)


def test_what_another_import_wrote_meanwhile_is_left_out(small_parts: None) -> None:
    club = new_club()
    first = writing(club, key=uuid4())
    first.write_next_part()
    imported(club, "\n".join(ROWS.splitlines()[:5]))  # the next two evenings too
    while not first.is_finished:
        first.write_next_part()
    assert len(evenings_of(club)) == 7
    assert sorted(one.count for one in standing_imports(club)) == [2, 5]
    assert is_right(club)


def test_hands_that_are_written_between_the_parts_are_no_hindrance(small_parts: None) -> None:
    club = new_club()
    first = writing(club, key=uuid4())
    first.write_next_part()
    anna, beppo = club.players.order_by("name")[:2]
    ledger.deposit(club=club, unit="EUR", key=uuid4(), player=anna, amount_minor=50, by="club link", at=NOW)
    first.write_next_part()
    ledger.deposit(club=club, unit="EUR", key=uuid4(), player=beppo, amount_minor=50, by="club link", at=NOW)
    while not first.is_finished:
        first.write_next_part()
    assert is_right(club)


# -- undone as one -------------------------------------------------------------------------------------------------


def test_all_parts_are_undone_as_one(small_parts: None) -> None:
    club, key = new_club(), uuid4()
    found = imported(club, ROWS, choices(money=Money.TAB), key=key)
    undoing = uuid4()
    first = undone(club, found, key=undoing)
    assert undone(club, found, key=undoing) == first
    assert first.undoes_id == key
    assert standing_imports(club) == []
    assert balances(club) == {} and not EveningResult.objects.filter(club=club).exists()
    with pytest.raises(ImportRefused, match="already_undone"):
        undone(club, found)
    assert imported(club, ROWS, choices(money=Money.TAB), key=key).is_undone
    assert is_right(club)
    imported(club, ROWS)
    assert Evening.objects.filter(club=club).count() == 14
    assert is_right(club)


def test_an_undoing_that_was_interrupted_goes_on(small_parts: None) -> None:
    club, key = new_club(), uuid4()
    found = imported(club, ROWS, choices(money=Money.TAB), key=key)
    first = ImportUndoing(club=club, import_id=key, key=uuid4(), by="club link", at=NOW, most=None)
    first.undo_more()
    assert (first.done, first.total) == (1, 7)
    assert [(one.count, one.is_undone) for one in standing_imports(club)] == [(6, True)]
    assert unfinished_import(club, read_evenings(ROWS)) is None
    assert is_right(club)
    undone(club, found)
    assert standing_imports(club) == [] and balances(club) == {}
    assert is_right(club)


def test_an_undoing_that_was_interrupted_within_a_part_goes_on_under_any_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNDONE_WEIGHT", 2 * (limits.UNDONE_EVENING_WEIGHT + 1))
    club, key = new_club(), uuid4()
    found = imported(club, ROWS, choices(money=Money.TAB), key=key)
    first = ImportUndoing(club=club, import_id=key, key=uuid4(), by="club link", at=NOW, most=None)
    first.undo_more()
    assert (first.done, first.total, len(found.parts)) == (2, 7, 1)
    assert is_right(club)
    again = ImportUndoing(club=club, import_id=key, key=uuid4(), by="club link", at=NOW, most=None)
    assert again.done == 2
    while not again.is_finished:
        again.undo_more()
    assert standing_imports(club) == [] and balances(club) == {}
    assert is_right(club)


def test_an_undoing_that_was_interrupted_between_two_payments_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNDONE_WEIGHT", limits.UNDONE_PAYMENT_WEIGHT)
    club, key = new_club(), uuid4()
    text = "Date,Description,Category,Cost,Currency,Anna,Beppo\n"
    imported(club, f"{text}2024-01-01,,Payment,1.00,EUR,1.00,-1.00\n2024-01-02,,Payment,2.00,EUR,2.00,-2.00\n", key=key)
    first = ImportUndoing(club=club, import_id=key, key=uuid4(), by="club link", at=NOW, most=None)
    first.undo_more()
    assert balances(club) == {"Anna": 100, "Beppo": -100}
    again = ImportUndoing(club=club, import_id=key, key=uuid4(), by="club link", at=NOW, most=None)
    assert (again.done, again.total) == (1, 2)
    again.undo_more()
    assert again.is_finished and balances(club) == {}
    assert is_right(club)


def test_no_part_is_undone_where_an_evening_of_the_first_was_touched(small_parts: None) -> None:
    club = new_club()
    found = imported(club, ROWS, choices(money=Money.TAB))
    touched = reopen_evening(evening=evenings_of(club)[0], key=uuid4(), at=NOW, by="scribe")
    close_evening(evening=touched, key=uuid4(), at=NOW, by="scribe")
    with pytest.raises(ImportRefused) as refused:
        undone(club, found)
    assert [(one.code, one.args["number"]) for one in refused.value.problems] == [("evening_touched", 1)]
    assert [(one.count, one.is_undone) for one in standing_imports(club)] == [(7, False)]
    assert is_right(club)


def test_what_keeps_all_parts_is_reported_once(small_parts: None) -> None:
    club = new_club()
    found = imported(club, ROWS, choices(money=Money.TAB))
    agreed = Agreement(first_on=date(2024, 1, 1), last_on=date(2024, 1, 31), game="bavarian")
    season = agree_season(club=club, key=uuid4(), name="Januar", agreement=agreed, by="club link", at=NOW)
    close_season(club=club, season_id=season.id, seen=season.newest.pk, key=uuid4(), by="club link", at=NOW)
    with pytest.raises(ImportRefused) as refused:
        undone(club, found)
    assert [one.code for one in refused.value.problems] == ["season_closed"]


def test_nothing_is_undone_where_somebody_has_built_on_the_first_part(small_parts: None) -> None:
    club = new_club()
    found = imported(club, ROWS, choices(money=Money.TAB))
    anna = club.players.get(name="Anna")
    ledger.pay_out(club=club, unit="EUR", key=uuid4(), player=anna, amount_minor=840, by="club link", at=NOW)
    before = Import.objects.count()
    with pytest.raises(ImportRefused, match="tab_moved"):
        undone(club, found)
    assert Import.objects.count() == before
    assert len(EveningResult.objects.filter(club=club).values("evening").distinct()) == 7


def test_a_part_without_the_one_before_is_found_by_the_audit(small_parts: None) -> None:
    club = new_club()
    imported(club, ROWS)
    connection.check_constraints()
    append_only.drop_triggers(connection, append_only.protected_tables())
    third = next(one for one in Import.objects.filter(club=club) if one.facts.get("part") == 3)
    models.QuerySet(Import).filter(pk=third.pk).delete()
    assert "import_unknown" in str(audit_club(club))
