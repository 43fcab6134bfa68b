"""Whatever comes in: an answer in the one shape, never a fault of ours.

The test client raises what the site would answer with 500.
"""

import json
from collections.abc import Mapping
from uuid import UUID, uuid4

from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import GAMES, PRESETS
from rules.games.registry import contracts_by_tag
from rules.hand_tags import kind_of_hand
from tests.support.api_phone import Answer, ApiEvening, Json, opening
from tests.support.extent import in_ci

# Most of it is refused before the database is read.
anyhow = settings(
    max_examples=in_ci(120, otherwise=30) if connection.vendor == "sqlite" else 30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.uuids().map(str)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
FIELDS = sorted({
    "contract", "kind", "declarer", "partner", "trump_suit", "call", "card_points", "tricks", "opponents_card_points",
    "opponents_tricks", "won", "level", "top_trumps", "kontra", "laid", "surrender", "revoked_by", "value",
    "schwarz_claimed", "counted_top_trumps", "trumps_held", "pot_taken_by", "ober_holder", "losers", "maidens",
    "march_by", "winner", "points", "why", "was_dealt", "round", "trumps_in_tricks", "highest_trump",
})  # fmt: skip
KINDS = sorted(kind_of_hand(game, contract) for game in GAMES for contract in contracts_by_tag(game))
PEOPLE = ["Anna", "Beppo", "Cilli", "Done"]
WITHOUT_EVENING = ["hands/score", "evenings"]
BELOW = [
    *WITHOUT_EVENING, "hands", "hands/preview", "hands/1", "hands/1/undo", "close", "settle", "close/undo", "people",
    f"people/{UUID(int=1)}/leave",
]  # fmt: skip


def _plausible(people: list[str]) -> st.SearchStrategy[object]:
    """What a field of a hand may hold, often enough in the right place."""
    somebody = st.sampled_from(people)
    return st.one_of(
        somebody,
        st.integers(-2, 130),
        st.booleans(),
        st.sampled_from(["hearts", "clubs", "acorns", "plain", "schneider", "schwarz", "accepted", "refused", "ace"]),
        st.lists(somebody | st.none(), max_size=4),
        st.dictionaries(somebody, st.integers(-200, 200), max_size=4),
        st.fixed_dictionaries({"count": st.integers(-1, 9)}, optional={"side": st.just("opponents")}),
        ANYTHING,
    )


def _hands(people: list[str]) -> st.SearchStrategy[Mapping[str, object]]:
    fields = st.dictionaries(st.sampled_from(FIELDS), _plausible(people), max_size=6)
    return st.builds(lambda kind, rest: {"kind": kind} | rest, st.sampled_from(KINDS), fields)


def _answered(answer: Answer) -> Answer:
    assert answer.status in (200, 201, 400, 404, 409)
    assert answer.status < 400 or answer.problems
    return answer


@settings(anyhow, max_examples=4 * anyhow.max_examples)
@given(body=ANYTHING, below=st.sampled_from(BELOW))
def test_any_json_is_answered_everywhere(evening: ApiEvening, body: object, below: str) -> None:
    ask = evening.phone.put if below == "hands/1" else evening.phone.post
    _answered(ask(below if below in WITHOUT_EVENING else f"{evening.scribe}/{below}", json.dumps(body).encode()))


@anyhow
@given(body=st.binary(max_size=40))
def test_any_bytes_are_answered(evening: ApiEvening, body: bytes) -> None:
    assert _answered(evening.phone.post(f"{evening.scribe}/hands", body)).status == 400


@anyhow
@given(game=st.sampled_from(sorted(GAMES)), data=st.data())
def test_any_line_of_the_calculator_is_answered(evening: ApiEvening, game: str, data: st.DataObject) -> None:
    names = [one for one, _, _ in GAMES[game].house_rules()]
    line = data.draw(
        st.fixed_dictionaries(
            {
                "game": st.just(game),
                "players": st.just(PEOPLE) | st.lists(st.sampled_from(PEOPLE), max_size=8),
                "dealer": st.sampled_from(PEOPLE) | SCALARS,
                "hand": _hands(PEOPLE) | ANYTHING,
            },
            optional={
                "preset": st.sampled_from(sorted(PRESETS[game])) | ANYTHING,
                "house_rules": st.dictionaries(st.sampled_from(names), ANYTHING, max_size=2) | ANYTHING,
                "version": ANYTHING,
                "state": st.dictionaries(st.sampled_from(["pot", "bock", "round", "match", "old_man"]), ANYTHING)
                | ANYTHING,
                "id": ANYTHING,
            },
        )
    )
    _answered(evening.phone.post("hands/score", line))


@anyhow
@given(data=st.data())
def test_any_hand_is_answered(evening: ApiEvening, data: st.DataObject) -> None:
    ids = [*evening.opened["names"], "nobody"]
    sheet = evening.sheet()
    hand = data.draw(_hands(ids))
    body = {"id": str(uuid4()), "hand": hand}
    dealer = data.draw(st.just({}) | st.fixed_dictionaries({"dealer": st.sampled_from(ids) | SCALARS}))
    _answered(evening.phone.post(f"{evening.scribe}/hands/preview", {"hand": hand, **dealer}))
    _answered(evening.phone.post(f"{evening.scribe}/hands", body | {"known_hands": sheet["hand_count"], **dealer}))
    if sheet["hands"]:
        line = data.draw(st.sampled_from(sheet["hands"]))
        change = body | {"id": str(uuid4()), "replaces": line["id"], **dealer}
        _answered(evening.phone.put(f"{evening.scribe}/hands/{line['no']}", change))


CHANGES = st.dictionaries(
    st.sampled_from(
        ["id", "game", "preset", "house_rules", "unit", "stake_minor", "people", "first_dealer", "club_token"]
    ),
    ANYTHING | st.lists(st.text(max_size=50), max_size=8),
    max_size=3,
)


@anyhow
@given(changes=CHANGES)
def test_any_opening_is_answered(evening: ApiEvening, changes: Json) -> None:
    _answered(evening.phone.post("evenings", opening() | changes))


def test_the_dearest_hand_is_booked_and_a_dearer_one_refused(evening: ApiEvening) -> None:
    house_rules = {"rufer_tariff": 1_000_000, "solo_tariff": 1_000_000, "unit": 1_000_000}
    wanted = opening(house_rules=house_rules, stake_minor=1_000_000)
    dear = ApiEvening(phone=evening.phone, opened=evening.phone.post("evenings", wanted).json)
    hand = {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True, "level": "schwarz"}
    refused = dear.record(hand | {"kontra": 16, "laid": 4}, known=0)
    assert (refused.status, refused.json["error"]["code"]) == (400, "hand_too_large")
    answer = dear.record(hand | {"kontra": 8}, known=0)
    assert (answer.status, answer.json["hand"]["score"]["value"]) == (201, 3 * 1_000_000 * 2**8)
