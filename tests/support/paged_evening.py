"""An evening in the tests' hand, written through the pages as a browser without a script would."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.test import Client
from django.urls import reverse

from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets
from scorebook.play.queries.evening_sheets import HandLine

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
RUFER = {"contract": "rufer", "won": "yes", "level": "plain", "top_trumps": "0", "kontra": "0", "laid": "0"}


@dataclass
class PagedEvening:
    client: Client
    stored: Evening
    ids: dict[str, str] = field(default_factory=dict)

    def url(self, name: str, *args: object) -> str:
        return reverse(f"web:{name}", args=[self.stored.scribe_token, *args])

    def get(self, page: str, /, *args: object) -> Answer:
        return self.client.get(self.url(page, *args))

    def post(self, page: str, /, *args: object, **fields: object) -> Answer:
        return self.client.post(self.url(page, *args), {"key": str(uuid4()), **fields})

    def record(self, **fields: object) -> Answer:
        """A hand with players by name; a Rufer of Anna with Beppo unless the fields say otherwise."""
        hand = {"declarer": "Anna", "partner": "Beppo", **RUFER, **fields}
        known = hand.pop("known_hands", self.now().hand_count)
        return self.post("table", **self.by_id(hand), known_hands=known)

    def by_id(self, hand: dict[str, object]) -> dict[str, object]:
        return {name: self._id(value) for name, value in hand.items()}

    def _id(self, value: object) -> object:
        if isinstance(value, list):
            return [self._id(one) for one in value]
        return self.ids.get(value, value) if isinstance(value, str) else value

    def now(self) -> Evening:
        return Evening.objects.get(club=self.stored.club_id, pk=self.stored.pk)

    def hands(self) -> tuple[HandLine, ...]:
        return evening_sheets.evening_sheet(self.now()).lines

    def points(self) -> dict[str, int]:
        return {line.player.name: line.points for line in evening_sheets.evening_sheet(self.now()).players}

    def event(self, no: int) -> UUID:
        return self.hands()[no - 1].event_id

    @property
    def member_link(self) -> str:
        return f"{self.stored.club.member_token}.{self.stored.pk}"

    @property
    def club_token(self) -> str:
        return self.stored.club.keeper_token


def start_fields(*names: str, **fields: object) -> dict[str, object]:
    return {
        "key": str(uuid4()),
        "game": "bavarian",
        "stake_bavarian": "pub",
        "names": list(names or PEOPLE),
        "first_dealer": "0",
        "phone": "1",
        **fields,
    }


def start(client: Client, *names: str, **fields: object) -> PagedEvening:
    answer = client.post(reverse("web:start"), start_fields(*names, **fields))
    assert answer.status_code == 302, text_of(answer)
    evening = Evening.objects.select_related("club").get(scribe_token=token_in_address(answer))
    ids = {player.name: str(player.pk) for player in evening.club.players.all()}
    return PagedEvening(client=client, stored=evening, ids=ids)


def token_in_address(answer: Answer) -> str:
    """The token of the evening to which a form leads; without the part for the phone alone."""
    return answer["Location"].partition("?")[0].strip("/").split("/")[-1]


def text_of(answer: Answer) -> str:
    """What a person reads, without tags and spare space."""
    bare = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(bare.split())


def problems_of(answer: Answer) -> list[str]:
    return [unescape(text) for text in re.findall(r'class="problem"[^>]*>([^<]+)<', answer.content.decode())]
