"""Rows of a club in tables that its evenings leave empty: ratings, seasons, imports and ended clubs."""

from datetime import datetime
from uuid import uuid4

from scorebook.clubs.identities import leave_ratings
from scorebook.clubs.models import Club, EndedClub, Player
from scorebook.core.canonical_hash import canonical_digest
from scorebook.exchange.imports.chain import append_import
from scorebook.exchange.models import Import
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.services.season_services import agree_season


def add_club_rows(club: Club, player: Player, *, at: datetime) -> None:
    leave_ratings(player=player, key=uuid4(), by="club link", at=at)
    agreed = Agreement(first_on=at.date(), game="bavarian")
    agree_season(club=club, key=uuid4(), name="Winter", agreement=agreed, by="club link", at=at)
    facts = {"content": canonical_digest({}), "evenings": {}, "payments": {}, "stands": {}, "last_entry": 0}
    append_import(
        Import(
            club=club, kind=Import.Kind.IMPORTED, format="results", facts=facts, recorded_by="club link", recorded_at=at
        )
    )
    EndedClub.objects.create(club_id=club.pk, ended_at=at, file_sha256="", heads=[])
