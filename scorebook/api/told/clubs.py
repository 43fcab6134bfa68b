"""What a client tells of a club and its people."""

from enum import StrEnum

from scorebook.api.told.fields import Choice, Key, Text, Texts, Yes
from scorebook.api.told.objects import Keyed, ToldObject


class CreateClub(Keyed):
    """people: names; they may also come later, or with an evening."""

    name = Text()
    people = Texts(needed=False)


class Named(ToldObject):
    """name: what it is to be; the name that it has already changes nothing."""

    name = Text()


class EnrolPeople(Keyed):
    """names: whoever the club does not know by that name is new."""

    names = Texts()


class LinkPerson(Keyed):
    """other: who they are, too; that person keeps name and colour."""

    other = Key()


class LoseName(Keyed):
    """accept_balance: false refuses it (`balance_open`) where money of the person is open, so that you can ask."""

    accept_balance = Yes(needed=False)


class LinkClub(Keyed):
    """other: the token of the other club's link."""

    other = Text()


class Shelf(StrEnum):
    """Where an evening is: in the lists, archived, or discarded because nothing was played in it."""

    LISTED = "listed"
    ARCHIVED = "archived"
    DISCARDED = "discarded"


class ShelveEvening(ToldObject):
    """shelf: where it is to be; where it is already changes nothing."""

    shelf = Choice(Shelf)
