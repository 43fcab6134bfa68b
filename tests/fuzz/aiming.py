"""Requests of schemathesis aimed at what there is, which chance alone would never meet: links, people, hands, plans."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from schemathesis.core.parameters import ParameterLocation

from scorebook.clubs.models import Club
from scorebook.exchange.models import Import
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.play.models import Evening, HandEvent
from scorebook.standings.models import SeasonEvent
from tests.support.api_phone import ApiEvening, Phone, key, opening

# So many of either kind are gone on with: the newest.
OPEN, CLOSED = 3, 3
MOSTLY = 0.8
NAMES = ("Anna", "Beppo", "Cilli", "Done", "Elis", "Fanny")
TABLE = "date;Anna;Beppo;Cilli;Done\n2024-05-02;1,20;-0,40;-0,40;-0,40"
# Fields that are well left out, whatever the operation.
LEFT_OUT = (
    "preset", "house_rules", "first_dealer", "club_token", "dealer", "format", "people", "figures", "treasurer", "coin",
    "to", "last_on", "rules_of", "left_out", "least_evenings", "least_percent", "best", "scheme", "game",
)  # fmt: skip


def open_evenings(dice: random.Random) -> None:
    """So that some go on, in clubs with something on their tab."""
    for _ in range(OPEN - Evening.objects.filter(closed_at=None).count()):
        evening = ApiEvening(phone=Phone(), opened=Phone().post("evenings", opening(*dice.sample(NAMES, 4))).json)
        hands = [evening.by_id({"contract": "thrown_in"}) for _ in range(3)]
        entries = [{**key(), "hand": hand} for hand in hands]
        evening.phone.post(f"{evening.scribe}/hands/batch", {"known_hands": 0, "hands": entries})
        charged = {
            "verb": "charge",
            "people": [one["id"] for one in evening.opened["people"][:2]],
            "amount_minor": 200,
        }
        evening.phone.post(f"{evening.club}/tab/entries", {**key(), **charged})
        evening.phone.post(f"{evening.club}/tab/settle", key())


def aim(case: Any, dice: random.Random) -> None:
    """What was made wrong on purpose is to be refused, and so stays wrong."""
    open_evenings(dice)
    evenings = Evening.objects.select_related("club").order_by("-started_at")
    is_open = (dice.random() < MOSTLY) is not ("/payments/" in case.path)  # a plan is of a closed one
    evening = dice.choice(evenings.filter(closed_at__isnull=is_open)[: OPEN if is_open else CLOSED] or evenings[:1])
    if _is_right(case, ParameterLocation.PATH):
        _aim_path(case.path, case.path_parameters, evening, dice)
    if isinstance(case.body, dict) and _is_right(case, ParameterLocation.BODY):
        case.body = _aimed_body(case, evening, dice)


def _is_right(case: Any, part: ParameterLocation) -> bool:
    made = case.meta.components.get(part) if case.meta else None
    return made is None or made.mode.is_positive


def _aim_path(path: str, places: dict[str, Any], evening: Evening, dice: random.Random) -> None:
    is_club = path.startswith("/clubs/")
    if "token" in places:
        link = evening.scribe_token if dice.random() < MOSTLY else evening.watch_token
        places["token"] = evening.club.keeper_token if is_club else link
    evening_id = None if is_club else evening.pk
    payments = PlannedPayment.objects.filter(club=evening.club, plan__evening_id=evening_id, superseded_at=None)
    entries = Entry.objects.filter(club=evening.club, evening_id=evening_id)
    imports = Import.objects.filter(club=evening.club)
    known = {
        "player": evening.club.players.values_list("pk", flat=True),
        "no": range(1, evening.hand_count + 1),
        "number": [evening.number],
        "payment": payments.values_list("pk", flat=True),
        "entry": (imports if "/imports/" in path else entries).values_list("pk", flat=True),
        "other": Club.objects.values_list("pk", flat=True),
        "season": SeasonEvent.objects.filter(club=evening.club).values_list("season", flat=True),
    }
    for name in sorted(places.keys() & known.keys()):
        if known[name]:
            one = dice.choice([*known[name]])
            places[name] = one if isinstance(one, int) else str(one)


def _aimed_body(case: Any, evening: Evening, dice: random.Random) -> dict[str, Any]:
    """Mostly all of it, so that much is answered well; else a field here and there."""
    known = _known_fields(case, evening, dice)
    often = 1.0 if dice.random() < MOSTLY else MOSTLY
    body: dict[str, Any] = case.body
    return {name: known[name] if name in known and dice.random() < often else one for name, one in body.items()}


def _known_fields(case: Any, evening: Evening, dice: random.Random) -> dict[str, Any]:
    stays = sorted(evening.all_seats(), key=lambda stay: not stay.is_present)  # who left last of all
    seated = [str(stay.player_id) for stay in stays]
    people = [str(id) for id in evening.club.players.values_list("pk", flat=True)]
    hand = _hand(seated, dice)
    season, no = case.path_parameters.get("season"), case.path_parameters.get("no")
    hand_events = HandEvent.objects.filter(club=evening.club, evening=evening, no=no if isinstance(no, int) else 0)
    season_events = SeasonEvent.objects.filter(club=evening.club, season=season if _is_key(season) else UUID(int=0))
    known = dict.fromkeys(LEFT_OUT) | {
        "known_hands": evening.hand_count,
        "hand": hand,
        "id": _key(dice),
        "hands": [{"id": _key(dice), "hand": hand}],
        "no": None,
        "replaces": _newest(season_events if season else hand_events),
        "place": 1 + sum(stay.is_present for stay in stays),
        "name": f"Gast {dice.randrange(1_000_000)}",
        "end": {"rounds": 8},
        "lines": "zusammengeworfen",
        "text": TABLE,
        "person": seated[0],
        "payer": seated[0],
        "payee": seated[1],
        "people": seated[:2],
        "other": people[-1],
        "way": dice.choice(("fewest", "one_for_all", "direct", "carry_over")),
        "amount_minor": dice.randrange(1, 500),
        "unit": "EUR",
        "stake_minor": 10,
        "first_on": "2026-01-01",
        "measure": "money",
        "reason": "verzählt",
    }
    if case.path == "/evenings":
        known |= {"game": "bavarian", "end": None, "people": dice.sample(NAMES, 4)}
    if case.path == "/hands/score":
        known |= {"game": "bavarian", "players": ["a", "b", "c", "d"], "hand": {"kind": "bavarian.thrown_in"}}
    if case.path.endswith("/imports"):
        known |= {"game": "bavarian", "people": None}
    if case.path == "/clubs" or case.path.endswith("/people"):
        known |= {"people": dice.sample(NAMES, 2)}
    if case.path.endswith("/clubs"):
        known |= {"club_token": dice.choice([*Club.objects.values_list("keeper_token", flat=True)])}
    return {name: value for name, value in known.items() if value is not None or name in LEFT_OUT}


def _hand(seated: Sequence[str], dice: random.Random) -> dict[str, Any]:
    """A hand that the people seated could have played, unless they left since."""
    if dice.random() < 0.5:
        return {"kind": "bavarian.thrown_in"}
    return {"kind": "bavarian.rufer", "declarer": seated[0], "partner": seated[1], "card_points": dice.randrange(121)}


def _key(dice: random.Random) -> str:
    return str(UUID(int=dice.getrandbits(128), version=4))


def _newest(events: Any) -> str | None:
    newest = events.order_by("seq").last()
    return str(newest.pk) if newest else None


def _is_key(text: object) -> bool:
    try:
        return bool(UUID(str(text)))
    except ValueError:
        return False
