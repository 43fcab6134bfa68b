"""The hall, a hand in its frame, the cup and the year's report, as a club opens them."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from rules import PRESETS
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, ClubEvent
from scorebook.clubs.services import create_club
from scorebook.play.models import HandResult
from scorebook.standings.records.broken_records import records_broken_by_evening
from scorebook.standings.records.titles import Title, TitleName
from scorebook.web.core import person_names
from scorebook.web.evening.settlement.closing_remarks import broken_record_text
from scorebook.web.templatetags.title_tags import title_facts
from tests.support.browser import OpenPage
from tests.support.hall_evenings import FIRST_AT, WEEK, closed_evening, four_evenings, march, sie, wenz_tout
from tests.support.page import markup
from tests.support.paged_evening import problems_of, text_of
from tests.support.played_evening import NINE_O_CLOCK, PlayedEvening, new_evening, rufer, solo

ENGLISH = {"accept-language": "en"}
PLACES = {"places_4": "5 3 2 1", "places_5": "6 4 3 2 1", "places_6": "7 5 4 3 2 1", "places_7": "8 6 5 4 3 2 1"}
AGREED = {"rule": "winner", "first_on": "2026-01-01"}


@pytest.fixture
def evenings(db: None) -> list[PlayedEvening]:
    return four_evenings()


@pytest.fixture
def club(evenings: list[PlayedEvening]) -> str:
    return f"/c/{evenings[0].club.keeper_token}"


def read(client: Client, path: str) -> str:
    answer = client.get(path, headers=ENGLISH)
    assert answer.status_code == 200, path
    return text_of(answer)


# -- the hall ------------------------------------------------------------------------------------------------------


def test_the_sie_of_the_house_is_two_taps_away(client: Client, club: str, evenings: list[PlayedEvening]) -> None:
    assert f'href="{club}/hall"' in markup(client.get(f"{club}/"))
    assert f'href="{club}/hall/hands/{evenings[0].stored.pk}/2/"' in markup(client.get(f"{club}/hall"))


def test_the_hall_tells_of_feats_and_records(client: Client, club: str) -> None:
    text = read(client, f"{club}/hall")
    order = [
        "Every Sie", "Every Tout", "Every Durchmarsch", "Highest hands", "Most hands won in a row",
        "Most winning evenings in a row", "Most evenings won", "The travelling cup", "Year by year",
    ]  # fmt: skip
    assert sorted(order, key=text.index) == order
    assert "Anna: Wenz Tout, won" in text
    assert "1. Cilli: Sie, won +600" in text
    assert "Anna has held the cup since 16 January 2026, for 3 evenings" in text


def test_a_title_has_its_sign_beside_the_name_on_every_table(
    client: Client, club: str, evenings: list[PlayedEvening], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = closed_evening(
        "Anna Beppo Cilli Done", [*[solo("Anna")] * 2, solo("Beppo")], club=evenings[0].club, at=FIRST_AT + 4 * WEEK
    )
    monkeypatch.setattr(timezone, "now", lambda: last.clock + timedelta(days=1))
    text = read(client, f"{club}/hall")
    assert "Titles Champion nobody yet Solo king Anna 3 Solos won in 12 months · Beppo: 3 more to take it" in text
    assert "Ramsch king nobody yet Nemesis nobody yet" in text
    fields = {"key": str(uuid4()), "name": "Winter", "first_on": "2026-01-01", "game": "bavarian", "measure": "points"}
    season = client.post(f"{club}/seasons", {**fields, "unit": "EUR", **PLACES})["Location"]
    client.post(season, {"key": str(uuid4()), "close": "1"})
    assert "Champion Anna Winter, since 7 February 2026" in read(client, f"{club}/hall")
    anna = last.players["Anna"].pk
    for path in (season, f"{club}/", f"{club}/board", f"{club}/people/{anna}/"):
        assert "Champion Solo king" in read(client, path), path
    assert "Solo king" not in read(client, f"{club}/people/{last.players['Beppo'].pk}/")


def test_the_next_nemesis_is_named_with_their_figure(db: None) -> None:
    """A person who changes their nemesis counts for one more and for the other less."""
    evening = new_evening("Anna", "Beppo", "Cilli", "Done")
    anna, beppo, *_ = (player.pk for player in evening.players.values())
    title = Title(name=TitleName.NEMESIS, holders=(anna,), figure=5, challengers=(beppo,), missing=4)
    with override("en"):
        text = title_facts(title, person_names.people_of_group(club_group(evening.club.pk)))
    assert text == "of 5 people in 12 months · Beppo: of 2 so far"


def test_sasku_has_no_list_of_highest_hands(client: Client, db: None) -> None:
    """Its hands move a few strokes, and many are level."""
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=PRESETS["sasku"]["sasku"])
    for _ in range(12):
        table.record({"contract": "trumps", "declarer": "Anna", "trump_suit": "spades", "won": True})
    table.close()
    assert HandResult.objects.filter(gain__gt=0).exists()
    text = read(client, f"/c/{table.club.keeper_token}/hall")
    assert "Highest hands" not in text and "Most evenings won" in text


def test_a_club_without_a_feat_reads_so_in_the_words_of_the_table(client: Client, db: None) -> None:
    club = create_club(key=uuid4(), name="Stammtisch Linde", by="club link", at=NINE_O_CLOCK)
    page = read(client, f"/c/{club.keeper_token}/hall")
    for text in ("No Sie yet. It will come.", "Who dares?", "Nobody has the cup yet.", "The first year is still"):
        assert text in page
    assert "Nobody has the cup yet." in read(client, f"/c/{club.keeper_token}/cup")
    assert "This year has no closed evening." in read(client, f"/c/{club.keeper_token}/years/2026/")


def test_all_of_one_feat_page_by_page(client: Client, club: str, evenings: list[PlayedEvening]) -> None:
    hands = [wenz_tout("Beppo")] * 20
    closed_evening("Anna Beppo Cilli Done", hands, club=evenings[0].club, at=FIRST_AT + 4 * WEEK)
    assert "Anna" not in read(client, f"{club}/hall?feat=tout")
    [before] = re.findall(r'href="\?feat=tout&amp;(before=[^"]+)"', markup(client.get(f"{club}/hall?feat=tout")))
    closed_evening("Anna Beppo Cilli Done", hands[:1], club=evenings[0].club, at=FIRST_AT + 5 * WEEK)
    older = read(client, f"{club}/hall?feat=tout&{before}")
    assert "Anna: Wenz Tout, won" in older and "Beppo: Wenz Tout, won" not in older
    assert "No Tout yet" in read(client, f"{club}/hall?feat=tout&before={evenings[0].stored.pk}.0")


@pytest.mark.parametrize(
    "query",
    ["feat=none", "feat=sie&before=x", f"feat=sie&before={UUID(int=0)}.1", f"feat=sie&before={UUID(int=0)}.{9**99}"],
)
def test_a_query_that_cannot_be_shows_the_hall(client: Client, club: str, query: str) -> None:
    assert client.get(f"{club}/hall?{query}").status_code == 200


def test_a_name_is_text(client: Client, evenings: list[PlayedEvening]) -> None:
    evening = closed_evening(
        "<b>Xaver Anna Cilli Done", [sie("<b>Xaver")], club=evenings[0].club, at=FIRST_AT + 4 * WEEK
    )
    for path in ("hall", f"hall/hands/{evening.stored.pk}/1/", "years/2026/", "cup"):
        html = client.get(f"/c/{evening.club.keeper_token}/{path}").content.decode()
        assert "<b>Xaver" not in html and "&lt;b&gt;Xaver" in html


def test_a_record_is_written_in_a_sentence(evenings: list[PlayedEvening]) -> None:
    """Of the first evening the Sie; of a last one, in which Emmi beat all there was, everything."""
    hands = [sie("Emmi", laid=1), *[rufer("Emmi", "Anna")] * 3]
    last = closed_evening("Anna Beppo Cilli Emmi", hands, club=evenings[0].club, at=FIRST_AT + 4 * WEEK)
    group = club_group(last.club.pk)
    persons = person_names.people_of_group(group)
    with override("en"):
        broken = [one for played in (evenings[0], last) for one in records_broken_by_evening(group, played.fresh())]
        sentences = [broken_record_text(one, persons) for one in broken]
    assert sentences == [
        "The club's first Sie: Cilli!",
        "The club's highest hand so far: Emmi with +1,200. Previous record: +600.",
        "The club's best evening so far: Emmi with +1,260. Previous record: +570.",
        "Emmi won 4 hands in a row, more than anyone before. Previous record: 3.",
        "Emmi had 3 winning evenings in a row, more than anyone before. Previous record: 2.",
    ]


# -- the frame -----------------------------------------------------------------------------------------------------


def test_a_framed_sie_says_who_what_when_where_and_who_saw_it(
    client: Client, club: str, evenings: list[PlayedEvening]
) -> None:
    page = read(client, f"{club}/hall/hands/{evenings[0].stored.pk}/2/")
    for text in (
        "Stammtisch Linde", "Cilli: Sie, won", "played on 9 January 2026, hand 2 of the evening", "+600 points",
        "+€6.00", "Seated at the table Anna Beppo Cilli Done",
    ):  # fmt: skip
        assert text in page
    assert markup(client.get(f"{club}/hall/hands/{evenings[0].stored.pk}/2/")).count('class="card"') == 8


def test_what_is_no_feat_has_no_frame(client: Client, club: str, evenings: list[PlayedEvening]) -> None:
    first = evenings[0].stored.pk
    for no in (1, 3, 4, 0, 99999999999999999999):
        assert client.get(f"{club}/hall/hands/{first}/{no}/").status_code == 404
    assert client.get(f"{club}/hall/hands/{uuid4()}/2/").status_code == 404
    stranger = create_club(key=uuid4(), name="Stammtisch Eiche", by="club link", at=NINE_O_CLOCK)
    assert client.get(f"/c/{stranger.keeper_token}/hall/hands/{first}/2/").status_code == 404
    assert client.get(f"/c/nobody/hall/hands/{first}/2/").status_code == 404
    evenings[0].reopen()
    assert client.get(f"{club}/hall/hands/{first}/2/").status_code == 404


# -- the cup -------------------------------------------------------------------------------------------------------


def test_the_cup_has_its_holder_its_rule_and_its_line(client: Client, club: str) -> None:
    text = read(client, f"{club}/cup")
    assert "Anna has held the cup since 16 January 2026, for 3 evenings" in text
    assert "The holder loses the cup only at the table" in text
    assert re.search(r"Anna since 16/01/2026 from Cilli Cilli 09/01/2026 – 16/01/2026 first holder", text)
    assert re.search(r"Cilli 1 7 ", text)


def test_a_club_agrees_on_another_rule_once(client: Client, club: str, evenings: list[PlayedEvening]) -> None:
    key = str(uuid4())
    for _ in range(2):
        answer = client.post(f"{club}/cup", {**AGREED, "key": key})
        assert (answer.status_code, answer["Location"]) == (302, f"{club}/cup")
    assert ClubEvent.objects.count() == 1
    text = read(client, f"{club}/cup")
    assert "Emmi has held the cup since 23 January 2026, for 2 evenings" in text
    assert "winner takes the cup, even if the holder was absent" in text
    assert "In force from 1 January 2026." in text


def test_no_cup_is_stated(client: Client, club: str) -> None:
    client.post(f"{club}/cup", {"rule": "no_cup", "first_on": "2026-01-01", "key": str(uuid4())})
    for path in ("cup", "hall"):
        assert "This club does not play for a cup." in read(client, f"{club}/{path}")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"rule": ""}, "Choose a rule for the cup."),
        ({"rule": "stolen"}, "Choose a rule for the cup."),
        ({"first_on": ""}, "Enter a date, such as 2026-11-20."),
        ({"first_on": "2026-02-30"}, "Enter a date, such as 2026-11-20."),
        ({"first_on": "<b>soon"}, "Enter a date, such as 2026-11-20."),
    ],
)
def test_a_refused_agreement_keeps_what_was_typed(
    client: Client, club: str, fields: dict[str, str], problem: str
) -> None:
    answer = client.post(f"{club}/cup", {**AGREED, "key": str(uuid4()), **fields}, headers=ENGLISH)
    assert (answer.status_code, problems_of(answer)) == (422, [problem])
    html = markup(answer)
    assert '<details class="fold part" open>' in html
    if "first_on" not in fields:
        assert 'value="2026-01-01"' in html
    else:
        assert re.search(r'value="winner" checked', html)
    assert ClubEvent.objects.count() == 0


def test_a_key_that_was_used_for_something_else_is_refused(client: Client, club: str) -> None:
    key = str(uuid4())
    client.post(f"{club}/cup", {**AGREED, "key": key})
    answer = client.post(f"{club}/cup", {**AGREED, "rule": "beaten", "key": key}, headers=ENGLISH)
    assert answer.status_code == 409
    assert problems_of(answer) == [
        "This was already sent with different content. Nothing was saved; check and try again."
    ]
    assert key not in answer.content.decode()


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_any_day_may_be_agreed_on(client: Client, club: str, day: str) -> None:
    assert client.post(f"{club}/cup", {**AGREED, "first_on": day}).status_code == 302
    assert client.get(f"{club}/cup").status_code == 200


def test_a_long_line_has_pages(client: Client, club: str, evenings: list[PlayedEvening]) -> None:
    for day in range(31):
        hand = solo("Anna" if day % 2 else "Beppo")
        at = FIRST_AT + 4 * WEEK + timedelta(days=day)
        closed_evening("Anna Beppo Cilli Done", [hand], club=evenings[0].club, at=at)
    first = markup(client.get(f"{club}/cup"))
    [before] = re.findall(r'href="\?(before=[^"]+)#line"', first)
    assert "Cilli</b>" not in first.split('id="line"')[1].split("</ol>")[0]
    assert "Cilli</b>" in markup(client.get(f"{club}/cup?{before}"))
    assert client.get(f"{club}/cup?before={UUID(int=0)}").status_code == 200


def test_today_is_where_a_rule_begins_unless_somebody_says_otherwise(client: Client, club: str) -> None:
    today = timezone.localdate()
    assert f'value="{today.isoformat()}"' in markup(client.get(f"{club}/cup"))


# -- the year ------------------------------------------------------------------------------------------------------


def test_the_year_reads_like_something_read_out(client: Client, club: str) -> None:
    text = read(client, f"{club}/years/2026/")
    for sentence in (
        "In 2026 Stammtisch Linde met on 4 evenings and played 9 hands.",
        "Most played: Rufer, 5 times.",
        "Beppo and Cilli came most often, 4 times each.",
        "The year belongs to Cilli: +410 points.",
        "The best evening: Cilli on 9 January, +570 points.",
        "The highest hand was on 9 January: Cilli: Sie, won (+600 points).",
        "Cilli won the most at the table: €4.10.",
        "Anna won 3 hands in a row on 16 January, the longest streak of the year.",
        "Cilli took it on 9 January. Anna took it from Cilli on 16 January.",
    ):
        assert sentence in text
    assert re.search(r"1 Cilli \+410 \+4\.10 4 1 9 2/2 2 Anna \+250", text)


@pytest.mark.browser
def test_a_year_in_several_currencies_fits_a_small_phone_and_is_a_picture(open_page: OpenPage, tmp_path: Path) -> None:
    """Amounts of several currencies are below the name."""
    names, club = ("Maximilian", "Sebastian", "Katharina", "Done"), None
    for week, unit in enumerate(("EUR", "CHF", "CZK", "schnapps")):
        evening = new_evening(*names, unit=unit, stake_minor=1000, club=club, at=FIRST_AT + week * WEEK)
        evening.record(solo("Sebastian"))
        evening.close()
        club = evening.club
    assert club
    page = open_page(f"/c/{club.keeper_token}/years/2026/")
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    with page.expect_download() as picture:
        page.locator('[data-share="picture"]').tap()
    assert picture.value.suggested_filename == "schafkopf-2026.png"
    picture.value.save_as(tmp_path / "year.png")
    assert (tmp_path / "year.png").read_bytes().startswith(b"\x89PNG")


def test_years_that_cannot_be_are_not_found(client: Client, club: str) -> None:
    for year in (0, 1899, 9000, 10**30):
        assert client.get(f"{club}/years/{year}/").status_code == 404
    for year in (1900, 8999):
        assert client.get(f"{club}/years/{year}/").status_code == 200
    assert client.get("/c/nobody/years/2026/").status_code == 404


# -- all of them ---------------------------------------------------------------------------------------------------


def pages_of(club: str, evening: PlayedEvening) -> list[str]:
    framed = f"{club}/hall/hands/{evening.stored.pk}/2/"
    return [f"{club}/hall", f"{club}/hall?feat=tout", framed, f"{club}/cup", f"{club}/years/2026/"]


def test_looking_writes_nothing_and_asks_the_same_of_more_evenings(
    client: Client, club: str, evenings: list[PlayedEvening]
) -> None:
    def statement_counts() -> list[int]:
        counts = []
        for path in pages_of(club, evenings[0]):
            with CaptureQueriesContext(connection) as found:
                assert client.get(path).status_code == 200
            assert all(one["sql"].startswith("SELECT") for one in found.captured_queries)
            counts.append(len(found))
        return counts

    before = statement_counts()
    for week in range(4, 8):
        hands = [sie("Anna"), wenz_tout("Beppo"), march("Cilli"), rufer("Anna", "Beppo"), rufer("Anna", "Beppo")]
        closed_evening("Anna Beppo Cilli Done", hands, club=evenings[0].club, at=FIRST_AT + week * WEEK)
    assert statement_counts() == before


def test_whoever_has_no_link_of_the_club_sees_nothing(client: Client, evenings: list[PlayedEvening]) -> None:
    for token in (evenings[0].stored.scribe_token, evenings[0].stored.watch_token):
        for path in pages_of(f"/c/{token}", evenings[0]):
            assert client.get(path).status_code == 404
    assert client.post(f"/c/{evenings[0].stored.scribe_token}/cup", AGREED).status_code == 404
    assert club_group(Club.objects.get().pk).cups == ()
