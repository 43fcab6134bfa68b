"""Every preset and every house rule can be reached from the start form; only changes are sent."""

import re
from collections.abc import Mapping

import pytest
from django.test import Client

import rules
from rules.wording import words
from scorebook.play.models import Evening
from scorebook.web.games import PRESENTATIONS, offers_of_game
from scorebook.web.games.house_rule_fields import FIELD
from tests.support.page import markup
from tests.support.paged_evening import problems_of, start, start_fields, text_of

pytestmark = pytest.mark.django_db
OFFERS = [(game, offer.id) for game, shown in PRESENTATIONS.items() for offer in shown.offers]
PUB = "bavarian/pub_10_20_50"


def shown(client: Client, game: str, offer: str, **fields: object) -> str:
    """What the script fetches when somebody opens the house rules."""
    return markup(client.post("/house-rules", {"game": game, f"stake_{game}": offer, "show_rules": "1", **fields}))


def as_shown(html: str) -> dict[str, list[str]]:
    """The fields as a browser would send them back untouched."""
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attributes.get("type") not in ("radio", "checkbox") or tag.endswith(" checked>"):
            fields.setdefault(attributes["name"], []).append(attributes["value"])
    return fields


def ruleset_of(evening_rules: Mapping[str, object]) -> rules.Ruleset:
    return rules.read_ruleset(evening_rules)


def test_every_preset_is_offered() -> None:
    offered = {(game, offer.preset) for game, shown in PRESENTATIONS.items() for offer in shown.offers}
    assert offered == {(game, preset) for game, presets in rules.PRESETS.items() for preset in presets}


def test_the_simple_path_shows_no_house_rule(client: Client) -> None:
    page = markup(client.get("/"))
    assert "rule_" not in page and 'name="show_rules"' in page


@pytest.mark.parametrize(("game", "offer"), OFFERS)
def test_every_house_rule_of_every_tariff_is_shown_and_untouched_changes_nothing(
    client: Client, game: str, offer: str
) -> None:
    html = shown(client, game, offer)
    ruleset = next(one for one in offers_of_game(game) if one.id == offer).ruleset(game)
    fields = as_shown(html)
    for name, _default, metadata in ruleset.house_rules():
        is_offered = metadata["needs"] != ()
        assert (f'name="{FIELD}{name}"' in html) == is_offered
        assert not is_offered or words.house_rule_text(game, name, "de") in html
    people = "AB" if offer == "two_handed" else "ABC" if game == "palatinate" else "ABCD"
    evening = start(client, *people, **{"game": game, f"stake_{game}": offer, **fields})
    assert evening.stored.ruleset == ruleset.to_json()


CHANGES = [
    ({"rule_count_matadors": "no"}, "count_matadors", False),
    ({"rule_pot_sweetener": "10"}, "pot_sweetener", 10),
    ({"rule_matador_minimum_rufer": "2"}, "matador_minimum_rufer", 2),
    ({"rule_ramsch_settlement": "most_pays_fewest"}, "ramsch_settlement", "most_pays_fewest"),
    ({"rule_bock_after": ["", "re", "lost_solo"]}, "bock_after", ["re", "lost_solo"]),
    ({"rule_rounds": [""]}, "rounds", []),
    ({"rule_allowed": ["", "solo", "rufer"]}, "allowed", ["solo", "rufer"]),
    ({"rule_deck_cards": "24"}, "deck_cards", 24),
]


@pytest.mark.parametrize(("change", "name", "value"), CHANGES)
def test_a_change_is_played_and_everything_else_stays(
    client: Client, change: dict[str, object], name: str, value: object
) -> None:
    evening = start(client, **{"rules_of": PUB, **as_shown(shown(client, "bavarian", "pub")), **change})
    agreed = evening.stored.ruleset["house_rules"]
    assert agreed[name] == value
    usual = rules.PRESETS["bavarian"]["pub_10_20_50"].to_json()["house_rules"]
    assert isinstance(usual, dict)
    assert {key for key in usual if usual[key] != agreed[key]} == {name}


IMPOSSIBLE = [
    ({"rule_rufer_tariff": "60"}, "solo_tariff", "solo_cheaper_than_rufer"),
    ({"rule_matador_maximum": "2"}, "matador_maximum", "maximum_below_minimum"),
    ({"rule_ramsch_tie": "shared"}, "ramsch_tie", "needs_full_tie"),
    ({"rule_allowed": [""]}, "allowed", "no_contract_allowed"),
    ({"rule_matador_maximum": "99"}, "matador_maximum", "house_rule_out_of_range"),
    ({"rule_unit": "many"}, "unit", "not_integer"),
    ({"rule_unit": ""}, "unit", "not_integer"),
    ({"rule_laying": "maybe"}, "laying", "house_rule_impossible"),
    ({"rule_ramsch_tie": "dice"}, "ramsch_tie", "house_rule_impossible"),
]


WITHOUT_EFFECT = [
    ({"rule_sie_counts_matadors": "yes", "rule_count_matadors": "no"}, "sie_counts_matadors", False),
    ({"rule_pot_shared": "yes"}, "pot_shared", False),
    ({"rule_deck_cards": "24", "rule_solo_scores_schneider_schwarz": "no"}, "solo_scores_schneider_schwarz", True),
]


@pytest.mark.parametrize(("change", "name", "value"), WITHOUT_EFFECT)
def test_what_has_no_effect_beside_the_others_is_not_settled(
    client: Client, change: dict[str, object], name: str, value: object
) -> None:
    evening = start(client, rules_of=PUB, **change)
    agreed = ruleset_of(evening.stored.ruleset).to_json()["house_rules"]
    assert isinstance(agreed, dict) and agreed[name] == value


@pytest.mark.parametrize(("change", "name", "code"), IMPOSSIBLE)
def test_what_makes_no_sense_is_refused_beside_its_house_rule_and_nothing_is_lost(
    client: Client, change: dict[str, object], name: str, code: str
) -> None:
    fields = start_fields("Anna", "Beppo", "Cilli", "Done", rules_of=PUB, **change)
    page = client.post("/", fields)
    html = markup(page)
    assert page.status_code == 422 and not Evening.objects.exists()
    assert len(problems_of(page)) == 1
    place = html.index(f'id="rule-{name}"')
    assert html.index('class="problem"', place) < html.index("</fieldset>", place)
    assert all(f'value="{person}"' in html for person in ("Anna", "Beppo", "Cilli", "Done"))
    for field, value in change.items():
        if isinstance(value, str) and value not in ("maybe", "dice"):
            assert re.search(rf'name="{field}" value="{value}"', html), code


def test_all_problems_are_reported_at_once(client: Client) -> None:
    page = client.post("/", start_fields("Anna", rules_of=PUB, rule_unit="many", rule_matador_maximum="99"))
    assert len(problems_of(page)) == 3  # two house rules, and one person is too few


def test_what_was_changed_stays_changed_for_another_tariff_of_the_game(client: Client) -> None:
    html = shown(client, "bavarian", "school", rules_of=PUB, rule_pot_sweetener="10")
    fields = as_shown(html)
    assert fields["rules_of"] == ["bavarian/school_10_50"]
    assert fields["rule_pot_sweetener"] == ["10"] and fields["rule_rufer_tariff"] == ["10"]
    evening = start(client, stake_bavarian="school", rules_of=PUB, rule_pot_sweetener="10")
    agreed = ruleset_of(evening.stored.ruleset).to_json()["house_rules"]
    assert isinstance(agreed, dict) and (agreed["pot_sweetener"], agreed["rufer_tariff"]) == (10, 10)


def test_house_rules_of_another_game_are_passed_over(client: Client) -> None:
    evening = start(client, game="asserufen", stake_asserufen="cents_10", rules_of=PUB, rule_surrender="yes")
    assert evening.stored.ruleset == rules.PRESETS["asserufen"]["asserufen_quick"].to_json()


def test_without_a_script_a_button_shows_them_and_opens_nothing(client: Client) -> None:
    page = client.post("/", start_fields("Anna", game="sasku", stake_sasku="strokes_10", show_rules="1"))
    html = markup(page)
    assert page.status_code == 200 and not Evening.objects.exists() and problems_of(page) == []
    assert 'value="sasku/sasku_per_stroke"' in html and 'value="Anna"' in html
    assert 'name="rule_paid_for" value="strokes" checked' in html


def test_the_next_evening_starts_with_the_same_house_rules(client: Client) -> None:
    first = start(client, rules_of=PUB, rule_pot_sweetener="10", rule_bock_after=["", "re"])
    page = markup(client.get(f"/c/{first.club_token}/start"))
    fields = as_shown(page)
    assert fields["rule_pot_sweetener"] == ["10"] and fields["rule_bock_after"] == ["", "re"]
    again = client.post(f"/c/{first.club_token}/start", {**start_fields(), **fields, "names": ["A", "B", "C", "D"]})
    assert again.status_code == 302
    assert Evening.objects.get(number=2).ruleset == first.stored.ruleset


@pytest.mark.parametrize(
    ("game", "offer", "names"),
    [("sasku", "points", "ABC"), ("schafskopf24", "points", "ABCDE"), ("bierkopf", "bierkopf", "ABC"),
     ("bierkopf", "two_handed", "ABC")],
)  # fmt: skip
def test_a_game_takes_only_its_number_of_people(client: Client, game: str, offer: str, names: str) -> None:
    page = client.post("/", start_fields(*names, **{"game": game, f"stake_{game}": offer}))
    assert page.status_code == 422 and len(problems_of(page)) == 1
    assert not Evening.objects.exists()


def test_rules_are_fetched_with_post_only(client: Client) -> None:
    assert client.get("/house-rules").status_code == 405
    assert text_of(client.post("/house-rules", {"game": "poker"})) == ""


@pytest.mark.parametrize("event", ["rule_bock_after", "rule_kreuzbock_after"])
@pytest.mark.parametrize(("reading", "is_needed"), [("heart_solo", True), ("lost_solo", False)])
def test_a_solo_asks_for_its_suit_only_where_hearts_are_followed_by_something(
    client: Client, event: str, reading: str, is_needed: bool
) -> None:
    """B80, B89. A Solo Tout like a Solo. A Suit Wenz always needs its suit (B78), a Rufer never."""
    evening = start(client, rules_of=PUB, **{event: ["", reading]})
    html = markup(evening.get("table"))
    classes = dict(re.findall(r'name="contract" value="(\w+)" class="([^"]*)"', html))
    needing = {contract for contract, names in classes.items() if "needs-trump" in names.split()}
    suit_games = {f"suit_{kind}" for kind in ("wenz", "geier", "wenz_tout", "geier_tout")}
    assert needing == suit_games | ({"solo", "solo_tout"} if is_needed else set())
    assert "nötig" in html
    solo = {"contract": "solo", "declarer": "Anna", "partner": ""}
    refused = evening.record(**solo)
    assert (refused.status_code, problems_of(refused)) == (
        (422, ["Welche Farbe war Trumpf?"]) if is_needed else (302, [])
    )
    assert evening.record(**solo, trump_suit="hearts").status_code == 302


@pytest.mark.parametrize("game", ["sasku", "palatinate"])
def test_a_game_whose_trumps_always_count_says_that_they_are_needed(client: Client, game: str) -> None:
    people = "ABC" if game == "palatinate" else "ABCD"
    evening = start(client, *people, **{"game": game, f"stake_{game}": "points"})
    assert markup(evening.get("table")).count('class="needed"') == 1
