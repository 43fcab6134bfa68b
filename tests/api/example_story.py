"""An evening in which every operation of the API is used once: where the document's examples come from.

What chance and the clock made is replaced by stand-ins, the same in every run; long lists are cut short.
"""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any
from uuid import UUID

from rules.hand_tags import tag_hand
from tests.support.api_document import declared_operation
from tests.support.api_phone import Answer, ApiEvening, Json, Phone, opening

KEY = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"
HASH = r"\b[0-9a-f]{64}\b"
RECEIPT = r'(?<="receipt": ")[0-9a-f]{16}(?=")'
YEAR = r'(?<="year": )\d{4}\b|(?<="years": \[)\d{4}(?=\])'
DAY = r'(?<=")\d{4}-\d\d-\d\d(?=")|(?<=Date: )\d{4}-\d\d-\d\d'
DAY_IN_A_NAME = r"\b\d\d/\d\d/\d{4}\b"
MOST_ROWS, MOST_LETTERS, MOST_HOUSE_RULES = 2, 700, 3
STAND_IN = 0x01990000_0000_7000_8000_000000000000
RUFER = {"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "card_points": 94}
SOLO = {"contract": "solo", "declarer": "Done", "trump_suit": "hearts", "won": False}


class RecordingPhone(Phone):
    """Keeps the first exchange of each operation."""

    def __init__(self) -> None:
        super().__init__(language="en")
        self.examples: dict[str, Json] = {}
        self._keys = count(1)
        self._shown: set[object] = set()

    def key(self) -> Json:
        """The same in every run: who pays whom, where several could, follows from people's keys."""
        return {"id": str(UUID(int=STAND_IN + next(self._keys)))}

    def _send(self, method: str, path: str, body: object, headers: Any) -> Answer:
        answer = super()._send(method, path, body, headers)
        declared = declared_operation(method, f"/api/v1/{path}")
        assert answer.status < 300, (path, answer.text)
        if declared and declared.name not in self.examples:
            name, is_first = declared.name, declared.response not in self._shown
            # The order of texts in a club's file follows from their salts, which are chance.
            shown = answer.json | {"clubs": []} if name == "club_file" else _cut(answer.json, is_first=is_first)
            self._shown.add(declared.response)
            self.examples[name] = {**({} if body is None else {"request": body}), str(answer.status): shown}
        return answer


def examples_played() -> Json:
    """Operation -> "request" or the status of the answer -> what was sent."""
    phone = RecordingPhone()
    evening = ApiEvening(phone=phone, opened=phone.post("evenings", opening() | phone.key()).json)
    stories = (
        _before, _hands, _after, _people_of_the_club, _tab, _club_in_order, _imported, _history, _of_the_club,
    )  # fmt: skip
    for play in stories:
        play(phone, evening)
    examples: Json = json.loads(_with_stand_ins(json.dumps(phone.examples, ensure_ascii=False)))
    return examples


def _before(phone: RecordingPhone, evening: ApiEvening) -> None:
    phone.get("games")
    people = ["Anna", "Beppo", "Cilli", "Done"]
    phone.post(
        "hands/score",
        {"game": "bavarian", "preset": "pub_10_20_50", "players": people, "hand": tag_hand(RUFER, "bavarian")},
    )
    phone.post(f"{evening.scribe}/end", {**phone.key(), "end": {"rounds": 8}})
    phone.post(f"{evening.scribe}/hands/preview", {"hand": evening.by_id(RUFER)})


def _hands(phone: RecordingPhone, evening: ApiEvening) -> None:
    first = evening.record(RUFER, known=0, **phone.key()).json["hand"]["id"]
    batch = [{**phone.key(), "hand": evening.by_id(hand)} for hand in (SOLO, {"contract": "thrown_in"})]
    phone.post(f"{evening.scribe}/hands/batch", {"known_hands": 1, "hands": batch})
    corrected = {**phone.key(), "replaces": first, "hand": evening.by_id(RUFER | {"card_points": 88})}
    phone.put(f"{evening.scribe}/hands/1", corrected)
    phone.post(f"{evening.scribe}/hands/2/undo", {**phone.key(), "replaces": batch[0]["id"]})
    phone.get(f"{evening.scribe}/hands/1")
    lines = "Anna+Beppo Rufer Eichel 94\nCilli Wenz verloren"
    phone.post(f"{evening.scribe}/hands/lines", {**phone.key(), "known_hands": 3, "lines": lines})
    phone.get(f"{evening.scribe}/text")
    phone.post(f"{evening.scribe}/people", {**phone.key(), "name": "Elis", "place": 5})
    phone.post(f"{evening.scribe}/people/{evening.id('Elis')}/leave", phone.key())
    phone.get(evening.scribe)


def _after(phone: RecordingPhone, evening: ApiEvening) -> None:
    phone.post(f"{evening.scribe}/close", phone.key())
    payment = phone.get(f"{evening.scribe}/payments").json["payments"][0]["id"]
    phone.post(f"{evening.scribe}/payments/{payment}/paid", {**phone.key(), "amount_minor": 10})
    phone.post(f"{evening.scribe}/payments/{payment}/paid/undo", phone.key())
    phone.post(f"{evening.scribe}/settle", {**phone.key(), "way": "one_for_all"})
    phone.post(f"{evening.scribe}/close/undo", phone.key())
    phone.post(f"{evening.scribe}/close", phone.key())


def _people_of_the_club(phone: RecordingPhone, evening: ApiEvening) -> None:
    people = f"{evening.club}/people"
    first = phone.post(people, {**phone.key(), "people": ["Fanny", "Franziska"]}).json["results"]
    fanny, franziska = (one["id"] for one in first[-2:])
    phone.put(f"{people}/{fanny}/name", {"name": "Fanny H."})
    phone.post(f"{people}/{franziska}/link", {**phone.key(), "other": fanny})
    phone.get(people)
    phone.post(f"{people}/{franziska}/link/undo", phone.key())
    for verb in ("hide", "hide/undo", "ratings/leave", "ratings/leave/undo", "forget"):
        phone.post(f"{people}/{franziska}/{verb}", phone.key())


def _tab(phone: RecordingPhone, evening: ApiEvening) -> None:
    tab, anna, beppo = f"{evening.club}/tab", evening.id("Anna"), evening.id("Beppo")
    charge = {"people": [anna, beppo], "amount_minor": 200, "note": "membership"}
    phone.post(f"{evening.scribe}/payments", {**phone.key(), "payer": anna, "payee": beppo, "amount_minor": 50})
    beside = phone.post(f"{evening.scribe}/charges", {**phone.key(), **charge}).json["beside"]
    phone.post(f"{evening.scribe}/entries/{beside[-1]['id']}/undo", phone.key())
    phone.post(f"{tab}/entries", {**phone.key(), "verb": "charge", **charge})
    entries = phone.get(f"{tab}/entries").json["results"]
    plan = phone.post(f"{tab}/settle", phone.key()).json["payments"]
    phone.post(f"{tab}/payments/{plan[0]['id']}/paid", phone.key())
    phone.post(f"{tab}/payments/{plan[0]['id']}/paid/undo", phone.key())
    phone.post(f"{tab}/settle/undo", phone.key())
    phone.post(f"{tab}/entries/{entries[0]['id']}/undo", phone.key())


def _club_in_order(phone: RecordingPhone, evening: ApiEvening) -> None:
    second = phone.post("clubs", {**phone.key(), "name": "Stammtisch", "people": ["Anna", "Gustl"]}).json
    phone.put(f"{evening.club}/name", {"name": "Eichel-Ober"})
    phone.post(f"{evening.club}/money/hide", phone.key())
    phone.post(f"{evening.club}/money/hide/undo", phone.key())
    phone.post(f"{evening.club}/clubs", {**phone.key(), "club_token": second["links"]["club"]["token"]})
    phone.post(f"{evening.club}/clubs/{second['id']}/undo", phone.key())
    archived = f"{evening.club}/evenings/{evening.opened['id']}"
    phone.post(f"{archived}/archive", phone.key())
    phone.get(f"{evening.club}/evenings/archived")
    phone.post(f"{archived}/archive/undo", phone.key())
    empty = phone.post("evenings", opening() | {"club_token": evening.club.removeprefix("clubs/")}).json["id"]
    phone.post(f"{evening.club}/evenings/{empty}/discard", phone.key())


def _imported(phone: RecordingPhone, evening: ApiEvening) -> None:
    table = "date;Anna;Beppo;Cilli;Done\n2024-05-02;1,20;-0,40;-0,40;-0,40"
    fields = {
        "game": "bavarian",
        "preset": "pub_10_20_50",
        "unit": "EUR",
        "stake_minor": 1,
        "figures": "EUR",
        "text": table,
    }
    written = phone.post(f"{evening.club}/imports", {**phone.key(), **fields, "file_name": "2024.csv"}).json["written"]
    phone.get(f"{evening.club}/imports")
    phone.get(f"{evening.club}/file")
    phone.post(f"{evening.club}/imports/{written['id']}/undo", phone.key())


def _history(phone: RecordingPhone, evening: ApiEvening) -> None:
    day = phone.get(evening.scribe).json["started_at"][:10]
    agreed = {"name": "Winter", "first_on": day, "game": "bavarian"}
    season = phone.post(f"{evening.club}/seasons", {**phone.key(), **agreed}).json
    address = f"{evening.club}/seasons/{season['id']}"
    changed = phone.put(
        address, {**phone.key(), **agreed, "replaces": season["last_event"], "measure": "per_evening"}
    ).json
    closed = phone.post(f"{address}/close", {**phone.key(), "replaces": changed["last_event"]}).json
    phone.post(
        f"{address}/close/undo", {**phone.key(), "replaces": closed["last_event"], "reason": "A hand was wrong."}
    )
    boards = ("/boards", "/boards/points?period=twelve", "/ratings", "/ratings/calibration")
    phone.post(f"{evening.club}/cup", {**phone.key(), "rule": "winner", "first_on": day})
    history = ("/hands?contract=rufer", "/hall", "/hall/sie", "/cup", "/cup/holdings", f"/years/{day[:4]}")
    people = (f"/people/{evening.id('Anna')}", "/partners")
    phone.get(f"{evening.scribe}/course")
    phone.get(f"{evening.scribe}/rules")
    for path in ("/anchor", "/seasons", f"/seasons/{season['id']}", *boards, *people, *history):
        phone.get(f"{evening.club}{path}")


def _of_the_club(phone: RecordingPhone, evening: ApiEvening) -> None:
    anna = evening.id("Anna")
    statement = f"/people/{anna}/statement"
    for path in ("", "/evenings", statement, f"{statement}/lines", f"{statement}/evenings", "/tab"):
        phone.get(f"{evening.club}{path}")
    phone.post(f"{evening.scribe}/links/watch", phone.key())
    phone.post(f"evenings/{evening.token('club')}.{evening.opened['id']}/links/scribe", phone.key())
    phone.post(f"{evening.club}/links/member", phone.key())
    phone.post(f"{evening.club}/links", phone.key())


def _cut(value: Any, *, is_first: bool) -> Any:
    """Keep the first rows of a list; of a long one, and in a response that another example shows, a single row.

    Such a response also shows only the first house rules.
    """
    if isinstance(value, dict):
        names = list(value)
        if "own_contracts" in value and not is_first:
            names = sorted(value)[:MOST_HOUSE_RULES]  # PostgreSQL keeps no order
        return {name: _cut(value[name], is_first=is_first) for name in names}
    if isinstance(value, list):
        most = MOST_ROWS if is_first and len(str(value)) < MOST_LETTERS else 1
        return [_cut(one, is_first=is_first) for one in value[:most]]
    return value


def _with_stand_ins(text: str) -> str:
    tokens = "|".join(sorted(map(re.escape, set(re.findall(r'"token": "([^"]+)"', text)))))
    text = _replaced(text, f"(?:{tokens})", lambda no: f"token-{no}")
    text = _replaced(text, KEY, lambda no: str(UUID(int=STAND_IN + no)))
    text = _replaced(text, MOMENT, lambda no: f"2026-11-20T20:{no // 60:02}:{no % 60:02}Z")
    text = re.sub(RECEIPT, "0123456789abcdef", text)
    text = re.sub(YEAR, "2026", text)
    text = re.sub(DAY, "2026-11-20", text)
    text = re.sub(DAY_IN_A_NAME, "11/20/2026", text)
    text = _replaced(text, HASH, lambda no: f"{no:064x}")
    return text.replace("http://testserver", "https://schafkopf.example")


def _replaced(text: str, pattern: str, stand_in: Callable[[int], str]) -> str:
    found: dict[str, str] = {}
    return re.sub(pattern, lambda match: found.setdefault(match[0], stand_in(len(found) + 1)), text)
