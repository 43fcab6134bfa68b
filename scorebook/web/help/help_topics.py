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
            _("On the old phone, open the front page, unfold “On another phone too” and tap “Show the code”."),
            _("Scan the code with the new phone and tap “Add to this phone”. Now both phones have your clubs."),
            _(
                "Is the old phone lost? In each club, ask a member to tap your name under “Phones of others” on the "
                "club's page, and scan that code."
            ),
            _(
                "Want your name on what you record? Unfold “Whose phone is this?” on the club's page, tap your name "
                "and “That is me”. Another member says yes."
            ),
        ),
        note=_("You need no account. The code goes from phone to phone; show it to nobody else."),
    ),
    "guest-writes": HelpTopic(
        title=_("A guest keeps score"),
        steps=(
            _(
                "On the table's page, unfold “Let others watch (QR)”, tap “Hand over to another scribe”, and let "
                "the guest scan the second code."
            ),
            _("The guest can record hands in this evening. The code opens nothing else in the club."),
            _("The guest's link stops working a day after the evening is closed."),
            _(
                "Want to end it sooner? Open “Links” on the club's page, then the evening's “Links”, and tap "
                "“Replace scribe link”."
            ),
        ),
        note=_(
            "Both phones can record hands. If they record the same hand at once, both show it and one person chooses."
        ),
    ),
    "founder-leaves": HelpTopic(
        title=_("The founder leaves"),
        steps=(
            _("The founder opens “Links” on the club's page and gives the keeper's link to another member."),
            _("That member opens it once. From then on “Devices” lists their phone as “keeper”."),
            _("There the founder taps “Remove” next to their own phone, and “Forget the club on this phone”."),
            _("Is the link lost? Two members request a new one under “Links”; both need a phone with their name."),
        ),
        note=_(
            "It takes three days until the new link can be made. Until then everyone in the club sees the "
            "request, and any keeper can stop it. Without two such members, the site's operator can make new "
            "links."
        ),
    ),
    "phone-sold": HelpTopic(
        title=_("Phone sold or lost"),
        steps=(
            _(
                "Do you still have it? In each club, open “Links”, tap “Remove” next to this phone, and “Forget the "
                "club on this phone”."
            ),
            _("Is it gone? A keeper opens “Links” and finds it under “Devices” by its name and date of last use."),
            _("The keeper removes it and keeps the tick for new links, because the phone may still have the old ones."),
            _("Was it keeping score in an open evening? The new links end that too."),
        ),
        note=_("The club's other phones keep working: each has its own key. Guests and new phones need the new link."),
    ),
    "link-leaked": HelpTopic(
        title=_("A link is in the wrong hands"),
        steps=(
            _("Watch link: every scribe can make a new one on the evening's page “Links”."),
            _("Scribe's link: a member makes a new one on the evening's page “Links”, opened from the club's page."),
            _("Members' link: a keeper opens “Links” and taps “Replace members' link”."),
            _("Keeper's link: a keeper taps “Replace all links”. Hurry: the stranger can do that too."),
            _(
                "Look for unknown phones under “Devices” and remove them. The tick above the button for new links "
                "removes all other devices at once."
            ),
        ),
        note=_("You can correct hands and payments recorded by a stranger; the history shows when they were recorded."),
    ),
}
