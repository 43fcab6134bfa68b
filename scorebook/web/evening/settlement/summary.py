"""The summary of an evening: the winner, the places, and the highlights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Player
from rules.wording import words
from scorebook.play.evening_story import EveningStory, Lead, WinningRun
from scorebook.play.queries.evening_ends import EveningEnd, evening_end
from scorebook.play.queries.evening_sheets import Sheet
from scorebook.texts import language
from scorebook.web.core.money import points_text
from scorebook.web.core.person_names import People, list_text
from scorebook.web.evening.table.sheet import SheetPage, Total

Highlight = tuple[str, str, str]  # its term, its text, and a note in small print


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningSummary:
    heading: str  # names the winner
    hands: int
    places: Sequence[tuple[int, bool, Total]]  # rank, shared by ties; whether they win; their result
    highlights: list[Highlight]
    extra: Sequence[str] = ()  # further sentences, one per person or record


def evening_summary(sheet: Sheet, page: SheetPage, people: People, *, extra: Sequence[str] = ()) -> EveningSummary:
    """Return the summary; sheet and page are of one evening. Hands of highlights that the sheet lacks are loaded."""
    end = evening_end(sheet)
    totals = {Player(total.person.id): total for total in page.totals}
    winners = end.story.winners
    return EveningSummary(
        heading=_summary_heading(end.story, people),
        hands=end.story.hands,
        places=[(place.rank, place.player in winners, totals[place.player]) for place in end.story.places],
        highlights=list(_summary_highlights(end, sheet, people)),
        extra=extra,
    )


def _summary_heading(story: EveningStory, people: People) -> str:
    names = _winner_names(story, people)
    if not story.hands and not story.places:
        return _("No hand was played")
    if not names:
        return _("Nobody is ahead this evening")
    if len(story.winners) == 1:
        return _("%(name)s wins the evening") % {"name": names}
    if story.won_together:
        return _("%(names)s win the evening") % {"names": names}
    return _("%(names)s share the evening") % {"names": names}


def _summary_highlights(end: EveningEnd, sheet: Sheet, people: People) -> Iterator[Highlight]:
    best, turn = end.story.best, end.story.turn
    if best:
        brought = f"{_players_text(best.players, people)} {points_text(best.count)}"
        notes = [
            _hand_number_text(best.no),
            brought,
            *([_led_from_then_on_text(end.story, people)] if turn == best.no else []),
        ]
        if best.others:
            names = _players_text(best.others, people)
            notes.append(_("just as much with another hand: %(names)s") % {"names": names})
        term = _("Best hand and turning point") if turn == best.no else _("Best hand")
        yield term, _highlight_hand_text(end, sheet, best.no), " · ".join(notes)
    if end.story.runs:
        yield _longest_run_highlight(end.story.runs, people)
    if end.story.lead and (best is None or turn != best.no):
        yield _lead_highlight(end, sheet, people)


def _longest_run_highlight(runs: Sequence[WinningRun], people: People) -> Highlight:
    names, length = _players_text((run.player for run in runs), people), runs[0].length
    spans = {(run.first, run.last) for run in runs}
    note = _("hands %(first)s to %(last)s") % {"first": runs[0].first, "last": runs[0].last}
    text = ngettext("%(names)s: %(n)s hand won", "%(names)s: %(n)s hands won in a row", length)
    return _("Longest winning streak"), text % {"names": names, "n": length}, note if len(spans) == 1 else ""


def _lead_highlight(end: EveningEnd, sheet: Sheet, people: People) -> Highlight:
    story, names = end.story, {"names": _winner_names(end.story, people)}
    if story.turn is not None:
        note = f"{_hand_number_text(story.turn)} · {_led_from_then_on_text(story, people)}"
        return _("Turning point"), _highlight_hand_text(end, sheet, story.turn), note
    if story.lead is Lead.BY_POT:
        return _("Turning point"), _("The pot decided it for %(names)s") % names, ""
    return _("The lead"), _("%(names)s led from the first hand on") % names, ""


def _led_from_then_on_text(story: EveningStory, people: People) -> str:
    return _("%(names)s led from then on") % {"names": _winner_names(story, people)}


def _players_text(players: Iterable[Player], people: People) -> str:
    return list_text(people[player].name for player in players)


def _winner_names(story: EveningStory, people: People) -> str:
    return _players_text(story.winners, people)


def _hand_number_text(no: int) -> str:
    return _("Hand %(no)s") % {"no": no}


def _highlight_hand_text(end: EveningEnd, sheet: Sheet, no: int) -> str:
    hand = end.hands[no]
    return words.hand_text(hand.report, hand.score, language.current_language(), sheet.names)
