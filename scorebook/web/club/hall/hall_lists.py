"""The hall for its template: the feats, the records, the highest hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules.wording import words
from scorebook.core.months import day_of
from scorebook.play.models import Evening
from scorebook.standings.hand_cursor import HandCursor
from scorebook.standings.models import Rating
from scorebook.standings.records import club_records
from scorebook.standings.records.club_records import EveningsWon, Feat, RunRecord
from scorebook.standings.standings_scope import FigureScope
from scorebook.texts import language
from scorebook.web.club.hall.framed_hands import FramedHand, framed_hand
from scorebook.web.core.person_names import People, Person

# Games whose hands all move a few strokes, so that a list of the highest ones says nothing.
WITHOUT_HIGHEST = ("sasku",)
# On the hall's own page; the page of a single feat lists more.
SHOWN = {Feat.SIE: 6, Feat.TOUT: 3, Feat.MARCH: 3}
ON_A_PAGE = 20

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPart(Generic[Line]):
    heading: str
    lines: tuple[Line, ...]
    nothing_yet: str = ""  # what stands there without a line
    feat: str = ""  # of a part of its hands
    older: HandCursor | None = None  # where the next page begins; None on the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    rank: int  # shared by people with the same figure
    person: Person
    figure: int
    details: str = ""  # the day, and the game
    evening: Evening | None = None  # to which it links; None for several evenings


def hall_feat_part(
    scope: FigureScope, persons: People, feat: Feat, *, before: HandCursor | None = None, size: int
) -> HallPart[FramedHand]:
    found = club_records.feat_records(scope, feat, before=before, size=size)
    heading, nothing_yet = _feat_headings()[feat]
    return HallPart(
        feat=feat.value,
        heading=heading,
        nothing_yet=nothing_yet,
        lines=tuple(framed_hand(hand, persons) for hand in found.hands),
        older=found.hands[-1].cursor if found.has_more else None,
    )


def _feat_headings() -> dict[Feat, tuple[str, str]]:
    return {
        Feat.SIE: (_("Every Sie"), _("No Sie yet. It will come.")),
        Feat.TOUT: (_("Every Tout won"), _("No Tout yet. Who dares?")),
        Feat.MARCH: (_("Every Durchmarsch"), _("Nobody has made a Durchmarsch yet.")),
    }


def highest_parts(scope: FigureScope, games: Sequence[str], persons: People) -> list[HallPart[tuple[int, FramedHand]]]:
    """Return the highest hands per game, as points of different games are not comparable. games: all of the scope."""
    current, parts = language.current_language(), list[HallPart[tuple[int, FramedHand]]]()
    for game in games:
        if game in WITHOUT_HIGHEST:
            continue
        hands = [framed_hand(hand, persons) for hand in club_records.highest_hands(replace(scope, game=game))]
        name = {"game": words.game_name(game, current)}
        heading = _("Highest hands in %(game)s") % name if len(games) > 1 else _("Highest hands")
        ranks = _ranks_with_ties([one.row.gain for one in hands])
        parts.append(HallPart(heading=heading, lines=tuple(zip(ranks, hands, strict=True))))
    return [part for part in parts if part.lines]


def hall_record_parts(scope: FigureScope, persons: People) -> list[HallPart[RecordLine]]:
    return [
        HallPart(
            heading=_("Most hands won in a row"),
            nothing_yet=_("Nobody has won two hands in a row yet."),
            lines=tuple(_record_run_lines(club_records.longest_runs(scope), persons)),
        ),
        HallPart(
            heading=_("Most winning evenings in a row"),
            nothing_yet=_("Nobody has had two winning evenings in a row yet."),
            lines=tuple(_record_streak_lines(club_records.longest_streaks(scope), persons)),
        ),
        HallPart(
            heading=_("Most evenings won"),
            nothing_yet=_("Nobody has won an evening yet."),
            lines=tuple(_most_evenings_won_in_hall(club_records.most_evenings_won(scope), persons)),
        ),
    ]


def _record_run_lines(found: Sequence[RunRecord], persons: People) -> Iterable[RecordLine]:
    for rank, one in zip(_ranks_with_ties([one.row.run for one in found]), found, strict=True):
        yield RecordLine(
            rank=rank,
            person=persons[str(one.person)],
            figure=one.row.run,
            details=date_format(day_of(one.row.started_at), "DATE_FORMAT"),
            evening=one.row.evening,
        )


def _record_streak_lines(found: Sequence[Rating], persons: People) -> Iterable[RecordLine]:
    has_games, current = len({one.game for one in found}) > 1, language.current_language()
    for rank, one in zip(_ranks_with_ties([one.streak for one in found]), found, strict=True):
        until = _("up to %(day)s") % {"day": date_format(day_of(one.started_at), "DATE_FORMAT")}
        yield RecordLine(
            rank=rank,
            person=persons[str(one.player_id)],
            figure=one.streak,
            details=f"{until}, {words.game_name(one.game, current)}" if has_games else until,
        )


def _most_evenings_won_in_hall(found: Sequence[EveningsWon], persons: People) -> Iterable[RecordLine]:
    """Yield the best lines, with everybody who shares the last place."""
    least = found[: club_records.LINES][-1].evenings if found else 0
    ordered = sorted(found, key=lambda one: (-one.evenings, persons[str(one.person)].name.lower()))
    for rank, one in zip(_ranks_with_ties([one.evenings for one in ordered]), ordered, strict=True):
        if one.evenings >= least:
            yield RecordLine(rank=rank, person=persons[str(one.person)], figure=one.evenings)


def _ranks_with_ties(figures: Sequence[int]) -> list[int]:
    """Return the rank of each figure; ties share one, and the next is skipped. figures: best first."""
    return [figures.index(figure) + 1 for figure in figures]
