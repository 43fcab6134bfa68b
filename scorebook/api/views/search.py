"""The endpoint to search hands of a club by people, contract and outcome."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Player, Problem
from rules.problems import ProblemList
from rules.vocabulary import find_in_vocabulary
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.pagination import Page, cursor_unknown
from scorebook.api.parsing import Refused
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.group_names import GroupNames
from scorebook.api.serializers.queries import span_of_query
from scorebook.api.serializers.search import SearchQuery, SearchResponse, found_hand_json
from scorebook.standings import hand_search
from scorebook.standings.hand_cursor import HandCursor
from scorebook.standings.hand_search import HandFilter, HandSearchPage
from scorebook.standings.records.club_records import Feat


def _problems_of_search_request(names: GroupNames, data: ValidatedData) -> Sequence[Problem]:
    problems = ProblemList()
    for name in ("person", "partner"):
        if data[name] and data[name] not in names.everybody:
            problems.add("player_of_other_club", name)
    return tuple(problems)


class SearchViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path="hands")
    @operation(
        "search",
        permission=MemberKey,
        query=SearchQuery,
        response=SearchResponse,
        extra_checks=lambda view, data: _problems_of_search_request(GroupNames(view.group), data),
    )
    def search(self, request: Request, data: ValidatedData) -> object:
        """Search the club's hands, newest first, each with its reason."""
        group = self.group
        everybody = GroupNames(group)
        if problems := _problems_of_search_request(everybody, data):
            raise Refused(problems)
        wanted = _hand_filter_of_request(data, timezone.localdate())
        found: HandSearchPage

        def read(cursor: HandCursor | None, limit: int) -> Page:
            nonlocal found
            found = hand_search.search_hands(group, wanted, before=cursor, size=limit)
            if cursor and found.counted:  # the first page, because the club has no such evening
                raise cursor_unknown()
            return Page(rows=found.hands, next=found.older)

        hands = self.paginate_queryset(read)
        names = {Player(str(one)): name for one, name in everybody.everybody.items()}
        meant = (UUID(player) for hand in hands for player in hand.report.table.players)
        return self.get_paginated_response([found_hand_json(hand, names) for hand in hands]) | {
            "names": everybody.names_of(meant),
            "counted": found.counted,
            "looked_back_to": found.looked_back_to,
            "has_open_evening": hand_search.has_open_evening(group),
            "contracts": hand_search.contracts_played(group),
        }


def _hand_filter_of_request(data: ValidatedData, today: date) -> HandFilter:
    span = span_of_query(data, today)
    return HandFilter(
        declarer=data["person"],
        partner=data["partner"],
        contract=find_in_vocabulary("contract", data["contract"] or "") or data["contract"] or "",
        result=data["result"],
        level=data["level"],
        is_doubled=bool(data["doubled"]),
        feat=Feat(data["feat"]) if data["feat"] else None,
        least_value=data["value"],
        first_on=span.first_on,
        last_on=span.last_on,
        note=data["note"] or "",
    )
