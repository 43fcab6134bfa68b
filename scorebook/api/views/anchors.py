"""The endpoint with the heads of a club's hash chains, to be kept out of reach of database administrators."""

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.clubs import AnchorResponse
from scorebook.ledger.snapshot import consistent_reads
from scorebook.operations.anchor import chain_heads


class AnchorViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path="anchor")
    @operation("anchor", permission=MemberKey, response=AnchorResponse)
    def anchor(self, request: Request) -> object:
        """Return the heads of the club's hash chains: of its names, its books and each evening."""
        with consistent_reads():
            return {"club": self.club.pk, "read_at": timezone.now(), "heads": list(chain_heads(self.club))}
