"""Titles of people as small signs beside their names."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorebook.standings.records.titles import Title, TitleName
from scorebook.web.core.person_names import People
from scorebook.web.templatetags.hall_tags import names_by_alphabet

register = template.Library()

# Names in the set of icons. The Ramsch king is a joke, and so is his bin.
SIGNS = {
    TitleName.CHAMPION: "crown", TitleName.SOLO: "star", TitleName.SCHNEIDER: "scissors", TitleName.RAMSCH: "trash-2",
    TitleName.NEMESIS: "ghost",
}  # fmt: skip


@register.filter
def title_text(name: TitleName) -> str:
    texts = {
        TitleName.CHAMPION: _("Champion"),
        TitleName.SOLO: _("Solo king"),
        TitleName.SCHNEIDER: _("Master of the Schneider"),
        TitleName.RAMSCH: _("Ramsch king"),
        TitleName.NEMESIS: _("Nemesis"),
    }
    return texts[name]


@register.filter
def titles_of(badges: Mapping[UUID, Sequence[TitleName]] | None, person_id: UUID | str) -> Sequence[TitleName]:
    """Return the titles of a person; none on a page that has not read the titles."""
    return badges.get(UUID(str(person_id)), ()) if badges else ()


@register.inclusion_tag("club/titles/badge.html")
def title_badge(name: TitleName, with_text: bool = False) -> Mapping[str, object]:
    """Show the sign of a title. with_text: also show its name, which otherwise only screen readers get."""
    return {"sign": SIGNS[name], "text": title_text(name), "with_text": with_text}


@register.filter
def title_facts(title: Title, people: People) -> str:
    """Write the figure of a title that counts something, and who is next."""
    n = title.figure
    texts = {
        TitleName.SOLO: ngettext("%(n)s Solo won in 12 months", "%(n)s Solos won in 12 months", n),
        TitleName.SCHNEIDER: ngettext(
            "%(n)s hand won with Schneider in 12 months", "%(n)s hands won with Schneider in 12 months", n
        ),
        TitleName.RAMSCH: ngettext("%(n)s Ramsch lost in 12 months", "%(n)s Ramsch lost in 12 months", n),
        TitleName.NEMESIS: ngettext("of %(n)s person in 12 months", "of %(n)s people in 12 months", n),
    }
    facts = texts[title.name] % {"n": n}
    if not title.challengers:
        return facts
    next_names = names_by_alphabet(title.challengers, people)
    if title.name is TitleName.NEMESIS:
        # A person who changes their nemesis takes one from the holder too, so no number of missing people is exact.
        return f"{facts} · " + _("%(names)s: of %(n)s so far") % {"names": next_names, "n": n + 1 - title.missing}
    return f"{facts} · " + _("%(names)s: %(n)s more to take it") % {"names": next_names, "n": title.missing}
