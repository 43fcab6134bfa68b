"""What happens to the keys of a club, with phones in the hands of people; for any engine.

What a person sends in a chat or another phone scans is taken from the page as text.
"""

from __future__ import annotations

import re

from tests.support.key_ring import COPIES
from tests.support.thumb import ChromiumThumb, Thumb

PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
DEVICE_ADDRESS = re.compile(r"^/c/[0-9a-f-]{36}/")
NOTHING = "Seite nicht gefunden"


def found_club(phone: Thumb) -> None:
    """Start the first evening, and go to the club's page."""
    phone.open("/")
    for place, name in enumerate(PEOPLE):
        phone.type(f"#names-{place}", name)
    phone.tap("button", "Abend anfangen")
    phone.sees("h1", "Spiel 1")
    phone.find("#founded")  # the phone holds the key
    open_club(phone)


def open_club(phone: Thumb) -> None:
    """From the front page, which knows the clubs of the phone."""
    phone.open("/")
    phone.tap("#clubs .chip")
    is_device_there(phone)


def open_link(phone: Thumb, link: str) -> None:
    """Open a club's link from a chat."""
    phone.open(link)
    is_device_there(phone)


def is_device_there(phone: Thumb) -> None:
    """The club is open, and no link of it is in the address."""
    phone.find("a.club-page[href$='/links']")
    phone.loads()  # the page is seen before its script has kept the key and the name
    assert DEVICE_ADDRESS.match(phone.address), phone.address


def link_of(phone: Thumb, role: str) -> str:
    """Return the link that the page of links shows: "member" or "keeper"."""
    open_club(phone)
    phone.tap(".club-page", "Links")
    phone.sees(f"#{role} .address", "http")
    return phone.text(f"#{role} .address")


def remove_other_device(keeper: Thumb, *, with_new_links: bool = True) -> None:
    open_club(keeper)
    keeper.tap(".club-page", "Links")
    keeper.tap("#devices .device:not(:has(.tag:not(.is-role))) summary")
    if not with_new_links:
        keeper.tap("#devices details[open] .check")
    keeper.tap("#devices details[open] button")
    keeper.sees(".note", "Das Gerät ist entfernt.")


def opens_nothing(phone: Thumb) -> None:
    """The front page still knows the club; it opens nothing, and the phone forgets it."""
    phone.open("/")
    phone.tap("#clubs .chip")
    phone.sees("h1", NOTHING)
    phone.settles()  # another way in is tried first


def say_who(phone: Thumb, name: str) -> None:
    open_club(phone)
    phone.tap("#whose summary")
    phone.tap("#whose .chip", name)
    phone.tap("button", "Das bin ich")


def say_yes(phone: Thumb, name: str) -> None:
    open_club(phone)
    phone.tap(".note a", "Antworten")
    phone.tap("button", f"Ja, das ist {name}")
    phone.sees(".note", "tragen ab jetzt diesen Namen")


# -- the stories -----------------------------------------------------------------------------------------------------


def link_with_keys(old: ChromiumThumb) -> str:
    """Found a club, and return the link that takes the keys to a new phone."""
    old.page.add_init_script(COPIES)
    found_club(old)
    old.open("/")
    old.tap("#ring > summary")
    old.tap("#ring button", "Link kopieren")
    old.sees("#ring .pass-on [role=status]", "Der Link ist kopiert.")
    return str(old.page.evaluate("window.copied"))


def new_phone_with_the_old_one(new: Thumb, old: Thumb, link_with_keys: str) -> None:
    """link_with_keys: as the old phone shows it for the new one."""
    new.open(link_with_keys)
    new.tap("button", "Übernehmen")
    new.sees("#arrival [role=status]", "Übernommen")  # before, the phone may hold no key yet
    open_club(new)
    open_club(old)  # which keeps what it has


def new_phone_without_the_old_one(new: Thumb, lost: Thumb, keeper: Thumb) -> None:
    """A member sends the link again, says who has the new phone, and the keeper removes the lost one."""
    found_club(keeper)
    open_link(lost, link_of(keeper, "member"))
    remove_other_device(keeper)
    opens_nothing(lost)
    open_link(new, link_of(keeper, "member"))
    say_who(new, "Anna")
    new.sees("#me", "Ein anderes Mitglied muss Ja sagen.")
    say_yes(keeper, "Anna")
    open_club(new)
    new.sees("#me", "Servus, Anna.")
    new.open("/")
    new.sees("#clubs .hello", "Servus, Anna.")


def guest_pen(guest: Thumb, owner: Thumb) -> None:
    """A guest writes in the evening, comes to nothing else, and ends with a new link."""
    found_club(owner)
    owner.tap("main .button-main")
    owner.sees("h1", "Spiel 1")
    owner.tap("#share > summary")
    owner.tap("#share a", "Schreiben übergeben")
    owner.sees("main", "zweiten Schreiber")
    link = owner.text("#write .address")
    guest.open(link)
    guest.sees("h1", "Spiel 1")
    guest.has(".kept[data-kept=server]")  # before, the page may be drawn again, and a tap would be lost
    guest.tap("button.thrown")
    guest.sees("h1", "Spiel 2")
    guest.holds_hands(1)
    guest.tap(".menu > summary")
    assert "Zum Stammtisch" not in guest.visible_text(".menu")
    guest.open("/")
    guest.sees("#go-on", "Anna")
    assert guest.visible_text("#clubs") == ""
    open_club(owner)
    owner.tap(".club-page", "Links")
    owner.tap("#evenings .button", "Links")
    owner.tap("button", "Link zum Schreiben ersetzen")
    owner.sees(".note", "neuen Link zum Schreiben")
    guest.open(link)
    guest.sees("h1", NOTHING)


def thrown_out_device(thrown_out: Thumb, other: Thumb, keeper: Thumb) -> None:
    """One phone goes, with the link that it has kept; the other one opens the club and its evening as before."""
    found_club(keeper)
    link = link_of(keeper, "member")
    open_link(other, link)
    other.tap("main .button-main")
    other.sees("h1", "Spiel 1")
    table = other.address
    open_link(thrown_out, link)
    remove_other_device(keeper)  # the one that came last
    opens_nothing(thrown_out)
    thrown_out.open(link)
    thrown_out.sees("h1", NOTHING)
    open_club(other)
    other.open(table)  # its link was replaced too
    other.sees("h1", "Spiel 1")
    assert other.address != table
    open_club(keeper)


def stolen_link(thief: Thumb, member: Thumb, keeper: Thumb) -> None:
    """The members' link got into the wrong hands: a new one, and all other phones go."""
    found_club(keeper)
    link = link_of(keeper, "member")
    open_link(member, link)
    open_link(thief, link)
    keeper.tap("#renew form[action$='/member'] .check")
    keeper.tap("button", "Link für Mitglieder ersetzen")
    keeper.sees(".note", "Der Link für Mitglieder ist neu.")
    opens_nothing(thief)
    thief.open(link)
    thief.sees("h1", NOTHING)
    open_link(member, link_of(keeper, "member"))
