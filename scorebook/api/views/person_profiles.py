"""The endpoints of a person of a club, and of partners."""

from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook import lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.group_names import GroupNames
from scorebook.api.serializers.person_profiles import PartnersResponse, PersonResponse
from scorebook.api.serializers.person_representations import person_representation
from scorebook.api.serializers.queries import MonthsQuery, span_of_query
from scorebook.core.time_spans import ALL
from scorebook.standings.people.chemistry import MIN_HANDS
from scorebook.standings.people.pairs import Partners, common_hands_of_all_pairs, partners_of_pairs
from scorebook.standings.people.profiles import played_games
from scorebook.standings.standings_scope import FigureScope


class PersonProfileViewSet(ClubEndpoint):
    def check_path(self) -> None:
        if "person" in self.kwargs:
            lookups.entries_of_person(self.group, self.kwargs["person"])

    @action(detail=True, methods=["get"], url_path="people/<uuid:person>")
    @operation("person", permission=MemberKey, query=MonthsQuery, response=PersonResponse)
    def person(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Return a person's results in a game, with and against others; each of their entries leads to the same."""
        group = self.group
        entries = lookups.entries_of_person(group, person)
        today = timezone.localdate()
        return person_representation(group, entries, game=data["game"], span=span_of_query(data, today), today=today)

    @action(detail=True, methods=["get"], url_path="partners")
    @operation("partners", permission=MemberKey, query=MonthsQuery, response=PartnersResponse)
    def partners(self, request: Request, data: ValidatedData) -> object:
        """Return the results of partners: which two win more often together than with everybody else."""
        games, span = played_games(self.group), span_of_query(data, timezone.localdate())
        game = data["game"] or next((one.game for one in games), None)
        scope = FigureScope(group=self.group, game=game, span=span)
        found = partners_of_pairs(common_hands_of_all_pairs(scope) if game else {})
        return {
            "game": game,
            "games": games,
            "months": None if span == ALL else span,
            "least": MIN_HANDS,
            "names": GroupNames(self.group).names_of(found.shares),
            "people": [
                {"person": person, "share": share}
                for person, share in sorted(found.shares.items(), key=lambda one: (-one[1].hands, one[0]))
            ],
            "pairs": [{**_pair_json(found, pair), "chemistry": found.chemistry[pair]} for pair in found.best],
            "others": [
                _pair_json(found, pair)
                for pair in sorted(found.together)
                if pair[0] < pair[1] and pair not in found.chemistry
            ],
        }


def _pair_json(found: Partners, pair: tuple[UUID, UUID]) -> dict[str, object]:
    return {"person": pair[0], "other": pair[1], "share": found.together[pair]}
