"""The endpoints of a club, its links and the heads of its hash chains."""

from collections.abc import Mapping

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook import access
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.permissions import KeeperKey, MemberKey, RenewedKeeperKey
from scorebook.api.serializers.clubs import AnchorResponse, ClubLinksResponse, ClubResponse
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.evenings import RenewLinkRequest, club_links
from scorebook.api.serializers.payments import open_balances
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.ledger import queries as books
from scorebook.ledger.snapshot import consistent_reads
from scorebook.operations.anchor import chain_heads
from scorebook.play import services as play
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.play.services import POINTS


class ClubViewSet(ClubEndpoint):
    @operation("club", permission=MemberKey, response=ClubResponse)
    def retrieve(self, request: Request) -> object:
        """Return the club: its links, its people and everybody's open balance."""
        return club_representation(request, self.club)

    @action(detail=True, methods=["post"], url_path="links/member")
    @operation("renew_member_link", permission=KeeperKey, body=RenewLinkRequest, response=ClubLinksResponse)
    def renew_member_link(self, request: Request, data: ValidatedData) -> object:
        """Renew the members' link, all scribe links and the calendar's address; the old ones open nothing any more."""
        renewed = play.renew_member_link(club=self.club, key=data["id"], replaces=data["replaces"])
        return {"links": club_links(request, renewed.opened_like(self.club))}

    @action(detail=True, methods=["post"], url_path="links")
    @operation("renew_club_link", permission=RenewedKeeperKey, body=KeyedRequest, response=ClubLinksResponse)
    def renew_links(self, request: Request, data: ValidatedData) -> object:
        """Renew all links of the club except those to look on; the old ones open nothing any more."""
        # Does not look the club up first: in a repeated request the old link opens nothing any more.
        club = play.renew_keeper_link(link=self.kwargs["token"], key=data["id"])
        return {"links": club_links(request, access.founded(club))}

    @action(detail=True, methods=["get"], url_path="anchor")
    @operation("anchor", permission=MemberKey, response=AnchorResponse)
    def anchor(self, request: Request) -> object:
        """Return the heads of the club's hash chains: of its names, its books and each evening."""
        with consistent_reads():
            return {"club": self.club.pk, "read_at": timezone.now(), "heads": list(chain_heads(self.club.pk))}


def club_representation(request: Request, club: Club) -> Mapping[str, object]:
    units = sorted(set(books.units_in_books(club)) - {POINTS})
    group = club_group(club.pk)
    clubs = Club.objects.in_bulk(group.clubs)
    return {
        "club": club,
        "links": club_links(request, club),
        "group": group,
        "clubs": [clubs[id] for id in group.clubs],
        "balances": {unit: books.balances(club=club, unit=unit) for unit in units},
        "open": open_balances(open_balances_of_people(group, club=club.pk)),
    }
