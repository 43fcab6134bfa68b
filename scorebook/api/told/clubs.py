"""Requests about a club and its people."""

from enum import StrEnum

from scorebook.api.told.fields import BooleanField, ChoiceField, TextField, TextsField, UUIDField
from scorebook.api.told.objects import KeyedRequest, StrictSerializer


class CreateClubRequest(KeyedRequest):
    """people: names; people may also be added later, or with an evening."""

    name = TextField()
    people = TextsField(needed=False)


class RenameRequest(StrictSerializer):
    """name: the new name; the present one changes nothing."""

    name = TextField()


class EnrolPeopleRequest(KeyedRequest):
    """names: a name that the club does not know is a new person."""

    names = TextsField()


class LinkPersonRequest(KeyedRequest):
    """other: the entry of the same person, whose name and colour are kept."""

    other = UUIDField()


class HideNameRequest(KeyedRequest):
    """accept_balance: false refuses it (`balance_open`) if the person has an open balance, so that you can ask."""

    accept_balance = BooleanField(needed=False)


class LinkClubRequest(KeyedRequest):
    """other: the token of the other club's link."""

    other = TextField()


class ArchiveState(StrEnum):
    """The place of an evening: in the lists, archived, or discarded because nothing was played in it."""

    LISTED = "listed"
    ARCHIVED = "archived"
    DISCARDED = "discarded"


class ArchiveEveningRequest(StrictSerializer):
    """shelf: the new place; the present one changes nothing."""

    shelf = ChoiceField(ArchiveState)
