"""The pages of a club's seasons, in English: agreed on, looked at, closed, reopened, taken into a spreadsheet."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from scorebook import access
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.clubs.services import create_club, rename_player
from scorebook.play.evening_results import evening_ruleset_digest
from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons import season_queries
from scorebook.standings.seasons.season_agreement import Agreement
from scorebook.standings.seasons.season_results import standings_of_season
from scorebook.standings.services.linking import link_club, link_players, unlink_player
from scorebook.standings.services.season_services import agree_season
from scorebook.web.club.seasons import season_rows, season_texts
from scorebook.web.core import person_names
from tests.support.page import markup
from tests.support.paged_evening import problems_of, text_of
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
FRIDAY = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
SCHEME = {"places_4": "5 3 2 1", "places_5": "6 4 3 2 1", "places_6": "7 5 4 3 2 1", "places_7": "8 6 5 4 3 2 1"}
AGREED = {
    "name": "2026", "first_on": "2026-01-01", "last_on": "2026-12-31", "game": "bavarian", "measure": "points",
    "unit": "EUR", **SCHEME,
}  # fmt: skip


class Pages:
    """A club's seasons in the tests' hand."""

    def __init__(self, client: Client, club: Club, evenings: list[PlayedEvening]) -> None:
        self.client, self.club, self.evenings = client, club, evenings
        self.path = f"/c/{club.keeper_token}/seasons"

    def agree(self, **fields: object) -> Answer:
        return self.client.post(self.path, {"key": str(uuid4()), **AGREED, **fields})

    def agreed(self, **fields: object) -> str:
        answer = self.agree(**fields)
        assert answer.status_code == 302, problems_of(answer)
        return answer["Location"]

    def post(self, path: str, **fields: object) -> Answer:
        return self.client.post(path, {"key": str(uuid4()), **fields})

    def text(self, path: str) -> str:
        return text_of(self.client.get(path)).replace("\xa0", " ")

    def rows(self, path: str, **chosen: str) -> list[list[str]]:
        file = self.client.get(path, {"as": "csv", **chosen})
        assert file["Content-Type"] == "text/csv; charset=utf-8"
        return list(csv.reader(StringIO(file.content.decode("utf-8-sig"))))

    def events(self) -> int:
        return SeasonEvent.objects.filter(club=self.club).count()

    def play(self, *hands: dict[str, object], week: int) -> PlayedEvening:
        evening = new_evening(*PEOPLE, club=self.club, at=FRIDAY + timedelta(weeks=week))
        for hand in hands:
            evening.record(hand)
        evening.close()
        self.evenings.append(evening)
        return evening


@pytest.fixture
def pages(db: None) -> Pages:
    """13 November: Anna and Beppo 20 each from Cilli and Done; a week later Cilli 50 from each."""
    club = create_club(key=uuid4(), name="Stammtisch Linde", at=FRIDAY, by="club link")
    found = Pages(Client(headers={"accept-language": "en"}), club, [])
    found.play(dict(rufer("Anna", "Beppo")), week=0)
    found.play(dict(solo("Cilli")), week=1)
    return found


def test_what_stands_in_the_form_at_first(pages: Pages) -> None:
    html = markup(pages.client.get(pages.path))
    year = timezone.localdate().year
    for field in (
        f'name="name" value="{year}"', f'name="first_on" value="{year}-01-01"', f'name="last_on" value="{year}-12-31"',
        '<option value="bavarian" selected>', 'name="measure" value="points" checked',
        'name="places_4" value="5 3 2 1"',
    ):  # fmt: skip
        assert field in html


def test_a_season_from_its_agreement_to_its_table(pages: Pages) -> None:
    """Cilli 130, Anna and Beppo -30, Done -70; before the second evening Anna and Beppo led with 20."""
    season = pages.agreed()
    text = pages.text(season)
    assert "1 ▲2 up 2 places Cilli +130 2" in text
    assert "2 ▼1 down 1 place Anna −30 2 2 ▼1 down 1 place Beppo −30 2" in text
    assert "4 ▼1 down 1 place Done −70 2" in text
    assert "Every closed evening from" in text and "Most points win." in text
    anna = pages.evenings[0].players["Anna"]
    assert f"/{anna.pk}/" in markup(pages.client.get(season))
    assert f'href="{season}"' in markup(pages.client.get(pages.path))


def test_the_table_says_which_evenings_count_and_the_form_lists_their_numbers(pages: Pages) -> None:
    assert "2 evenings" in pages.text(pages.agreed())
    season = pages.agreed(best="1", left_out="2")
    assert "1 evening" in pages.text(season) and "best evening of" not in pages.text(season)
    assert "20 November 2026 2 13 November 2026 1" in pages.text(f"{season}edit")
    assert "best evening of 2" in pages.text(pages.agreed(best="1"))


def test_best_of_place_points_strikes_the_others(pages: Pages) -> None:
    """Anna first and second, Cilli third and first: 5 each. Beppo first and second, 5; Done third and second, 3."""
    season = pages.agreed(measure="place_points", game="all", best="1", least_percent="100")
    text = pages.text(season)
    assert "Only each person's best 1 evening counts." in text
    assert "It takes at least 100 % of the evenings to be ranked." in text
    assert "with 4 people 5, 3, 2, 1" in text
    assert "also break a tie: first the number of evenings won" in text and "Any evening beats a missed one." in text
    pages.post(season, close="1")
    assert "break a tie" not in pages.text(season)  # places are shared: perhaps an older Scorebook closed it
    assert "break a tie" in pages.text(pages.agreed(measure="per_hand"))
    html = markup(pages.client.get(season))
    assert html.count("<s class") == 4  # one of two evenings of each of four


def test_an_open_season_says_what_improves_a_full_line(pages: Pages) -> None:
    """Anna has +20 and −50; three evenings would be needed for a best of three."""
    season = pages.agreed(best="1")
    assert "Anna improves above +20 +20 2" in pages.text(season)
    assert "improves" not in pages.text(pages.agreed(best="3"))
    assert "improves above −50" in pages.text(pages.agreed(best="2"))  # full, and every evening counts
    assert "improves" not in pages.text(pages.agreed(best="1", measure="per_hand"))
    pages.post(season, close="1")
    assert "improves" not in pages.text(season)


def test_who_attended_too_little_stands_below(pages: Pages) -> None:
    other = new_evening("Anna", "Beppo", "Cilli", "Emma", club=pages.club, at=FRIDAY + timedelta(weeks=2))
    other.record(solo("Emma"))
    other.close()
    text = pages.text(pages.agreed(least_evenings="2"))
    assert text.index("Done −70") < text.index("not enough evenings yet") < text.index("Emma +150")


def test_sent_twice_is_agreed_once(pages: Pages) -> None:
    key = str(uuid4())
    assert pages.agree(key=key)["Location"] == pages.agree(key=key)["Location"]
    assert pages.events() == 1
    other = pages.agree(key=key, name="2027")
    assert other.status_code == 422 and len(problems_of(other)) == 1 and pages.events() == 1


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"name": " "}, {"Enter a name."}),
        ({"first_on": "soon"}, {"Enter a date, such as 2026-11-20."}),
        ({"last_on": "2025-12-31"}, {"The season ends before it begins."}),
        ({"last_on": "2028-12-31"}, {"A season lasts at most 400 days."}),
        ({"game": "skat"}, {"Choose a game."}),
        ({"measure": "luck"}, {"Choose what to compare."}),
        (
            {"game": "all"},
            {"Points from different games cannot be compared. Choose one game, or compare money or place points."},
        ),
        ({"best": "many"}, {"Enter a number."}),
        ({"best": "0"}, {"Enter a number from 1 to 999."}),
        ({"least_evenings": "2", "least_percent": "50"}, {"Enter evenings or percent, not both."}),
        ({"least_percent": "101"}, {"Enter a number from 0 to 100."}),
        ({"left_out": "1, 99"}, {"There is no evening with this number."}),
        ({"left_out": "the first"}, {"Separate the numbers with a space or a comma."}),
        ({"same_rules_as": "99"}, {"There is no evening with this number."}),
        (
            {"measure": "place_points", "places_4": "1 2 3 4"},
            {"Enter 4 numbers for 4 places, up to 999, highest first."},
        ),
        ({"measure": "place_points", "places_7": ""}, {"Separate the numbers with a space or a comma."}),
        (
            {"name": "", "first_on": "2026-12-31", "last_on": "2026-01-01", "best": "x", "left_out": "99"},
            {
                "Enter a name.", "The season ends before it begins.", "Enter a number.",
                "There is no evening with this number.",
            },
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_agreed_on_stays_typed_and_writes_nothing(
    pages: Pages, fields: dict[str, str], problems: set[str]
) -> None:
    page = pages.agree(**fields)
    assert page.status_code == 422 and pages.events() == 0
    assert set(problems_of(page)) == problems
    html = markup(page)
    for name, typed in {**AGREED, **fields}.items():
        if name not in ("game", "measure", "unit") and typed.strip():
            assert f'name="{name}" value="{typed}"' in html
    assert 'name="measure" value="place_points" checked' in html or fields.get("measure") != "place_points"


def test_evenings_are_left_out_and_rules_taken_by_number(pages: Pages) -> None:
    season = pages.agreed(left_out="2", same_rules_as="1")
    text = pages.text(season)
    assert "Evening 2 does not count." in text and "Only evenings with the same house rules as evening 1." in text
    assert "Anna +20" in text
    html = markup(pages.client.get(f"{season}edit"))
    assert 'name="left_out" value="2"' in html and 'name="same_rules_as" value="1"' in html


def test_whoever_changes_a_season_of_linked_clubs_leaves_out_the_evening_that_was_left_out(pages: Pages) -> None:
    """The only evening of the Krone is number 1 as well, and so is that whose house rules count."""
    krone = new_evening("Emmi", "Fritz", "Gustl", "Hans", at=FRIDAY + timedelta(weeks=2))
    krone.close()
    link_club(club=pages.club, other=krone.club, key=uuid4(), by="club link", at=FRIDAY)
    first = pages.evenings[0].stored
    agreement = Agreement(
        first_on=FRIDAY.date(),
        game="bavarian",
        left_out=(krone.stored.pk,),
        rules_of=first.pk,
        ruleset=evening_ruleset_digest(first),
    )
    season = agree_season(club=pages.club, key=uuid4(), name="2026", agreement=agreement, by="club link", at=FRIDAY)
    typed = {**AGREED, "first_on": FRIDAY.date().isoformat(), "left_out": "1", "same_rules_as": "1"}
    pages.post(f"{pages.path}/{season.id}/edit", seen=season.newest.pk, **typed)
    changed = SeasonEvent.objects.get(club=pages.club, kind="changed")
    assert Agreement.from_json(changed.facts).left_out == agreement.left_out
    assert Agreement.from_json(changed.facts).rules_of == first.pk


def test_a_season_is_changed_by_who_has_seen_it(pages: Pages) -> None:
    season = pages.agreed()
    seen = SeasonEvent.objects.get(club=pages.club).pk
    assert pages.post(f"{season}edit", seen=seen, **{**AGREED, "best": "1"})["Location"] == season
    late = pages.post(f"{season}edit", seen=seen, **{**AGREED, "name": "Stove season"})
    assert late.status_code == 422 and "Someone else has just changed this season." in text_of(late)
    assert "Only each person's best 1 evening counts." in text_of(late)
    html = markup(late)
    newest = SeasonEvent.objects.filter(club=pages.club).latest("seq").pk
    assert 'value="Stove season"' in html and f'name="seen" value="{newest}"' in html
    assert pages.post(f"{season}edit", seen=newest, **{**AGREED, "name": "Stove season"})["Location"] == season
    assert "Stove season" in pages.text(season)


def test_closed_with_a_receipt_and_reopened_with_a_reason(pages: Pages) -> None:
    season = pages.agreed()
    key = str(uuid4())
    for _time in range(2):
        assert pages.client.post(season, {"key": key, "close": "1"})["Location"] == season
    closing = SeasonEvent.objects.get(club=pages.club, kind="closed")
    assert closing.hash[:16] in pages.text(season)
    assert pages.client.get(f"{season}edit")["Location"] == season
    assert pages.post(f"{season}edit", **AGREED)["Location"] == season and pages.events() == 2
    silent = pages.post(season, reopen="1", reason=" ")
    assert silent.status_code == 422 and problems_of(silent) == ["Enter a reason."]
    pages.post(season, reopen="1", reason="Done's solo is missing")
    text = pages.text(season)
    assert "reopened: Done&#x27;s solo is missing" in text and closing.hash[:16] not in text


def test_a_closed_season_shows_what_was_closed_and_what_would_be_now(pages: Pages) -> None:
    season = pages.agreed()
    pages.post(season, close="1")
    assert "Changed since" not in pages.text(season)
    second = pages.evenings[1]
    second.reopen()
    second.correct(1, solo("Cilli", won=False))
    second.close()
    text = pages.text(season)
    assert "1 ▲2 up 2 places Cilli Champion +130 2" in text
    assert "Evening 2 was corrected." in text and "one person" not in text
    # Cilli -20 - 150; Anna and Beppo 20 + 50; Done -20 + 50
    assert "Cilli +130 (1) −170 (4)" in text and "Anna −30 (2) +70 (1)" in text and "Done −70 (4) +30 (3)" in text


@pytest.mark.parametrize("page", ["", "/{id}/", "/{id}/edit"])
def test_without_the_link_there_is_nothing(pages: Pages, page: str) -> None:
    season = pages.agreed()
    id = season.rstrip("/").rpartition("/")[2]
    assert pages.client.get(f"{pages.path}{page.format(id=id)}").status_code == 200
    assert pages.client.get(f"/c/nobody/seasons{page.format(id=id)}").status_code == 404
    other = create_club(key=uuid4(), name="Krone", at=FRIDAY, by="club link")
    answer = pages.client.get(f"/c/{other.keeper_token}/seasons{page.format(id=id)}")
    assert answer.status_code == (404 if page else 200)
    assert "2026</b>" not in answer.content.decode()


def test_a_season_as_a_table(pages: Pages) -> None:
    """Names that a spreadsheet would take for formulas stay names; of each only the best evening counts."""
    rename_player(player=pages.evenings[0].players["Cilli"], name="=1+2", by="club link", at=FRIDAY)
    season = pages.agreed(best="1")
    file = pages.client.get(season, {"as": "csv"})
    assert file.content.startswith(b"\xef\xbb\xbf")
    assert file["Content-Disposition"] == 'attachment; filename="stammtisch-linde-2026-season.csv"'
    assert pages.rows(season) == [
        ["Place", "Name", "Points", "Evenings", "Up/down"],
        ["1", "'=1+2", "150", "2", "2"],
        ["2", "Anna", "20", "2", "-1"],
        ["2", "Beppo", "20", "2", "-1"],
        ["4", "Done", "-20", "2", "-1"],
    ]
    [_head, *lines] = pages.rows(season, table="evenings")
    assert lines[:4] == [
        ["'=1+2", "1", "2026-11-13", "-20", "0"],
        ["'=1+2", "2", "2026-11-20", "150", "1"],
        ["Anna", "1", "2026-11-13", "20", "1"],
        ["Anna", "2", "2026-11-20", "-50", "0"],
    ]


def test_evenings_of_linked_clubs_that_have_one_number_are_told_apart_by_their_days(pages: Pages) -> None:
    """The first evening of the Krone is number 1 as well."""
    krone = new_evening("Emmi", "Fritz", "Gustl", "Hans", at=FRIDAY + timedelta(weeks=2))
    krone.record(rufer("Emmi", "Fritz"))
    krone.close()
    link_club(club=pages.club, other=krone.club, key=uuid4(), by="club link", at=FRIDAY)
    [_head, *lines] = pages.rows(pages.agreed(), table="evenings")
    assert ["Anna", "1", "2026-11-13", "20", "1"] in lines and ["Emmi", "1", "2026-11-27", "20", "1"] in lines


def test_a_table_of_money_says_its_unit_once(pages: Pages) -> None:
    """A cent a point: Cilli 1.30, Anna and Beppo -0.30, Done -0.70."""
    season = pages.agreed(measure="money")
    assert "Cilli +€1.30" in pages.text(season)
    [head, *lines] = pages.rows(season)
    assert head[2] == "Money (EUR)"
    assert [line[1:3] for line in lines] == [
        ["Cilli", "1.30"],
        ["Anna", "-0.30"],
        ["Beppo", "-0.30"],
        ["Done", "-0.70"],
    ]


def test_the_present_season_for_the_page_of_the_club(pages: Pages) -> None:
    group = club_group(pages.club.pk)
    persons = person_names.people_of_group(group)
    assert season_queries.present_season(group, FRIDAY.date()) is None
    pages.agreed()
    with translation.override("en"):
        found = season_queries.present_season(group, FRIDAY.date())
        assert found is not None and found.name == "2026"
        table = season_rows.season_table(standings_of_season(group, found), found.agreement, persons)
        html = render_to_string("club/seasons/table.html", {"table": table, "club": access.founded(pages.club)})
    best = table["ranked"][0]
    name = season_rows.season_person(best.person, persons).name
    value = season_texts.season_value_text(best.value, found.agreement)
    assert (str(best.rank), name, value) == ("1", "Cilli", "+130")
    assert "Cilli" in html and "up 2 places" in html


def test_a_long_season_shows_the_evenings_of_one_person(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    season = pages.agreed()
    monkeypatch.setattr(season_rows, "MAX_CELLS", 7)
    anna = pages.evenings[0].players["Anna"].pk
    for query, first in (("", "Cilli"), (f"?of={anna}", "Anna")):
        html = markup(pages.client.get(f"{season}{query}"))
        assert html.count("<details open>") == 1
        assert ('id="counted" open' in html) is bool(query)  # chosen there, so it stays open
        assert f"</span>{first}</span><span" in html


def test_pages_cost_as_many_statements_however_much_was_played(pages: Pages) -> None:
    season = pages.agreed()
    pages.post(season, close="1")
    going = pages.agreed(name="going")
    costs: list[list[int]] = []
    for week in range(2, 4):
        pages.play(dict(rufer("Anna", "Beppo")), dict(solo("Done")), week=week)
        agree_season(
            club=pages.club, key=uuid4(), name=f"Season {week}", by="club link", at=FRIDAY,
            agreement=Agreement(first_on=FRIDAY.date(), game="bavarian"),
        )  # fmt: skip
        costs.append([])
        for path in (pages.path, season, going, f"{going}edit"):
            with CaptureQueriesContext(connection) as queries:
                assert pages.client.get(path).status_code == 200
            costs[-1].append(len(queries))
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 10


def test_a_closed_season_keeps_the_evenings_of_two_who_are_one_person_since(pages: Pages) -> None:
    """Anna was typed as Anna E. too, and the season was closed before somebody noticed."""
    third = new_evening("Anna E.", "Beppo", "Cilli", "Done", club=pages.club, at=FRIDAY + timedelta(weeks=2))
    third.record(solo("Anna E."))
    third.close()
    season = pages.agreed()
    pages.post(season, close="1")
    results = _evening_results(pages.text(season))
    assert "Anna 2 evenings November 2026 13 Nov +20 20 Nov −50" in results
    assert "Anna E. 1 evening November 2026 27 Nov +150" in results
    anna, other = (pages.club.players.get(name=name) for name in ("Anna", "Anna E."))
    link_players(player=other, other=anna, key=uuid4(), by="club link", at=FRIDAY)
    text = pages.text(season)
    assert _evening_results(text) == results
    assert "Linked as the same person since then: Anna E. and Anna." in text and "was corrected" not in text
    assert "Anna E. +150 (1) –" in text
    unlink_player(player=other, key=uuid4(), by="club link", at=FRIDAY)
    assert "Changed since" not in pages.text(season)


def _evening_results(text: str) -> str:
    return text[text.index("Results by evening") : text.index("Season rules")]
