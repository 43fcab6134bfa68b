import re
from uuid import uuid4

import pytest

from scorebook.play.models import HandEvent
from tests.support.page import markup
from tests.support.paged_evening import RUFER, PagedEvening, problems_of, text_of


@pytest.fixture
def three(evening: PagedEvening) -> PagedEvening:
    evening.record()
    evening.record(contract="solo", declarer="Cilli", level="schneider", kontra="1", trump_suit="bells")
    evening.record(declarer="Done", partner="Anna", won="no")
    return evening


def correction(evening: PagedEvening, no: int, **fields: object) -> dict[str, object]:
    return evening.by_id(
        {"replaces": str(evening.event(no)), "declarer": "Anna", "partner": "Beppo", **RUFER, **fields}
    )


def test_hand_page_is_filled_in_with_what_was_recorded(three: PagedEvening) -> None:
    html = markup(three.get("hand", 2))
    assert 'name="contract" value="solo"' in html
    assert f'name="declarer" value="{three.ids["Cilli"]}" checked' in html
    for name, value in (("trump_suit", "bells"), ("level", "schneider"), ("kontra", "1"), ("won", "yes")):
        checked = [part for part in html.split("<input")[1:] if f'name="{name}" value="{value}"' in part]
        assert checked and " checked" in checked[0].split(">")[0]


def test_correcting_changes_the_hand_and_keeps_its_history(three: PagedEvening) -> None:
    answer = three.post("hand", 1, **correction(three, 1, won="no", level="schneider"))
    assert answer.status_code == 302
    assert three.points()["Anna"] == -30 - 120 - 20
    text = text_of(three.get("hand", 1))
    assert "Rufer, gewonnen" in text and "Rufer, Schneider verloren" in text and "Geändert" in text
    assert "geändert" in text_of(three.get("table"))


def test_correcting_twice_with_one_form_corrects_once(three: PagedEvening) -> None:
    fields = correction(three, 1, won="no") | {"key": str(uuid4())}
    first, second = three.post("hand", 1, **fields), three.post("hand", 1, **fields)
    assert (first.status_code, second.status_code) == (302, 302)
    assert HandEvent.objects.filter(no=1).count() == 2


def test_a_correction_that_cannot_be_keeps_what_was_typed(three: PagedEvening) -> None:
    answer = three.post("hand", 1, **correction(three, 1, partner="Anna", card_points="121"))
    assert answer.status_code == 422
    assert len(set(problems_of(answer))) == 2 and 'value="121"' in markup(answer)
    assert HandEvent.objects.count() == 3


def test_a_correction_of_what_somebody_else_changed_shows_both(three: PagedEvening) -> None:
    stale = correction(three, 1, level="schwarz")
    three.post("hand", 1, **correction(three, 1, won="no"))
    answer = three.post("hand", 1, **stale)
    assert answer.status_code == 409
    assert "Zwei haben gleichzeitig eingetragen." in text_of(answer)
    assert "Das andere: Spiel 1 Anna mit Beppo: Rufer, verloren" in text_of(answer)
    assert "Meins: Spiel 1, geändert Anna mit Beppo: Rufer, schwarz gewonnen" in text_of(answer)
    assert 'name="level" value="schwarz" checked' in markup(answer)
    assert f'name="replaces" value="{three.event(1)}"' in markup(answer)


def test_a_struck_out_hand_stays_visible_and_counts_nothing(three: PagedEvening) -> None:
    answer = three.post("void", 2, replaces=three.event(2))
    assert answer.status_code == 302
    assert three.points() == {"Anna": 20 - 20, "Beppo": 20 + 20, "Cilli": -20 + 20, "Done": -20 - 20}
    html = markup(three.get("table"))
    assert '<tbody class="is-void" id="hand-2">' in html and "gestrichen" in html


def test_the_values_of_a_struck_out_hand_stay_readable(three: PagedEvening) -> None:
    """On the sheet, on that of those who look on and on paper, in elements that say that they were taken away."""
    three.post("void", 2, replaces=three.event(2))
    watched = f"/w/{three.stored.watch_token}/"
    for answer in (three.get("table"), three.client.get(watched), three.get("paper")):
        row = re.search(r'<tbody class="is-void".*?</tbody>', markup(answer), re.DOTALL)
        assert row and re.findall(r"<del>(.*?)</del>", row[0]) == ["−120", "−120", "+360", "−120"]


def test_the_note_of_a_struck_out_hand_leads_to_it(three: PagedEvening) -> None:
    three.get("table")  # the notes so far
    three.post("void", 2, replaces=three.event(2))
    note = markup(three.get("table")).split('class="note"')[1].split("</div>")[0]
    assert "Spiel 2 ist durchgestrichen." in note and f'href="{three.url("hand", 2)}">ändern</a>' in note


def test_a_struck_out_hand_can_count_again(three: PagedEvening) -> None:
    three.post("void", 1, replaces=three.event(1))
    assert "Spiel wieder zählen lassen" in text_of(three.get("hand", 1))
    three.post("hand", 1, **correction(three, 1))
    assert not three.hands()[0].is_void


def test_striking_out_twice_strikes_out_once(three: PagedEvening) -> None:
    fields = {"key": str(uuid4()), "replaces": three.event(3)}
    assert [three.post("void", 3, **fields).status_code for _ in range(2)] == [302, 302]
    assert HandEvent.objects.filter(no=3).count() == 2


def test_preview_of_a_correction_writes_nothing(three: PagedEvening) -> None:
    answer = three.client.post(three.url("preview_correction", 1), correction(three, 1, level="schwarz")).json()
    assert answer["points"][0]["points"] == "+40"
    assert HandEvent.objects.count() == 3


def test_a_closed_evening_takes_no_correction(three: PagedEvening) -> None:
    fields = correction(three, 1, won="no")
    three.post("close")
    answer = three.post("hand", 1, **fields)
    assert answer.status_code == 409
    assert "Der Abend ist abgeschlossen." in text_of(answer)
    assert HandEvent.objects.count() == 3


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ({}, "jeder Verlierer zahlt 20"),  # two pay 20 each, two get 20 each
        ({"won": "no"}, "jeder Verlierer zahlt 20"),
        ({"contract": "wenz", "partner": ""}, "jeder Verlierer zahlt 50"),
        ({"contract": "wenz", "partner": "", "won": "no"}, "der Verlierer zahlt jedem 50"),  # 150 in all
    ],
)
def test_the_sheet_says_what_the_value_of_a_hand_is(evening: PagedEvening, hand: dict[str, object], worth: str) -> None:
    evening.record(**hand)
    assert worth in text_of(evening.get("table"))


def test_who_hears_the_page_hears_no_bare_sign(evening: PagedEvening) -> None:
    """No dash for "none", and no two figures one after the other that do not say which is the sum."""
    evening.record()
    html = markup(evening.get("table"))
    dashes = re.findall(r"<label[^>]*>\s*<input[^>]*>\s*<span>–</span>", html)
    assert len(dashes) == 3 and all('aria-label="nichts"' in one for one in dashes)
    assert text_of(evening.get("table")).count("+20 insgesamt +20") == 2
