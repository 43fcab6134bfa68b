"""The help for players about links and phones: one topic for each thing that happens to them, in steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


class HelpTopic(NamedTuple):
    title: Text
    steps: tuple[Text, ...]
    note: Text  # what to expect of it, and what not


# Name in the address -> topic. The steps name buttons and pages by their own words.
TOPICS: Mapping[str, HelpTopic] = {
    "second-phone": HelpTopic(
        title=_("My clubs on a second phone"),
        steps=(
            _("On the old phone open the front page, unfold “On another phone” and tap “Show the code”."),
            _("Scan the code with the new phone and tap “Take over”. Both phones have the clubs now."),
            _(
                "Is the old phone lost? Ask a member of each club to tap your name under “Phones of others” on the"
                " club's page, and scan that code."
            ),
            _(
                "To have your name with what you write, unfold “Whose phone is this?” on the club's page, tap your name"
                " and “That is me”. Another member says yes."
            ),
        ),
        note=_("You need no account. The code goes from phone to phone; show it to nobody else."),
    ),
    "guest-writes": HelpTopic(
        title=_("A guest writes"),
        steps=(
            _(
                "On the table's page unfold “Others look on”, tap “Hand over the writing”, and let the"
                " guest scan the second code."
            ),
            _("The guest writes in this evening. The code opens nothing else of the club."),
            _("A day after the evening is closed the guest's link opens nothing any more."),
            _(
                "Should it end sooner? Open “Links” on the club's page, the evening's “Links”, and “New"
                " link for writing”."
            ),
        ),
        note=_("Both phones can write. If they write the same hand at once, both see it and one chooses."),
    ),
    "founder-leaves": HelpTopic(
        title=_("The founder leaves"),
        steps=(
            _("The founder opens “Links” on the club's page and gives the keeper's link to another member."),
            _("That member opens it once. From then on their phone stands as “keeper” under “Devices”."),
            _("The founder taps “Remove” beside their own phone there, and “Forget the club on this phone”."),
            _("Is the link lost? Two members with their names on their phones ask for a new one under “Links”."),
        ),
        note=_(
            "It takes three days until there is a new link. Meanwhile everybody in the club sees it, and any keeper can"
            " stop it. If there are no two such members, the operator of the site can make new links."
        ),
    ),
    "phone-sold": HelpTopic(
        title=_("A phone is sold or lost"),
        steps=(
            _(
                "Do you still have it? In each club open “Links”, tap “Remove” beside this phone, and “Forget the"
                " club on this phone”."
            ),
            _(
                "Is it gone? A keeper opens “Links” and finds it under “Devices” by its name and the day"
                " of its last use."
            ),
            _("The keeper removes it and leaves the tick for new links, because the phone may have kept the old ones."),
            _("Was it writing in an open evening? The new links end that too."),
        ),
        note=_(
            "The other phones of the club go on: each has a key of its own. Guests and new phones need the new link."
        ),
    ),
    "link-leaked": HelpTopic(
        title=_("A link is in the wrong hands"),
        steps=(
            _("A link to look on: anybody who writes makes a new one on the evening's page “Links”."),
            _("A link to write: a member makes a new one on the evening's page “Links”, opened from the club's page."),
            _("The members' link: a keeper opens “Links” and taps “New link for members”."),
            _("The keeper's link: a keeper taps “New links for all”. Hurry: the other one can do so too."),
            _(
                "Look under “Devices” for phones that nobody knows, and remove them. The tick above the button for"
                " new links removes all other devices at once."
            ),
        ),
        note=_(
            "Hands and payments that a stranger wrote can be corrected; their history shows when they were written."
        ),
    ),
}
