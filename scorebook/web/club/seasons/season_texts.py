"""The texts of a season: its measures, rules and events in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from uuid import UUID

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.wording import words
from scorebook.standings.seasons.season_agreement import Agreement, Scheme, SeasonMeasure
from scorebook.standings.seasons.season_changes import Cause, ChangeCause
from scorebook.standings.seasons.season_queries import Kind, Season
from scorebook.standings.seasons.season_standings import Figure, SeasonLine
from scorebook.texts import language
from scorebook.web.core.money import amount_text, amount_without_unit, hundredths_text, points_text, unit_text

MEASURES: Mapping[SeasonMeasure, Promise] = {
    SeasonMeasure.POINTS: gettext_lazy("Points"),
    SeasonMeasure.MONEY: gettext_lazy("Money"),
    SeasonMeasure.PER_HAND: gettext_lazy("Points per hand"),
    SeasonMeasure.PER_EVENING: gettext_lazy("Points per evening"),
    SeasonMeasure.PLACE_POINTS: gettext_lazy("Place points"),
}
EVENTS: Mapping[str, Promise] = {
    Kind.AGREED: gettext_lazy("agreed"),
    Kind.CHANGED: gettext_lazy("changed"),
    Kind.CLOSED: gettext_lazy("closed"),
    Kind.REOPENED: gettext_lazy("reopened"),
}


def season_name(season: Season) -> str:
    return season.name or _("a name that is no longer kept")


def season_agreement_text(agreement: Agreement) -> str:
    """Write days, game and measure: 01.01.2026 – 31.12.2026 · Bavarian Schafkopf · Points."""
    parts = season_period_text(agreement), season_game_text(agreement.game), str(MEASURES[agreement.measure])
    return " · ".join(parts)


def season_game_text(game: str | None) -> str:
    return words.game_name(game, language.current_language()) if game else _("all games")


def season_day_text(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def season_period_text(agreement: Agreement) -> str:
    if agreement.last_on is None:
        return _("from %(first)s") % {"first": season_day_text(agreement.first_on)}
    return f"{season_day_text(agreement.first_on)} – {season_day_text(agreement.last_on)}"


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


def season_value_without_unit(value: Figure, agreement: Agreement) -> str:
    """Write a value for a column with the unit in its heading."""
    if agreement.measure is SeasonMeasure.MONEY:
        return amount_without_unit(int(value), agreement.unit or "")
    return season_value_text(value, agreement)


def season_evening_value_text(value: Figure, agreement: Agreement) -> str:
    """Write the value of one evening; for points per evening its points."""
    is_quotient = agreement.measure is SeasonMeasure.PER_EVENING
    return points_text(int(value)) if is_quotient else season_value_without_unit(value, agreement)


def season_standing_text(line: SeasonLine | None, agreement: Agreement) -> str:
    """Write the figure, and the place in brackets."""
    if line is None:
        return "–"
    value = season_value_text(line.value, agreement)
    return f"{value} ({line.rank})" if line.rank else value


def season_measure_text(agreement: Agreement) -> str:
    measured = str(MEASURES[agreement.measure])
    return f"{measured} ({unit_text(agreement.unit)})" if agreement.unit else measured


def season_rules_sentences(agreement: Agreement, numbers: Mapping[UUID, int]) -> Iterator[str]:
    """Yield the rules. numbers: of the evenings that the agreement names."""
    yield from _counted_evenings_sentences(agreement, numbers)
    yield from _season_measure_sentences(agreement)
    if agreement.best is not None:
        yield ngettext(
            "Of each person only the best %(n)s evening counts.",
            "Of each person only the best %(n)s evenings count.",
            agreement.best,
        ) % {"n": agreement.best}
    if agreement.least_evenings:
        yield ngettext(
            "Whoever has attended %(n)s evening is ranked.",
            "Whoever has attended %(n)s evenings is ranked.",
            agreement.least_evenings,
        ) % {"n": agreement.least_evenings}
    if agreement.least_percent:
        yield _("Whoever has attended %(n)s %% of the evenings is ranked.") % {"n": agreement.least_percent}


def _counted_evenings_sentences(agreement: Agreement, numbers: Mapping[UUID, int]) -> Iterator[str]:
    words = {"first": season_day_text(agreement.first_on), "game": season_game_text(agreement.game)}
    if agreement.last_on is None:
        yield _("Every closed evening from %(first)s on counts: %(game)s.") % words
    else:
        words["last"] = season_day_text(agreement.last_on)
        yield _("Every closed evening from %(first)s to %(last)s counts: %(game)s.") % words
    if agreement.rules_of:
        number = numbers.get(agreement.rules_of, "?")
        yield _("Only evenings by the same house rules as evening %(number)s.") % {"number": number}
    if agreement.left_out:
        yield ngettext(
            "Evening %(numbers)s does not count.", "Evenings %(numbers)s do not count.", len(agreement.left_out)
        ) % {"numbers": left_out_numbers(agreement, numbers)}


def left_out_numbers(agreement: Agreement, numbers: Mapping[UUID, int]) -> str:
    return ", ".join(map(str, sorted(numbers[one] for one in agreement.left_out if one in numbers)))


def _season_measure_sentences(agreement: Agreement) -> Iterator[str]:
    match agreement.measure:
        case SeasonMeasure.POINTS:
            yield _("Most points win.")
        case SeasonMeasure.MONEY:
            yield _("Most money wins; only evenings for %(unit)s count.") % {"unit": unit_text(agreement.unit or "")}
        case SeasonMeasure.PER_HAND:
            yield _("Most points per hand win: all points by all hands in which somebody held cards.")
        case SeasonMeasure.PER_EVENING:
            yield _("Most points per evening win: all points by the evenings that somebody attended.")
        case SeasonMeasure.PLACE_POINTS:
            yield _("Each evening gives points for the place by points: %(rows)s.") % {
                "rows": "; ".join(place_points_texts(agreement.scheme))
            }
            yield _(
                "People who are level all get the points of their place, and the next place is left out. Of other "
                "numbers of people the nearest row holds; places behind it get nothing."
            )


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
        Cause.ADDED: ngettext(
            "Evening %(numbers)s has come in since.", "Evenings %(numbers)s have come in since.", count
        ),
        Cause.GONE: ngettext(
            "Evening %(numbers)s belongs to a club that is no longer linked.",
            "Evenings %(numbers)s belong to a club that is no longer linked.",
            count,
        ),
        Cause.LINKED: _("These are one person since: %(pairs)s."),
        Cause.UNLINKED: ngettext(
            "%(names)s is a person of their own since.", "%(names)s are people of their own since.", count
        ),
        Cause.RECOUNTED: _("Scorebook counts otherwise since."),
    }
    return sentences[change.cause] % words


def place_points_texts(scheme: Scheme) -> Sequence[str]:
    return [
        _("of %(people)s people %(places)s")
        % {"people": people, "places": ", ".join(str(points) for points in scheme[people])}
        for people in sorted(scheme)
    ]


def _season_hundredths(value: Figure) -> int:
    """Round to hundredths, half away from 0, as people do."""
    doubled = abs(Fraction(value)) * 200
    rounded = (doubled.numerator // doubled.denominator + 1) // 2
    return rounded if value >= 0 else -rounded
