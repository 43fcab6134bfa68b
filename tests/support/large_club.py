"""Every writing operation of the API in turn, in a club that is as large as it gets, each with its largest body."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from http.client import HTTPConnection
from itertools import count
from typing import Any
from uuid import uuid4

from scorebook.api.serializers.hands import MAX_HANDS
from tests.support.process import Serving

Json = dict[str, Any]
ANSWER_S = 120
NAMES = ("Anna", "Beppo", "Cilli", "Done")
# Hands that the body of a request holds, names of a call, people of a charge, evenings of an import.
A_BATCH, A_CALL, A_CHARGE, AN_IMPORT = MAX_HANDS, 50, 1000, 100
WITHOUT_KEY = {"record_hands", "rename_person", "rename_club"}


@dataclass(kw_only=True)
class Steps:
    """current: the operation or the form that is under way, or empty. done: those that were accepted."""

    current: str = ""
    done: list[str] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        self.current = name
        yield
        self.done.append(name)
        self.current = ""


@dataclass(kw_only=True)
class LargeClub:
    """hands: of its largest evening. imports: of a hundred evenings each, before the first operation.

    ids: of those who begin the evening. everybody: the ids of all people of the club.
    """

    server: Serving
    hands: int
    people: int
    imports: int
    steps: Steps = field(default_factory=Steps)
    scribe_token: str = ""
    club_token: str = ""
    ids: list[str] = field(default_factory=list)
    everybody: list[str] = field(default_factory=list)

    def walk(self) -> None:
        """Every operation but those of `walk_links`. The evening is closed in the end, the tab without a plan."""
        self._open()
        self._play()
        self._money()
        self._tab()
        self._members()
        self._seasons()
        self._imports()

    def walk_links(self) -> None:
        """In the end its links are others, and it is open to nobody any more who has only these."""
        other = self._step("create_club", "clubs", {"name": "Another", "people": [f"Guest {n}" for n in range(A_CALL)]})
        self._step("link_club", f"{self._club}/clubs", {"club_token": other["links"]["club"]["token"]})
        self._step("undo_link_club", f"{self._club}/clubs/{other['id']}/undo")
        self._step("hide_money", f"{self._club}/money/hide")
        self._step("undo_hide_money", f"{self._club}/money/hide/undo")
        self._step("rename_club", f"{self._club}/name", {"name": "Large"}, method="PUT")
        self._archive()
        self._step("renew_member_link", f"{self._club}/links/member")
        self._step("renew_club_link", f"{self._club}/links")

    def _archive(self) -> None:
        """An evening in which nothing was played, which is in no list in the end."""
        terms = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1}
        opened = self._step("open_evening", "evenings", {**terms, "people": NAMES, "club_token": self.club_token})
        evening = f"{self._club}/evenings/{opened['id']}"
        self._step("archive_evening", f"{evening}/archive")
        self._step("undo_archive_evening", f"{evening}/archive/undo")
        self._step("discard_evening", f"{evening}/discard")

    def _step(self, name: str, path: str, body: Json | None = None, *, method: str = "POST") -> Json:
        """Raises: AssertionError where it is not accepted."""
        key = {} if name in WITHOUT_KEY else {"id": str(uuid4())}
        with self.steps.step(name):
            status, answer = _send(self.server, method, path, key | (body or {}))
            assert status in (200, 201), f"{name}: {status} {answer}"
        return answer

    def get(self, path: str) -> Json:
        return _send(self.server, "GET", path)[1]

    @property
    def _evening(self) -> str:
        return f"evenings/{self.scribe_token}"

    @property
    def _club(self) -> str:
        return f"clubs/{self.club_token}"

    def _open(self) -> None:
        terms = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1}
        opened = self._step("open_evening", "evenings", {**terms, "people": NAMES})
        self.scribe_token, self.club_token = (opened["links"][link]["token"] for link in ("scribe", "club"))
        self.ids = [one["id"] for one in opened["people"]]
        numbers = count(100)
        for _ in range(max(1, self.people // A_CALL)):
            names = [f"Member {next(numbers)}" for _ in range(A_CALL)]
            self.everybody = [
                one["id"] for one in self._step("enrol_people", f"{self._club}/people", {"people": names})["results"]
            ]
        for number in range(self.imports):
            text = results_table(date(1970, 1, 1) + timedelta(days=AN_IMPORT * number), AN_IMPORT)
            body = {**terms, "text": text, "money": "tab" if number % 2 else "paid"}
            self._import = self._step("import_evenings", f"{self._club}/imports", body)["written"]["id"]

    def _hand(self, points: int = 30) -> Json:
        """Agreed on, so that every amount is another one once it is corrected."""
        third = points // 3
        won = {self.ids[0]: points, self.ids[1]: -third, self.ids[2]: -third, self.ids[3]: -third}
        return {"kind": "bavarian.agreed", "why": "agreed", "points": won}

    def _play(self) -> None:
        for known in range(0, self.hands, A_BATCH):
            hands = [{"id": str(uuid4()), "hand": self._hand()} for _ in range(min(A_BATCH, self.hands - known))]
            if known == 0:
                first = hands[0]["id"]
            self._step("record_hands", f"{self._evening}/hands/batch", {"known_hands": known, "hands": hands})
        self._step("record_hand", f"{self._evening}/hands", {"known_hands": self.hands, "hand": self._hand()})
        key = str(uuid4())
        corrected = {"id": key, "hand": self._hand(60), "replaces": first}
        self._step("correct_hand", f"{self._evening}/hands/1", corrected, method="PUT")
        self._step("undo_hand", f"{self._evening}/hands/1/undo", {"replaces": key})
        lines = {"known_hands": self.hands + 1, "lines": "\n".join(["Anna Wenz gewonnen"] * A_BATCH)}
        self._step("type_hands", f"{self._evening}/hands/lines", lines)
        self._step("leave_evening", f"{self._evening}/people/{self.ids[-1]}/leave")
        self._step("join_evening", f"{self._evening}/people", {"name": "Member 100", "place": 1})
        self._step("agree_end", f"{self._evening}/end", {"end": None})
        self._step("renew_watch_link", f"{self._evening}/links/watch")
        opened = self.get(self._evening)
        renewed = self._step("renew_scribe_link", f"evenings/{self.club_token}.{opened['id']}/links/scribe")
        self.scribe_token = renewed["links"]["scribe"]["token"]

    def _money(self) -> None:
        self._step("close_evening", f"{self._evening}/close")
        self._step("undo_close_evening", f"{self._evening}/close/undo")
        self._step("close_evening", f"{self._evening}/close")
        self._step("settle_evening", f"{self._evening}/settle", {"way": "direct"})
        [payment, *_] = self.get(f"{self._evening}/payments")["payments"]
        self._step("mark_paid", f"{self._evening}/payments/{payment['id']}/paid")
        self._step("undo_mark_paid", f"{self._evening}/payments/{payment['id']}/paid/undo")
        paid = {"payer": self.ids[0], "payee": self.ids[1], "amount_minor": 1}
        self._step("pay_in_evening", f"{self._evening}/payments", paid)
        key = str(uuid4())
        fee = {"id": key, "people": self.ids, "amount_minor": 100}
        self._step("charge_in_evening", f"{self._evening}/charges", fee)
        self._step("undo_entry", f"{self._evening}/entries/{key}/undo")

    def _tab(self) -> None:
        key = str(uuid4())
        fee = {"id": key, "verb": "charge", "people": self.everybody, "amount_minor": 100}
        self._step("book_on_tab", f"{self._club}/tab/entries", fee)
        self._step("settle_tab", f"{self._club}/tab/settle")
        [payment, *_] = self.get(f"{self._club}/tab")["payments"]
        self._step("mark_tab_paid", f"{self._club}/tab/payments/{payment['id']}/paid")
        self._step("undo_mark_tab_paid", f"{self._club}/tab/payments/{payment['id']}/paid/undo")
        self._step("undo_tab_entry", f"{self._club}/tab/entries/{key}/undo")
        self._step("undo_settle_tab", f"{self._club}/tab/settle/undo")

    def _members(self) -> None:
        people = f"{self._club}/people"
        first, second, third = self.everybody[-3:]
        self._step("rename_person", f"{people}/{first}/name", {"name": "Somebody"}, method="PUT")
        self._step("link_person", f"{people}/{first}/link", {"other": self.ids[0]})
        self._step("undo_link_person", f"{people}/{first}/link/undo")
        self._step("hide_person", f"{people}/{second}/hide")
        self._step("undo_hide_person", f"{people}/{second}/hide/undo")
        self._step("forget_person", f"{people}/{third}/forget")
        self._step("leave_ratings", f"{people}/{self.ids[0]}/ratings/leave")
        self._step("undo_leave_ratings", f"{people}/{self.ids[0]}/ratings/leave/undo")

    def _seasons(self) -> None:
        season = {"name": "All", "first_on": "1970-01-01", "game": "bavarian", "left_out": []}
        agreed = self._step("agree_season", f"{self._club}/seasons", season)
        path = f"{self._club}/seasons/{agreed['id']}"
        agreed = self._step(
            "change_season", path, {**season, "replaces": agreed["last_event"], "best": 20}, method="PUT"
        )
        agreed = self._step("close_season", f"{path}/close", {"replaces": agreed["last_event"]})
        self._step(
            "undo_close_season", f"{path}/close/undo", {"replaces": agreed["last_event"], "reason": "a hand was wrong"}
        )
        self._step("agree_cup", f"{self._club}/cup", {"rule": "winner", "first_on": "1970-01-01"})

    def _imports(self) -> None:
        """A sheet of as many hands as the body of a request holds; and the import of a hundred evenings taken back."""
        terms = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1, "money": "paid"}
        self._step(
            "import_evenings", f"{self._club}/imports", {**terms, "text": hand_sheet(date(1969, 11, 13), self.hands)}
        )
        self._step("undo_import", f"{self._club}/imports/{self._import}/undo")


def results_table(first: date, evenings: int) -> str:
    rows = (f"{first + timedelta(days=number)};1,20;-0,40;-0,40;-0,40" for number in range(evenings))
    return "\n".join(["date;Anna;Beppo;Cilli;Done", *rows])


def hand_sheet(day: date, hands: int) -> str:
    """As one evening."""
    first = f"{day};{', '.join(NAMES)};Rufer;Anna;Cilli;74"
    rows = [first, *(f";;Wenz;{NAMES[hand % 4]};;{61 + hand % 30}" for hand in range(1, hands))]
    return "\n".join(["date;players;contract;declarer;partner;card points", *rows])


def _send(server: Serving, method: str, path: str, body: object = None) -> tuple[int, Json]:
    text = None if body is None else json.dumps(body)
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_S)) as line:
        line.request(method, f"/api/v1/{path}", body=text, headers={"Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read() or b"{}")
