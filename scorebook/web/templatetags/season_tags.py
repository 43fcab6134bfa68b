"""A season, its agreement and the lines of its table as text."""

from uuid import UUID

from django import template

from scorebook.standings.seasons.season_agreement import Agreement, SeasonMeasure
from scorebook.standings.seasons.season_standings import SeasonLine
from scorebook.web.club.seasons import season_rows, season_texts
from scorebook.web.core.person_names import People
from scorebook.web.templatetags.scorebook import tone

register = template.Library()
register.filter("season_name", season_texts.season_name)
register.filter("season_game", season_texts.season_game_text)
register.filter("place_points", season_texts.place_points_text)
register.filter("season_agreement", season_texts.season_agreement_text)
register.filter("season_rule", season_texts.season_rule_text)
register.filter("season_measure", season_texts.season_measure_text)
register.filter("season_counting", season_texts.season_counting_text)
register.filter("season_day", season_texts.season_short_day)
register.filter("season_value", season_texts.season_value_text)
register.filter("season_evening_value", season_texts.season_evening_value_text)
register.filter("season_standing", season_texts.season_standing_text)
register.filter("season_movement", season_rows.season_movement_texts)
register.filter("season_person", season_rows.season_person)


@register.filter
def is_among(person_id: UUID, people: People) -> bool:
    """Return whether the person has a page; those of a club that was unlinked have none."""
    return str(person_id) in people


@register.filter
def season_tone(line: SeasonLine, agreement: Agreement) -> str:
    """Return the CSS class of a gain or a loss; place points are neither."""
    return "" if agreement.measure is SeasonMeasure.PLACE_POINTS else tone(line.value)


@register.filter
def season_to_exceed(line: SeasonLine, agreement: Agreement) -> str:
    """Write the value that the next evening must exceed to count; empty where there is none."""
    value = line.value_to_exceed(agreement)
    return "" if value is None else season_texts.season_evening_value_text(value, agreement)
