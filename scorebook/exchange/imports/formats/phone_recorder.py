"""JSON from a Schafkopf recorder for the phone (schafkopf_zaehler): tables as evenings with their own tariffs.

Amounts paid are kept: a round whose calculated value differs, or whose kind is unknown here, becomes an agreed hand
with its amounts. Euros are floats there, and are rounded to the nearest cent. Rounds keep the ids of people who were
deleted there.
"""

from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules import PRESETS, Ruleset
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.exchange.imports import contract_names
from scorebook.exchange.imports.formats.import_format import Imported, ImportFormat, ImportText
from scorebook.exchange.imports.formats.json_people import JsonPeople
from scorebook.exchange.imports.import_amounts import MAX_MINOR
from scorebook.exchange.imports.import_dates import read_imported_moment
from scorebook.exchange.imports.import_records import (
    FilePosition,
    ImportedEvening,
    ImportedHand,
    ImportProblems,
    plain_text,
)
from scorebook.exchange.imports.json_text import read_import_json

KEY = "tische"
UNIT, CENTS = USUAL_CURRENCY, 100  # the recorder knows no other money
MAX_PRICE = 10_000  # a hundred euros for a Rufer
MAX_DOUBLINGS = 8


class PhoneRecorder(ImportFormat):
    id = "phone"
    place = 3
    label = _("Schafkopf phone recorder (JSON)")
    help = _("a JSON file of the phone recorder")

    def recognises(self, text: ImportText) -> bool:
        return text.has_list(KEY)

    def read(self, text: str, chosen: str | None = None) -> Imported:
        """Read the JSON. chosen: not used, it counts in euros."""
        problems = ImportProblems()
        raw = read_import_json(text)
        tables = _json_list(raw, KEY, "", problems) if isinstance(raw, dict) else None
        if tables is None:
            problems.add("not_this_format")
        problems.raise_import_problems()
        recorder = _Recorder(raw, problems)
        read = (
            problems.read_or_leave_out(partial(recorder.imported_evening, table, place))
            for place, table in enumerate(tables or ())
        )
        evenings = tuple(one for one in read if one)
        problems.raise_unless_importable(evenings)
        notices = tuple(problems.notices)
        return Imported(format=self, evenings=evenings, notices=notices, left_out=problems.left_out)


class _Recorder:
    def __init__(self, raw: Mapping[str, Any], problems: ImportProblems) -> None:
        self._problems = problems
        people = _json_list(raw, "allePlayerinnen", "", problems) or []
        self._people = JsonPeople(people, "allePlayerinnen", problems, ids=str | int)
        self._tariff = raw.get("standardTarif")

    def imported_evening(self, table: Any, place: int) -> ImportedEvening | None:
        where = f"{KEY}.{place}"
        if not isinstance(table, dict):
            self._problems.add("field_unreadable", where)
            return None
        rounds = _json_list(table, "runden", where, self._problems) or []
        read = (
            self._problems.read_or_leave_out(partial(self._imported_round, one, f"{where}.runden.{no}"))
            for no, one in enumerate(rounds)
        )
        hands = tuple(hand for hand in read if hand)
        if not hands:
            self._problems.add_notice("table_left_out", where)
            return None
        # The time of the table, else of the first round that has one.
        times = [table.get("erstelltAm"), *(one.get("zeitpunkt") for one in rounds if isinstance(one, dict))]
        text = str(next(filter(None, times), ""))
        when = self._problems.parse_text(read_imported_moment, text, f"{where}.erstelltAm")
        seated = _json_list(table, "spielerIds", where, self._problems) or []
        # People who were deleted take a seat only with a hand.
        people = [self._people.name(one, f"{where}.spielerIds") for one in seated if one in self._people]
        people += [name for hand in hands for name in hand.amounts or ()]
        if when is None:
            return None
        return ImportedEvening(
            place=FilePosition(where=where),
            when=when,
            people=tuple(dict.fromkeys(people)),
            hands=hands,
            unit=UNIT,
            ruleset=_ruleset_of_tariff(table.get("tarif") or self._tariff),
        )

    def _imported_round(self, raw: Any, where: str) -> ImportedHand | None:
        if not isinstance(raw, dict):
            self._problems.add("field_unreadable", where)
            return None
        paid, amounts = raw.get("punkteProSpieler"), dict[str, int]()
        if not isinstance(paid, dict) or not paid:
            self._problems.add("amounts_missing", f"{where}.punkteProSpieler")
            paid = {}
        for id, value in paid.items():
            place, cents = f"{where}.punkteProSpieler.{id}", _euros_to_cents(value)
            if cents is None:
                self._problems.add("amount_unreadable", place, text=str(value))
            amounts[self._people.name(id, place)] = cents or 0
        if rest := sum(amounts.values()):
            self._problems.add("sum_not_0", where, rest=rest, unit=UNIT)
        kind = raw.get("spielartName")
        kind_text = plain_text(kind) if isinstance(kind, str) else ""
        playing = self._party_names(raw, "spielerParteiIds", where) + self._party_names(raw, "gegenParteiIds", where)
        return ImportedHand(
            place=FilePosition(where=where),
            hand=self._report_of_round(raw, kind_text, where),
            amounts=amounts,
            playing=frozenset(playing) if playing else None,
            kind=kind_text,
        )

    def _report_of_round(self, raw: Mapping[str, Any], kind: str, where: str) -> Mapping[str, object] | None:
        """Return the hand as a report; None if its kind is unknown or something is missing."""
        own, contract = self._party_names(raw, "spielerParteiIds", where), contract_names.contract_and_suit(kind)
        doublings = _doublings_of_factor(raw.get("multiplikator", 1))
        is_reported = own and isinstance(raw.get("gewonnen"), bool) and raw.get("unentschieden") is not True
        if not is_reported or contract is None or doublings is None:
            return None
        id, suit = contract
        level = "schwarz" if raw.get("schwarz") is True else "schneider" if raw.get("schneider") is True else ""
        run = raw.get("anzahlLaufende")
        optional = {
            "trump_suit": suit,
            "partner": own[1] if len(own) > 1 else None,
            "level": level,
            "kontra": doublings,
            "top_trumps": {"count": run, "side": "declarer_side"} if type(run) is int and run > 0 else None,
        }
        filled = {name: value for name, value in optional.items() if value}
        return {"contract": id, "declarer": own[0], "won": raw["gewonnen"], **filled}

    def _party_names(self, raw: Mapping[str, Any], field: str, where: str) -> list[str]:
        found = raw.get(field)
        ids = found if isinstance(found, list) else []
        return [self._people.name(id, f"{where}.{field}") for id in ids if isinstance(id, str | int)]


def _ruleset_of_tariff(tariff: Any) -> Ruleset:
    """Return Bavarian rules with these prices; missing ones are those of the pub preset."""
    base = PRESETS["bavarian"]["pub_10_20_50"]
    if not isinstance(tariff, dict):
        return base
    prices = {"rufer_tariff": "sauspielPreis", "solo_tariff": "soloPreis", "unit": "aufpreis"}
    cents = {rule: _euros_to_cents(tariff.get(name)) for rule, name in prices.items()}
    return base.with_house_rules({rule: one for rule, one in cents.items() if one and 1 <= one <= MAX_PRICE})


def _euros_to_cents(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    try:
        cents = (Decimal(value) * CENTS).quantize(Decimal(1))
    except ArithmeticError:
        return None
    return int(cents) if abs(cents) <= MAX_MINOR else None


def _json_list(raw: Mapping[str, Any], field: str, where: str, problems: ImportProblems) -> list[Any] | None:
    """Return the list; None if it is missing, or after adding a problem if it is no list."""
    found = raw.get(field)
    if found is None or isinstance(found, list):
        return found
    problems.add("field_unreadable", f"{where}.{field}".lstrip("."))
    return None


def _doublings_of_factor(factor: Any) -> int | None:
    """Return the number of doublings; None if the factor is no such power of two."""
    factors = {2**times: times for times in range(MAX_DOUBLINGS + 1)}
    return factors.get(factor) if type(factor) is int else None
