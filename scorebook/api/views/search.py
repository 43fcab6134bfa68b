"""The endpoint to search hands of a club by people, contract and outcome."""

from collections.abc import Sequence
from uuid import UUID

from rest_framework.request import Request

from rules import Player, Problem
from rules.problems import ProblemList
from scorebook import access
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.parsing import Refused
from scorebook.api.serializers import search as told_search
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.group_names import GroupNames
from scorebook.api.serializers.search import FoundHandRepresentation, SearchResponse
from scorebook.standings import hand_search
from scorebook.standings.hand_search import HandFilter
from scorebook.standings.records.club_records import Feat


def _problems_of_search(names: GroupNames, told: ValidatedData) -> Sequence[Problem]:
    problems = ProblemList()
    for name in ("person", "partner"):
        if told[name] and told[name] not in names.everybody:
            problems.add("player_of_other_club", name)
    return tuple(problems)


class SearchView(ClubEndpoint):
    @operation(
        "search",
        query=told_search.SearchQuery,
        answer=SearchResponse,
        also=lambda view, told: _problems_of_search(GroupNames(access.circle_by(view.kwargs["token"])), told),
    )
    def get(self, request: Request, told: ValidatedData, token: str) -> object:
        """Search the club's hands, newest first, each with its reason."""
        circle = access.circle_by(token)
        everybody = GroupNames(circle)
        if problems := _problems_of_search(everybody, told):
            raise Refused(problems)
        found = hand_search.search(circle, _wanted(told), before=told["before"])
        names = {Player(str(one)): name for one, name in everybody.everybody.items()}
        meant = (UUID(player) for hand in found.hands for player in hand.report.table.players)
        return {
            "names": everybody.of(meant),
            "hands": [FoundHandRepresentation(found=hand, names=names) for hand in found.hands],
            "counted": found.counted,
            "older": told_search.place_text(found.older) if found.older else None,
            "looked_back_to": found.looked_back_to,
            "has_open_evening": hand_search.has_open_evening(circle),
            "contracts": hand_search.contracts_played(circle),
        }


def _wanted(told: ValidatedData) -> HandFilter:
    return HandFilter(
        declarer=told["person"],
        partner=told["partner"],
        contract=told["contract"] or "",
        result=told["result"],
        level=told["level"],
        is_doubled=bool(told["doubled"]),
        feat=Feat(told["feat"]) if told["feat"] else None,
        least_value=told["value"],
        first_on=told["from"],
        last_on=told["to"],
        note=told["note"] or "",
    )
