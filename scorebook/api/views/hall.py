"""The endpoints of a club's hall of records, cup and yearly report."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from scorebook import access
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.error_responses import ConflictResponse
from scorebook.api.serializers.group_names import GroupNames
from scorebook.api.serializers.hall import (
    AgreeCupRequest,
    CupResponse,
    FeatResponse,
    HallResponse,
    MemorableRepresentation,
    YearResponse,
    memorable_hands_json,
)
from scorebook.api.serializers.queries import FeatQuery, HallQuery, OlderQuery
from scorebook.clubs.groups import ClubGroup
from scorebook.core.months import EARLIEST, LATEST
from scorebook.play.models import EveningResult
from scorebook.standings.records import club_records, cup_holders
from scorebook.standings.records.club_records import FEATS, Feat
from scorebook.standings.records.cup_holders import CupNow, Holding
from scorebook.standings.records.year_report import YearReport, year_report
from scorebook.standings.scope import FigureScope
from scorebook.standings.services import cup_agreement

# Hands of each feat: in the hall, on a page of its own, in a year.
IN_HALL, ON_A_PAGE, IN_A_YEAR = 6, 20, 20
HOLDERS = 30  # of the cup, on a page


class HallView(ClubEndpoint):
    @operation("hall", query=HallQuery, answer=HallResponse)
    def get(self, request: Request, told: ValidatedData, token: str) -> object:
        """Return the hall of records: every Sie, the highest hands, the longest runs, and the holder of the cup."""
        circle = access.circle_by(token)
        names, scope = GroupNames(circle), FigureScope(circle=circle, game=_game(told))
        pages = {feat: club_records.feat_page(scope, feat, size=IN_HALL) for feat in FEATS}
        feats: list[dict[str, Any]] = [
            {"feat": feat, "hands": memorable_hands_json(page.hands, names), "has_more": page.has_more}
            for feat, page in pages.items()
        ]
        highest: list[dict[str, Any]] = [
            {"game": game, "hands": memorable_hands_json(club_records.highest_hands(replace(scope, game=game)), names)}
            for game in ([scope.game] if scope.game else club_records.games_played(circle))
        ]
        runs, streaks = club_records.longest_runs(scope), club_records.longest_streaks(scope)
        won, now = club_records.most_evenings_won(scope), cup_holders.cup_now(circle, today=timezone.localdate())
        hands = [hand for part in (*feats, *highest) for hand in part["hands"]]
        people = [one.person for some in (runs, streaks, won) for one in some]
        return {
            "game": scope.game,
            "names": names.of([*_meant(hands), *people, *_people_of_cup(now)]),
            "feats": feats,
            "highest": [part for part in highest if part["hands"]],
            "runs": runs,
            "streaks": streaks,
            "won": won,
            "cup": now,
            "years": club_records.years_played(circle),
        }


class OneFeatView(ClubEndpoint):
    def look_up(self, **path: Any) -> None:
        super().look_up(**path)
        _feat_in_path(path["feat"])

    @operation("feat", query=FeatQuery, answer=FeatResponse)
    def get(self, request: Request, told: ValidatedData, token: str, feat: str) -> object:
        """Return all hands of one feat, page by page."""
        circle, found = access.circle_by(token), _feat_in_path(feat)
        names, page = GroupNames(circle), max(told["before"] or 1, 1)
        part = club_records.feat_page(FigureScope(circle=circle, game=_game(told)), found, page=page, size=ON_A_PAGE)
        hands = memorable_hands_json(part.hands, names)
        older = page + 1 if part.has_more else None
        return {"feat": found, "names": names.of(_meant(hands)), "hands": hands, "older": older}


class CupView(ClubEndpoint):
    @operation("cup", query=OlderQuery, answer=CupResponse)
    def get(self, request: Request, told: ValidatedData, token: str) -> object:
        """Return the travelling cup: its holder, all holders with their days, and the rule by which it passes on."""
        return _cup(access.circle_by(token), page=max(told["before"] or 1, 1))

    @operation("agree_cup", body=AgreeCupRequest, answer=CupResponse, clashes=ConflictResponse)
    def post(self, request: Request, told: ValidatedData, token: str) -> object:
        """Agree on the rule of the cup from a day on; the evenings since then are evaluated anew."""
        circle = cup_agreement.agree_cup(
            club=access.club_of(token),
            rule=told["rule"],
            first_on=told["first_on"],
            key=told["id"],
            by=access.CLUB,
            at=timezone.now(),
        )
        return _cup(circle, page=1)


class OneYearView(ClubEndpoint):
    @operation("year", query=HallQuery, answer=YearResponse)
    def get(self, request: Request, told: ValidatedData, token: str, year: int) -> object:
        """Return the report of a year, with the people, evenings and hands to be honoured."""
        circle = access.circle_by(token)
        if not EARLIEST.year <= year < LATEST.year:
            raise Http404
        names = GroupNames(circle)
        report = year_report(circle, year=year, today=timezone.localdate(), game=_game(told))
        feats: list[dict[str, Any]] = [
            {"feat": feat, "count": len(hands), "hands": memorable_hands_json(hands[:IN_A_YEAR], names)}
            for feat, hands in report.feats.items()
        ]
        games = _games_of_year(circle, report, names)
        hands = [hand for one in feats for hand in one["hands"]] + [
            hand for one in games for hand in one["all_highest"]
        ]
        people = [*(one.person for one in report.people), *_people_of_line(report.holders)]
        runs = _with_people(circle, report.runs)
        return {
            "report": report,
            "names": names.of([*people, *_meant(hands)]),
            "games": games,
            "run": next(iter(runs), None),
            "runs": runs,
            "feats": feats,
        }


def _games_of_year(circle: ClubGroup, report: YearReport, names: GroupNames) -> list[dict[str, Any]]:
    return [
        {
            "game": one.game,
            "evenings": one.evenings,
            "winners": one.winners,
            "best": next(iter(_with_people(circle, one.best)), None),
            "all_best": _with_people(circle, one.best),
            "highest": next(iter(memorable_hands_json(one.highest[:1], names)), None),
            "all_highest": memorable_hands_json(one.highest, names),
        }
        for one in report.games
    ]


def _with_people(circle: ClubGroup, rows: Iterable[EveningResult]) -> list[dict[str, Any]]:
    return [{"person": circle.person(row.player_id), "row": row} for row in rows]


def _cup(circle: ClubGroup, *, page: int) -> object:
    today = timezone.localdate()
    now = cup_holders.cup_now(circle, today=today)
    found = cup_holders.cup_page(circle, today=today, page=page, size=HOLDERS)
    holders = cup_holders.cup_holders(circle, today=today)
    people = [*_people_of_cup(now), *_people_of_line(found.line), *(one.person for one in holders)]
    return {
        "names": GroupNames(circle).of(people),
        "now": now,
        "line": found.line,
        "older": page + 1 if found.has_more else None,
        "holders": holders,
    }


def _meant(hands: Iterable[MemorableRepresentation]) -> Iterable[UUID]:
    return (one for hand in hands for one in hand.meant)


def _people_of_cup(now: CupNow) -> list[UUID | None]:
    return _people_of_line([now.holding] if now.holding else [])


def _people_of_line(line: Iterable[Holding]) -> list[UUID | None]:
    return [person for one in line for person in (one.holder, one.before)]


def _game(told: ValidatedData) -> str | None:
    return None if told["game"] in (None, "all") else told["game"]


def _feat_in_path(feat: str) -> Feat:
    found = next((one for one in FEATS if one.value == feat), None)
    if found is None:
        raise Http404
    return found
