"""Conversion of a request about a season into its agreement, and the checks of it."""

from collections.abc import Sequence

from rules import Problem
from scorebook import lookups
from scorebook.api.serializers.common import ValidatedData
from scorebook.clubs.groups import ClubGroup
from scorebook.clubs.models import Club
from scorebook.core.months import EARLIEST
from scorebook.ledger.queries import unit_named
from scorebook.play.results import ruleset_digest
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, SeasonMeasure
from scorebook.standings.services.season_services import season_problems_in_club


def agreement_from_data(group: ClubGroup, data: ValidatedData) -> Agreement:
    """Build the agreement; a field that failed validation gets its default, so that the others can be checked."""
    measure = data["measure"] or SeasonMeasure.POINTS
    model = lookups.find_evening(group, data["rules_of"])
    usual = USUAL_SCHEME if measure is SeasonMeasure.PLACE_POINTS else {}
    return Agreement(
        first_on=data["first_on"] or data["last_on"] or EARLIEST,
        last_on=data["last_on"],
        game=data["game"],
        ruleset=ruleset_digest(model) if model else "",
        rules_of=data["rules_of"],
        left_out=tuple(one for one in data["left_out"] or () if one),
        least_evenings=data["least_evenings"] or 0,
        least_percent=data["least_percent"] or 0,
        measure=measure,
        unit=unit_named(Club(pk=group.club_id), data["unit"]) if data["unit"] else data["unit"],
        best=data["best"],
        scheme=usual if data["scheme"] is None else data["scheme"],
    )


def problems_of_season(group: ClubGroup, data: ValidatedData) -> Sequence[Problem]:
    return tuple(season_problems_in_club(group, data["name"] or "", agreement_from_data(group, data)))
