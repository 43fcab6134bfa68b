"""Requests about a club and its people."""

from enum import StrEnum

from scorebook.api.told.fields import Choice, Key, Text, Texts, Yes
from scorebook.api.told.objects import Keyed, ToldObject


class CreateClub(Keyed):
    """people: names; people may also be added later, or with an evening."""

    name = Text()
    people = Texts(needed=False)


class Named(ToldObject):
    """name: the new name; the present one changes nothing."""

    name = Text()


class EnrolPeople(Keyed):
    """names: a name that the club does not know is a new person."""

    names = Texts()


class LinkPerson(Keyed):
    """other: the entry of the same person, whose name and colour are kept."""

    other = Key()


class LoseName(Keyed):
    """accept_balance: false refuses it (`balance_open`) if the person has an open balance, so that you can ask."""

    accept_balance = Yes(needed=False)


class LinkClub(Keyed):
    """other: the token of the other club's link."""

    other = Text()


class Shelf(StrEnum):
    """The place of an evening: in the lists, archived, or discarded because nothing was played in it."""

    LISTED = "listed"
    ARCHIVED = "archived"
    DISCARDED = "discarded"


class ShelveEvening(ToldObject):
    """shelf: the new place; the present one changes nothing."""

    shelf = Choice(Shelf)
