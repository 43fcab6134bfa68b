"""The year's report for its template: sentences to read out, and a table of everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorebook.clubs.models import Club
from scorebook.play.services import POINTS
from scorebook.standings.records.club_records import Feat
from scorebook.standings.records.year_report import MIN_DECLARED, Most, PersonSums, YearReport
from scorebook.web.club.hall.framed_hands import FramedHand, framed_hand
from scorebook.web.club.sentences import rendered_sentences
from scorebook.web.core.person_names import People

# Per feat; the hall lists the others.
FEATS_SHOWN = 20
PASSINGS_LISTED = 5  # of the cup, one by one


def year_parts(
    report: YearReport, people: People, club: Club, *, is_running: bool
) -> Iterator[tuple[str, list[list[SafeString]], list[SafeString]]]:
    """Yield the headings with their sentences, those on a game by game; a part without a sentence is left out."""
    headings = {
        "meetings": _("The year"),
        "winners": _("Glory"),
        "losers": _("… and the teasing"),
        "cup": _("The cup"),
    }
    context = {
        "report": report,
        "people": people,
        "club": club,
        "is_running": is_running,
        "least_declared": MIN_DECLARED,
        **_cup_of_year(report),
    }
    for part, heading in headings.items():
        sentences = rendered_sentences(f"club/hall/year/{part}.html", context)
        games = report.games if part == "winners" else ()
        by_game = [rendered_sentences("club/hall/year/game.html", context | {"one": one}) for one in games]
        if sentences or any(by_game):
            yield heading, by_game, sentences


def _cup_of_year(report: YearReport) -> dict[str, object]:
    """Return each passing of the cup, or their number and who took it most often."""
    taken = [one for one in report.holders if one.first_on.year == report.year]
    if len(taken) <= PASSINGS_LISTED:
        return {"taken": taken}
    counts = Counter(one.holder for one in taken)
    most = max(counts.values())
    return {
        "taken": taken,
        "most_taken": Most(people=tuple(id for id, count in counts.items() if count == most), count=most),
    }


def year_units(report: YearReport) -> list[str]:
    """Return the money columns of the table."""
    return [unit for unit in dict.fromkeys(unit for one in report.people for unit in one.amounts) if unit != POINTS]


def year_feats(report: YearReport, people: People) -> Iterator[tuple[str, list[FramedHand], int]]:
    """Yield the feats, each with its heading, its first hands, and the number of hands left out."""
    headings = {
        Feat.SIE: pgettext("feat", "Sie"),
        Feat.TOUT: pgettext("feat", "Tout"),
        Feat.MARCH: pgettext("feat", "Durchmarsch"),
    }
    for feat, heading in headings.items():
        if hands := report.feats.get(feat, ()):
            listed = [framed_hand(hand, people) for hand in hands[:FEATS_SHOWN]]
            yield heading, listed, len(hands) - len(listed)


def year_lines(report: YearReport, people: People) -> list[tuple[int, PersonSums]]:
    """Return the table with its ranks, best first: by points of the only game, else by money, else by evenings won."""
    units, game = year_units(report), only_game_of_year(report)

    def measure(one: PersonSums) -> int:
        if game:
            return one.points.get(game, 0)
        return one.amounts.get(units[0], 0) if units else one.evenings_won

    ordered = sorted(report.people, key=lambda one: (-measure(one), people[str(one.person)].name.lower()))
    figures = [measure(one) for one in ordered]
    return [(figures.index(measure(one)) + 1, one) for one in ordered]


def only_game_of_year(report: YearReport) -> str | None:
    """Return the game of the year; None if several were played, whose points are not comparable."""
    return report.games[0].game if len(report.games) == 1 else None
