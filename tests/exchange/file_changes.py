"""What somebody does to a club file, each with the place and the words with which it is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any
from uuid import uuid4

Data = dict[str, Any]
Change = Callable[[Data], object]

_GONE = object()


def _set(*way: str | int, to: Any) -> Change:
    def change(data: Data) -> None:
        there: Any = data["clubs"][0]
        for step in way[:-1]:
            there = there[step]
        if isinstance(there, list) or to is not _GONE:
            there[way[-1]] = to
        else:
            del there[way[-1]]

    return change


def _swap(name: str, one: int, other: int) -> Change:
    def change(data: Data) -> None:
        rows = data["clubs"][0][name]
        rows[one], rows[other] = rows[other], rows[one]

    return change


def _again(*way: str | int) -> Change:
    """The last of a list stands there twice."""

    def change(data: Data) -> None:
        rows: Any = data["clubs"][0]
        for step in way:
            rows = rows[step]
        rows.append(copy.deepcopy(rows[-1]))

    return change


def _without_last(*way: str | int) -> Change:
    def change(data: Data) -> None:
        rows: Any = data["clubs"][0]
        for step in way:
            rows = rows[step]
        rows.pop()

    return change


EVENTS = ("evenings", 0, "events")
ENTRIES = ("books", "entries")
EVENING = "clubs[0].evenings[0]"
IMPORTED = ("imports", 0, "facts")
DIGEST = "0" * 64
FOREIGN = {"evenings": DIGEST, "stands": [1, 1]}
NOBODY = "00000000-0000-4000-8000-000000000000"
CHANGES: dict[str, tuple[Change, str, str]] = {
    "an amount": (
        _set(*ENTRIES, 3, "transfers", 0, "amount_minor", to=1_000),
        "clubs[0].books.entries[3]",
        "entry_changed",
    ),
    "what a hand was worth": (
        _set(*EVENTS, 1, "score", "value", to=70),
        f"{EVENING}.events[1]",
        "hand 1, value: score_changed",
    ),
    "who wrote a hand": (_set(*EVENTS, 2, "by", to="Sepp"), f"{EVENING}.events[2]", "event_changed"),
    "the stake": (_set("evenings", 0, "stake_minor", to=7), f"{EVENING}.events[0]", "what was agreed"),
    "a name": (_set("people", 3, "name", to="Bebbo"), "clubs[0]", "name_changed"),
    "a name as it was given": (_set("names", 2, "kind", to="renamed"), "clubs[0].names[2]", "name_event_changed"),
    "what was typed": (_set("texts", 0, "text", to="Depp"), "clubs[0]", "text_changed"),
    "a season that was closed": (
        _set("seasons", 2, "at", to="2026-01-01T00:00:00.000000+00:00"),
        "clubs[0].seasons[2]",
        "season_event_changed",
    ),
    "what is to be paid": (
        lambda data: data["clubs"][1]["books"]["plans"][0]["payments"][0].update(amount_minor=1),
        "clubs[1].evenings[0]",
        "plan_does_not_settle",
    ),
    "the last entry is gone": (_without_last(*ENTRIES), "clubs[0]", ""),
    "the last hand is gone": (_without_last("evenings", 3, "events"), "clubs[0]", ""),
    "the last evening is gone": (_without_last("evenings"), "clubs[0].books", "there is no such evening in the file"),
    "a hand in the middle is gone": (
        lambda data: data["clubs"][0]["evenings"][0]["events"].pop(3),
        f"{EVENING}.events[3].seq",
        "should be 4",
    ),
    "two names in another order": (_swap("names", 1, 2), "clubs[0].names[1].seq", "should be 2"),
    "an id twice": (_again(*EVENTS), f"{EVENING}.events[22].id", f"stands in {EVENING}.events[21] already"),
    "a person twice": (_again("people"), "clubs[0].people[7].id", "stands in clubs[0].people[6] already"),
    "somebody who is unknown": (
        _set("evenings", 0, "first_dealer", to=NOBODY),
        f"{EVENING}.first_dealer",
        "there is no such player",
    ),
    "somebody unknown at the table": (
        _set(*EVENTS, 0, "facts", "players", 0, to=NOBODY),
        f"{EVENING}.events",
        "",
    ),
    "somebody unknown was paid": (
        _set(*ENTRIES, 0, "transfers", 0, "to", to=NOBODY),
        "clubs[0].books.entries[0].transfers[0].to",
        "there is no such account",
    ),
    "an event of another kind": (
        _set(*EVENTS, 1, "kind", to="dreamt"),
        f"{EVENING}.events[1].kind",
        "none of",
    ),
    "points that are a text": (
        _set(*EVENTS, 1, "score", "points", to="20"),
        f"{EVENING}.events[1]",
        "",
    ),
    "a score that is none": (_set(*EVENTS, 1, "score", to=[]), f"{EVENING}.events[1].score", "no object"),
    "no score": (_set(*EVENTS, 1, "score", to=_GONE), f"{EVENING}.events[1].score", "is missing"),
    "a house rule of no game": (
        _set("evenings", 0, "ruleset", "house_rules", "colour", to=80),
        f"{EVENING}.ruleset",
        "cannot be read",
    ),
    "a number as text": (_set("evenings", 0, "stake_minor", to="5"), f"{EVENING}.stake_minor", "no whole"),
    "a number too large": (
        _set("evenings", 0, "stake_minor", to=2**31),
        f"{EVENING}.stake_minor",
        "no whole",
    ),
    "yes as a number": (_set("evenings", 0, "stake_minor", to=True), f"{EVENING}.stake_minor", "no whole"),
    "a time without a zone": (_set("names", 0, "at", to="2026-01-09T19:00:00"), "clubs[0].names[0].at", "no time"),
    "an id in capitals": (_set("id", to="A" * 8 + NOBODY[8:]), "clubs[0].id", "small letters"),
    "a name that is too long": (_set("name", to="x" * 81), "clubs[0].name", "more than 80"),
    "a zero byte": (_set("people", 0, "name", to="A\0"), "clubs[0].people[0].name", "a zero byte"),
    "a zero byte deep inside": (
        _set(*EVENTS, 1, "report", "x", to="A\0"),
        f"{EVENING}.events[1].report",
        "zero",
    ),
    "half a letter": (_set("people", 0, "name", to="A\ud800"), "clubs[0].people[0].name", "half a letter"),
    "something that nobody knows": (_set("motto", to="x"), "clubs[0].motto", "is not known here"),
    "nothing where something is left out": (
        _set("names", 0, "player", to=None),
        "clubs[0].names[0].player",
        "left out",
    ),
    "no books": (_set("books", to=_GONE), "clubs[0].books", "is no object"),
    "nobody founded it": (lambda data: data["clubs"][0]["names"].clear(), "clubs[0].names", "nobody founded"),
    "no club that is linked": (lambda data: data["clubs"].pop(), "clubs[0].sayings", "there is no such club"),
    "the linked club first": (lambda data: data["clubs"].reverse(), "clubs[0]", "not one club with the others"),
    "the same club twice": (lambda data: data["clubs"].append(data["clubs"][0]), "clubs[2].id", "stands in clubs[0]"),
    "an account of nobody": (
        _set("books", "accounts", 0, to={"unit": "EUR", "kind": "player"}),
        "clubs[0].books.accounts[0]",
        "whose player",
    ),
    "people who are each other": (
        lambda data: data["clubs"][0]["sayings"].extend(_ring(data["clubs"][0])),
        "clubs",
        "in a ring",
    ),
    "an import of an evening that is not there": (
        _set(*IMPORTED, "evenings", NOBODY, to=DIGEST),
        "clubs[0].imports[0]",
        "import_unreadable",  # nor does it say how that evening stood
    ),
    "an import of a payment that is not there": (
        _set(*IMPORTED, "payments", NOBODY, to=DIGEST),
        "clubs[0].imports[0]",
        f"import 1: payment_missing, expected {NOBODY}",
    ),
    "an import of a payment that is none": (
        lambda data: _import(data)["payments"].update({_entry(data, "result"): DIGEST}),
        "clubs[0].imports[0]",
        "payment_missing",
    ),
    "an import of another club's evening": (
        lambda data: _import(data).update(
            {name: {data["clubs"][1]["evenings"][0]["id"]: one} for name, one in FOREIGN.items()}
        ),
        "clubs[0].imports[0]",
        "evening_missing",
    ),
    "an import that says nothing": (_set("imports", 1, "facts", to=_GONE), "clubs[0].imports[1]", "import_unreadable"),
    "an import that knows more": (_set(*IMPORTED, "x", to=1), "clubs[0].imports[0]", "import_unreadable"),
    "an import of no digest": (_set(*IMPORTED, "content", to="x"), "clubs[0].imports[0]", "import_unreadable"),
    "an import of a list of evenings": (_set(*IMPORTED, "evenings", to=[]), "clubs[0].imports[0]", "import_unreadable"),
    "an import that stands at nothing": (_set(*IMPORTED, "stands", to={}), "clubs[0].imports[0]", "import_unreadable"),
    "an import after the last entry": (
        _set(*IMPORTED, "last_entry", to=10**6),
        "clubs[0].imports[0]",
        "import_unreadable",
    ),
    "an import of a file without a name": (
        _set("imports", 0, "file_name", to=DIGEST),
        "clubs[0].imports[0].file_name",
        "there is no such typedtext",
    ),
    "what a file was called": (
        lambda data: _text(data, data["clubs"][0]["imports"][0]["file_name"]).update(text="liste.csv"),
        "clubs[0].imports[0]",
        "text_changed",
    ),
    "an undoing of nothing": (
        _set("imports", 2, "undoes", to=NOBODY),
        "clubs[0].imports[2].undoes",
        "there is no such import",
    ),
    "an undoing of itself": (
        lambda data: data["clubs"][0]["imports"][2].update(undoes=data["clubs"][0]["imports"][2]["id"]),
        "clubs[0].imports[2]",
        "import_unknown",
    ),
    "an undoing without what it undoes": (_set("imports", 2, "undoes", to=_GONE), "clubs[0].imports", "constraint"),
    "an undoing that wrote something": (
        lambda data: data["clubs"][0]["imports"][2].update(facts=_import(data)),
        "clubs[0].imports[2]",
        "import_unreadable",
    ),
    "an import twice": (_again("imports"), "clubs[0].imports[3].id", "stands in clubs[0].imports[2] already"),
    "two imports in another order": (_swap("imports", 0, 1), "clubs[0].imports[1].at", "comes before that of"),
    "no imports": (_set("imports", to=_GONE), "clubs[0].imports", "is missing"),
    "a cup of no kind": (
        lambda data: _club_event(data["clubs"][0], "cup_agreed")["facts"].update(rule="silver"),
        "",
        "silver",
    ),
}


def _ring(club: Data) -> list[Data]:
    one, other = (person["id"] for person in club["people"][:2])
    last = club["sayings"][-1]
    event = {"kind": "person_linked", "by": "Sepp", "at": last["at"]}
    return [
        {**event, "seq": last["seq"] + 1, "player": one, "other_player": other, "id": str(uuid4())},
        {**event, "seq": last["seq"] + 2, "player": other, "other_player": one, "id": str(uuid4())},
    ]


def _import(data: Data) -> Data:
    """What the first one says that it wrote."""
    found: Data = data["clubs"][0]["imports"][0]["facts"]
    return found


def _entry(data: Data, kind: str) -> str:
    return next(str(entry["id"]) for entry in data["clubs"][0]["books"]["entries"] if entry["kind"] == kind)


def _text(data: Data, id: str) -> Data:
    return next(text for text in data["clubs"][0]["texts"] if text["id"] == id)


def _club_event(club: Data, kind: str) -> Data:
    return next(event for event in club["sayings"] if event["kind"] == kind)
