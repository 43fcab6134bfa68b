"""Hands typed as lines (docs/notation.md), and the evening written as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from rules.notation import LineProblem, write_evening, write_hand_line
from scorebook import access
from scorebook.core.keys import new_key
from scorebook.core.monitoring import metrics
from scorebook.core.monitoring.metrics import Channel, HandVerb
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.notation import MAX_LINES, new_hands_of_lines, read_evening_lines, written_evening
from scorebook.play.queries import evening_sheets
from scorebook.texts import language
from scorebook.web.core import person_names, problem_texts
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.table.refusals import Refusal
from scorebook.web.games import game_presentation
from scorebook.web.games.presentation import PEOPLE

MAX_SHOWN = 20  # problems
EXAMPLES = 3
MIN_ROWS, MAX_ROWS = 4, 24  # height of the text area

Names = dict[rules.Player, str]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.opens_evening
def typed_lines_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    names = person_names.names_of(person_names.people_of_club(evening.club))
    if request.method != "POST":
        return _typed_lines_response(request, evening, names, FormData({}))
    typed = FormData.of(request.POST)
    refusal = _record_typed_lines(request, evening, names, typed)
    if refusal:
        return _typed_lines_response(request, evening, names, typed, refusal)
    return redirect("web:table", token=evening.link)


def _record_typed_lines(request: HttpRequest, evening: Evening, names: Names, typed: FormData) -> Refusal | None:
    """Record all lines or none."""
    known = typed.whole("known_hands")
    known_hands = known if isinstance(known, int) else -1
    if _typed_lines(typed).count("\n") >= MAX_LINES:
        return Refusal(lines=[_("At most %(most)s lines at once.") % {"most": MAX_LINES}])
    found = read_evening_lines(evening, _typed_lines(typed), names, known_hands=known_hands)
    # All or none: a line corrected later would come after those that follow it, with a false dealer and pot.
    if found.problems:
        return Refusal(lines=_line_problem_sentences(found.problems, names))
    if not found.hands:
        return Refusal(lines=[_("Type at least one hand, one per line.")])
    at = timezone.now()
    try:
        with access.gone_is_404():
            recorded = play.record_hands(
                club_id=evening.club_id,
                link=evening.scribe_token,
                known_hands=known_hands,
                hands=new_hands_of_lines(found, typed.key()),
                at=at,
                by=evening.by,
            )
    except play.HandRefused as refused:
        line = found.hands[refused.place].line
        problems = [LineProblem(line=line, column=1, problem=problem) for problem in refused.problems]
        return Refusal(lines=_line_problem_sentences(problems, names))
    except play.PlayError as error:
        if isinstance(error, play.StaleHand):
            metrics.count_conflict(Channel.PAGE)
        text = problem_texts.web_problem_text(error.code)
        return Refusal(text=text, keeps_key=not isinstance(error, play.KeyReused))
    new = sum(event.recorded_at == at for event in recorded.events)
    metrics.count_hands(HandVerb.RECORDED, Channel.PAGE, new)
    count = len(found.hands)
    text = ngettext("%(count)s hand is recorded.", "%(count)s hands are recorded.", count) % {"count": count}
    messages.success(request, text)
    return None


def _typed_lines(typed: FormData) -> str:
    """Return the text unstripped, so that line numbers match."""
    return (typed.all("lines") or [""])[-1]


def _line_problem_sentences(problems: Sequence[LineProblem], names: Names) -> list[str]:
    return [
        _("Line %(line)s, column %(column)s: %(text)s")
        % {"line": one.line, "column": one.column, "text": problem_texts.problem_sentence(one.problem, names)}
        for one in problems[:MAX_SHOWN]
    ]


def _typed_lines_response(
    request: HttpRequest, evening: Evening, names: Names, typed: FormData, refusal: Refusal | None = None
) -> HttpResponse:
    now = Evening.objects.select_related("club").get(club=evening.club_id, pk=evening.pk)
    evening = now.opened_like(evening)
    sheet = evening_sheets.evening_sheet(evening)
    written = write_evening(written_evening(sheet), names=names, language=language.current_language())
    lines = _typed_lines(typed)
    context = {
        "evening": evening,
        "lines": lines,
        "rows": _text_area_rows(lines),
        "key": typed.key() if refusal is None or refusal.keeps_key else new_key(),
        "known_hands": evening.hand_count,
        "problems": refusal.lines if refusal else (),
        "refusal": refusal.text if refusal else "",
        "examples": list(islice(_example_hand_lines(sheet, names), EXAMPLES)),
        "someone": names[sheet.table.players[0]],
        "written": written,
        "written_rows": _text_area_rows(written),
    }
    return render(request, "evening/table/lines.html", context, status=refusal.status if refusal else None)


def _text_area_rows(text: str) -> int:
    return min(max(text.count("\n") + 1, MIN_ROWS), MAX_ROWS)


def _example_hand_lines(sheet: evening_sheets.Sheet, names: Names) -> Iterator[str]:
    """Yield the game's examples that this table plays, one per contract, with the names of its players."""
    shown = set[str]()
    people_of_examples = PEOPLE[: len(sheet.table.players)]
    table = rules.Table(players=people_of_examples, dealer=people_of_examples[-1])
    called = {one: names[player] for one, player in zip(people_of_examples, sheet.table.players, strict=False)}
    for example in game_presentation(sheet.ruleset).examples:
        try:
            report = rules.read_report(example.hand, ruleset=sheet.ruleset, table=table, state=example.state)
        except rules.ReportError:
            continue
        if report.contract in shown:
            continue
        shown.add(report.contract)
        yield write_hand_line(report, names=called, language=language.current_language())
