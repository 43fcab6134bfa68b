import re
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from scorebook.ledger.accounts import TILL
from scorebook.ledger.models import Entry
from scorebook.web.evening.settlement.plan_overviews import PlanOverview
from tests.support.page import markup
from tests.support.paged_evening import PagedEvening, problems_of, start, text_of
from tests.support.played_evening import PUB, THROWN_IN, new_evening, rufer, solo


@pytest.fixture
def closed(evening: PagedEvening) -> PagedEvening:
    evening.record()
    evening.record(contract="solo", declarer="Cilli", won="no")
    evening.post("close")
    return evening


def payments(evening: PagedEvening) -> list[tuple[str, str]]:
    html = markup(evening.get("settle"))
    return re.findall(r'name="payment" value="([^"]+)"><button[^>]* name="(tick|untick)"', html)


def test_close_page_shows_the_plan_before_anything_is_written(evening: PagedEvening) -> None:
    evening.record()
    text = text_of(evening.get("close"))
    assert re.search(r"(Cilli|Done) → zahlt an (Anna|Beppo) 0,20 €", text) and not evening.now().is_closed


def test_closing_leads_to_who_pays_whom(closed: PagedEvening) -> None:
    text = text_of(closed.get("settle"))
    assert closed.now().is_closed
    assert text.count("Cilli → zahlt an") == 3 and "3 Zahlungen sind offen." in text
    assert len(payments(closed)) == 3
    assert closed.get("close").status_code == 302 and "Wer zahlt wem" in text_of(closed.get("table"))


@pytest.mark.parametrize("paid_before", [0, 1])
def test_what_stands_on_the_tab_is_not_called_paid(closed: PagedEvening, paid_before: int) -> None:
    for planned, _verb in payments(closed)[:paid_before]:
        closed.post("settle", payment=planned, tick="1")
    closed.post("ways", way="tab")
    text = text_of(closed.get("settle"))
    assert "Alles Offene steht auf dem Deckel des Stammtischs." in text
    assert "bezahlt. Gute Nacht" not in text and "Niemand schuldet" not in text


def test_payments_are_ticked_and_unticked(closed: PagedEvening) -> None:
    planned = payments(closed)[0][0]
    closed.post("settle", payment=planned, tick="1")
    assert [verb for _id, verb in payments(closed)] == ["untick", "tick", "tick"]
    closed.post("settle", payment=planned, untick="1")
    assert [verb for _id, verb in payments(closed)] == ["tick", "tick", "tick"]


def test_ticking_twice_with_one_form_pays_once(closed: PagedEvening) -> None:
    fields = {"key": str(uuid4()), "payment": payments(closed)[0][0], "tick": "1"}
    before = Entry.objects.count()
    for _ in range(2):
        assert closed.post("settle", **fields).status_code == 302
    assert Entry.objects.count() == before + 1


def test_ticking_what_is_paid_says_so(closed: PagedEvening) -> None:
    planned = payments(closed)[0][0]
    closed.post("settle", payment=planned, tick="1")
    closed.post("settle", payment=planned, tick="1")
    assert "Diese Zahlung ist schon abgehakt." in text_of(closed.get("settle"))


def test_when_all_is_paid_nobody_owes_anything(closed: PagedEvening) -> None:
    for planned, _verb in payments(closed):
        closed.post("settle", payment=planned, tick="1")
    assert "Alles bezahlt." in text_of(closed.get("settle"))
    club = text_of(closed.client.get(f"/c/{closed.club_token}/"))
    assert "Noch abzurechnen" not in club


def test_a_payment_of_another_evening_is_not_found(closed: PagedEvening, client: Client) -> None:
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    other.record(declarer="Emil", partner="Fanny")
    other.post("close")
    assert closed.post("settle", payment=payments(other)[0][0], tick="1").status_code == 404


def test_a_reopened_evening_goes_on(closed: PagedEvening) -> None:
    assert closed.post("settle", reopen="1").status_code == 302
    assert closed.record().status_code == 302
    assert closed.now().hand_count == 3


def test_closing_twice_with_one_form_closes_once(evening: PagedEvening) -> None:
    evening.record()
    key = str(uuid4())
    assert [evening.post("close", key=key).status_code for _ in range(2)] == [302, 302]
    assert "schon" not in text_of(evening.get("settle"))


@pytest.mark.parametrize(
    ("at_end", "before", "after"),
    [
        (
            "paid_back",
            "The pot goes back to those who paid it in",
            "The pot of €0.40 went back to those who paid it in: Anna €0.10, Beppo",
        ),
        ("shared", "Everyone present shares the pot", "Everyone present shared the pot of €0.40: Anna €0.10, Beppo"),
        (
            "best",
            "The pot goes to the biggest winner",
            "The pot of €0.40 went to the biggest winner: Cilli €0.20, Done €0.20.",
        ),
        ("kitty", "The pot goes into the kitty", "The pot of €0.40 went into the kitty."),
    ],
)
def test_what_becomes_of_the_pot_is_stated_before_and_after(
    db: None, client: Client, at_end: str, before: str, after: str
) -> None:
    ruleset = PUB.with_house_rules({"pot_sweetener": 10, "pot_kept": True, "pot_at_end": at_end})
    table = new_evening("Anna", "Beppo", "Cilli", "Done", ruleset=ruleset)
    table.record(THROWN_IN)
    table.record(rufer("Cilli", "Done"))
    page, english = f"/t/{table.link}", {"accept-language": "en"}
    assert f"{before}; then you see who pays whom." in text_of(client.get(f"{page}/close", headers=english))
    table.close()
    text = text_of(client.get(f"{page}/settle", headers=english))
    assert after in text
    assert "In the pot:" not in text


def test_points_are_not_paid(db: None, client: Client) -> None:
    evening = start(client, stake_bavarian="points")
    evening.record()
    evening.post("close")
    text = text_of(evening.get("settle"))
    assert "Ihr habt um Punkte gespielt" in text and "€" not in text


# Anna and Beppo are owed 0,70 €, Done 0,30 €; Cilli owes 1,70 €.


def choices(evening: PagedEvening) -> dict[str, list[str]]:
    """Value of each radio button on the page of the ways -> what it would come to."""
    html = markup(evening.get("ways"))
    found = re.findall(r'name="(?:way|rounding)" value="([^"]+)".*?<ul class="would small">(.*?)</ul>', html, re.DOTALL)
    return {value: [" ".join(bare(line).split()) for line in lines.split("<li>")[1:]] for value, lines in found}


def bare(html: str) -> str:
    return re.sub(r"<[^>]+>", " ", html).replace("\xa0", " ")


def planned(evening: PagedEvening) -> list[str]:
    """The plan as it stands on the page, one text for each payment."""
    html = markup(evening.get("settle"))
    lines = re.findall(r'<li class="payment[^"]*"><span class="grow">(.*?)<form', html, re.DOTALL)
    return [" ".join(bare(line).replace("zahlt an", "").split()) for line in lines]


def undo_all(evening: PagedEvening) -> None:
    while found := re.search(r'name="entry" value="([^"]+)"', markup(evening.get("settle"))):
        evening.post("extras", entry=found[1], undo="1")


def test_each_balance_comes_to_nothing_before_ones_eyes(closed: PagedEvening) -> None:
    text = text_of(closed.get("settle")).replace("\xa0", " ")
    for line in (
        "Anna +0,70 € bekommt 0,70 € von Cilli → 0,00 €",
        "Done +0,30 € bekommt 0,30 € von Cilli → 0,00 €",
    ):
        assert line in text
    assert re.search(
        r"Cilli −1,70 € zahlt 0,70 € an \w+ → −1,00 € zahlt 0,70 € an \w+ → −0,30 € zahlt 0,30 € an Done", text
    )
    assert "Mit weniger Zahlungen geht es nicht." in text


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ({"is_fewest": True, "is_proven": True}, "Mit weniger Zahlungen geht es nicht."),
        ({"is_fewest": True, "is_proven": False}, "immer weniger Zahlungen als Leute"),
        ({"is_fewest": False, "fewest": 3}, "3 Zahlungen würden reichen."),
        ({"is_fewest": False, "fewest": 1}, "1 Zahlung würde reichen."),
    ],
)
def test_what_is_claimed_of_the_plan(plan: dict[str, object], sentence: str) -> None:
    with translation.override("de"):
        assert sentence in render_to_string("evening/settlement/fewest.html", {"plan": plan})


@pytest.mark.parametrize(("open_count", "is_fewest"), [(2, True), (3, True), (4, False)])
def test_a_plan_not_proven_may_be_better_than_what_is_found_for_the_rest(open_count: int, is_fewest: bool) -> None:
    plan = PlanOverview(lines=(), standings=(), now=(), open_count=open_count, fewest=3, is_proven=False)
    assert plan.is_fewest is is_fewest


def test_paid_in_part_and_taken_back(closed: PagedEvening) -> None:
    planned_id = payments(closed)[0][0]
    key = str(uuid4())
    for _ in range(2):
        assert closed.post("settle", key=key, payment=planned_id, part="1", amount="0,20").status_code == 302
    text = text_of(closed.get("settle")).replace("\xa0", " ")
    assert "0,20 € von 0,70 € bezahlt, 0,50 € offen" in text and "Rest als bezahlt abhaken" in text
    closed.post("settle", payment=planned_id, part="1", amount="0.1")
    assert "0,30 € von 0,70 € bezahlt" in text_of(closed.get("settle")).replace("\xa0", " ")
    closed.post("settle", payment=planned_id, untick="1")
    assert "0,20 € von 0,70 € bezahlt" in text_of(closed.get("settle")).replace("\xa0", " ")
    closed.post("settle", payment=planned_id, tick="1")
    assert "2 Zahlungen sind offen." in text_of(closed.get("settle"))


def test_a_part_is_refused_after_somebody_reopened_the_evening(closed: PagedEvening) -> None:
    planned = payments(closed)[0][0]
    closed.post("settle", reopen="1")
    answer = closed.client.post(
        closed.url("settle"), {"payment": planned, "amount": "nichts", "part": "1"}, follow=True
    )
    assert answer.status_code == 200 and "Betrag" in text_of(answer)


@pytest.mark.parametrize("typed", ["", "viel", "0", "0,71", "-0,10", "0,101"])
def test_a_part_that_cannot_be_is_refused_beside_its_field(closed: PagedEvening, typed: str) -> None:
    planned_id, before = payments(closed)[1][0], Entry.objects.count()
    answer = closed.post("settle", payment=planned_id, part="1", amount=typed)
    assert answer.status_code == 422 and len(problems_of(answer)) == 1
    line = markup(answer).partition(f'id="problem-{planned_id}"')[0].rpartition("<details")[2]
    assert line.startswith(' class="more-of" open') and f'name="amount" value="{typed}"' in line
    assert Entry.objects.count() == before


def test_every_way_comes_to_what_was_shown_before(closed: PagedEvening) -> None:
    shown = choices(closed)
    ways = [way for way in shown if way.startswith(("fewest", "direct", "one_for_all"))]
    assert len(ways) == 2 + len(closed.ids) + 1
    for way in ways:
        closed.post("ways", way=way)
        assert planned(closed) == shown[way]
        assert f'value="{way}" checked' in markup(closed.get("ways")) or shown[way] == shown["fewest"]
    assert [len(shown[way]) for way in ("fewest", "direct", f"one_for_all:{TILL}")] == [3, 4, 4]


def test_what_is_paid_stays_paid_whatever_way_is_chosen(closed: PagedEvening) -> None:
    closed.post("settle", payment=payments(closed)[0][0], tick="1")
    closed.post("settle", payment=payments(closed)[1][0], part="1", amount="0,20")
    closed.post("ways", way=f"one_for_all:{TILL}")
    paid, *still_open = planned(closed)
    assert re.fullmatch(r"Cilli → (Anna|Beppo) 0,70 €", paid)
    assert still_open[0] == "Cilli → Kasse 0,80 €" and len(still_open) == 3
    # The part belongs to no payment of this plan any more, so it stands beside it.
    assert "Außerdem abgerechnet" in text_of(closed.get("settle"))


def test_a_fee_is_settled_by_the_way_that_was_chosen(closed: PagedEvening) -> None:
    closed.post("ways", way=f"one_for_all:{closed.ids['Done']}")
    closed.post("extras", form="fee", players=[closed.ids["Anna"], closed.ids["Cilli"]], amount="0,50", note="Runde")
    assert planned(closed) == [
        "Cilli → Done 2,20 €",
        "Done → Kasse 1,00 €",
        "Done → Beppo 0,70 €",
        "Done → Anna 0,20 €",
    ]
    text = text_of(closed.get("settle")).replace("\xa0", " ")
    assert "Anna, Cilli → Kasse Runde" in text and "je 0,50 €" in text
    watched = text_of(closed.client.get(f"/w/{closed.stored.watch_token}/")).replace("\xa0", " ")
    assert "Done → zahlt an Kasse 1,00 €" in watched
    undo_all(closed)
    assert planned(closed) == ["Cilli → Done 1,70 €", *planned(closed)[1:]] and len(planned(closed)) == 3


def test_put_on_the_tab_and_taken_back(closed: PagedEvening) -> None:
    before = planned(closed)
    assert sorted(choices(closed)["tab"]) == ["Anna +0,70 €", "Beppo +0,70 €", "Cilli −1,70 €", "Done +0,30 €"]
    key = str(uuid4())
    for _ in range(2):
        closed.post("ways", key=key, way="tab")
    text = text_of(closed.get("settle")).replace("\xa0", " ")
    assert planned(closed) == [] and "steht auf dem Deckel" in text
    assert "Auf den Deckel geschrieben" in text and "Cilli −1,70 €" in text
    assert "Es ist alles abgerechnet." in text_of(closed.get("ways"))
    undo_all(closed)
    assert sorted(planned(closed)) == sorted(before)


@pytest.mark.parametrize(
    ("rounding", "shown", "plan"),
    [
        (
            "50:kitty",
            ["Anna +0,70 € → +0,50 €", "Beppo +0,70 € → +0,50 €", "Done +0,30 € → 0,00 €", "Cilli −1,70 € → −2,00 €",
             "Kasse +1,00 €"],
            ["Cilli → Kasse 1,00 €", "Cilli → Anna 0,50 €", "Cilli → Beppo 0,50 €"],
        ),
        (
            "50:largest_creditor",
            ["Anna +0,70 € → +0,50 €", "Beppo +0,70 € → +0,50 €", "Done +0,30 € → +0,50 €", "Cilli −1,70 € → −1,50 €"],
            ["Cilli → Anna 0,50 €", "Cilli → Beppo 0,50 €", "Cilli → Done 0,50 €"],
        ),
    ],
)  # fmt: skip
def test_rounded_to_the_coin_that_was_shown(
    closed: PagedEvening, rounding: str, shown: list[str], plan: list[str]
) -> None:
    found = choices(closed)
    assert [one for one in found if ":" in one and "one" not in one] == ["50:kitty", "50:largest_creditor"]
    assert sorted(found[rounding]) == sorted(shown)
    closed.post("ways", round="1", rounding=rounding)
    assert sorted(planned(closed)) == sorted(plan)
    assert "Rundung" in text_of(closed.get("settle"))
    undo_all(closed)
    assert len(planned(closed)) == 3 and "Rundung" not in text_of(closed.get("settle"))


@pytest.mark.parametrize("rounding", ["", "7:kitty", "50:nobody", "x"])
def test_another_coin_is_none(closed: PagedEvening, rounding: str) -> None:
    before = Entry.objects.count()
    closed.post("ways", round="1", rounding=rounding)
    assert Entry.objects.count() == before
    assert "nicht runden" in text_of(closed.get("settle"))


def test_a_payment_beside_the_plan(closed: PagedEvening) -> None:
    pay = {"form": "pay", "payer": closed.ids["Done"], "payee": closed.ids["Anna"], "amount": "0,30", "note": "Brezn"}
    key = str(uuid4())
    for _ in range(2):
        assert closed.post("extras", key=key, **pay).status_code == 302
    text = text_of(closed.get("settle")).replace("\xa0", " ")
    assert text.count("Done → Anna Brezn") == 1
    assert "Cilli → Done 0,60 €" in planned(closed) and "Cilli → Anna 0,40 €" in planned(closed)
    undo_all(closed)
    assert "Cilli → Done 0,30 €" in planned(closed)


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"form": "pay"}, ["Wer zahlt?", "Wer bekommt es?", "Gib einen Betrag ein, zum Beispiel 5."]),
        ({"form": "pay", "payer": "Anna", "payee": "Anna", "amount": "1"}, ["Wähl zwei verschiedene Personen."]),
        ({"form": "pay", "payer": "Anna", "payee": "Done", "amount": "0"}, ["Dieser Betrag ist hier nicht möglich."]),
        ({"form": "fee", "amount": "zwei"}, ["Wer zahlt?", "Gib einen Betrag ein, zum Beispiel 5."]),
        ({"form": "fee", "players": ["Anna"], "amount": "1", "note": "x" * 101}, ["Das ist zu lang."]),
        ({"form": "fee", "players": ["no uuid"], "amount": "1"}, ["Wer zahlt?"]),
    ],
)
def test_what_a_payment_cannot_be(evening: PagedEvening, fields: dict[str, object], problems: list[str]) -> None:
    typed = evening.by_id(fields)
    answer = evening.post("extras", **typed)
    assert (answer.status_code, problems_of(answer)) == (422, problems)
    html = markup(answer)
    for text in (str(fields.get("amount", "")), str(fields.get("note", ""))):
        assert f'value="{text}"' in html
    assert html.count(" checked") == sum(value in evening.ids.values() for value in (*typed.values(), *chosen(typed)))
    assert not Entry.objects.exists()


def chosen(typed: dict[str, object]) -> list[str]:
    players = typed.get("players", [])
    return [str(one) for one in players] if isinstance(players, list) else []


def test_fees_before_the_close_are_settled_with_it(evening: PagedEvening) -> None:
    evening.record()
    assert evening.post("extras", form="fee", players=[evening.ids["Anna"]], amount="1").status_code == 302
    assert "Anna → Kasse" in text_of(evening.get("extras"))
    assert "Kasse" in text_of(evening.get("close"))
    evening.post("close")
    assert "Anna → Kasse 0,80 €" in planned(evening)


def test_nobody_undoes_a_hand_or_another_evening_here(closed: PagedEvening, client: Client) -> None:
    hand = str(closed.event(1))
    before = Entry.objects.count()
    assert closed.post("extras", entry=hand, undo="1").status_code == 302
    assert "änderst du im Block" in text_of(closed.get("settle")) and Entry.objects.count() == before
    other = start(client, "Emil", "Fanny", "Gustl", "Hans")
    assert other.post("extras", entry=hand, undo="1").status_code == 404


def test_an_open_evening_and_points_have_no_ways(evening: PagedEvening, client: Client) -> None:
    assert evening.get("ways").status_code == 302
    points = start(client, stake_bavarian="points")
    points.post("close")
    for page in ("ways", "extras"):
        assert points.get(page).status_code == 302 and points.post(page, form="fee", way="tab").status_code == 302


def test_what_is_no_money_is_not_rounded(db: None, client: Client) -> None:
    table = new_evening("Anna", "Beppo", "Cilli", "Done", unit="beer", stake_minor=3)
    table.record(solo("Cilli"))
    table.close()
    text = text_of(client.get(f"/t/{table.link}/settle/ways"))
    assert "Münzen" not in text and "beer" in text
