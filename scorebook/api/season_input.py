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


def agreement_from_data(circle: ClubGroup, told: ValidatedData) -> Agreement:
    """Build the agreement; a field that failed validation gets its default, so that the others can be checked."""
    measure = told["measure"] or SeasonMeasure.POINTS
    model = lookups.find_evening(circle, told["rules_of"])
    usual = USUAL_SCHEME if measure is SeasonMeasure.PLACE_POINTS else {}
    return Agreement(
        first_on=told["first_on"] or told["last_on"] or EARLIEST,
        last_on=told["last_on"],
        game=told["game"],
        ruleset=ruleset_digest(model) if model else "",
        rules_of=told["rules_of"],
        left_out=tuple(one for one in told["left_out"] or () if one),
        least_evenings=told["least_evenings"] or 0,
        least_percent=told["least_percent"] or 0,
        measure=measure,
        unit=unit_named(Club(pk=circle.club_id), told["unit"]) if told["unit"] else told["unit"],
        best=told["best"],
        scheme=usual if told["scheme"] is None else told["scheme"],
    )


def problems_of_season(circle: ClubGroup, told: ValidatedData) -> Sequence[Problem]:
    return tuple(season_problems_in_club(circle, told["name"] or "", agreement_from_data(circle, told)))
