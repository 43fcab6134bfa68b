"""The preview of an import for its template."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import ngettext

from scorebook.clubs.models import Club
from scorebook.clubs.names import folded_name
from scorebook.exchange.imports.import_draft import Draft, DraftEvening
from scorebook.exchange.imports.import_records import ImportProblem
from scorebook.exchange.imports.import_texts import import_problem_text, place_text
from scorebook.texts import language
from scorebook.web.core.choices import Choice, choices
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import people_to_seat

NOT_SENT_AGAIN = {"csrfmiddlewaretoken", "key", "look", "write", "undo", "file"}
MAX_SHOWN = 100  # problems, and as many notices


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemTexts:
    lines: tuple[tuple[str, str], ...]  # the place in the text, and the problem
    more: int = 0  # number of problems left out


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonMatch:
    name: str
    is_known: bool  # only one player can have this name; else the user chooses
    is_presumed: bool  # the player with the most similar name was chosen for them
    near: tuple[Choice, ...]  # players with a similar name
    others: tuple[Choice, ...]


def import_problem_texts(problems: Sequence[ImportProblem]) -> ProblemTexts:
    lines = tuple(
        (place_text(one), import_problem_text(one, language.current_language())) for one in problems[:MAX_SHOWN]
    )
    return ProblemTexts(lines=lines, more=max(0, len(problems) - MAX_SHOWN))


def fields_to_resend(typed: FormData) -> list[tuple[str, str]]:
    """Return all fields of the request except the key and the buttons, to be sent again."""
    return [(name, value) for name, values in typed.lists() if name not in NOT_SENT_AGAIN for value in values]


def import_preview(club: Club, draft: Draft, chosen: Collection[str]) -> dict[str, object]:
    """Return the draft for `preview.html`. chosen: folded names with a choice of the user."""
    names = {one.id: one.player.name if one.player else one.name for one in draft.people}
    return {
        "format": draft.imported.format.label,
        "summary": _import_summary(draft),
        "people": list(_person_matches(club, draft, chosen)),
        "evenings": [(one, _evening_sums_by_name(one, names)) for one in draft.evenings],
        "payments": draft.payments,
        "names": names,
        "notices": import_problem_texts(draft.notices),
        "may_write": not draft.problems and not draft.is_nothing_new,
        "is_on_tab": draft.imported.format.keeps_tab,
    }


def _import_summary(draft: Draft) -> str:
    evenings, payments = len(draft.new_evenings), len(draft.new_payments)
    hands = sum(evening.hand_count for evening in draft.new_evenings)
    parts = [ngettext("%(n)s evening", "%(n)s evenings", evenings) % {"n": evenings}]
    if hands:
        parts.append(ngettext("%(n)s hand", "%(n)s hands", hands) % {"n": hands})
    if payments:
        parts.append(ngettext("%(n)s payment", "%(n)s payments", payments) % {"n": payments})
    return ", ".join(parts)


def _person_matches(club: Club, draft: Draft, chosen: Collection[str]) -> Iterable[PersonMatch]:
    names = {person.id: person.name for person in people_to_seat(club)}
    known = {name.lower() for name in names.values()}
    for one in draft.people:
        near = {str(player.pk) for player in one.near}
        offered = choices(names, chosen=str(one.player.pk) if one.player else None)
        yield PersonMatch(
            name=one.name,
            is_known=one.name.lower() in known,
            is_presumed=bool(one.near and one.player and folded_name(one.name) not in chosen),
            near=tuple(choice for choice in offered if choice.value in near),
            others=tuple(choice for choice in offered if choice.value not in near),
        )


def _evening_sums_by_name(evening: DraftEvening, names: Mapping[UUID, str]) -> list[tuple[str, int]]:
    """Return the names with their minor units, best first."""
    sums = sorted(evening.sums.items(), key=lambda pair: -pair[1])
    return [(names[id], amount_minor) for id, amount_minor in sums]
