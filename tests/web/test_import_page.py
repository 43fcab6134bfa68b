"""Importing evenings on the club's page: paste, look, write, take back; without a script."""

from __future__ import annotations

import re
from base64 import b64encode
from html import unescape
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from django.test import Client

from scorebook.clubs.models import Player
from scorebook.core import budgets
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.import_duplicates import standing_imports
from scorebook.exchange.models import Import
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import Evening
from scorebook.server.request_bodies import MAX_BODY_BYTES
from scorebook.web.club.imports.forms import MAX_TEXT
from tests.support.imported import new_club
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, text_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

ENGLISH = {"accept-language": "en"}
TABLE = """date;Anna;Beppo;Cilly;Xaver
2025-11-13;1,20;-0,40;-0,40;-0,40
2025-11-20;-0,90;0,30;0,30;0,30
"""
# Cilly is nobody of the club, though it has a Cilli.
CHOSEN = {"name_2": "Cilly", "person_2": "new"}


def url(evening: PagedEvening) -> str:
    return f"/c/{evening.club_token}/import"


def post(evening: PagedEvening, **fields: object) -> Answer:
    return evening.client.post(url(evening), {"key": str(uuid4()), **fields}, headers=ENGLISH)


def selects(page: Answer) -> dict[str, tuple[str, list[str]]]:
    """Name of the file -> its field, and who may be chosen in their order."""
    found = re.findall(
        r'name="name_(\d+)" value="([^"]+)".*?<select[^>]*>(.*?)</select>', markup(page), flags=re.DOTALL
    )
    return {
        name: (f"person_{index}", [" ".join(one.split()) for one in re.findall(r">([^<]+)</option>", options)])
        for index, name, options in found
    }


def chosen_options(page: Answer) -> dict[str, str | None]:
    """Name of the file -> the option that the page has chosen; None is the first, a new name."""
    found = re.findall(r'name="name_\d+" value="([^"]+)".*?<select[^>]*>(.*?)</select>', markup(page), flags=re.DOTALL)
    chosen = {name: re.search(r"selected>([^<]+)</option>", options) for name, options in found}
    return {name: " ".join(one[1].split()) if one else None for name, one in chosen.items()}


def imported_evenings(evening: PagedEvening) -> list[Evening]:
    return list(Evening.objects.filter(club=evening.stored.club_id).exclude(pk=evening.stored.pk).order_by("number"))


def test_the_page_is_linked_from_where_things_are_put_in_order(evening: PagedEvening) -> None:
    assert url(evening) in markup(evening.client.get(f"/c/{evening.club_token}/order"))
    assert evening.client.get(url(evening)).status_code == 200
    assert evening.client.get("/c/nobody/import").status_code == 404


def test_the_links_of_an_evening_open_it_not(evening: PagedEvening) -> None:
    for token in (evening.stored.scribe_token, evening.stored.watch_token):
        assert evening.client.get(f"/c/{token}/import").status_code == 404
        assert evening.client.post(f"/c/{token}/import", {"text": TABLE, "write": "1"}).status_code == 404


def test_looking_writes_nothing_and_shows_what_would_be(evening: PagedEvening) -> None:
    page = post(evening, text=TABLE, look="1")
    assert page.status_code == 200
    words = text_of(page)
    assert "2 evenings" in words and "result only" in words and "€1.20" in words
    assert imported_evenings(evening) == []
    assert Player.objects.filter(club=evening.stored.club_id).count() == 4
    # Anna and Beppo are known; Cilly may be Cilli, who is chosen; Xaver is like nobody.
    assert selects(page)["Cilly"][1][:2] == ["new name", "Cilli?"]
    assert list(selects(page)) == ["Cilly", "Xaver"]
    assert chosen_options(page) == {"Cilly": "Cilli?", "Xaver": None}
    assert words.count("similar name") == 1


def test_each_name_that_is_like_a_known_one_is_that_person_until_somebody_chooses(evening: PagedEvening) -> None:
    text = "date;Ana;Bepo;Cilli;Donee\n2025-11-13;1,20;-0,40;-0,40;-0,40\n"
    page = post(evening, text=text, look="1")
    assert chosen_options(page) == {"Ana": "Anna?", "Bepo": "Beppo?", "Donee": "Done?"}
    chosen = post(evening, text=text, look="1", name_0="Ana", person_0="new")
    assert chosen_options(chosen) == {"Ana": None, "Bepo": "Beppo?", "Donee": "Done?"}
    # What the page sends with its button is what it shows.
    sent = {"name_0": "Ana", "person_0": evening.ids["Anna"], "name_1": "Bepo", "person_1": evening.ids["Beppo"]}
    assert post(evening, text=text, write="1", **sent, name_3="Donee", person_3=evening.ids["Done"]).status_code == 302
    assert Player.objects.filter(club=evening.stored.club_id).count() == 4


def test_nobody_new_comes_in_beside_a_similar_name_without_a_choice(evening: PagedEvening) -> None:
    page = post(evening, text=TABLE, write="1")
    assert page.status_code == 422
    assert "Who is Cilly? The club has Cilli. Choose someone, or a new name." in text_of(page)
    for nobody in ("", "?"):
        assert post(evening, text=TABLE, write="1", name_2="Cilly", person_2=nobody).status_code == 422
    assert Player.objects.filter(club=evening.stored.club_id).count() == 4


def test_two_names_of_a_file_are_not_taken_for_one_person(evening: PagedEvening) -> None:
    page = post(evening, text="date;Anna;Ana;Anne;Beppo\n2025-11-13;1,20;-0,40;-0,40;-0,40\n", look="1")
    assert page.status_code == 200
    assert chosen_options(page) == {"Ana": None, "Anne": None}


def test_the_preview_counts_and_names_the_rows_left_out_before_anything_is_written(evening: PagedEvening) -> None:
    head = "Date,Description,Category,Cost,Currency,Anna,Beppo\n2025-11-13,Karten,Games,4.00,EUR,2.00,-2.00\n"
    page = post(evening, text=f"{head}2025-11-13,Wirt,Games,4.00,EUR,2.00,-1.00\n", look="1")
    words = text_of(page)
    assert "Rows left out because they cannot be read: 1. The rest can be imported." in words
    assert "line 3: Left out: The amounts must add up to 0, not +1.00 EUR." in words
    assert "Import all" in words and not Import.objects.exists()


def test_each_preview_of_a_file_says_how_its_encoding_was_guessed(evening: PagedEvening) -> None:
    table = TABLE.replace("Cilly", "Žiga")
    page = markup(post(evening, file=b64encode(table.encode("cp1252")).decode(), look="1"))
    assert "was read as Windows-1252: Žiga. If these words are wrong" in page
    [encoding] = re.findall(r'name="encoding" value="(\w+)"', page)
    assert "was read as Windows-1252: Žiga." in markup(post(evening, text=table, encoding=encoding, look="1"))
    assert "was read as" not in markup(post(evening, text=table, encoding="", look="1"))


def test_what_was_looked_at_is_written_once_with_the_people_chosen(evening: PagedEvening) -> None:
    field, _options = selects(post(evening, text=TABLE, look="1"))["Cilly"]
    fields = {
        "text": TABLE, "file_name": "abende.csv", "money": "open",
        "name_2": "Cilly", field: evening.ids["Cilli"], "name_3": "Xaver", "person_3": "new",
    }  # fmt: skip
    key = str(uuid4())
    for _again in range(2):
        answer = evening.client.post(url(evening), {"key": key, **fields, "write": "1"}, headers=ENGLISH)
        assert answer.status_code == 302
    first, _second = imported_evenings(evening)
    assert {seat.player.name: seat.amount_minor for seat in first.all_seats()} == {
        "Anna": 120, "Beppo": -40, "Cilli": -40, "Xaver": -40,
    }  # fmt: skip
    page = evening.client.get(url(evening), headers=ENGLISH)
    assert "2 evenings imported." in text_of(page)
    assert "abende.csv" in text_of(page)
    assert audit_club(evening.stored.club) is None


def test_it_is_taken_back_where_it_stands(evening: PagedEvening) -> None:
    post(evening, text=TABLE, **CHOSEN, write="1")
    found = Import.objects.get()
    answer = post(evening, undo=str(found.pk))
    assert answer.status_code == 302
    page = evening.client.get(url(evening), headers=ENGLISH)
    assert "Import undone." in text_of(page)
    assert "Past imports" not in text_of(page)
    assert audit_club(evening.stored.club) is None


def test_what_cannot_be_undone_says_why_beside_it(evening: PagedEvening) -> None:
    post(evening, text=TABLE, **CHOSEN, write="1", money="open")
    stored = imported_evenings(evening)[1]
    page = evening.client.get(f"/t/{evening.stored.club.member_token}.{stored.pk}/settle")
    assert page.status_code == 200
    evening.client.post(
        f"/t/{evening.stored.club.member_token}.{stored.pk}/settle", {"key": str(uuid4()), "reopen": "1"}
    )
    found = Import.objects.get()
    answer = post(evening, undo=str(found.pk))
    assert answer.status_code == 422
    assert any("Undo those first." in one for one in problems_of(answer))
    assert post(evening, undo=str(uuid4())).status_code == 422
    assert post(evening, undo="?").status_code == 422


def test_every_problem_is_named_with_its_line_and_nothing_typed_is_lost(evening: PagedEvening) -> None:
    text = "date;Anna;Beppo;Cilli;Done\n2025-11-13;1,20;-0,40;-0.40;-0,41\nmorgen;1,234;0;0;0\n"
    page = post(evening, text=text, look="1", money="tab", offer="bavarian:school", figures="EUR", format="results")
    assert page.status_code == 422
    words = text_of(page)
    assert "line 2: The amounts must add up to 0, not -0.01 EUR." in words
    assert "line 3: “morgen” is not a date" in words
    assert "line 3, Anna: “1,234” is ambiguous" in words
    kept = markup(page)
    assert f">\n{text}</textarea>" in page.content.decode()
    for chosen in ('value="results" selected', 'value="EUR" selected', 'value="bavarian:school" selected'):
        assert chosen in kept
    assert re.search(r'name="money" value="tab"[^>]* checked', kept)


def test_a_hand_that_cannot_be_is_named_in_the_words_of_the_rules(evening: PagedEvening) -> None:
    text = "date;contract;declarer;partner;players\n2025-11-13;Rufer;Anna;Anna;Anna, Beppo, Cilli, Done\n"
    page = post(evening, text=text, write="1")
    assert page.status_code == 422
    assert "line 2, partner:" in text_of(page)
    assert imported_evenings(evening) == []


@pytest.mark.parametrize("text", ["", " ", "\x00", "<script>alert(1)</script>;x\n", "{", "date;" * 500, "é;ü\n"])
def test_bad_text_is_a_refusal(evening: PagedEvening, text: str) -> None:
    for button in ("look", "write"):
        page = post(evening, text=text, **{button: "1"})
        assert page.status_code == 422
        assert "<script>alert" not in markup(page)


def test_a_form_without_anything_is_refused(evening: PagedEvening) -> None:
    assert evening.client.post(url(evening), {}).status_code == 422
    assert post(evening, text=TABLE, look="1", offer="x:y", money="z", format="q", figures="w").status_code == 200


def test_all_of_it_again_is_nothing_new(evening: PagedEvening) -> None:
    post(evening, text=TABLE, **CHOSEN, write="1")
    page = post(evening, text=TABLE, **CHOSEN, look="1")
    assert "nothing to import" in text_of(page)
    assert 'name="write"' not in markup(page)
    assert post(evening, text=TABLE, **CHOSEN, write="1").status_code == 422


def test_as_long_a_text_as_the_page_says_is_taken(evening: PagedEvening) -> None:
    """With the rest of the form it stays below what the server takes."""
    text = "date;Anna;Beppo;Cilli;Done\n2025-11-13;1,00;-1,00;0,00;0,00"
    text += "\n" * (MAX_TEXT - len(text))
    assert MAX_TEXT + 5000 < MAX_BODY_BYTES
    assert post(evening, text=text, look="1").status_code == 200


@pytest.mark.django_db
def test_a_club_in_which_nothing_was_played_yet_takes_its_first_evenings_so(client: Client) -> None:
    club = new_club()
    answer = client.post(f"/c/{club.keeper_token}/import", {"text": TABLE, "write": "1"})
    assert answer.status_code == 302
    assert Evening.objects.filter(club=club).count() == 2


# -- a long import -------------------------------------------------------------------------------------------------


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening of one hand is a part."""
    monkeypatch.setattr(limits, "PART_WEIGHT", limits.EVENING_WEIGHT + 1)


def fields_of(page: Answer) -> dict[str, object]:
    """What the form of a page that goes on sends, with its button."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.content.decode()):
        found.setdefault(name, []).append(unescape(value))
    if text := re.search(r'<textarea name="text" hidden>\n(.*?)</textarea>', page.content.decode(), flags=re.DOTALL):
        found["text"] = [unescape(text[1])]
    button = re.search(r'<button[^>]* name="(\w+)" value="([^"]*)" data-goes-on', page.content.decode())
    assert button
    return {**{name: values for name, values in found.items() if name != "csrfmiddlewaretoken"}, button[1]: button[2]}


def gone_on(evening: PagedEvening, page: Answer) -> list[str]:
    """The sentences of all pages until it is done: without a script somebody presses the button each time."""
    sentences = []
    while page.status_code == 200:
        [sentence] = re.findall(r"\d+ of \d+ evenings and payments [a-z ]+", text_of(page))
        sentences.append(sentence)
        page = evening.client.post(url(evening), fields_of(page), headers=ENGLISH)
    assert page.status_code == 302
    return sentences


def test_a_long_import_is_written_part_by_part_and_says_how_far_it_is(evening: PagedEvening, small_parts: None) -> None:
    text = TABLE + "2025-11-27;-0,90;0,30;0,30;0,30\r\n"
    field, _options = selects(post(evening, text=text, look="1"))["Cilly"]
    people = {"name_2": "Cilly", field: evening.ids["Cilli"], "name_3": "Xaver", "person_3": "new"}
    page = post(evening, text=text, file_name="<abende> & mehr.csv", money="tab", write="1", **people)
    assert gone_on(evening, page) == [
        "1 of 3 evenings and payments imported",
        "2 of 3 evenings and payments imported",
    ]
    assert len(imported_evenings(evening)) == 3
    [found] = standing_imports(evening.stored.club)
    assert found.first.file_name and found.first.file_name.text == "<abende> & mehr.csv"
    assert sorted(Player.objects.filter(club=evening.stored.club_id).values_list("name", flat=True)) == [
        "Anna", "Beppo", "Cilli", "Done", "Xaver",
    ]  # fmt: skip
    assert "3 evenings imported." in text_of(evening.client.get(url(evening), headers=ENGLISH))
    assert audit_club(evening.stored.club) is None

    page = post(evening, undo=str(found.pk))
    assert gone_on(evening, page) == [
        "1 of 3 evenings and payments undone",
        "2 of 3 evenings and payments undone",
    ]
    assert standing_imports(evening.stored.club) == []
    assert audit_club(evening.stored.club) is None


def test_a_long_import_that_stopped_is_continued_from_the_text_alone(evening: PagedEvening, small_parts: None) -> None:
    assert post(evening, text=TABLE, **CHOSEN, write="1").status_code == 200
    looked = post(evening, text=TABLE, **CHOSEN, look="1")
    [key] = set(re.findall(r'name="key" value="([^"]+)"', markup(looked).split("</form>")[0]))
    assert evening.client.post(url(evening), {"key": key, "text": TABLE, **CHOSEN, "write": "1"}).status_code == 302
    [found] = standing_imports(evening.stored.club)
    assert (found.pk, found.count, found.rest) == (UUID(key), 2, 0)


def test_what_is_refused_in_the_middle_says_so_and_keeps_what_is_written(
    evening: PagedEvening, small_parts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = post(evening, text=TABLE, **CHOSEN, write="1")
    monkeypatch.setattr(budgets, "EVENINGS_PER_CLUB", 2)
    refused = evening.client.post(url(evening), fields_of(page), headers=ENGLISH)
    assert refused.status_code == 422
    assert "The club has no room for more evenings." in text_of(refused)
    assert len(imported_evenings(evening)) == 1
    assert audit_club(evening.stored.club) is None
