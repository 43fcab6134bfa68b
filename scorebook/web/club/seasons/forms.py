"""The forms to agree on a season and to reopen one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING
from uuid import UUID

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import GAMES, Problem
from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.months import EARLIEST
from scorebook.play.evening_results import evening_ruleset_digest
from scorebook.play.models import Evening
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, Scheme, SeasonMeasure
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.seasons.season_results import evenings_by_number
from scorebook.standings.services.season_services import MAX_REASON, MAX_SEASON_NAME, season_problems
from scorebook.web.club.seasons import season_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.core.form_fields import KeyField, WholeNumberField
from scorebook.web.core.money import unit_text
from scorebook.web.core.periods import IsoDateField
from scorebook.web.core.problem_texts import error_messages, form_error, problem_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

NUMBER = {"inputmode": "numeric", "maxlength": 3}
PLACES = {"inputmode": "numeric", "maxlength": 60}
# Argument of the services -> field of the form.
FIELDS = {"rules_of": "same_rules_as", "scheme": "measure"}
ALL_GAMES = "all"


class NumbersField(forms.CharField):
    """Whole numbers separated by spaces, commas, semicolons or dots."""

    def to_python(self, value: str | None) -> list[int]:  # type: ignore[override]
        found = re.split(r"[\s,;·]+", (value or "").strip(" \t,;·"))
        if not all(one.isdecimal() and len(one) <= 6 for one in found if one):
            raise form_error("numbers_unreadable")
        return [int(one) for one in found if one]


def season_number_field(label: _StrPromise) -> WholeNumberField:
    return WholeNumberField(
        required=False, label=label, widget=forms.TextInput(NUMBER), error_messages=error_messages("number_unreadable")
    )


class SeasonForm(forms.Form):
    """A season as typed; the service validates it. `cleaned_data["agreement"]` is set once the fields can be read."""

    key = KeyField()
    seen = forms.UUIDField(required=False)
    name = forms.CharField(
        required=False, label=gettext_lazy("Name"), widget=forms.TextInput({"maxlength": MAX_SEASON_NAME})
    )
    first_on = IsoDateField(label=gettext_lazy("From"), error_messages=error_messages("date_impossible"))
    last_on = IsoDateField(required=False, label=gettext_lazy("To (optional)"))
    game = forms.ChoiceField(label=gettext_lazy("Game"), error_messages=error_messages("game_missing"))
    measure = forms.TypedChoiceField(
        choices=season_texts.MEASURES.items(), coerce=SeasonMeasure, error_messages=error_messages("measure_missing")
    )
    unit = forms.ChoiceField(required=False, error_messages=error_messages("unit_missing"))
    best = season_number_field(gettext_lazy("Count only the best evenings (how many)"))
    least_evenings = season_number_field(gettext_lazy("Evenings"))
    least_percent = season_number_field(gettext_lazy("or in per cent"))
    same_rules_as = season_number_field(gettext_lazy("Only with the house rules of evening no."))
    left_out = NumbersField(
        required=False, label=gettext_lazy("Evenings that do not count (numbers)"), widget=forms.TextInput
    )

    def __init__(
        self,
        data: FormData | None = None,
        *,
        group: ClubGroup,
        games: Sequence[str],
        units: Sequence[str],
        agreed: Agreement | None = None,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        """Set up the choices. agreed: the season's present agreement; None for a new season."""
        super().__init__(data, initial=dict(initial or {}))
        self.group = group
        self.agreed = agreed
        self.typed = dict(data.lists()) if data else {}
        self._set_field_choices(
            "game",
            [
                *((game, season_texts.season_game_text(game)) for game in games),
                (ALL_GAMES, season_texts.season_game_text(None)),
            ],
        )
        self._units = [(unit, unit_text(unit)) for unit in units]
        self._set_field_choices("unit", self._units)
        for people in USUAL_SCHEME:
            self.fields[place_points_field_name(people)] = NumbersField(
                label=_("%(n)s people") % {"n": people},
                widget=forms.TextInput(PLACES),
                error_messages=error_messages("numbers_unreadable"),
            )

    def _set_field_choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> None:
        typed = self.cleaned_data
        before = self.agreed
        left_out = self._evenings_of_field("left_out", named=before.left_out if before else ())
        models = self._evenings_of_field(
            "same_rules_as", named=(before.rules_of,) if before and before.rules_of else ()
        )
        typed["agreement"] = self._build_agreement(left_out, next(iter(models), None))
        self.add_problems(tuple(season_problems(typed["name"], typed["agreement"])))

    def _evenings_of_field(self, name: str, *, named: Collection[UUID]) -> list[Evening]:
        numbers = _typed_evening_numbers(self.cleaned_data.get(name))
        found = evenings_by_number(self.group, numbers, named=named)
        if not found.keys() >= numbers:
            self.add_error(name, form_error("evening_unknown"))
        return [evening for number in sorted(found) for evening in found[number]]

    def _build_agreement(self, left_out: Iterable[Evening], model: Evening | None) -> Agreement:
        """Build the agreement; an invalid field counts as empty, so that the service checks all others."""
        typed = self.cleaned_data
        measure, last_on = typed.get("measure", SeasonMeasure.POINTS), typed.get("last_on")
        game = typed.get("game", next(iter(GAMES)))
        return Agreement(
            first_on=typed.get("first_on") or last_on or EARLIEST,
            last_on=last_on,
            game=None if game == ALL_GAMES else game,
            ruleset=evening_ruleset_digest(model) if model else "",
            rules_of=model.pk if model else None,
            left_out=tuple(evening.pk for evening in left_out),
            least_evenings=typed.get("least_evenings") or 0,
            least_percent=typed.get("least_percent") or 0,
            measure=measure,
            unit=typed.get("unit") or None if measure is SeasonMeasure.MONEY else None,
            best=typed.get("best"),
            scheme=self._typed_place_points() if measure is SeasonMeasure.PLACE_POINTS else {},
        )

    def _typed_place_points(self) -> Scheme:
        return {
            people: tuple(self.cleaned_data.get(place_points_field_name(people), usual))
            for people, usual in USUAL_SCHEME.items()
        }

    def mark_seen(self, newest: UUID) -> None:
        """Mark the season's events up to this one as seen when the form is sent again."""
        self.data = FormData({**self.typed, "seen": [str(newest)]})

    def add_problems(self, problems: Sequence[Problem]) -> None:
        """Add each problem to the field it came from, unless that has an error already."""
        for problem in problems:
            name, _dot, people = problem.field.partition(".")
            field = place_points_field_name(int(people)) if people else FIELDS.get(name, name)
            if field not in self.errors:
                self.add_error(field if field in self.fields else None, problem_sentence(problem))

    @property
    def units(self) -> list[tuple[str, str]]:
        """Return the units of money to choose from; empty for a single one."""
        return self._units if len(self._units) > 1 else []

    @property
    def place_fields(self) -> Iterator[forms.BoundField]:
        return (self[place_points_field_name(people)] for people in USUAL_SCHEME)

    @property
    def is_more_refused(self) -> bool:
        """Return whether a field in the collapsed part has an error."""
        return not {"name", "first_on", "last_on", "game", "measure", NON_FIELD_ERRORS} >= self.errors.keys()


class ReopenForm(forms.Form):
    key = KeyField()
    seen = forms.UUIDField(required=False)
    reason = forms.CharField(
        required=False, label=gettext_lazy("Reason for reopening"), widget=forms.TextInput({"maxlength": MAX_REASON})
    )


def initial_of_new_season(today: date, games: Sequence[str]) -> dict[str, object]:
    """Return the initial form of a new season: this year, the game played last, its points."""
    return {
        "name": str(today.year),
        "first_on": today.replace(month=1, day=1).isoformat(),
        "last_on": today.replace(month=12, day=31).isoformat(),
        "game": games[0] if games else ALL_GAMES,
        "measure": SeasonMeasure.POINTS,
        **_initial_place_points(USUAL_SCHEME),
    }


def initial_of_agreed_season(season: Season, numbers: Mapping[UUID, int]) -> dict[str, object]:
    agreed = season.agreement
    return {
        "seen": season.newest.pk,
        "name": season.name,
        "first_on": agreed.first_on.isoformat(),
        "last_on": agreed.last_on.isoformat() if agreed.last_on else "",
        "game": agreed.game or ALL_GAMES,
        "measure": agreed.measure,
        "unit": agreed.unit,
        "best": agreed.best,
        "least_evenings": agreed.least_evenings or None,
        "least_percent": agreed.least_percent or None,
        "same_rules_as": numbers.get(agreed.rules_of) if agreed.rules_of else None,
        "left_out": season_texts.left_out_numbers(agreed, numbers),
        **_initial_place_points({**USUAL_SCHEME, **agreed.scheme}),
    }


def place_points_field_name(people: int) -> str:
    return f"places_{people}"


def _initial_place_points(scheme: Scheme) -> dict[str, object]:
    return {place_points_field_name(people): " ".join(str(points) for points in row) for people, row in scheme.items()}


def _typed_evening_numbers(typed: Sequence[int] | int | None) -> set[int]:
    return {typed} if isinstance(typed, int) else set(typed or ())
