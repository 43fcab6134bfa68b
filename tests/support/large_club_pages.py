"""Every form of the pages in turn, in the club of `large_club`, each with its largest body."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from email.message import Message
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

from django.contrib.messages import ERROR
from django.core.signing import b64_decode
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from scorebook.play.notation import MAX_LINES
from scorebook.web.club.imports.forms import MAX_TEXT
from tests.fuzz.addresses import addresses
from tests.fuzz.forms import forms_of
from tests.support.large_club import ANSWER_S, NAMES, LargeClub, hand_sheet, results_table
from tests.support.process import Serving

# As a page's own script sends it.
FROM_OUR_PAGE = {"Cookie": f"csrftoken={'x' * 32}", "X-CSRFToken": "x" * 32, "Content-Type": MULTIPART_CONTENT}
SEVEN = (*NAMES, "Emil", "Fanny", "Gustl")
PROBLEM = re.compile(r'class="problem"(?![^>]* hidden)[^>]*>([^<]+)<')
IBAN = "DE89 3704 0044 0532 0130 00"
A_ROW = len("1970-01-01;1,20;-0,40;-0,40;-0,40\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnswer:
    """refusals: the problems that it shows, or the next page."""

    status: int
    location: str
    refusals: tuple[str, ...]


def forms_of_resolver(server: Serving) -> set[str]:
    """The names of all pages that take a form."""
    found = set()
    for address in addresses():
        if address.name.startswith("web:"):
            fillings = {"uuid": str(uuid4()), "int": "1"}
            path = address.filled(*(fillings.get(kind, "a" * 22) for kind, _ in address.places))
            if posted(server, path, {}).status != 405:
                found.add(address.name)
    return found


def posted(server: Serving, path: str, fields: dict[str, Any]) -> PageAnswer:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_S)) as line:
        line.request("POST", path, body=encode_multipart(BOUNDARY, fields), headers=FROM_OUR_PAGE)
        answer = line.getresponse()
        text = answer.read().decode()
        refusals = (*PROBLEM.findall(text), *_errors_of_next_page(answer.headers))
        return PageAnswer(status=answer.status, location=answer.headers.get("Location", ""), refusals=refusals)


def _errors_of_next_page(headers: Message) -> Iterator[str]:
    """A form that leads to another page may have been refused."""
    cookies = SimpleCookie("; ".join(headers.get_all("Set-Cookie", [])))
    if "messages" in cookies and (payload := cookies["messages"].value.split(":")[0]):
        packed = b64_decode(payload.lstrip(".").encode())
        messages = json.loads(zlib.decompress(packed) if payload.startswith(".") else packed)
        yield from (text for _kind, _is_safe, level, text, *_more in messages if level >= ERROR)


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeClubPages:
    """club: after its walk, with its evening closed. hands: of an imported evening."""

    club: LargeClub
    hands: int

    def walk(self) -> None:
        """In the end the club has another link, which `club` knows."""
        self._start()
        self._play()
        self._money()
        self._tab()
        self._members()
        self._seasons()
        self._imports()
        self._links()

    def _send(self, name: str, path: str, /, **fields: object) -> PageAnswer:
        """Raises: AssertionError where it is not accepted."""
        with self.club.steps.step(name):
            found = posted(self.club.server, path, {"key": str(uuid4()), **fields})
            assert (found.status in (200, 302), found.refusals) == (True, ()), f"{name}: {found}"
        return found

    def _to_table(self, name: str, rest: str = "", /, **fields: object) -> PageAnswer:
        return self._send(f"web:{name}", f"/t/{self.club.scribe_token}/{rest}", **fields)

    def _to_club(self, name: str, rest: str, /, **fields: object) -> PageAnswer:
        return self._send(f"web:{name}", f"/c/{self.club.club_token}/{rest}", **fields)

    def _get(self, rest: str) -> Any:
        return self.club.get(f"evenings/{self.club.scribe_token}{rest}")

    def _start(self) -> None:
        terms = {"game": "bavarian", "stake_bavarian": "pub", "first_dealer": "0", "names": SEVEN}
        self._send("web:house_rules", "/house-rules", **terms)
        self._send("web:start", "/", **terms)
        self._to_club("start_in_club", "start", **terms)
        seats = {f"position_{n}": name for n, name in enumerate(SEVEN)}
        scored = {"rules": "bavarian/pub_10_20_50", "people": "4", **_rufer("1", "2"), **seats}
        self._send("web:calculate", "/calculator/preview", **scored)

    def _play(self) -> None:
        anna, beppo, *_ = self.club.ids
        self._to_table("settle", "settle", reopen="1")
        hand = _rufer(anna, beppo)
        self._to_table("preview", "preview", **hand)
        self._to_table("table", **hand, known_hands=self._get("")["hand_count"])
        replaces, key = self._event_of_hand(2), str(uuid4())
        self._to_table("preview_correction", "hands/2/preview", **hand)
        self._to_table("hand", "hands/2/", **hand | {"key": key, "replaces": replaces})
        self._to_table("void", "hands/2/void", replaces=key)
        lines = "\n".join(["Anna Wenz gewonnen"] * MAX_LINES)
        self._to_table("lines", "type", lines=lines, known_hands=self._get("")["hand_count"])
        self._to_table("seats", "people", leaves=anna)
        self._to_table("seats", "people", player=anna, place="1")
        self._to_table("end", "end", end_rounds="99")

    def _event_of_hand(self, no: int) -> str:
        path = f"/t/{self.club.scribe_token}/hands/{no}/"
        with closing(HTTPConnection("127.0.0.1", self.club.server.port, timeout=ANSWER_S)) as line:
            line.request("GET", path)
            forms = forms_of(line.getresponse().read().decode(), path)
        return next(one.fields["replaces"][0] for one in forms if "replaces" in one.fields)

    def _money(self) -> None:
        anna, beppo, *_ = self.club.ids
        self._to_table("close", "close")
        self._to_table("ways", "settle/ways", way="one_for_all:" + anna)
        self._to_table("ways", "settle/ways", round="1", rounding="10:kitty")
        self._to_table("ways", "settle/ways", way="direct")
        payment = self._payment()
        self._to_table("transfer", f"settle/{payment}/transfer", name="Anna Huber", iban=IBAN, text="Schafkopf")
        self._to_table("settle", "settle", payment=payment)
        self._to_table("settle", "settle", payment=payment, untick="1")
        self._to_table("extras", "settle/extras", form="pay", payer=anna, payee=beppo, amount="0,01")
        fee = str(uuid4())
        self._to_table("extras", "settle/extras", form="fee", key=fee, players=self.club.ids, amount="1", note="x" * 80)
        self._to_table("extras", "settle/extras", undo="1", entry=fee)
        self._to_table("settle", "settle", reopen="1")
        self._to_table("close", "close")

    def _payment(self) -> str:
        """One between two people."""
        return next(str(one["id"]) for one in self._get("/payments")["payments"] if one["payer"] and one["payee"])

    def _tab(self) -> None:
        fee, unit = str(uuid4()), {"unit": "EUR"}
        self._to_club(
            "tab", "tab", book="1", key=fee, verb="charge", people=["everybody"], amount="1,00", note="x" * 80, **unit
        )
        for way in ("till", "fewest"):
            self._to_club("tab", "tab", settle="1", way=way, **unit)
        [payment, *_] = self.club.get(f"clubs/{self.club.club_token}/tab")["payments"]
        self._to_club("tab", "tab", payment=payment["id"], **unit)
        self._to_club("tab", "tab", payment=payment["id"], untick="1", **unit)
        self._to_club("tab", "tab", undo="1", entry=fee, **unit)
        self._to_club("tab", "tab", withdraw="1", **unit)
        self._to_club("check_receipt", "receipt", entries="1", hash="0" * 64)

    def _members(self) -> None:
        first, second = (f"order/people/{id}/" for id in self.club.everybody[-5:-3])
        self._to_club("order_person", first, name="Nobody else")
        self._to_club("order_person", first, link="1", other=self.club.ids[0])
        self._to_club("order_person", first, unlink="1")
        self._to_club("order_person", second, hide="1", accept_balance="1")
        self._to_club("order_person", second, show="1")
        self._to_club("order_forget", f"{second}forget", sure="1", accept_balance="1")
        anna = f"order/people/{self.club.ids[0]}/"
        self._to_club("order_person", anna, leave_ratings="1")
        self._to_club("order_person", anna, join_ratings="1")
        self._to_club("order", "order", hide_money="1")
        self._to_club("order", "order", show_money="1")
        self._to_club("order", "order", name="Larger")
        other = self._send("web:start", "/", game="bavarian", stake_bavarian="pub", first_dealer="0", names=SEVEN)
        club = other.location.split("/")[2]
        self._to_club("order_clubs", "order/clubs", link=club)
        self._to_club("order_clubs", "order/clubs", unlink=self.club.get(f"clubs/{club}")["id"])
        self._to_club("order_evenings", "order/evenings", number="1", archive="1")
        self._to_club("order_evenings", "order/evenings", number="1", take_back="1")

    def _seasons(self) -> None:
        """The first one without most of the evenings, then with all of them."""
        season = {"name": "Pages", "first_on": "1970-01-01", "game": "bavarian", "measure": "place_points"}
        season |= {f"places_{people}": "5 3 2 1 0 0 0"[: 2 * people - 1] for people in range(3, 8)}
        numbers = ", ".join(str(number) for number in range(2, 50))
        found = self._to_club("seasons", "seasons", **season, left_out=numbers).location.strip("/").split("/")[-1]
        path = f"seasons/{found}/"
        self._to_club("season_edit", f"{path}edit", **season, best="20")
        self._to_club("season", path, close="1")
        self._to_club("season", path, reopen="1", reason="a hand was wrong")
        self._to_club("cup", "cup", rule="beaten", first_on="1970-01-01")

    def _imports(self) -> None:
        """The first part of as many evenings as the page takes, taken back; and one evening of many hands."""
        key, terms = str(uuid4()), {"offer": "bavarian:pub", "money": "tab", "file_name": "evenings.csv"}
        text = results_table(date(1900, 1, 1), MAX_TEXT // A_ROW - 2)
        self._to_club("import", "import", **terms, key=key, text=text, look="1")
        self._to_club("import", "import", **terms, key=key, text=text, write="1")
        undoing = str(uuid4())
        while self._to_club("import", "import", key=undoing, undo=key).status == 200:
            pass
        self._to_club("import", "import", **terms, text=hand_sheet(date(1969, 11, 14), self.hands), write="1")

    def _links(self) -> None:
        self._to_table("links", "links", watch="1")
        of_members = f"/t/{self.club.club_token}.{self._get('')['id']}/links"
        self._send("web:links", of_members, scribe="1")
        self._to_club("club_links", "links", kept="1")
        # Of a browser without cookies.
        self._to_club("claim", f"people/{self.club.ids[0]}/claim", no="1", device=str(uuid4()))
        self._to_club("lost_keeper_link", "links/lost")
        self._to_club("remove_device", f"devices/{uuid4()}/remove", renew="on")
        self._to_club("renew_member_link", "links/member")
        self.club.club_token = self._to_club("renew_all_links", "links/all").location.split("/")[2]


def _rufer(declarer: str, partner: str) -> dict[str, str]:
    result = {"won": "yes", "level": "plain", "top_trumps": "0", "kontra": "0", "laid": "0"}
    return {"contract": "rufer", "declarer": declarer, "partner": partner, **result}
