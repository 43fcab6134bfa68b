"""The pages that manage a club: each step says what it does, and the books stay right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.clubs.names import substitute_name
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import ShelvedEvening
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, start_fields, text_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


@pytest.fixture
def evening(evening: PagedEvening) -> PagedEvening:
    """Anna has won a Rufer with Beppo; in a second evening Cilli was typed as "Cilli M."."""
    evening.record()
    evening.post("close")
    answer = evening.client.post(f"/c/{evening.club_token}/start", start_fields("Anna", "Beppo", "Cilli M.", "Done"))
    assert answer.status_code == 302
    evening.ids |= {one.name: str(one.pk) for one in evening.stored.club.players.all()}
    return evening


def at(evening: PagedEvening, *path: str) -> str:
    return f"/c/{evening.club_token}/" + "/".join(("order", *path))


def person(evening: PagedEvening, name: str) -> str:
    return f"{at(evening, 'people', evening.ids[name])}/"


def post(evening: PagedEvening, path: str, **fields: object) -> Answer:
    return evening.client.post(path, {"key": str(uuid4()), **fields})


def account(page: Answer) -> list[str]:
    return re.findall(r'class="(account p\d)"', markup(page))


def check(evening: PagedEvening) -> None:
    for club in Club.objects.all():
        assert audit_club(club) is None


# -- people --------------------------------------------------------------------------------------------------------


def test_linking_is_explained_before_it_is_done_and_can_be_undone(evening: PagedEvening) -> None:
    page = evening.client.get(person(evening, "Cilli M."), {"other": evening.ids["Cilli"]}, headers=ENGLISH)
    text = text_of(page)
    assert "From then on Cilli M. is shown as Cilli" in text
    assert "Evenings combined: 0 + 1." in text  # in the second one nothing was played yet
    assert ClubEvent.objects.count() == 0
    key = str(uuid4())
    for _ in range(2):
        answer = evening.client.post(
            person(evening, "Cilli M."), {"link": "1", "other": evening.ids["Cilli"], "key": key}
        )
        assert answer.status_code == 302
    assert ClubEvent.objects.count() == 1
    listed = text_of(evening.client.get(at(evening), headers=ENGLISH))
    assert "Cilli also known as Cilli M." in listed
    assert ">Cilli<" in markup(evening.client.get(f"/c/{evening.club_token}/start"))
    assert "Cilli M." not in markup(evening.client.get(f"/c/{evening.club_token}/start"))
    check(evening)
    post(evening, person(evening, "Cilli M."), unlink="1")
    assert "also known as" not in text_of(evening.client.get(at(evening), headers=ENGLISH))
    check(evening)


def test_a_linked_entry_has_the_persons_name_and_colour_and_its_own_account(evening: PagedEvening) -> None:
    before = evening.client.get(f"/c/{evening.club_token}/players/{evening.ids['Cilli']}/")
    post(evening, person(evening, "Cilli M."), link="1", other=evening.ids["Cilli"])
    page = evening.client.get(f"/c/{evening.club_token}/players/{evening.ids['Cilli M.']}/")
    assert text_of(page).startswith("Cilli ·")
    assert account(page) == account(before)
    second = evening.stored.club.evenings.get(number=2)
    table = markup(evening.client.get(f"/t/{second.scribe_token}/"))
    assert f'value="{evening.ids["Cilli M."]}"' in table and f'value="{evening.ids["Cilli"]}"' not in table
    assert ">Cilli M.<" not in table


@pytest.mark.parametrize(
    ("name", "fields", "problem"),
    [
        ("Anna", {"link": "1", "other": "Beppo"}, "These two have played at the same table, so they are two people."),
        ("Anna", {"link": "1", "other": "Anna"}, "Choose two different people."),
        ("Anna", {"unlink": "1"}, "These two are not linked."),
        ("Anna", {"show": "1"}, "This name is not hidden."),
        ("Anna", {"join_ratings": "1"}, "This person is already in the ratings."),
        ("Anna", {"name": "beppo"}, "Someone in the club already has this name."),
        ("Anna", {"name": "N. N. 12345678"}, "This is the placeholder for a hidden name."),
    ],
)
def test_what_cannot_be_is_named_and_changes_nothing(
    evening: PagedEvening, name: str, fields: dict[str, str], problem: str
) -> None:
    posted = evening.by_id(dict(fields))
    answer = evening.client.post(person(evening, name), {"key": str(uuid4()), **posted}, headers=ENGLISH)
    assert answer.status_code == 422
    assert any(text.startswith(problem) for text in problems_of(answer))
    assert ClubEvent.objects.count() == 0
    if "name" in fields:
        assert f'value="{fields["name"]}"' in markup(answer)
    check(evening)


def test_a_name_is_hidden_on_all_pages_and_shown_again(evening: PagedEvening) -> None:
    watch = reverse("web:watched_sheet", args=[evening.stored.watch_token])
    post(evening, person(evening, "Anna"), name="Anni")
    seen = evening.client.get(watch)
    key = str(uuid4())
    for _ in range(2):
        evening.client.post(person(evening, "Anna"), {"hide": "1", "accept_balance": "1", "key": key})
    word = substitute_name(Player.objects.get(pk=evening.ids["Anna"]).pk)
    pages = [
        evening.client.get(watch, headers={"if-none-match": seen["ETag"]}),
        *map(
            evening.client.get,
            (
                f"/c/{evening.club_token}/", at(evening), person(evening, "Anna"), evening.url("table"),
                f"/c/{evening.club_token}/players/{evening.ids['Anna']}/", f"/c/{evening.club_token}/tab",
                f"/api/v1/clubs/{evening.club_token}", f"/api/v1/evenings/{evening.stored.scribe_token}",
                f"/c/{evening.club_token}/start",
            ),
        ),
    ]  # fmt: skip
    for page in pages:
        assert page.status_code == 200
        assert word in page.content.decode() and not {"Anna", "Anni"} & set(text_of(page).split())
    check(evening)
    post(evening, person(evening, "Anna"), show="1")
    assert "Anni" in text_of(evening.client.get(watch, headers={"if-none-match": seen["ETag"]}))
    check(evening)


def test_open_money_is_stated_before_a_name_goes(evening: PagedEvening) -> None:
    """Cilli has lost 20 points at a cent."""
    for page, fields in (("", {"hide": "1"}), ("forget", {"sure": "1"})):
        path = f"{person(evening, 'Cilli')}{page}"
        assert "still owes €0.20" in text_of(evening.client.get(path, headers=ENGLISH))
        refused = evening.client.post(path, {"key": str(uuid4()), **fields}, headers=ENGLISH)
        assert refused.status_code == 422
        assert problems_of(refused) == [
            "This person still has money open. Settle it first, or confirm that it stays open."
        ]
        assert ClubEvent.objects.count() == (0 if page == "" else 1)
        written = evening.client.post(path, {"key": str(uuid4()), "accept_balance": "1", **fields})
        assert written.status_code == 302
    check(evening)


def test_without_open_money_no_question_follows(evening: PagedEvening) -> None:
    for page in ("", "forget"):
        html = markup(evening.client.get(f"{person(evening, 'Cilli M.')}{page}"))
        assert "accept_balance" not in html and "net-line" not in html


def test_linking_shows_what_is_open_of_both(evening: PagedEvening) -> None:
    names = ("Cilli M.", "Emil", "Fritz", "Gustl")
    table = evening.client.post(f"/c/{evening.club_token}/start", start_fields(*names))["Location"]
    evening.ids |= {one.name: str(one.pk) for one in evening.stored.club.players.all()}
    hand: dict[str, object] = {
        "declarer": "Cilli M.",
        "partner": "Emil",
        "contract": "rufer",
        "won": "yes",
        "level": "plain",
    }
    evening.client.post(table, {"known_hands": "0", **evening.by_id(hand)})
    text = text_of(evening.client.get(f"{person(evening, 'Cilli M.')}?other={evening.ids['Cilli']}", headers=ENGLISH))
    assert "Still open for Cilli M.: is still owed €0.20 evenings" in text
    assert "Still open for Cilli: still owes €0.20 evenings" in text


def test_forgetting_lists_what_is_emptied_and_asks_whether_it_is_meant(evening: PagedEvening) -> None:
    path = f"{person(evening, 'Anna')}forget"
    text = text_of(evening.client.get(path, headers=ENGLISH))
    assert "This cannot be undone." in text and "Every receipt code stays valid." in text
    receipt = evening.now().last_hash
    refused = evening.client.post(path, {"key": str(uuid4())}, headers=ENGLISH)
    assert (refused.status_code, problems_of(refused)) == (422, ["Tick the box first to confirm."])
    key = str(uuid4())
    for _ in range(2):
        written = evening.client.post(path, {"key": key, "sure": "1", "accept_balance": "1"})
        assert written.status_code == 302
    assert evening.now().last_hash == receipt
    page = text_of(evening.client.get(person(evening, "Anna"), headers=ENGLISH))
    assert "names are deleted" in page and "Anna" not in page
    again = evening.client.post(path, {"key": str(uuid4()), "sure": "1"}, headers=ENGLISH)
    assert (again.status_code, problems_of(again)) == (422, ["This person's name is already deleted."])
    check(evening)


def test_somebody_stays_out_of_the_ratings_and_stands_in_them_again(evening: PagedEvening) -> None:
    post(evening, person(evening, "Anna"), leave_ratings="1")
    assert "Anna not in the ratings" in text_of(evening.client.get(at(evening), headers=ENGLISH))
    post(evening, person(evening, "Anna"), join_ratings="1")
    assert "not in the ratings" not in text_of(evening.client.get(at(evening), headers=ENGLISH))


def test_a_person_of_another_club_is_not_there(evening: PagedEvening, client: Client) -> None:
    stranger = start(client, "Xaver", "Yvonne", "Zenz", "Wastl", keep_club="on")
    for path in ("", "forget"):
        assert client.get(f"{at(evening, 'people', stranger.ids['Xaver'])}/{path}").status_code == 404
    answer = post(evening, person(evening, "Anna"), link="1", other=stranger.ids["Xaver"])
    assert answer.status_code == 404


# -- clubs ---------------------------------------------------------------------------------------------------------


def test_another_club_is_linked_by_its_link_and_unlinked_again(evening: PagedEvening, client: Client) -> None:
    other = start(client, "Anna", "Beppo", "Cilli X.", "Emmi", keep_club="on")
    other.record(partner="Beppo")
    other.post("close")
    key = str(uuid4())
    for _ in range(2):
        link = f"https://karten.example/c/{other.club_token}/?x#y"
        assert client.post(at(evening, "clubs"), {"link": link, "key": key}).status_code == 302
    text = text_of(client.get(at(evening, "clubs"), headers=ENGLISH))
    assert "In both clubs" in text and text.count("Anna (") == 2
    assert "Same person? Cilli X." in text
    assert other.club_token not in client.get(at(evening, "clubs")).content.decode()
    assert "This club is part of" in text_of(client.get(at(other), headers=ENGLISH))
    check(evening)
    proposal = client.get(
        f"{at(evening, 'people', other.ids['Cilli X.'])}/", {"other": evening.ids["Cilli"]}, headers=ENGLISH
    )
    assert "Evenings combined: 1 + 1." in text_of(proposal)
    assert post(other, at(other, "clubs"), unlink=str(other.stored.club_id)).status_code == 302
    assert "Anna (" not in text_of(client.get(at(evening, "clubs")))
    check(evening)


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("", "This is not a keeper"),
        ("https://karten.example/t/abc/", "This is not a keeper"),
        ("own", "This is this club"),
    ],
)
def test_a_link_that_opens_no_other_club_stays_typed(evening: PagedEvening, link: str, problem: str) -> None:
    link = evening.club_token if link == "own" else link
    answer = evening.client.post(at(evening, "clubs"), {"link": link, "key": str(uuid4())}, headers=ENGLISH)
    assert answer.status_code == 422 and f'value="{link}"' in markup(answer)
    assert any(text.startswith(problem) for text in problems_of(answer))


# -- those who look on ---------------------------------------------------------------------------------------------


def test_who_looks_on_sees_points_only_and_no_kept_sheet_with_money(evening: PagedEvening) -> None:
    watch = evening.stored.watch_token
    sheet, page = reverse("web:watched_sheet", args=[watch]), reverse("web:watch", args=[watch])
    statement = reverse("web:watched_statement", args=[watch, evening.ids["Anna"]])
    api = f"/api/v1/evenings/{watch}"
    before, from_api = evening.client.get(sheet), evening.client.get(api)
    assert "€" in text_of(before) and evening.client.get(statement).status_code == 200
    post(evening, at(evening), hide_money="1")
    after = evening.client.get(sheet, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200 and "+20" in text_of(after)
    for seen in (after, evening.client.get(page)):
        assert "€" not in text_of(seen) and "payments" not in markup(seen) and "./players/" not in markup(seen)
    assert evening.client.get(statement).status_code == 404
    answer = evening.client.get(api, headers={"if-none-match": from_api["ETag"]})
    assert answer.status_code == 200
    shown = answer.json()
    assert (shown["stake_minor"], shown["payments"]) == (None, [])
    assert {one["amount_minor"] for one in shown["people"]} == {None}
    assert evening.client.get(f"{api}/payments").json()["payments"] == []
    writer = evening.client.get(f"/api/v1/evenings/{evening.stored.scribe_token}").json()
    assert writer["payments"] and writer["stake_minor"] == 1
    assert "€" in text_of(evening.get("settle")) and "€" in text_of(evening.client.get(f"/c/{evening.club_token}/"))
    post(evening, at(evening), show_money="1")
    assert "€" in text_of(evening.client.get(sheet, headers={"if-none-match": after["ETag"]}))


def test_an_evening_for_points_is_watched_as_before(client: Client, db: None) -> None:
    evening = start(client, keep_club="on", stake_bavarian="points")
    evening.record()
    post(evening, at(evening), hide_money="1")
    statement = reverse("web:watched_statement", args=[evening.stored.watch_token, evening.ids["Anna"]])
    assert client.get(statement).status_code == 200


# -- evenings ------------------------------------------------------------------------------------------------------


def test_an_evening_is_archived_counts_on_and_is_taken_back(evening: PagedEvening) -> None:
    club, listed = f"/c/{evening.club_token}/", f'href="{evening.url("settle")}"'
    for _ in range(2):
        assert post(evening, at(evening, "evenings"), number=1, archive="1").status_code == 302
    page = evening.client.get(club)
    assert listed not in markup(page) and "1 Anna +20" in text_of(page)
    assert "archived restore" in text_of(evening.client.get(at(evening, "evenings"), headers=ENGLISH))
    assert evening.get("table").status_code in (200, 302)
    check(evening)
    post(evening, at(evening, "evenings"), number=1, take_back="1")
    assert listed in markup(evening.client.get(club))


def test_only_an_empty_evening_is_discarded(evening: PagedEvening) -> None:
    assert post(evening, at(evening, "evenings"), number=2, discard="1").status_code == 302
    assert ShelvedEvening.objects.get().kind == "discarded"
    again = markup(evening.client.get(f"/c/{evening.club_token}/start"))
    typed = [line for line in re.findall(r"<input[^>]*>", again) if 'name="names"' in line]
    assert any('value="Cilli"' in line for line in typed)  # as in the evening before
    assert not any('value="Cilli M."' in line for line in typed)
    answer = evening.client.post(
        at(evening, "evenings"), {"number": 1, "discard": "1", "key": str(uuid4())}, headers=ENGLISH
    )
    assert answer.status_code == 422
    assert problems_of(answer) == ["This evening has entries. You can archive it, but not delete it."]
    assert post(evening, at(evening, "evenings"), number=9, archive="1").status_code == 404
    check(evening)


ENGLISH = {"accept-language": "en"}
