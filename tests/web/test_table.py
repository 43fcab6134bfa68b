import re
from collections.abc import Mapping
from uuid import uuid4

import pytest
from django.test import Client

import rules
from rules.games import registry
from scorebook.ledger.models import Entry
from scorebook.play.models import HandEvent
from tests.support.page import markup
from tests.support.paged_evening import RUFER, PagedEvening, problems_of, start, text_of


def test_table_page_says_who_deals_leads_and_sits_out(db: None, client: Client) -> None:
    evening = start(client, "Anna", "Beppo", "Cilli", "Done", "Emil")
    text = text_of(evening.get("table"))
    assert "gibt: Anna" in text and "kommt raus: Beppo" in text and "setzt aus: Anna" in text
    form = markup(evening.get("table"))
    assert f'name="declarer" value="{evening.ids["Beppo"]}"' in form
    assert f'name="declarer" value="{evening.ids["Anna"]}"' not in form


def test_recording_shows_the_hand_its_reasons_and_the_totals(evening: PagedEvening) -> None:
    answer = evening.record(level="schneider", top_trumps="4", kontra="1")
    assert answer.status_code == 302
    text = text_of(evening.get("table"))
    assert "Spiel 1: Anna mit Beppo: Rufer +140" in text
    assert evening.points() == {"Anna": 140, "Beppo": 140, "Cilli": -140, "Done": -140}
    for words in ("Anna mit Beppo: Rufer, Schneider gewonnen", "Schneider 10", "× 2", "+140", "+1,40 €", "−1,40 €"):
        assert words in text


HANDS = [
    (
        {"contract": "solo", "declarer": "Cilli", "trump_suit": "leaves", "kontra": "1", "level": "schneider"},
        "Cilli",
        360,
    ),
    ({"contract": "wenz", "declarer": "Done", "won": "no", "top_trumps": "2"}, "Done", -210),
    ({"contract": "rufer", "card_points": "91"}, "Anna", 30),
    ({"contract": "rufer", "card_points": "60"}, "Anna", -20),
    ({"contract": "rufer", "card_points": "30", "won": "yes", "level": "plain"}, "Anna", -30),
    ({"contract": "rufer", "card_points": "120", "level": "plain"}, "Anna", 30),
    ({"contract": "rufer", "card_points": "120", "level": "schwarz"}, "Anna", 40),
    ({"contract": "sie", "declarer": "Beppo"}, "Beppo", 600),
    ({"contract": "ramsch", "losers": ["Done"], "maidens": ["Anna"], "march": ""}, "Done", -120),
    ({"contract": "ramsch", "losers": ["Done"], "march": "1"}, "Done", 60),
    ({"contract": "agreed", "points_Anna": "+30", "points_Beppo": "−30", "why": "Falsch gegeben"}, "Anna", 30),
]


@pytest.mark.parametrize(("fields", "who", "points"), HANDS)
def test_every_kind_of_hand_can_be_written(
    evening: PagedEvening, fields: dict[str, object], who: str, points: int
) -> None:
    named = {
        name.replace(person, id): value for name, value in fields.items() for person, id in _longest(name, evening)
    }
    answer = evening.record(**named)
    assert answer.status_code == 302, problems_of(answer)
    assert evening.points()[who] == points


def _longest(name: str, evening: PagedEvening) -> list[tuple[str, str]]:
    """The person in the name of a field such as points_Anna, if there is one."""
    return [(person, id) for person, id in evening.ids.items() if person in name] or [("\0", "")]


def test_thrown_in_is_one_button(evening: PagedEvening) -> None:
    answer = evening.post("table", thrown_in="1", known_hands="0")
    assert answer.status_code == 302
    assert evening.points() == dict.fromkeys(("Anna", "Beppo", "Cilli", "Done"), 0)
    assert "gibt: Beppo" in text_of(evening.get("table"))


def test_every_problem_is_named_at_once_and_nothing_typed_is_lost(evening: PagedEvening) -> None:
    answer = evening.post(
        "table",
        known_hands="0",
        contract="rufer",
        partner=evening.ids["Beppo"],
        card_points="119",
        kontra="2",
        level="schneider",
    )
    html = markup(answer)
    assert answer.status_code == 422
    assert len(set(problems_of(answer))) == 2  # no declarer; 119 card points cannot be
    assert 'value="119"' in html
    assert f'name="partner" value="{evening.ids["Beppo"]}" checked' in html
    assert 'name="kontra" value="2" checked' in html and 'name="level" value="schneider" checked' in html
    assert not HandEvent.objects.exists() and not Entry.objects.exists()


@pytest.mark.parametrize("typed", ["ninety", "9" * 400, "-3", "1e3", "\x00", "٩٠x"])
def test_nonsense_card_points_are_refused_and_shown_again(evening: PagedEvening, typed: str) -> None:
    answer = evening.record(card_points=typed)
    assert answer.status_code in (302, 422)
    assert (answer.status_code == 302) == (typed == "\x00")
    assert evening.now().hand_count == (typed == "\x00")


@pytest.mark.parametrize("typed", ["-5", "121"])
def test_card_points_beyond_the_pack_are_refused_with_their_range(evening: PagedEvening, typed: str) -> None:
    assert problems_of(evening.record(card_points=typed)) == ["Gib 0 bis 120 Augen an."]


def test_the_field_of_card_points_says_what_it_counts(evening: PagedEvening) -> None:
    assert 'placeholder="Augen"' in markup(evening.get("table"))
    english = markup(evening.client.get(evening.url("table"), headers={"accept-language": "en"}))
    assert 'placeholder="card points"' in english


def test_a_hand_sent_twice_is_written_once(evening: PagedEvening) -> None:
    key = str(uuid4())
    first, second = evening.record(key=key, known_hands=0), evening.record(key=key, known_hands=0)
    assert (first.status_code, second.status_code) == (302, 302)
    assert (HandEvent.objects.count(), Entry.objects.count()) == (1, 1)


def test_a_key_used_for_another_hand_is_refused(evening: PagedEvening) -> None:
    key = str(uuid4())
    evening.record(key=key, known_hands=0)
    answer = evening.record(key=key, known_hands=0, won="no")
    assert answer.status_code == 409
    assert HandEvent.objects.count() == 1


def test_a_hand_that_somebody_else_wrote_meanwhile_is_shown_beside_mine(evening: PagedEvening) -> None:
    evening.record(declarer="Cilli", partner="Done")
    answer = evening.record(known_hands=0, declarer="Beppo", partner="Anna", level="schwarz")
    text, html = text_of(answer), markup(answer)
    assert answer.status_code == 409
    assert "Zwei haben gleichzeitig eingetragen." in text
    assert "Das andere: Spiel 1 Cilli mit Done: Rufer, gewonnen Anna −20 Beppo −20 Cilli +20 Done +20" in text
    assert "Meins: Spiel 1 Beppo mit Anna: Rufer, schwarz gewonnen Anna +40 Beppo +40 Cilli −40 Done −40" in text
    assert f'name="declarer" value="{evening.ids["Beppo"]}" checked' in html
    assert 'name="level" value="schwarz" checked' in html
    assert 'name="known_hands" value="1"' in html
    assert evening.now().hand_count == 1


def test_undo_means_the_hand_that_the_note_tells_of(evening: PagedEvening) -> None:
    """Between Anna's hand and the page that confirms it Beppo has written the next one."""
    evening.record()
    start_of_hers = evening.event(1)
    PagedEvening(client=Client(), stored=evening.stored, ids=evening.ids).record(declarer="Cilli", partner="Done")
    note = passing_note(markup(evening.get("table")))
    assert "Spiel 1: Anna mit Beppo: Rufer +20" in " ".join(note.split())
    assert f'name="replaces" value="{start_of_hers}"' in note and "/hands/1/void" in note


def test_nothing_is_undone_where_another_has_corrected_the_hand(evening: PagedEvening) -> None:
    evening.record()
    other = PagedEvening(client=Client(), stored=evening.stored, ids=evening.ids)
    hand = other.by_id({"declarer": "Anna", "partner": "Beppo", **RUFER, "won": "no"})
    other.post("hand", 1, replaces=str(evening.event(1)), **hand)
    note = passing_note(markup(evening.get("table")))
    assert "Spiel 1 ist eingetragen." in note and "<form" not in note


def passing_note(html: str) -> str:
    found = re.search(r"<div[^>]*data-passing.*?</div>", html, re.DOTALL)
    return found[0] if found else ""


def test_somebody_may_deal_out_of_turn(evening: PagedEvening) -> None:
    page = evening.client.get(evening.url("table"), {"dealer": evening.ids["Cilli"]})
    assert "gibt: Cilli" in text_of(page) and f'name="dealer" value="{evening.ids["Cilli"]}"' in markup(page)
    evening.record(dealer="Cilli")
    assert evening.hands()[0].table.dealer == evening.ids["Cilli"]
    assert "gibt: Done" in text_of(evening.get("table"))


def test_preview_says_everybodys_points_and_writes_nothing(evening: PagedEvening) -> None:
    hand = evening.by_id({"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "won": "yes", "level": "plain"})
    answer = evening.client.post(evening.url("preview"), hand).json()
    assert [(one["name"], one["points"]) for one in answer["points"]] == [
        ("Anna", "+20"), ("Beppo", "+20"), ("Cilli", "−20"), ("Done", "−20"),
    ]  # fmt: skip
    assert answer["sum"] == "Rufer\u00a020" and answer["problems"] == []
    assert not HandEvent.objects.exists()


def test_preview_says_all_that_is_missing(evening: PagedEvening) -> None:
    answer = evening.client.post(evening.url("preview"), {"contract": "rufer", "won": "yes"}).json()
    assert [problem["field"] for problem in answer["problems"]] == ["declarer", "partner"]
    assert all(problem["text"] for problem in answer["problems"])


def test_names_cannot_smuggle_markup(db: None, client: Client) -> None:
    evening = start(client, "<b>Anna</b>", "Beppo", "Cilli", '"><script>x')
    evening.record(declarer="<b>Anna</b>", partner="Beppo")
    html = markup(evening.get("table"))
    assert "<b>Anna</b>" not in html and "<script>x" not in html


def test_amounts_follow_the_language(evening: PagedEvening) -> None:
    evening.record()
    english = evening.client.get(evening.url("table"), headers={"accept-language": "en"})
    assert "+€0.20" in text_of(english)
    assert "+0,20 €" in text_of(evening.get("table"))


def test_an_announced_round_is_written_and_shown(evening: PagedEvening) -> None:
    assert evening.post("table", known_hands="0", contract="round", round="strixner").status_code == 302
    assert "Strixner: noch 4 zu spielen" in text_of(evening.get("table"))
    refused = evening.record(declarer="Cilli", partner="Done", known_hands=1)
    assert refused.status_code == 422 and len(problems_of(refused)) == 1


def test_a_hand_reads_the_rules_once(evening: PagedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Further reads return the ruleset read first."""
    read: list[object] = []
    reread = registry._read_ruleset

    def counted(raw: Mapping[str, object]) -> rules.Ruleset:
        read.append(raw)
        return reread(raw)

    monkeypatch.setattr(registry, "_read_ruleset", counted)
    registry._read_ruleset_text.cache_clear()
    evening.record()
    evening.get("table")
    assert len(read) == 1
