"""Requests of schemathesis aimed at what there is, which chance alone would never meet: links, people, hands, plans.

What depends on the operation is in the tables `ROWS`, `OF_CLOSED_EVENING`, `OF_MEMBERS` and `FIELDS`; all else goes by
the name of a field.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from schemathesis.core.parameters import ParameterLocation

from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.exchange.models import Import
from scorebook.ledger.models import Entry, PlannedPayment
from scorebook.play.models import Evening, HandEvent, ShelvedEvening
from scorebook.standings.models import SeasonEvent
from tests.support.api_phone import ApiEvening, Phone, key, opening

# So many of either kind are gone on with: the newest.
OPEN, CLOSED, RECENT_ROWS = 3, 3, 3
MOSTLY = 0.8
NAMES = ("Anna", "Beppo", "Cilli", "Done", "Elis", "Fanny")
TABLE = "date;Anna;Beppo;Cilli;Done\n2024-05-02;1,20;-0,40;-0,40;-0,40"
THROWN_IN = {"kind": "bavarian.thrown_in"}
# Fields that are well left out, whatever the operation.
LEFT_OUT = (
    "preset", "house_rules", "first_dealer", "club_token", "dealer", "format", "figures", "treasurer", "coin", "to",
    "last_on", "rules_of", "left_out", "least_evenings", "least_percent", "best", "scheme", "game",
)  # fmt: skip
OF_CLOSED_EVENING = {"undo_close_evening", "settle_evening"}
OF_MEMBERS = {"renew_scribe_link"}  # of an evening, and yet not for its scribe
Rows = tuple[Callable[[], QuerySet[Any]], str]


def _payments(*, is_paid: bool, **which: object) -> Callable[[], QuerySet[Any]]:
    paid = Exists(Entry.objects.filter(planned=OuterRef("pk"), reversed_by=None))
    found = PlannedPayment.objects.filter(paid if is_paid else ~paid, superseded_at=None, **which)
    return lambda: found.select_related("plan").order_by("-plan__made_at")


def _entries(*kinds: Entry.Kind, **which: object) -> Callable[[], QuerySet[Any]]:
    found = Entry.objects.filter(kind__in=kinds, reversed_by=None, planned=None, **which)
    return lambda: found.order_by("-recorded_at")


def _club_events(begun: ClubEvent.Kind, ended: ClubEvent.Kind, place: str) -> Rows:
    """Of what has begun and not ended since."""
    later = ClubEvent.objects.filter(club=OuterRef("club"), kind=ended, seq__gt=OuterRef("seq"))
    found = ClubEvent.objects.filter(~Exists(later.filter(**{place: OuterRef(place)})), kind=begun)
    return (lambda: found.order_by("-recorded_at")), place


def _seasons(*kinds: SeasonEvent.Kind) -> Rows:
    """The newest events of seasons, where they are of these kinds."""
    later = SeasonEvent.objects.filter(season=OuterRef("season"), seq__gt=OuterRef("seq"))
    found = SeasonEvent.objects.filter(~Exists(later), kind__in=kinds)
    return (lambda: found.order_by("-recorded_at")), "season"


_E, _C, _S = Entry.Kind, ClubEvent.Kind, SeasonEvent.Kind
_OPEN_SEASON = _seasons(_S.AGREED, _S.CHANGED, _S.REOPENED)
# operationId -> the rows that it can change, and the column that its path names after the link.
ROWS: dict[str, Rows] = {
    "mark_paid": (_payments(is_paid=False, plan__evening_id__isnull=False), "pk"),
    "undo_mark_paid": (_payments(is_paid=True, plan__evening_id__isnull=False), "pk"),
    "mark_tab_paid": (_payments(is_paid=False, plan__evening_id=None), "pk"),
    "undo_mark_tab_paid": (_payments(is_paid=True, plan__evening_id=None), "pk"),
    "undo_entry": (_entries(_E.PAYMENT, _E.CHARGE, _E.ROUNDING, _E.CARRIED, evening_id__isnull=False), "pk"),
    "undo_tab_entry": (_entries(_E.PAYMENT, _E.CHARGE, _E.DEPOSIT, _E.GRANT, _E.SPENDING, evening_id=None), "pk"),
    "undo_import": (lambda: Import.objects.filter(kind="imported", undone_by=None).order_by("-recorded_at"), "pk"),
    "change_season": _OPEN_SEASON,
    "close_season": _OPEN_SEASON,
    "undo_close_season": _seasons(_S.CLOSED),
    "season": _seasons(*_S),
    "discard_evening": (lambda: Evening.objects.filter(hand_count=0, shelved=None).order_by("-started_at"), "pk"),
    "undo_archive_evening": (lambda: ShelvedEvening.objects.order_by("-shelved_at"), "pk"),
    "undo_link_club": _club_events(_C.CLUB_LINKED, _C.CLUB_UNLINKED, "other_club_id"),
    "undo_link_person": _club_events(_C.PERSON_LINKED, _C.PERSON_UNLINKED, "player_id"),
    "link_person": (lambda: Player.objects.filter(seats=None).order_by("-created_at"), "pk"),  # they sat with nobody
    "undo_hide_person": _club_events(_C.NAME_HIDDEN, _C.NAME_SHOWN, "player_id"),
    "undo_leave_ratings": _club_events(_C.LEFT_RATINGS, _C.JOINED_RATINGS, "player_id"),
}


def _booked(evening: Evening, dice: random.Random) -> dict[str, Any]:
    seated = _seated(evening)
    verbs = ({"verb": "deposit", "person": seated[0], "people": None}, {"verb": "charge", "people": seated[:2]})
    return {"person": None, "payee": None, **dice.choice(verbs)}


# operationId -> what it takes otherwise than all others, or needs where the document does not say so.
FIELDS: dict[str, Callable[[Evening, random.Random], dict[str, Any]]] = {
    "open_evening": lambda _, dice: {"game": "bavarian", "end": None, "people": dice.sample(NAMES, 4)},
    "score_hand": lambda *_: {
        "game": "bavarian", "players": [*"abcd"], "hand": THROWN_IN, "state": None, "version": None,
    },
    "import_evenings": lambda *_: {"game": "bavarian", "people": None},
    "enrol_people": lambda _, dice: {"people": dice.sample(NAMES, 2)},
    "create_club": lambda _, dice: {"people": dice.sample(NAMES, 2)},
    "link_club": lambda _, dice: {"club_token": dice.choice([*Club.objects.values_list("keeper_token", flat=True)])},
    "book_on_tab": _booked,
    "agree_season": lambda *_: {"measure": "money", "unit": "EUR"},
    "change_season": lambda *_: {"measure": "money", "unit": "EUR"},
    "mark_paid": lambda *_: {"amount_minor": None},
    "mark_tab_paid": lambda *_: {"amount_minor": None},
}  # fmt: skip


def open_evenings(dice: random.Random) -> None:
    """So that some go on, in clubs with something on their tab."""
    for _ in range(OPEN - Evening.objects.filter(closed_at=None).count()):
        evening = ApiEvening(phone=Phone(), opened=Phone().post("evenings", opening(*dice.sample(NAMES, 4))).json)
        seated = [one["id"] for one in evening.opened["people"]]
        entries = [{**key(), "hand": _rufer(seated, dice)} for _ in range(3)]
        evening.phone.post(f"{evening.scribe}/hands/batch", {"known_hands": 0, "hands": entries})
        charged = {"verb": "charge", "people": seated[:2], "amount_minor": 200}
        evening.phone.post(f"{evening.club}/people", {**key(), "people": ["Gustl", "Hias"]})
        evening.phone.post(f"{evening.club}/tab/entries", {**key(), **charged})
        evening.phone.post(f"{evening.club}/tab/settle", key())


def aim(case: Any, dice: random.Random, *, mostly: float = MOSTLY) -> None:
    """What was made wrong on purpose is to be refused, and so stays wrong. mostly: 1 where nothing else is."""
    open_evenings(dice)
    name = case.operation.definition.raw["operationId"]
    rows, column = ROWS.get(name, (lambda: (), ""))
    row = _one_of(rows()[:RECENT_ROWS], dice)
    evening = _evening_of(row, dice) if row else _any_evening(dice, mostly, is_open=name not in OF_CLOSED_EVENING)
    if _is_right(case, ParameterLocation.PATH):
        _aim_path(case, name, evening, dice, mostly)
        if row:
            case.path_parameters[re.findall(r"{(\w+)}", case.path)[-1]] = str(getattr(row, column))
    if case.query and _is_right(case, ParameterLocation.QUERY):
        case.query.pop("cursor", None)  # only an answer has one that stands for a row
    if isinstance(case.body, dict) and _is_right(case, ParameterLocation.BODY):
        own = FIELDS[name](evening, dice) if name in FIELDS else {}
        known = {**_known_fields(case, evening, dice), **own}
        # Mostly all of it, so that much is answered well; else a field here and there.
        often = 1.0 if dice.random() < mostly else mostly
        names = [field for field in known if (field in case.body or field in own) and dice.random() < often]
        case.body = {**case.body, **{field: known[field] for field in names}}


def _is_right(case: Any, part: ParameterLocation) -> bool:
    made = case.meta.components.get(part) if case.meta else None
    return made is None or made.mode.is_positive


def _one_of(found: Sequence[Any] | QuerySet[Any], dice: random.Random) -> Any:
    known = [*found]
    return dice.choice(known) if known else None


def _evening_of(row: Any, dice: random.Random) -> Evening:
    """The evening of the row; for one of the club as a whole any evening of it, and of another club if it has none."""
    of = row.plan if isinstance(row, PlannedPayment) else row
    id = of.pk if isinstance(of, Evening) else getattr(of, "evening_id", None)
    evenings = Evening.objects.select_related("club").filter(club=row.club_id)
    return _one_of(evenings.filter(pk=id) if id else evenings[:CLOSED], dice) or _any_evening(dice, MOSTLY)


def _any_evening(dice: random.Random, mostly: float, *, is_open: bool = True) -> Evening:
    evenings = Evening.objects.select_related("club").order_by("-started_at")
    is_open = (dice.random() < mostly) is is_open
    found: Evening = _one_of(evenings.filter(closed_at__isnull=is_open)[: OPEN if is_open else CLOSED], dice)
    return found or evenings[0]


def _aim_path(case: Any, name: str, evening: Evening, dice: random.Random, mostly: float) -> None:
    club, places = evening.club, case.path_parameters
    writing = [evening.member_link(club.keeper_token), *([evening.scribe_token] if name not in OF_MEMBERS else [])]
    links = writing if dice.random() < mostly else [evening.watch_token]
    known: dict[str, Sequence[object] | QuerySet[Any]] = {
        "token": (club.keeper_token,) if "/clubs/" in case.path else links,
        "no": range(1, evening.hand_count + 1),
        "evening": (evening.pk,),
        "year": (evening.started_at.year,),
        "person": club.players.values_list("pk", flat=True),
    }
    for name in [name for name in places if name in known]:
        one = _one_of(known[name], dice)
        if one is not None:
            places[name] = one if isinstance(one, int) else str(one)


def _known_fields(case: Any, evening: Evening, dice: random.Random) -> dict[str, Any]:
    seated = _seated(evening)
    hand = _hand(seated, dice)
    newest = _newest(case.path_parameters, evening)
    known = {
        "known_hands": evening.hand_count,
        "hand": hand,
        "id": _key(dice),
        "hands": [{"id": _key(dice), "hand": hand}],
        "no": None,
        "replaces": newest,
        "place": 1 + evening.seats.filter(until_hand=None).count(),
        "name": f"Gast {dice.randrange(1_000_000)}",
        "end": {"rounds": 8},
        "lines": "zusammengeworfen",
        "text": TABLE,
        "person": seated[0],
        "payer": seated[0],
        "payee": seated[1],
        "people": seated[:2],
        "other": seated[0],
        "way": dice.choice(("fewest", "one_for_all", "direct", "carry_over")),
        "amount_minor": dice.randrange(1, 500),
        "unit": "EUR",
        "stake_minor": 10,
        "first_on": "2026-01-01",
        "reason": "verzählt",
    }
    return dict.fromkeys(LEFT_OUT) | known


def _seated(evening: Evening) -> Sequence[str]:
    """Who left last of all."""
    return [str(stay.player_id) for stay in sorted(evening.all_seats(), key=lambda stay: not stay.is_present)]


def _newest(places: dict[str, Any], evening: Evening) -> str | None:
    """The event that a change of the season or of the hand in the path replaces; none of all else."""
    events: QuerySet[Any, Any] = HandEvent.objects.filter(club=evening.club, evening=evening).values_list("no", "pk")
    if "season" in places:
        events = SeasonEvent.objects.filter(club=evening.club).values_list("season", "pk")
    replaced = str(places.get("season", places.get("no")))  # perhaps wrong on purpose
    return next((str(id) for of, id in events.order_by("-seq") if str(of) == replaced), None)


def _hand(seated: Sequence[str], dice: random.Random) -> dict[str, Any]:
    """A hand that the people seated could have played, unless they left since."""
    return THROWN_IN if dice.random() < 0.5 else _rufer(seated, dice)


def _rufer(seated: Sequence[str], dice: random.Random) -> dict[str, Any]:
    return {
        "kind": "bavarian.rufer",
        "declarer": seated[0],
        "partner": seated[1],
        "card_points": dice.randrange(2, 119),
    }


def _key(dice: random.Random) -> str:
    return str(UUID(int=dice.getrandbits(128), version=4))
