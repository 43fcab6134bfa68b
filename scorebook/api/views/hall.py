"""The endpoints of a club's hall of records, cup and yearly report."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.pagination import Page, cursor_unknown
from scorebook.api.permissions import KeeperKey, MemberKey
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.group_names import GroupNames
from scorebook.api.serializers.hall import (
    AgreeCupRequest,
    CupResponse,
    FeatResponse,
    HallResponse,
    HoldingsResponse,
    YearResponse,
    memorable_hands_json,
)
from scorebook.api.serializers.queries import FeatQuery, HallQuery, HoldingsQuery
from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.months import EARLIEST, LATEST
from scorebook.play.models import EveningResult
from scorebook.standings.hand_cursor import HandCursor
from scorebook.standings.records import club_records, cup_holders
from scorebook.standings.records.club_records import FEATS, Feat
from scorebook.standings.records.cup_holders import CupNow, Holding
from scorebook.standings.records.year_report import YearReport, year_report
from scorebook.standings.services import cup_agreement
from scorebook.standings.standings_scope import FigureScope

# Hands of each feat.
IN_HALL, IN_A_YEAR = 6, 20


class HallViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path="hall")
    @operation("hall", permission=MemberKey, query=HallQuery, response=HallResponse)
    def hall(self, request: Request, data: ValidatedData) -> object:
        """Return the hall of records: every Sie, the highest hands, the longest runs, and the holder of the cup."""
        group = self.group
        names, scope = GroupNames(group), FigureScope(group=group, game=_game_of_query(data))
        pages = {feat: club_records.feat_records(scope, feat, size=IN_HALL) for feat in FEATS}
        feats: list[dict[str, Any]] = [
            {"feat": feat, "hands": memorable_hands_json(page.hands, names), "has_more": page.has_more}
            for feat, page in pages.items()
        ]
        highest: list[dict[str, Any]] = [
            {"game": game, "hands": memorable_hands_json(club_records.highest_hands(replace(scope, game=game)), names)}
            for game in ([scope.game] if scope.game else club_records.hall_games(group))
        ]
        runs, streaks = club_records.longest_runs(scope), club_records.longest_streaks(scope)
        won, now = club_records.most_evenings_won(scope), cup_holders.cup_now(group, today=timezone.localdate())
        hands = [hand for part in (*feats, *highest) for hand in part["hands"]]
        # In the order of the lists below, which is that of `names`.
        people = [*(one.person for one in runs), *(one.player_id for one in streaks), *(one.person for one in won)]
        return {
            "game": scope.game,
            "names": names.names_of([*_people_of_hands(hands), *people, *_people_of_cup(now)]),
            "feats": feats,
            "highest": [part for part in highest if part["hands"]],
            "runs": runs,
            "streaks": streaks,
            "won": won,
            "cup": now,
            "years": club_records.hall_years(group),
        }

    @action(detail=True, methods=["get"], url_path="hall/<feat:feat>")
    @operation("feat", permission=MemberKey, query=FeatQuery, response=FeatResponse)
    def feat(self, request: Request, data: ValidatedData, feat: Feat) -> object:
        """Return the hands of one feat, newest first."""
        names, scope = GroupNames(self.group), FigureScope(group=self.group, game=_game_of_query(data))

        def read(cursor: HandCursor | None, limit: int) -> Page:
            found = club_records.feat_records(scope, feat, before=cursor, size=limit)
            if cursor and not found.hands:
                raise cursor_unknown()
            return Page(rows=found.hands, next=found.hands[-1].cursor if found.has_more else None)

        hands = memorable_hands_json(self.paginate_queryset(read), names)
        mentioned = names.names_of(_people_of_hands(hands))
        return self.get_paginated_response(hands) | {"feat": feat, "names": mentioned}

    @action(detail=True, methods=["get"], url_path="cup")
    @operation("cup", permission=MemberKey, response=CupResponse)
    def cup(self, request: Request) -> object:
        """Return the travelling cup: its holder, all holders with their days, and the rule by which it passes on."""
        return _cup_response(self.group)

    @cup.mapping.post
    @operation("agree_cup", permission=KeeperKey, body=AgreeCupRequest, response=CupResponse)
    def agree_cup(self, request: Request, data: ValidatedData) -> object:
        """Agree on the rule of the cup from a day on; the evenings since then are evaluated anew."""
        club = self.club
        group = cup_agreement.agree_cup(
            club=club, rule=data["rule"], first_on=data["first_on"], key=data["id"], by=club.by, at=timezone.now()
        )
        return _cup_response(group)

    @action(detail=True, methods=["get"], url_path="cup/holdings")
    @operation("cup_holdings", permission=MemberKey, query=HoldingsQuery, response=HoldingsResponse)
    def cup_holdings(self, request: Request, data: ValidatedData) -> object:
        """Return who held the cup and from when to when, newest first."""

        def read(cursor: UUID | None, limit: int) -> Page:
            found = cup_holders.cup_history(self.group, today=timezone.localdate(), before=cursor, size=limit)
            if cursor and not found.line:  # a correction of the evening may have left the cup where it was
                raise cursor_unknown()
            return Page(rows=found.line, next=found.line[-1].evening_id if found.has_more else None)

        line = self.paginate_queryset(read)
        return self.get_paginated_response(line) | {"names": GroupNames(self.group).names_of(_people_of_holdings(line))}

    @action(detail=True, methods=["get"], url_path="years/<int:year>")
    @operation("year", permission=MemberKey, query=HallQuery, response=YearResponse)
    def year(self, request: Request, data: ValidatedData, year: int) -> object:
        """Return the report of a year, with the people, evenings and hands to be honoured."""
        group = self.group
        if not EARLIEST.year <= year < LATEST.year:
            raise Http404
        names = GroupNames(group)
        report = year_report(group, year=year, today=timezone.localdate(), game=_game_of_query(data))
        feats: list[dict[str, Any]] = [
            {"feat": feat, "count": len(hands), "hands": memorable_hands_json(hands[:IN_A_YEAR], names)}
            for feat, hands in report.feats.items()
        ]
        games = _game_years_json(group, report, names)
        hands = [hand for one in feats for hand in one["hands"]] + [
            hand for one in games for hand in one["all_highest"]
        ]
        people = [*(one.person for one in report.people), *_people_of_holdings(report.holders)]
        runs = _results_with_person(group, report.runs)
        return {
            "report": report,
            "names": names.names_of([*people, *_people_of_hands(hands)]),
            "games": games,
            "run": next(iter(runs), None),
            "runs": runs,
            "feats": feats,
        }


def _game_years_json(group: ClubGroup, report: YearReport, names: GroupNames) -> list[dict[str, Any]]:
    found = []
    for one in report.games:
        best, highest = _results_with_person(group, one.best), memorable_hands_json(one.highest, names)
        found.append(
            {
                "game": one.game,
                "evenings": one.evenings,
                "winners": one.winners,
                "best": next(iter(best), None),
                "all_best": best,
                "highest": next(iter(highest), None),
                "all_highest": highest,
            }
        )
    return found


def _results_with_person(group: ClubGroup, rows: Iterable[EveningResult]) -> list[dict[str, Any]]:
    return [{"person": group.person(row.player_id), "row": row} for row in rows]


def _cup_response(group: ClubGroup) -> object:
    today = timezone.localdate()
    now = cup_holders.cup_now(group, today=today)
    holders = cup_holders.cup_holders(group, today=today)
    people = [*_people_of_cup(now), *(one.person for one in holders)]
    return {"names": GroupNames(group).names_of(people), "now": now, "holders": holders}


def _people_of_hands(hands: Iterable[dict[str, Any]]) -> Iterable[UUID]:
    return (one for hand in hands for one in hand["mentioned"])


def _people_of_cup(now: CupNow) -> list[UUID | None]:
    return _people_of_holdings([now.holding] if now.holding else [])


def _people_of_holdings(line: Iterable[Holding]) -> list[UUID | None]:
    return [person for one in line for person in (one.holder, one.before)]


def _game_of_query(data: ValidatedData) -> str | None:
    return None if data["game"] in (None, "all") else data["game"]
