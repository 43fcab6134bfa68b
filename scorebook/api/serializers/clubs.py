"""Requests about a club and its people; responses with a club, its evenings, its links and its file."""

from rest_framework import serializers

from scorebook.api.serializers.common import (
    AmountsField,
    EnumField,
    KeyedRequest,
    PageResponse,
    ResponseSerializer,
    StrictSerializer,
    TimestampField,
)
from scorebook.api.serializers.evenings import ClubNameResponse, EveningResponse, LinkResponse
from scorebook.api.serializers.fields import BooleanField, TextField, TextsField, UUIDField
from scorebook.api.serializers.payments import PersonBalanceResponse
from scorebook.clubs.models import MAX_TOKEN
from scorebook.clubs.names import MAX_CLUB_NAME, MAX_PLAYER_NAME
from scorebook.operations.anchor import EVENING, LEDGER, NAMES
from scorebook.play.models import ShelvedEvening


class CreateClubRequest(KeyedRequest):
    """people: names; people may also be added later, or with an evening."""

    name = TextField(least=1, most=MAX_CLUB_NAME)
    people = TextsField(required=False, longest=MAX_PLAYER_NAME)


class RenamePersonRequest(StrictSerializer):
    """name: the new name; the present one changes nothing."""

    name = TextField(least=1, most=MAX_PLAYER_NAME)


class RenameClubRequest(StrictSerializer):
    """name: the new name; the present one changes nothing."""

    name = TextField(least=1, most=MAX_CLUB_NAME)


class EnrolPeopleRequest(KeyedRequest):
    """people: their names; a name that the club does not know is a new person."""

    people = TextsField(longest=MAX_PLAYER_NAME)


class LinkPersonRequest(KeyedRequest):
    """other: the entry of the same person, whose name and colour are kept."""

    other = UUIDField()


class HidePersonRequest(KeyedRequest):
    """accept_balance: false refuses it (`balance_open`) if the person has an open balance, so that you can ask."""

    accept_balance = BooleanField(required=False)


class LinkClubRequest(KeyedRequest):
    """club_token: the token of the other club's keeper's link."""

    club_token = TextField(least=1, most=MAX_TOKEN)


class PersonNameResponse(ResponseSerializer):
    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class EveningResultResponse(ResponseSerializer):
    """person: their entry in this club."""

    person = serializers.UUIDField(source="player.pk")
    points = serializers.IntegerField()
    amount_minor = serializers.IntegerField()


class ClubEveningResponse(EveningResponse):
    """An evening of the club, with the link that writes in it.

    results: result of each person.
    """

    results = EveningResultResponse(many=True)


class ClubEveningsResponse(PageResponse):
    """results: the evenings, the latest first."""

    results = ClubEveningResponse(many=True)


class ClubLinksOfRoleResponse(ResponseSerializer):
    """club: the one in use.
    member: to pass on to everybody in the club.
    keeper: only for its holder.
    """

    club = LinkResponse()
    member = LinkResponse()
    keeper = LinkResponse(required=False)


class ClubLinksResponse(ResponseSerializer):
    links = ClubLinksOfRoleResponse()


class ArchivedEveningResponse(ResponseSerializer):
    id = serializers.UUIDField(source="pk")
    number = serializers.IntegerField()
    started_at = TimestampField()
    hand_count = serializers.IntegerField()
    state = EnumField(ShelvedEvening.Kind, source="shelved.kind")


class ArchivedEveningsResponse(PageResponse):
    """results: the archived and discarded evenings, the latest first."""

    results = ArchivedEveningResponse(many=True)


class ClubResponse(ResponseSerializer):
    """hides_money: whether watchers see points only.
    clubs: the linked clubs, the one that the others are linked to first.
    people: the entries of this club.
    balances: unit -> what each entry of this club still owes (below 0) or is owed, evenings and tab together.
    open: the same by person, with its parts.
    """

    id = serializers.UUIDField(source="club.pk")
    name = serializers.CharField(source="club.name")
    links = ClubLinksOfRoleResponse()
    hides_money = serializers.BooleanField(source="group.hides_money")
    clubs = ClubNameResponse(many=True)
    people = PersonNameResponse(many=True, source="club.players.all")
    balances = serializers.DictField(child=AmountsField())
    open = PersonBalanceResponse(many=True)


class ClubFileResponse(ResponseSerializer):
    """A club file, as described by docs/club-file.schema.json.

    clubs: the club, then the clubs linked with it.
    """

    format = serializers.CharField()
    version = serializers.IntegerField()
    clubs = serializers.ListField(child=serializers.DictField())


class HeadResponse(ResponseSerializer):
    """evening: null except for the chain of an evening.
    length: number of events or entries.
    hash: hash of the last of them; it depends on all before it.
    """

    chain = EnumField([NAMES, LEDGER, EVENING])
    evening = serializers.UUIDField(source="evening_id", allow_null=True)
    length = serializers.IntegerField()
    hash = serializers.CharField()


class AnchorResponse(ResponseSerializer):
    """The heads of a club's hash chains. Only a copy outside the database shows that a whole database was reset or
    rewritten.

    read_at: when they were read.
    """

    club = serializers.UUIDField()
    read_at = TimestampField()
    heads = HeadResponse(many=True)
