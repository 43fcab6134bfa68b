"""The addresses of the API, from its viewsets. What belongs to an evening or a club begins with the token of a key."""

from enum import StrEnum
from typing import Any

from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter
from rest_framework.routers import SimpleRouter

from scorebook.api.endpoint import UnknownAddress
from scorebook.api.views import (
    boards,
    books,
    club_admin,
    clubs,
    document,
    evenings,
    games,
    hall,
    hands,
    imports,
    lines,
    payments,
    people,
    person_profiles,
    search,
    seasons,
    seats,
    tab,
)
from scorebook.standings.boards.query import BoardMeasure
from scorebook.standings.records.club_records import FEATS


class TokenConverter(StringConverter):
    """A path converter of tokens, of which two may be joined by a dot (`scorebook.access`). It keeps out a NUL."""

    regex = "[A-Za-z0-9_.-]+"


def register_choices(name: str, *choices: StrEnum) -> None:
    """Register a path converter of values of an enum."""
    values: dict[str, Any] = {"regex": "|".join(choices), "to_python": lambda self, text: type(choices[0])(text)}
    register_converter(type(name, (StringConverter,), values), name)


register_converter(TokenConverter, "token")
register_choices("board", *BoardMeasure)
register_choices("feat", *FEATS)

EVENING, CLUB = "evenings/<token:token>", "clubs/<token:token>"
router = SimpleRouter(trailing_slash=False, use_regex_path=False)
for prefix, viewset, basename in (
    ("games", games.GameViewSet, "game"),
    ("hands", games.ScoreViewSet, "hand"),
    ("evenings", evenings.EveningViewSet, "evening"),
    ("evenings", lines.HandLinesViewSet, "evening_lines"),
    ("evenings", payments.EveningAccountViewSet, "evening_account"),
    (f"{EVENING}/hands", hands.HandViewSet, "evening_hand"),
    (f"{EVENING}/people", seats.SeatViewSet, "evening_person"),
    (f"{EVENING}/payments", payments.EveningPaymentViewSet, "evening_payment"),
    ("clubs", clubs.ClubViewSet, "club"),
    ("clubs", club_admin.ClubAdminViewSet, "club_admin"),
    ("clubs", imports.ClubFileViewSet, "club_file"),
    ("clubs", tab.TabViewSet, "club_tab"),
    ("clubs", books.StatementViewSet, "club_statement"),
    ("clubs", person_profiles.PersonProfileViewSet, "club_profile"),
    ("clubs", boards.RatingViewSet, "club_rating"),
    ("clubs", hall.HallViewSet, "club_hall"),
    ("clubs", search.SearchViewSet, "club_search"),
    (f"{CLUB}/clubs", club_admin.LinkedClubViewSet, "linked_club"),
    (f"{CLUB}/evenings", club_admin.ClubEveningViewSet, "club_evening"),
    (f"{CLUB}/people", people.PersonViewSet, "club_person"),
    (f"{CLUB}/imports", imports.ImportViewSet, "club_import"),
    (f"{CLUB}/seasons", seasons.SeasonViewSet, "club_season"),
    (f"{CLUB}/boards", boards.BoardViewSet, "club_board"),
):
    router.register(prefix, viewset, basename)

app_name = "v1"  # the version, for REST framework's NamespaceVersioning
urlpatterns = [
    path("openapi.json", document.api_document, name="document"),
    *router.urls,
    re_path("", UnknownAddress.as_view({"get": "http_method_not_allowed"})),
]
