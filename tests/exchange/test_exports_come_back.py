"""Each table that goes out comes in unchanged, in each language, or the import names it and what to import instead."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from rules import Report
from scorebook.clubs.models import Club
from scorebook.exchange import tables
from scorebook.exchange.headings import HEADINGS
from scorebook.exchange.imports.formats.registry import detect_format, read_evenings
from scorebook.exchange.imports.import_columns import find_columns, hand_words, result_words
from scorebook.exchange.imports.import_draft import Choices, Money
from scorebook.exchange.imports.import_files import text_of_file
from scorebook.exchange.imports.import_records import ImportRefused
from scorebook.exchange.tables.export_table import ExportTable
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.hand_event_codec import facts_of_event
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries.evening_sheets import evening_sheet
from tests.exchange.shared_evenings import FILES, IDS, play_shared, shared_case
from tests.exchange.spreadsheet import saved_as_csv
from tests.exchange.table_columns import NASTY, names_in
from tests.exchange.test_tables_in_libreoffice import nasty_club, tables_of_club
from tests.support.imported import PUB, choices, evenings_of, imported, new_club
from tests.support.played_evening import THROWN_IN, PlayedEvening, new_evening, ramsch, rufer, solo

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Whatever the page chooses, the sheet has its own terms.
OTHER_TERMS = choices(terms=PUB.__class__(ruleset=PUB.ruleset, unit="CHF", stake_minor=7), money=Money.OPEN)


def _as_json(report: Report) -> str:
    return json.dumps(report.to_json(), ensure_ascii=False)


def content_of(club: Club, evening: Evening) -> Mapping[str, object]:
    """All that a sheet says of an evening, with names instead of ids."""
    names = names_in(club)
    sheet = evening_sheet(evening)
    ids = re.compile("|".join(map(re.escape, names)))
    return {
        "begun": evening.started_at.replace(microsecond=0),
        "people": [names[str(line.player.pk)] for line in sheet.players],  # type: ignore[index]
        "terms": (evening.unit, evening.stake_minor, evening.rules.to_json()),
        "hands": [
            (
                names[line.table.dealer] if line.table.dealer else None,
                # PostgreSQL keeps no order of the fields.
                json.loads(re.sub(ids, lambda found: json.dumps(names[found[0]])[1:-1], _as_json(line.report))),  # type: ignore[index]
                {names[player]: points for player, points in line.points.items()},
            )
            for line in sheet.lines
            if not line.is_void
        ],
        "amounts": {names[str(line.player.pk)]: (line.points, line.amount_minor) for line in sheet.players},  # type: ignore[index]
    }


def export(evening: PlayedEvening, id: str, language: str, *, hides_money: bool = False) -> str:
    with translation.override(language):
        found = tables.evening_export_tables(evening.fresh(), names_in(evening.club), hides_money=hides_money)
        return tables.csv_file(found[id]()).decode("utf-8")


def come_back(text: str, chosen: Choices = OTHER_TERMS) -> tuple[Club, Evening]:
    club = new_club()
    imported(club, text, chosen)
    assert audit_club(club) is None
    [evening] = evenings_of(club)
    return club, evening


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_a_sheet_of_hands_comes_back_as_it_went(file: Path, language: str) -> None:
    evening = play_shared(shared_case(file))
    text = export(evening, "hands", language)
    assert detect_format(text).id == "hands"
    assert content_of(*come_back(text)) == content_of(evening.club, evening.fresh())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_results_of_an_evening_come_back_with_their_day_and_cents(file: Path, language: str) -> None:
    evening = play_shared(shared_case(file))
    club, found = come_back(export(evening, "results", language))
    there, here = content_of(evening.club, evening.fresh()), content_of(club, found)
    amounts = {name: amount for name, (_points, amount) in there["amounts"].items()}  # type: ignore[attr-defined]
    assert {name: amount for name, (_points, amount) in here["amounts"].items()} == amounts  # type: ignore[attr-defined]
    assert (here["begun"], found.unit) == (there["begun"], evening.stored.unit)


def everything() -> PlayedEvening:
    """Struck-out and corrected hands, a note, a dealer out of turn, a pot shared at the end, and agreed points."""
    evening = new_evening(
        *NASTY[:4], ruleset=PUB.ruleset.with_house_rules({"pot_sweetener": 10, "pot_at_end": "best"}), stake_minor=5
    )
    evening.record(solo(NASTY[0], note='=1+1; "Wirt" zahlt'))
    evening.record(rufer(NASTY[1], NASTY[2]), dealer=NASTY[3])
    evening.record(ramsch(NASTY[3]))
    evening.record({"contract": "agreed", "why": "Wette", "points": dict(zip(NASTY[:4], (3, -1, -1, -1), strict=True))})
    evening.record(THROWN_IN)
    evening.void(3)
    evening.correct(2, rufer(NASTY[1], NASTY[0], won=False))
    evening.close()
    return evening


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_workbook_comes_back_by_its_sheet_of_hands(language: str) -> None:
    evening = everything()
    assert content_of(*come_back(text_of_file(workbook_of(evening, language)).text)) == content_of(
        evening.club, evening.fresh()
    )


@pytest.mark.thorough
@pytest.mark.once
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("locale", "separator"), [("de-DE", ";"), ("en-US", ","), ("en-GB", "\t"), ("de-CH", ";")])
def test_a_workbook_that_libreoffice_saved_as_csv_comes_back(
    tmp_path: Path, language: str, locale: str, separator: str
) -> None:
    """One start for all files, because a start takes a second."""
    evenings = {file.stem: play_shared(shared_case(file)) for file in FILES} | {"everything": everything()}
    files = {f"{name}.xlsx": workbook_of(evening, language) for name, evening in evenings.items()}
    saved = saved_as_csv(files, tmp_path, locale=locale, separator=separator)
    with translation.override(language):
        hands, results = tables.table_name("hands"), tables.table_name("results")
    for name, evening in evenings.items():
        there = content_of(evening.club, evening.fresh())
        assert content_of(*come_back(saved[f"{name}.xlsx", hands])) == there
        club, found = come_back(saved[f"{name}.xlsx", results])
        amounts = {one.player.name: one.amount_minor for one in evening.fresh().all_seats()}
        assert {one.player.name: one.amount_minor for one in found.all_seats()} == amounts
        # A cell shows no seconds.
        assert found.started_at == evening.stored.started_at.replace(second=0, microsecond=0)


def workbook_of(evening: PlayedEvening, language: str) -> bytes:
    with translation.override(language):
        found = tables.evening_export_tables(evening.fresh(), names_in(evening.club))
        return tables.xlsx_file([make() for make in found.values()])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_with_everything_comes_back(language: str) -> None:
    evening = everything()
    assert content_of(*come_back(export(evening, "hands", language))) == content_of(evening.club, evening.fresh())


def test_a_sheet_without_money_comes_back_as_an_evening_for_points() -> None:
    evening = everything()
    text = export(evening, "hands", "de", hides_money=True)
    assert "EUR" not in text
    _club, found = come_back(text)
    there = {seat.player.name: seat.points for seat in evening.fresh().all_seats()}
    assert (found.unit, {seat.player.name: seat.points for seat in found.all_seats()}) == ("points", there)


def test_an_evening_for_litres_comes_back_by_its_hands_only() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", unit="litre/litres", stake_minor=2)
    evening.record(solo("Anna"))
    evening.close()
    for language in LANGUAGES:
        assert content_of(*come_back(export(evening, "hands", language))) == content_of(evening.club, evening.fresh())
        with pytest.raises(ImportRefused, match="results_in_words"):
            read_evenings(export(evening, "results", language))


def test_points_changed_in_the_spreadsheet_stay_as_paid() -> None:
    """The first hand, a solo of 50 from each of three, is 60 now: 5 cents a point."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", stake_minor=5)
    evening.record(solo("Anna"))
    evening.close()
    text = export(evening, "hands", "de").replace(";150;-50;-50;-50;", ";180;-60;-60;-60;")
    club, found = come_back(text)
    assert {seat.player.name: seat.amount_minor for seat in found.all_seats()} == {
        "Anna": 900, "Beppo": -300, "Cilli": -300, "Done": -300
    }  # fmt: skip
    [hand] = [facts_of_event(one) for one in HandEvent.objects.filter(club=club)]
    assert hand["contract"] == "agreed"


def test_a_hand_added_in_the_spreadsheet_comes_in_and_two_sheets_are_two_evenings() -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done", stake_minor=5)
    evening.record(solo("Anna"))
    evening.close()
    text = export(evening, "hands", "de")
    [_heading, row] = text.splitlines()
    cells = row.split(";")
    added = ";".join(
        ["2", cells[1], "Beppo", "Wenz", "Cilli", "", "1", "", "", "", "", "", "", "-50", "-50", "150", "-50"]
    )
    later = row.replace("2026-11-20T", "2026-11-13T")
    found = read_evenings(f"{text}{added}\n{later}\n").evenings
    assert [(str(one.day), len(one.hands), one.stake_minor) for one in found] == [
        ("2026-11-20", 2, 5),
        ("2026-11-13", 1, 5),
    ]
    assert found[0].hands[1].hand == {"contract": "wenz", "declarer": "Cilli", "won": True}
    assert found[0].hands[1].amounts == {"Anna": -250, "Beppo": -250, "Cilli": 750, "Done": -250}


def test_a_name_that_is_also_a_heading_is_a_person_of_an_own_sheet() -> None:
    evening = new_evening("Notiz", "Ort", "Wert", "Zeit")
    evening.record(solo("Ort"))
    evening.close()
    for language in LANGUAGES:
        assert content_of(*come_back(export(evening, "hands", language))) == content_of(evening.club, evening.fresh())


# -- other tables ------------------------------------------------------------------------------------------------------


def csv_of(table: ExportTable) -> str:
    return tables.csv_file(table).decode("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_evenings_is_refused_by_its_name(language: str) -> None:
    with translation.override(language):
        club = nasty_club()
        found = {id: make() for own in tables_of_club(club).values() for id, make in own.items()}
        refused = {id: problems_of_table(table) for id, table in found.items()}
    assert {id: codes for id, codes in refused.items() if id not in ("hands", "results")} == {
        id: [("own_table", id)] for id in ("payments", "statement", "tab", "season", "evenings", "board")
    }
    assert refused["hands"] == refused["results"] == []


def problems_of_table(table: ExportTable) -> list[tuple[str, object]]:
    try:
        read_evenings(csv_of(table))
    except ImportRefused as refused:
        return [(one.code, one.args.get("table")) for one in refused.problems]
    return []


# -- headings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_column_of_a_sheet_has_one_name_in_both_directions(language: str) -> None:
    with translation.override(language):
        headings = [str(heading) for heading in HEADINGS["hands"].values()]
    assert len(set(headings)) == len(headings)
    ids = list(HEADINGS["hands"])
    found = {field: ids[place] for field, place in find_columns(headings, hand_words()).items()}
    # The rest is calculated: its value, its words, and whether it was corrected.
    assert found == {id: id for id in ids if id not in ("value", "what", "reason", "state")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_columns_of_results_are_read_by_their_own_names(language: str) -> None:
    with translation.override(language):
        headings = [str(heading) for heading in HEADINGS["results"].values()]
    ids = list(HEADINGS["results"])
    found = {field: ids[place] for field, place in find_columns(headings, result_words()).items()}
    assert found == {"name": "player", "amount": "amount", "at": "begun"}


# -- other ways and other sheets ---------------------------------------------------------------------------------------


def late_guest() -> PlayedEvening:
    """Emmi comes after the first hand, and sits out or plays from then on."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    evening.join("Emmi", place=5)
    evening.record(solo(evening.sheet().names[evening.sheet().table.active(4)[0]]))
    evening.close()
    return evening


def test_a_late_guest_s_evening_comes_back_with_its_points_and_cents() -> None:
    """An imported evening has one table, so a hand before they came may be agreed points."""
    evening = late_guest()
    there, here = content_of(evening.club, evening.fresh()), content_of(*come_back(export(evening, "hands", "de")))
    assert {name: there[name] for name in ("begun", "people", "terms", "amounts")} == {
        name: here[name] for name in ("begun", "people", "terms", "amounts")
    }


def test_times_below_a_day_are_of_its_evening() -> None:
    rows = ["13.11.2025;20:15;Wenz;Anna;Anna, Beppo, Cilli, Done", ";20:30;Wenz;Anna;", ";;Wenz;Anna;"]
    [evening] = read_evenings("\n".join(["Datum;Zeit;Spielart;Spieler;Mitspieler", *rows])).evenings
    assert (f"{evening.when:%Y-%m-%d %H:%M}", len(evening.hands)) == ("2025-11-13 20:15", 3)


@pytest.mark.parametrize(("time", "day"), [("Zeit", "Datum"), ("Time", "Date")])
def test_times_of_hands_are_one_evening_past_midnight(time: str, day: str) -> None:
    rows = ["2025-11-13 21:00", "2025-11-13 23:55", "2025-11-14 00:20", "2025-11-20 20:00"]
    text = f"{time};Spielart;Spieler;Gewonnen;Mitspieler\n" + "".join(
        f"{at};Wenz;Anna;ja;Anna, Beppo, Cilli, Done\n" for at in rows
    )
    assert [len(one.hands) for one in read_evenings(text).evenings] == [3, 1]
    split = f"{day};{time};Spielart;Spieler;Gewonnen;Mitspieler\n" + "".join(
        f"{at.replace(' ', ';')};Wenz;Anna;ja;Anna, Beppo, Cilli, Done\n" for at in rows
    )
    assert read_evenings(split).evenings == read_evenings(text).evenings


OLD_GERMAN = (
    "Spiel;Zeit;Geber;Spielart;Spieler;Partner;Als Spieler gewonnen;Höhe;Wert;Vorgang;Begründung;Notiz;"
    "Geändert oder durchgestrichen;Anna;Beppo;Cilli;Done\n"
    "1;2025-11-13 21:05:00;Anna;Wenz;Beppo;;1;;50;Beppo: Wenz, gewonnen;Wenz 50;;;-50;150;-50;-50\n"
    "2;2025-11-13 21:10:00;Beppo;Rufer;Anna;Cilli;0;Schneider;30;Anna: Rufer;20 + 10;knapp;geändert;-30;30;-30;30\n"
)


def test_a_sheet_that_an_older_version_wrote_is_read() -> None:
    [evening] = read_evenings(OLD_GERMAN, figures="points").evenings
    assert evening.people == ("Anna", "Beppo", "Cilli", "Done")
    assert [(hand.dealer, hand.hand, hand.note, hand.amounts) for hand in evening.hands] == [
        (
            "Anna", {"contract": "wenz", "declarer": "Beppo", "won": True}, "",
            {"Anna": -50, "Beppo": 150, "Cilli": -50, "Done": -50},
        ),
        (
            "Beppo",
            {"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "won": False, "level": "schneider"},
            "knapp", {"Anna": -30, "Beppo": 30, "Cilli": -30, "Done": 30},
        ),
    ]  # fmt: skip


def test_the_evenings_of_a_season_come_back_if_its_measure_are_points() -> None:
    text = (
        "Name;Abend;Datum des Abends;Punkte;Zählt\nAnna;1;2025-11-13;30;1\nBeppo;1;2025-11-13;-30;1\n"
        "Anna;2;2025-11-13;-5;1\nBeppo;2;2025-11-13;5;0\n"
    )
    found = read_evenings(text).evenings
    assert [(str(one.day), one.unit, one.hands[0].amounts) for one in found] == [
        ("2025-11-13", "points", {"Anna": 30, "Beppo": -30}), ("2025-11-13", "points", {"Anna": -5, "Beppo": 5}),
    ]  # fmt: skip
