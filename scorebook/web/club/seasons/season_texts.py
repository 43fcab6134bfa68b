"""The texts of a season: its measures, rules and events in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from uuid import UUID

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from rules.wording import words
from scorebook.standings.seasons.season_agreement import Agreement, Scheme, SeasonMeasure
from scorebook.standings.seasons.season_changes import Cause, ChangeCause
from scorebook.standings.seasons.season_queries import Kind, Season
from scorebook.standings.seasons.season_standings import Figure, SeasonLine, SeasonStandings, breaks_ties
from scorebook.texts import language
from scorebook.web.club.sentences import rendered_sentences
from scorebook.web.core.money import amount_text, amount_without_unit, hundredths_text, points_text, unit_text

MEASURES: Mapping[SeasonMeasure, Promise] = {
    SeasonMeasure.POINTS: gettext_lazy("Points"),
    SeasonMeasure.MONEY: gettext_lazy("Money"),
    SeasonMeasure.PER_HAND: gettext_lazy("Points per hand"),
    SeasonMeasure.PER_EVENING: gettext_lazy("Points per evening"),
    SeasonMeasure.PLACE_POINTS: gettext_lazy("Place points"),
}
EVENTS: Mapping[str, Promise] = {
    Kind.AGREED: gettext_lazy("created"),
    Kind.CHANGED: gettext_lazy("changed"),
    Kind.CLOSED: gettext_lazy("closed"),
    Kind.REOPENED: gettext_lazy("reopened"),
}


def season_name(season: Season) -> str:
    return season.name or _("(deleted name)")


def season_agreement_text(agreement: Agreement) -> str:
    """Write days, game and measure: 01.01.2026 – 31.12.2026 · Bavarian Schafkopf · Points."""
    parts = season_period_text(agreement), season_game_text(agreement.game), str(MEASURES[agreement.measure])
    return " · ".join(parts)


def season_rule_text(agreement: Agreement, evenings: int) -> str:
    """Write what the table counts: best 20 of 33 evenings · Bavarian Schafkopf."""
    return f"{season_counting_text(agreement, evenings)} · {season_game_text(agreement.game)}"


def season_game_text(game: str | None) -> str:
    return words.game_name(game, language.current_language()) if game else _("all games")


def season_day_text(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def season_period_text(agreement: Agreement) -> str:
    if agreement.last_on is None:
        return _("from %(first)s") % {"first": season_day_text(agreement.first_on)}
    return f"{season_day_text(agreement.first_on)} – {season_day_text(agreement.last_on)}"


def season_counting_text(agreement: Agreement, evenings: int) -> str:
    """Write how many of the season's evenings count: best 20 of 33 evenings."""
    if agreement.best is not None and agreement.best < evenings:
        text = ngettext("best evening of %(n)s", "best %(best)s of %(n)s evenings", agreement.best)
        return text % {"best": agreement.best, "n": evenings}
    return ngettext("%(n)s evening", "%(n)s evenings", evenings) % {"n": evenings}


def season_short_day(day: date) -> str:
    """Write a day below its month: 5 Nov."""
    return date_format(day, pgettext("format of a day", "j M"))


def season_value_text(value: Figure, agreement: Agreement) -> str:
    """Write a rounded value; ranks are decided by the exact one."""
    match agreement.measure:
        case SeasonMeasure.MONEY:
            return amount_text(int(value), agreement.unit or "", signed=True)
        case SeasonMeasure.PLACE_POINTS:
            return points_text(int(value), signed=False)
        case SeasonMeasure.PER_HAND | SeasonMeasure.PER_EVENING:
            return hundredths_text(_season_hundredths(value))
        case _:
            return points_text(int(value))


def season_evening_value_text(value: Figure, agreement: Agreement) -> str:
    """Write the value of one evening for a column with the unit in its heading; for points per evening its points."""
    match agreement.measure:
        case SeasonMeasure.MONEY:
            return amount_without_unit(int(value), agreement.unit or "")
        case SeasonMeasure.PER_EVENING:
            return points_text(int(value))
        case _:
            return season_value_text(value, agreement)


def season_standing_text(line: SeasonLine | None, agreement: Agreement) -> str:
    """Write the figure, and the place in brackets."""
    if line is None:
        return "–"
    value = season_value_text(line.value, agreement)
    return f"{value} ({line.rank})" if line.rank else value


def season_measure_text(agreement: Agreement) -> str:
    measured = str(MEASURES[agreement.measure])
    return f"{measured} ({unit_text(agreement.unit)})" if agreement.unit else measured


def season_rules_sentences(
    agreement: Agreement, numbers: Mapping[UUID, int], closed: SeasonStandings | None = None
) -> list[SafeString]:
    """Return the rules. numbers: of the evenings that the agreement names. closed: the table if the season is closed.

    Seasons that were closed before the countback existed keep their shared places, so their rules omit it.
    """
    context = {
        "breaks_ties": closed is None or breaks_ties(closed.table),
        "agreement": agreement,
        "rules_of": numbers.get(agreement.rules_of, "?") if agreement.rules_of else None,
        "left_out": left_out_numbers(agreement, numbers),
    }
    return rendered_sentences("club/seasons/rules.html", context)


def left_out_numbers(agreement: Agreement, numbers: Mapping[UUID, int]) -> str:
    return ", ".join(map(str, sorted(numbers[one] for one in agreement.left_out if one in numbers)))


def season_change_sentence(change: ChangeCause, names: Mapping[UUID, str], same: Mapping[UUID, UUID]) -> str:
    """Explain why a closed season would differ today.

    names: of all entries concerned.
    same:  entry -> the person it was linked to since.
    """
    count = len(change.evenings) or len(change.people)
    words = {
        "numbers": ", ".join(str(one.number) for one in change.evenings),
        "names": ", ".join(names[one] for one in change.people),
        "pairs": ", ".join(
            _("%(name)s and %(other)s") % {"name": names[one], "other": names[same[one]]}
            for one in change.people
            if one in same
        ),
    }
    sentences = {
        Cause.CORRECTED: ngettext("Evening %(numbers)s was corrected.", "Evenings %(numbers)s were corrected.", count),
        Cause.REOPENED: ngettext("Evening %(numbers)s is open again.", "Evenings %(numbers)s are open again.", count),
        Cause.ADDED: ngettext("Evening %(numbers)s was added later.", "Evenings %(numbers)s were added later.", count),
        Cause.GONE: ngettext(
            "Evening %(numbers)s belongs to a club that is no longer linked.",
            "Evenings %(numbers)s belong to a club that is no longer linked.",
            count,
        ),
        Cause.LINKED: _("Linked as the same person since then: %(pairs)s."),
        Cause.UNLINKED: ngettext(
            "%(names)s has counted as a separate person since.",
            "%(names)s have counted as separate people since.",
            count,
        ),
        Cause.RECOUNTED: _("Scorebook has counted differently since."),
    }
    return sentences[change.cause] % words


def place_points_text(scheme: Scheme) -> str:
    rows = (
        _("with %(people)s people %(places)s") % {"people": people, "places": ", ".join(map(str, scheme[people]))}
        for people in sorted(scheme)
    )
    return "; ".join(rows)


def _season_hundredths(value: Figure) -> int:
    """Round to hundredths, half away from 0, as people do."""
    half = Fraction(1, 2) if value >= 0 else -Fraction(1, 2)
    return int(100 * value + half)
