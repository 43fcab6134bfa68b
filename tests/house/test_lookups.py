"""A row is found by its id only under its own club and evening; pages and API have no other way to look one up."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.http import Http404

from scorebook import lookups
from scorebook.ledger import services
from scorebook.ledger.services import SettlementMethod
from tests.support.booked_evening import NINE_O_CLOCK, BookedEvening, new_evening
from tests.support.played_evening import new_evening as new_played_evening
from tests.support.process import ROOT

# Look-ups by an id that are none of a row of a club, each with its reason.
BY_ID_ALONE = {
    "get_object_or_404(Club, pk=club_id)": "an operator's page of a club",
    "get_object_or_404(Club, pk=club_id, arriving_from='')": "the calendar's signed address names a club",
    "Club.objects.get(pk=club_group(club.pk).club_id)": "the club that leads this one",
    "get_object_or_404(Club, pk=other)": "a club that was linked; the service compares it",
    "Evening.objects.select_related('club').get(club=shown.club_id, pk=shown.evening_id)": "the link was read before",
    "Club.objects.filter(of_token, pk=_club_id_of_link(token), arriving_from='')": "the club's id belongs to the token",
    "self.players.filter(pk=typed_uuid(value or '') or NOBODY)": "the people of a form are those of its club",
}
LOOK_UPS = {"get", "filter", "get_object_or_404"}


def look_ups_by_id(path: Path) -> Iterator[str]:
    """Those by an id, and not by that of a row that was read before."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in LOOK_UPS:
            ids = [ast.unparse(keyword.value) for keyword in call.keywords if keyword.arg in ("pk", "id")]
            if any(not id.endswith(".pk") for id in ids):
                yield ast.unparse(call)


def test_pages_and_api_look_rows_up_in_one_place() -> None:
    ours = ROOT / "scorebook"
    sources = (ours / "access.py", *(ours / "api").rglob("*.py"), *(ours / "web").rglob("*.py"))
    found = {call for path in sources for call in look_ups_by_id(path)}
    assert found == set(BY_ID_ALONE)


class Books:
    """Anna's evening and another evening of her club, both carried over in part to the tab; and another club."""

    def __init__(self) -> None:
        self.evening, self.other_club = new_evening("Anna", "Beppo"), new_evening("Anna", "Beppo")
        self.later = self.evening.next()
        for one in (self.evening, self.later, self.other_club):
            one.post(one.result("hand 1", Anna=100, Beppo=-100))

    def planned(self, evening: BookedEvening, *, on_tab: bool) -> Any:
        of = None if on_tab else evening.evening_id
        if on_tab:
            self.fee(evening, on_tab=True)
        planned = services.make_plan(
            club=evening.club, unit="EUR", evening_id=of, at=NINE_O_CLOCK, method=SettlementMethod.FEWEST
        )
        return planned[0]

    def fee(self, evening: BookedEvening, *, on_tab: bool) -> Any:
        amounts = {evening.players["Beppo"].pk: 50}
        of = None if on_tab else evening.evening_id
        arguments: dict[str, Any] = {"amounts": amounts, "note": "fee", "by": "Anna", "at": NINE_O_CLOCK}
        return services.charge(club=evening.club, unit="EUR", evening_id=of, key=uuid4(), **arguments)


@pytest.mark.django_db
@pytest.mark.parametrize("on_tab", [False, True])
@pytest.mark.parametrize(
    ("look_up", "made"), [(lookups.planned_payment_of, Books.planned), (lookups.entry_of, Books.fee)]
)
def test_a_row_of_the_books_is_there_for_its_own_book_alone(
    look_up: Callable[..., Any], made: Callable[..., Any], on_tab: bool
) -> None:
    played = [new_played_evening("Anna", "Beppo", "Cilli", "Done") for _ in range(2)]
    books = Books()
    own, later, stranger = books.evening, books.later, books.other_club
    # An evening of play stands for the id and the club of the booked one.
    evenings = {}
    for name, one in (("own", own), ("later", later), ("stranger", stranger)):
        evening = played[0].fresh()
        evening.pk, evening.club = one.evening_id, one.club
        evenings[name] = evening
    row = made(books, own, on_tab=on_tab)
    right: Any = own.club if on_tab else evenings["own"]
    assert look_up(right, row.pk).pk == row.pk
    for wrong in (evenings["own"], own.club, evenings["later"], evenings["stranger"], stranger.club):
        if wrong is not right:
            with pytest.raises(Http404):
                look_up(wrong, row.pk)
    with pytest.raises(Http404):
        look_up(right, uuid4())


@pytest.mark.django_db
def test_people_and_evenings_are_there_for_their_own_club_alone() -> None:
    ours, theirs = (new_played_evening("Anna", "Beppo", "Cilli", "Done") for _ in range(2))
    anna, number = ours.players["Anna"], ours.fresh().number
    assert lookups.player_of(ours.club, anna.pk) == anna and lookups.numbered_evening(ours.club, number) == ours.stored
    assert lookups.numbered_evening(theirs.club, theirs.fresh().number) == theirs.stored
    with pytest.raises(Http404):
        lookups.player_of(theirs.club, anna.pk)
    with pytest.raises(Http404):
        lookups.numbered_evening(ours.club, number + 1)
