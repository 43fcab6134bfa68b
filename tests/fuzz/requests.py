"""One request after another: mostly what a page or a client would send, and wrong in a place or two."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode, urlsplit

from rules import GAMES, PRESETS
from scorebook.play.models import Evening
from scorebook.standings.boards.query import BoardMeasure
from scorebook.standings.models import SeasonEvent
from scorebook.standings.records.club_records import FEATS
from tests.fuzz import nasty
from tests.fuzz.addresses import Address
from tests.fuzz.forms import Form
from tests.fuzz.world import NAMES, World

METHODS = ("GET", "GET", "GET", "GET", "POST", "POST", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH")
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
BOUNDARY = "fuzz"
QUERY = (
    "unit",
    "from",
    "to",
    "first_on",
    "last_on",
    "by",
    "game",
    "was",
    "before",
    "limit",
    "cursor",
    "dealer",
    "contract",
    "card_points",
    "names",
    "period",
    "person",
    "partner",
    "result",
    "level",
    "feat",
    "doubled",
    "value",
    "note",
    "contract",
    "club",
    "evening",
    "p",
    "_to_field",
    "_popup",
    "x",
)
SEASON = (
    "name", "first_on", "last_on?", "game?", "rules_of?", "left_out?", "least_evenings?", "least_percent?", "measure?",
    "unit?", "best?", "scheme?",
)  # fmt: skip
# What the API's bodies may hold; an address that is not here gets its key and something of everything.
BODIES = {
    "api:v1:evening-list": (
        "id",
        "game",
        "preset",
        "unit",
        "stake_minor",
        "people",
        "first_dealer?",
        "club_token?",
        "house_rules?",
    ),
    "api:v1:hand-score": ("game", "preset", "players", "dealer", "hand", "state?", "version?", "id?", "house_rules?"),
    "api:v1:evening_hand-list": ("id", "known_hands", "hand", "dealer?"),
    "api:v1:evening_hand-batch": ("known_hands", "hands"),
    "api:v1:evening_hand-preview": ("hand", "no?", "dealer?"),
    "api:v1:evening_hand-detail": ("id", "replaces", "hand", "dealer?"),
    "api:v1:evening_hand-undo": ("id", "replaces"),
    "api:v1:evening_person-list": ("id", "name", "place"),
    "api:v1:evening_account-settle": ("id", "way", "treasurer?", "coin?", "to?"),
    "api:v1:evening_payment-mark-paid": ("id", "amount_minor?"),
    "api:v1:club_hall-cup": ("id", "rule", "first_on"),
    "api:v1:club_season-list": ("id", *SEASON),
    "api:v1:club_season-detail": ("id", "replaces", *SEASON),
    "api:v1:club_season-close": ("id", "replaces"),
    "api:v1:club_season-undo-close": ("id", "replaces", "reason"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FuzzRequest:
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    content_type: str = FORM
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        address = f"{self.path}?{self.query}" if self.query else self.path
        head = "".join(f" {name}={text!r:.60}" for name, text in self.headers.items())
        return f"{self.method} {address:.300}{head} {self.content_type!r} {self.body[:600]!r}"


def random_request(world: World, address: Address, allowed: Sequence[str]) -> FuzzRequest:
    """A request to this address. allowed: the methods that it is known to take, if any is."""
    dice = world.dice
    evening = dice.choice(world.evenings)
    path = address.filled(*(_place(world, evening, kind, name, address) for kind, name in address.places))
    method = dice.choice(allowed if allowed and dice.randrange(10) else METHODS)
    one = FuzzRequest(
        method=method, path=path, query="" if dice.randrange(8 if path.startswith("/api/") else 3) else _query(dice)
    )
    if method in ("GET", "HEAD", "OPTIONS"):
        return _mutated(dice, one)
    if path.startswith("/api/"):
        return _mutated(dice, replace(one, body=nasty.as_json(_body(world, evening, address.name)), content_type=JSON))
    fields = [
        (dice.choice(("key", "watch", "next", "language", "unit", "name", "text", "seen", "show")), _plain(world))
        for _ in range(3)
    ]
    return _mutated(dice, _with_fields(dice, one, fields))


def sent(world: World, form: Form) -> FuzzRequest:
    """A page's own form, chosen at random as a thumb would, and then some field wrong."""
    dice = world.dice
    fields = [(name, _chosen(world, name, texts)) for name, texts in form.fields.items() if dice.randrange(12)]
    if dice.randrange(3) == 0 and fields:
        place = dice.randrange(len(fields))
        fields[place] = (fields[place][0], nasty.text(dice))
    if dice.randrange(8) == 0 and fields:
        fields.append((dice.choice(fields)[0], nasty.text(dice)))
    action = urlsplit(form.action)
    one = FuzzRequest(method=form.method, path=action.path, query=action.query)
    if form.method != "POST":
        return _mutated(dice, replace(one, query=_encoded(fields)))
    return _mutated(dice, _with_fields(dice, one, fields))


def _chosen(world: World, name: str, texts: list[str]) -> str:
    if name == "key" and world.dice.randrange(4) == 0:
        return world.key()
    return world.dice.choice(texts) or (_plain(world) if world.dice.randrange(2) else "")


def _plain(world: World) -> str:
    dice = world.dice
    return dice.choice((*NAMES, "1", "3", "20", "61", "0,50", "12.30", "EUR", "on", "de", "/", world.id(), world.key()))


def _place(world: World, evening: Evening, kind: str, name: str, address: Address) -> str:
    dice = world.dice
    if dice.randrange(16) == 0:
        return nasty.quoted(nasty.text(dice) or "-")
    if kind == "int":
        return str(dice.choice((0, 1, 1, 2, evening.hand_count, evening.number, 99, 2**31, 2**63, 10**30)))
    if kind == "uuid":
        return _uuid(world, evening, name)
    if kind == "path":
        return str(dice.choice((evening.pk, evening.club_id, world.player_of(evening), world.event_of(evening), 1)))
    if name in ("board", "feat"):
        return str(dice.choice((*BoardMeasure, *FEATS)))
    if name in ("game", "preset", "tongue"):
        return dice.choice((*GAMES, *PRESETS["bavarian"], "de", "en"))
    links = {"scribe": evening.scribe_token, "watch": evening.watch_token, "club": evening.club.keeper_token}
    if dice.randrange(12) == 0:
        return dice.choice(list(links.values()))
    # The API calls all of them tokens.
    kind = "club" if "/clubs/" in address.route else name.removesuffix("_token")
    return links.get(kind, evening.scribe_token)


def _uuid(world: World, evening: Evening, name: str) -> str:
    if name.startswith("season"):
        seasons = SeasonEvent.objects.filter(club=evening.club_id).values_list("season", flat=True)
        return str(seasons.first() or world.key())
    if name in ("club_id", "other"):
        return str(evening.club_id)
    if name == "evening":
        return str(evening.pk)
    return world.payment_of(evening) if name == "payment" else world.player_of(evening)


def _body(world: World, evening: Evening, name: str) -> object:
    dice = world.dice
    if dice.randrange(20) == 0:
        return nasty.value(dice)
    wanted = BODIES.get(name, ("id",))
    fields = [one.rstrip("?") for one in wanted if not one.endswith("?") or dice.randrange(3) == 0]
    body = {one: _value(world, evening, one) for one in fields}
    if "replaces" in body and name.startswith("api:club_season"):
        events = SeasonEvent.objects.filter(club=evening.club_id)
        body["replaces"] = events.values_list("pk", flat=True).last() or world.key()
    for _ in range(dice.choice((0, 0, 0, 0, 1, 2))):
        body[dice.choice([*body, *body, *body, "x", "\x00", "\ud800"])] = nasty.value(dice)
    return body


def _value(world: World, evening: Evening, name: str) -> object:
    dice, game = world.dice, world.dice.choice(sorted(GAMES))
    values: dict[str, object] = {
        "id": world.key(),
        "known_hands": Evening.objects.filter(pk=evening.pk).values_list("hand_count", flat=True).first() or 0,
        "hand": world.hand(evening),
        "hands": [_reported_hand(world, evening) for _ in range(dice.choice((0, 1, 2, 3)))],
        "replaces": world.event_of(evening),
        "dealer": world.player_of(evening),
        "treasurer": world.player_of(evening),
        "name": dice.choice(NAMES),
        "place": dice.randrange(6),
        "way": dice.choice(("fewest", "direct", "one_for_all", "carry_over", "round_off")),
        "to": dice.choice(("kitty", "largest_creditor")),
        "coin": dice.choice((10, 50, 100)),
        "amount_minor": dice.choice((1, 5, 100)),
        "no": dice.choice((1, 2, 99)),
        "game": evening.game,
        "preset": dice.choice(sorted(PRESETS[evening.game])),
        "unit": dice.choice(("EUR", "EUR", "points", "CHF")),
        "stake_minor": dice.choice((1, 10, 10**6)),
        "people": list(NAMES[: dice.randrange(2, 8)]),
        "players": list(NAMES[: dice.randrange(2, 8)]),
        "first_dealer": dice.choice(NAMES),
        "club_token": evening.club.keeper_token,
        "house_rules": {one: nasty.value(dice) for one, _, _ in GAMES[game].house_rules() if dice.randrange(8) == 0},
        "state": {one: nasty.value(dice) for one in ("pot", "bock", "round", "match") if dice.randrange(3) == 0},
        "version": 1,
        "rule": dice.choice(("beaten", "winner", "no_cup")),
        "reason": nasty.text(dice),
        "first_on": dice.choice(("2020-01-01", "2026-01-01", "1900-01-01", "8999-12-31")),
        "last_on": dice.choice(("2026-12-31", "2020-12-31", "9999-12-31")),
        "rules_of": str(evening.pk),
        "left_out": [str(evening.pk), *([world.id()] if dice.randrange(3) == 0 else [])],
        "least_evenings": dice.randrange(3),
        "least_percent": dice.choice((0, 50, 101)),
        "measure": dice.choice(("points", "money", "per_hand", "per_evening", "place_points")),
        "best": dice.choice((1, 3, 1000)),
        "scheme": {str(people): [*range(people, 0, -1)] for people in range(dice.choice((0, 3, 4)), 5)},
    }
    return values[name]


def _reported_hand(world: World, evening: Evening) -> object:
    if world.dice.randrange(12) == 0:
        return nasty.value(world.dice)
    return {"id": world.key(), "hand": world.hand(evening)}


def _with_fields(dice: random.Random, one: FuzzRequest, fields: list[tuple[str, str]]) -> FuzzRequest:
    if dice.randrange(6):
        return replace(one, body=_encoded(fields).encode())
    parts = b"".join(_part(dice, name, text) for name, text in fields)
    charset = f"; charset={dice.choice(nasty.CHARSETS)}" if dice.randrange(2) else ""
    kind = f"multipart/form-data; boundary={BOUNDARY}{charset}"
    return replace(one, body=parts + f"--{BOUNDARY}--\r\n".encode(), content_type=kind)


def _part(dice: random.Random, name: str, text: str) -> bytes:
    file = "" if dice.randrange(5) else f'; filename="{nasty.text(dice)[:80]}"'
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name[:200]}"{file}\r\n\r\n'
    return f"{head}{text}\r\n".encode("utf-8", "surrogatepass")


def _encoded(fields: list[tuple[str, str]]) -> str:
    return "&".join(f"{nasty.quoted(name)}={nasty.quoted(text)}" for name, text in fields)


def _query(dice: random.Random) -> str:
    pairs = [(dice.choice(QUERY), nasty.text(dice)) for _ in range(dice.randrange(1, 4))]
    return _encoded(pairs) if dice.randrange(6) else urlencode({"a": 1}) + "&%zz&=&;&" + "b=1&" * dice.randrange(1200)


def _mutated(dice: random.Random, one: FuzzRequest) -> FuzzRequest:
    headers = {}
    for _ in range(dice.choice((0, 0, 1, 2))):
        headers[dice.choice(nasty.HEADERS)] = nasty.header(dice)
    if dice.randrange(6) == 0:
        headers["cookie"] = f"{dice.choice(nasty.COOKIES)}={nasty.header(dice)}"
    one = replace(one, headers=headers)
    if dice.randrange(15) == 0:
        one = replace(
            one, content_type=f"{dice.choice((FORM, JSON, 'text/plain', ''))}; charset={dice.choice(nasty.CHARSETS)}"
        )
    if dice.randrange(30) == 0:
        one = replace(one, content_type=dice.choice(nasty.CONTENT_TYPES))
    if dice.randrange(25) == 0:
        one = replace(one, body=one.body[: dice.randrange(len(one.body) + 1)] + bytes([dice.randrange(256)]))
    return one
