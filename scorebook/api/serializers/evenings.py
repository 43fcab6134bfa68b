"""Requests to open an evening, to agree on its end and to join; responses with its sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from rules.problems import ProblemList
from scorebook import access
from scorebook.api.catalogue import contracts_json
from scorebook.api.parsing import Refused
from scorebook.api.serializers.common import (
    AmountsField,
    GameField,
    KeyedRequest,
    NamesField,
    ResponseSerializer,
    RulesJSONField,
    StrictSerializer,
    TimestampField,
    ValidatedData,
)
from scorebook.api.serializers.fields import (
    MOST_PLAYERS,
    DateTimeField,
    GameIdField,
    HouseRulesField,
    IntegerField,
    PlayerNamesField,
    PresetField,
    TextField,
)
from scorebook.api.serializers.games import GameContractResponse, GameNameResponse, game_name_json
from scorebook.api.serializers.hands import RoundPlaceResponse, SheetHandResponse, hand_line_json
from scorebook.api.serializers.payments import PlannedPaymentResponse, payments_of
from scorebook.clubs.models import Club
from scorebook.clubs.names import MAX_PLAYER_NAME, folded_name
from scorebook.clubs.roles import Role
from scorebook.core.budgets import HANDS_PER_EVENING
from scorebook.ledger.models import MAX_UNIT
from scorebook.ledger.queries import PlanLine
from scorebook.play.ending import MAX_POINTS, MAX_ROUNDS, read_agreed_end
from scorebook.play.models import Evening
from scorebook.play.queries import evening_sheets
from scorebook.play.queries.evening_sheets import SeatLine, Sheet
from scorebook.play.services import AgreedEnd
from scorebook.play.terms import MAX_STAKE


def index_of_name(name: str, names: Sequence[str]) -> int | None:
    return next((place for place, one in enumerate(names) if folded_name(one) == folded_name(name)), None)


class EndRequest(StrictSerializer):
    """The agreed end of the evening: exactly one of the four."""

    rounds = IntegerField(required=False, least=1, most=MAX_ROUNDS)
    deals = IntegerField(required=False, least=1, most=HANDS_PER_EVENING)
    points = IntegerField(required=False, least=1, most=MAX_POINTS)
    ends_at = DateTimeField(required=False)

    def to_internal_value(self, raw: object) -> AgreedEnd:
        try:
            return self._agreed_end(super().to_internal_value(raw))
        except Refused as refused:
            refused.valid_part = self._agreed_end(refused.valid_part)
            raise

    @staticmethod
    def _agreed_end(data: ValidatedData) -> AgreedEnd:
        return AgreedEnd(at=data["ends_at"], rounds=data["rounds"], deals=data["deals"], points=data["points"])


class RulesetRequest(StrictSerializer):
    game = GameIdField()
    preset = PresetField(required=False)
    house_rules = HouseRulesField(required=False)

    @staticmethod
    def ruleset_json(data: ValidatedData) -> dict[str, object]:
        """Return the argument of `rules.read_ruleset`."""
        return {"game": data["game"] or "", "preset": data["preset"], "house_rules": data["house_rules"] or {}}


class OpenEveningRequest(KeyedRequest, RulesetRequest):
    """unit: a currency of ISO 4217, stored as its code (EUR, eur and € are EUR); points; or words for other stakes,
    with a slash between singular and plural: litre/litres. A sign that several currencies share, such as $, is refused,
    and so are three capitals that are no currency.
    stake_minor: value of a point in minor units: EUR in cents, JPY in yen, BHD in thousandths; points and words in
    whole ones, as in all amounts.
    people: names, in seating order.
    first_dealer: one of the names; defaults to the first.
    club_token: the token of the members' or the keeper's link; without it the evening gets a club of its own.
    """

    unit = TextField(least=1, most=MAX_UNIT)
    stake_minor = IntegerField(least=1, most=MAX_STAKE)
    people = PlayerNamesField(longest=MAX_PLAYER_NAME)
    first_dealer = TextField(required=False, most=MAX_PLAYER_NAME)
    end = EndRequest(required=False, allow_null=True)
    club_token = TextField(required=False)

    def check_together(self, data: ValidatedData, problems: ProblemList) -> None:
        if data["first_dealer"] and data["people"] and index_of_name(data["first_dealer"], data["people"]) is None:
            problems.add("dealer_not_at_table", "first_dealer")


class AgreeEndRequest(KeyedRequest):
    """A new end of the evening; without `end` none is agreed."""

    end = EndRequest(required=False, allow_null=True)


class JoinEveningRequest(KeyedRequest):
    """place: at the table, counted from 1. Without it they take the chair that they left, or a new one at the end."""

    name = TextField(least=1, most=MAX_PLAYER_NAME)
    place = IntegerField(required=False, least=1, most=MOST_PLAYERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    token: str
    url: str


def link_to(request: Request, view: str, token: str) -> Link:
    return Link(token=token, url=request.build_absolute_uri(reverse(f"api:v1:{view}-detail", args=[token])))


def club_links(request: Request, club: Club) -> Mapping[str, Link]:
    """Return the link in use, and those that its holder may pass on."""
    found = {"club": link_to(request, "club", club.link), "member": link_to(request, "club", club.member_token)}
    return found | ({"keeper": link_to(request, "club", club.keeper_token)} if club.is_opened_by_keeper else {})


@dataclass(frozen=True, kw_only=True)
class EveningRepresentation:
    request: Request
    evening: Evening

    @property
    def may_write(self) -> bool:
        return self.evening.role >= Role.SCRIBE

    @cached_property
    def hides_money(self) -> bool:
        return access.hides_money(self.evening)

    @property
    def stake_minor(self) -> int | None:
        return None if self.hides_money else self.evening.stake_minor

    @property
    def game(self) -> dict[str, str]:
        return game_name_json(self.evening.game)

    @property
    def links(self) -> Mapping[str, Link]:
        """Return the links that the one in use includes: none is stronger."""
        evening = self.evening
        found = {"watch": link_to(self.request, "evening", evening.watch_token)}
        if self.may_write:
            found["scribe"] = link_to(self.request, "evening", evening.writing_link)
        if evening.club_link:
            found["club"] = link_to(self.request, "club", evening.club_link)
        return found


@dataclass(frozen=True, kw_only=True)
class SheetRepresentation(EveningRepresentation):
    @property
    def club(self) -> Club | None:
        return self.evening.club if self.evening.club_link else None

    @cached_property
    def sheet(self) -> Sheet:
        return evening_sheets.evening_sheet(self.evening)

    @property
    def people(self) -> Iterable[SeatLine]:
        lines = self.sheet.players
        return [replace(line, amount_minor=None) for line in lines] if self.hides_money else lines  # type: ignore[arg-type]

    @property
    def hands(self) -> list[dict[str, Any]]:
        return [hand_line_json(line, self.sheet) for line in self.sheet.lines]

    @property
    def contracts(self) -> list[dict[str, object]]:
        return contracts_json(self.sheet.ruleset, len(self.sheet.table.players))

    @property
    def payments(self) -> list[PlanLine]:
        return [] if self.hides_money else payments_of(self.evening)

    @property
    def next_no(self) -> int:
        return self.evening.hand_count + 1

    @property
    def sitting_out(self) -> list[str]:
        return [str(player.pk) for player in self.sheet.sitting_out]


def current_hands(evening: Evening, hands: range) -> list[dict[str, Any]]:
    """Return the hands with these numbers as they stand now."""
    sheet = evening_sheets.evening_sheet(evening, hands)
    return [hand_line_json(line, sheet) for line in sheet.lines]


class LinkResponse(ResponseSerializer):
    token = serializers.CharField()
    url = serializers.URLField()


class LinksResponse(ResponseSerializer):
    """The links to an evening that the one in use includes.

    scribe: not for those who look on. More than a day after the close, members get the token of their club with the
    evening's id.
    club: for members, and for the request that founded the club; see `links` of the club.
    """

    watch = LinkResponse()
    scribe = LinkResponse(required=False)
    club = LinkResponse(required=False)


class RenewLinkRequest(KeyedRequest):
    """replaces: the token of the link to be replaced; with it a repeated request finds the same new link."""

    replaces = TextField(required=False)


class ClubNameResponse(ResponseSerializer):
    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class AgreedEndResponse(ResponseSerializer):
    """The agreed end; exactly one of the four fields is set."""

    rounds = serializers.IntegerField(required=False)
    deals = serializers.IntegerField(required=False)
    points = serializers.IntegerField(required=False)
    ends_at = TimestampField(source="at", required=False)

    def to_representation(self, value: Any) -> dict[str, Any]:
        """value: the stored record."""
        end = read_agreed_end(value)
        return super().to_representation(end.limits if end else {})


class EveningResponse(ResponseSerializer):
    """The fields that the sheet and the list of evenings have in common.

    stake_minor: null if money is hidden.
    hand_count: the number of the last line, to be sent as `known_hands`. It counts voided hands and amounts that were
    written down without a hand; the number of hands played is `hands` of the year, of people and of the ending.
    """

    id = serializers.UUIDField(source="evening.pk")
    number = serializers.IntegerField(source="evening.number")
    game = GameNameResponse()
    unit = serializers.CharField(source="evening.unit")
    stake_minor = serializers.IntegerField(allow_null=True)
    started_at = TimestampField(source="evening.started_at")
    closed_at = TimestampField(source="evening.closed_at", allow_null=True)
    agreed_end = AgreedEndResponse(source="evening.agreed_end", allow_null=True)
    hand_count = serializers.IntegerField(source="evening.hand_count")
    links = LinksResponse()


class RulesetResponse(ResponseSerializer):
    """All house rules as they were agreed, so that later defaults do not change them."""

    game = GameField()
    version = serializers.IntegerField()
    house_rules = RulesJSONField("HouseRules")


class SeatResponse(ResponseSerializer):
    """place: their present or last place at the table.
    amount_minor: null if money is hidden.
    """

    id = serializers.UUIDField(source="player.pk")
    name = serializers.CharField(source="player.name")
    place = serializers.IntegerField()
    present = serializers.BooleanField()
    points = serializers.IntegerField()
    amount_minor = serializers.IntegerField(allow_null=True)
    hands = serializers.IntegerField()
    declared = serializers.IntegerField()
    declared_won = serializers.IntegerField()


class AbsentDealersField(serializers.DictField):
    """Id of a person who has left -> id of the person who deals in their turn."""

    child = serializers.UUIDField()


class NextHandResponse(ResponseSerializer):
    """The next hand: the dealer, the leader to the first trick, and those who sit out."""

    no = serializers.IntegerField(source="next_no")
    players = serializers.ListField(child=serializers.UUIDField(), source="sheet.table.players")
    dealer = serializers.UUIDField(source="sheet.table.dealer")
    leader = serializers.UUIDField(source="sheet.leader.pk")
    round = RoundPlaceResponse(source="sheet.place", allow_null=True)
    sitting_out = serializers.ListField(child=serializers.UUIDField())
    absent = AbsentDealersField(source="sheet.absent")


class SheetResponse(EveningResponse):
    """An evening with all its hands.

    club: null with a link that does not lead to it.
    revision: changes with everything that is written.
    names: id -> name, of everybody mentioned in it.
    people: everybody who has a place at the table or had one, by their entries in this club.
    pot_shares: everybody's share of the pot at the close.
    """

    club = ClubNameResponse(allow_null=True)
    ruleset = RulesetResponse(source="evening.ruleset")
    revision = serializers.IntegerField(source="evening.revision")
    may_write = serializers.BooleanField()
    names = NamesField(source="sheet.names")
    people = SeatResponse(many=True)
    hands = SheetHandResponse(many=True)
    pot = serializers.IntegerField(source="sheet.state.pot")
    pot_shares = AmountsField(source="sheet.pot_shares")
    pot_to_kitty = serializers.IntegerField(source="sheet.pot_to_kitty")
    state = RulesJSONField("State", source="sheet.state.to_json")
    next = NextHandResponse(source="*")
    contracts = GameContractResponse(many=True)
    payments = PlannedPaymentResponse(many=True)


class RecordedEveningResponse(ResponseSerializer):
    """The hands that others wrote meanwhile, to be presented to the user."""

    hand_count = serializers.IntegerField()
    hands = SheetHandResponse(many=True)


class EveningTextResponse(ResponseSerializer):
    """text: a header, then one line per hand; see docs/notation.md."""

    text = serializers.CharField()
