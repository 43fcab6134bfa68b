"""Every table is shown and none can be changed, and nothing secret stands anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import CompositePrimaryKey, Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorebook.accounts.models import User
from scorebook.clubs.identities import hide_name
from scorebook.clubs.models import Club, LinkRoute, Player, TypedText
from scorebook.core.append_only import AppendOnlyModel
from scorebook.operator_pages.registered import OF_BOOKS
from scorebook.operator_pages.site import site
from scorebook.play.models import Evening
from scorebook.play.services import charge_in_evening
from tests.api.example_story import examples_played
from tests.support.paged_evening import text_of
from tests.support.played_evening import PlayedEvening, new_evening, rufer

pytestmark = pytest.mark.sampled

WITHOUT_PAGE = {
    "clubs_chainend", "clubs_linkroute", "ledger_transfer", "ledger_monthmovement", "play_monthtotal",
    "play_monthcontract", "play_monthpair", "play_eveningresult", "play_handresult", "standings_rating",
    "standings_cuppassing",
}  # fmt: skip
SHOWN = sorted(site._registry, key=lambda model: model._meta.db_table)


def list_of(model: type[Model]) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def all_pages() -> Iterator[str]:
    """Each list and each row's page, with its history where it has one."""
    yield "/admin/"
    for model in SHOWN:
        yield list_of(model)
        for row in model._default_manager.all():
            yield f"{list_of(model)}{row.pk}/change/"
    for model in (Club, Player):
        for row in model._default_manager.all():
            yield f"{list_of(model)}{row.pk}/history/"
            yield f"{list_of(model)}{row.pk}/{'links' if model is Club else 'name'}/"


def secrets() -> set[str]:
    """Links, salts, password hashes, and all that somebody typed to a name that is hidden."""
    tokens = {*Club.objects.values_list("keeper_token", flat=True)}
    for pair in Evening.objects.values_list("scribe_token", "watch_token"):
        tokens |= set(pair)
    salts = {*TypedText.objects.exclude(salt="").values_list("salt", flat=True)}
    return tokens | salts | {*User.objects.values_list("password", flat=True)}


def test_what_is_shown_is_every_table_that_django_can_show() -> None:
    books = {model for app in OF_BOOKS for model in apps.get_app_config(app).get_models()}
    left_out = {model for model in books if model not in site._registry}
    assert {model._meta.db_table for model in left_out} == WITHOUT_PAGE
    # The key of a route is a link.
    assert all(isinstance(model._meta.pk, CompositePrimaryKey) for model in left_out - {LinkRoute})
    guarded = {model for model in apps.get_models() if issubclass(model, AppendOnlyModel)}
    assert guarded - set(site._registry) == {apps.get_model("ledger", "Transfer")}


@pytest.mark.once
def test_no_page_shows_a_secret(desk: Client) -> None:
    """After an evening in which everything was done once, with a hidden name and a note beside it."""
    examples_played()
    evening = new_evening("Kreszentia", "Beppo", "Cilli", "Done")
    evening.record(rufer("Kreszentia", "Beppo"))
    evening.close()
    charge_in_evening(
        evening=evening.fresh(), key=uuid4(), amounts={evening.players["Done"].pk: 50}, note="Kreszentias Runde",
        by="scribe", at=evening.now(),
    )  # fmt: skip
    hide_name(player=evening.players["Kreszentia"], key=uuid4(), by="club link", at=evening.now())
    hidden, count = secrets() | {"Kreszentia"}, 0
    assert len(hidden) > 20
    for path in all_pages():
        answer = desk.get(path)
        assert answer.status_code == 200 or (path.endswith("/name/") and answer.status_code == 302), path
        assert [secret for secret in hidden if secret in answer.content.decode()] == [], path
        count += 1
    assert count > 150


def test_nothing_is_added_changed_or_deleted(desk: Client) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    evening.record(rufer("Anna", "Beppo"))
    open_to_change = []
    for model in SHOWN:
        with transaction.atomic():
            open_to_change += [(list_of(model), what) for what in changes_taken(desk, model)]
            transaction.set_rollback(True)
    assert open_to_change == []


def changes_taken(desk: Client, model: type[Model]) -> Iterator[str]:
    """What the pages of this table take, or offer, though they must not."""
    row, before = model._default_manager.first(), list(model._default_manager.order_by("pk").values())
    row_path = f"{list_of(model)}{row.pk if row else uuid4()}"
    for path in ("add/", "?_popup=1", ""):
        if desk.post(f"{list_of(model)}{path}", {"action": "delete_selected"}).status_code == 500:
            yield f"a fault at {path}"
    for path in (f"{row_path}/delete/", f"{list_of(model)}add/"):
        if [desk.get(path).status_code, desk.post(path, {"post": "yes"}).status_code] != [404, 404]:
            yield path
    if row and desk.post(f"{row_path}/change/", {"name": "x", "_save": "1"}).status_code != 403:
        yield f"{row_path}/change/"
    if list(model._default_manager.order_by("pk").values()) != before:
        yield "other rows"
    if "delete" in text_of(desk.get(list_of(model))).lower():
        yield "the word"


def test_a_list_costs_the_same_for_many_rows(desk: Client) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    fewer, more = (statements_of_lists(desk, evening) for _ in range(2))
    assert fewer == more
    assert {path: count for path, count in more.items() if count > 6} == {}


def statements_of_lists(desk: Client, evening: PlayedEvening) -> dict[str, int]:
    """With three more hands."""
    counts = {}
    for _ in range(3):
        evening.record(rufer("Anna", "Beppo"))
    for model in SHOWN:
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(list_of(model)).status_code == 200, list_of(model)
        counts[list_of(model)] = len(queries)
    return counts


QUERIES = (
    "p=9999999999999999999", "p=-1", "p=x", "all=", "o=1", "q=x", "e=1", "club=x", "club=%00", "recorded_by=%00",
    "club__keeper_token=x", "_to_field=keeper_token", "_popup=1", "_facets=1", "unused=%00", "id__in=1,%00",
    "a=%zz&=&b",
)  # fmt: skip


def test_whatever_the_address_asks_for_is_no_fault(desk: Client) -> None:
    new_evening("Anna", "Beppo", "Cilli", "Done")
    lists = ("clubs/club", "clubs/nameevent", "play/evening", "accounts/user")
    answers = {path: desk.get(path).status_code for path in (f"/admin/{at}/?{q}" for at in lists for q in QUERIES)}
    assert {path: status for path, status in answers.items() if status not in (200, 302, 400)} == {}


def test_lists_of_a_club_show_its_rows_only(desk: Client) -> None:
    here, there = new_evening("Anna", "Beppo", "Cilli", "Done"), new_evening("Emil", "Fanny", "Gustl", "Hans")
    page = desk.get(f"/admin/clubs/player/?club={here.club.pk}")
    assert "Anna" in text_of(page) and "Emil" not in text_of(page)
    events = text_of(desk.get(f"/admin/play/eveningevent/?evening={there.stored.pk}"))
    assert str(there.stored.pk) in events and str(here.stored.pk) not in events


def test_a_club_of_many_people_and_hands_is_a_short_page(desk: Client) -> None:
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    people = [
        Player(id=uuid4(), club=evening.club, name=f"P {n}", name_folded=f"p {n}", created_at=evening.now())
        for n in range(300)
    ]
    Player.objects.bulk_create(people)
    desk.get(f"/admin/clubs/club/{evening.club.pk}/change/")  # a process asks once which table has which content type
    with CaptureQueriesContext(connection) as queries:
        page = desk.get(f"/admin/clubs/club/{evening.club.pk}/change/")
    assert len(queries) <= 6 and len(page.content) < 40_000
    assert page.content.decode().count("/admin/clubs/player/") == 101
    assert desk.get("/admin/clubs/player/").content.decode().count("/change/") < 120
