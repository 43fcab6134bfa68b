"""The calculator: a hand without an evening, complete in its address, so that a link can be passed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

import rules
from rules import Problem, Ruleset, State, Table
from rules.games.declarer_game import DeclarerGame
from rules.wording import words
from scorebook import access
from scorebook.core import throttles
from scorebook.texts import language
from scorebook.web.core.error_pages import limit_requests
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form import form, hand_form_codec
from scorebook.web.evening.hand_form.form import Chip
from scorebook.web.evening.hand_form.preview_json import preview_problems_json, preview_score_json
from scorebook.web.rule_book import card_counter, sample_hands
from scorebook.web.rule_book.calculator_lines import read_calculator_line
from scorebook.web.rule_book.explanations import explain_score
from scorebook.web.rule_book.page import NAMED
from scorebook.web.rule_book.sample_hands import ScoredSample

MAX_BOCK = 2
NOTHING = ("", "0")
PERSONS = {str(player): person for player, person in NAMED.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatorQuestion:
    game: str
    preset: str
    ruleset: Ruleset
    table: Table
    typed: FormData

    @property
    def people(self) -> int:
        return len(self.table.players)

    @property
    def is_hand(self) -> bool:
        """Return whether a hand is to be scored; else the form was only opened or set up."""
        is_known = self.ruleset.contract(self.typed.one("contract"), self.people) is not None
        return (is_known or self.typed.has("thrown_in")) and not self.typed.one("show")


@limit_requests(throttles.Scoring)
@require_safe
@access.public
def calculator_page(request: HttpRequest) -> HttpResponse:
    question = _calculator_question(FormData.of(request.GET))
    line, line_problems = question.typed.one("line"), list[str]()
    if line:
        typed, line_problems = read_calculator_line(line, ruleset=question.ruleset, table=question.table)
        if typed is not None:
            return redirect(_calculator_link(replace(question, typed=typed)))
    pack: dict[str, object] = {}
    if isinstance(question.ruleset, DeclarerGame):
        counted = card_counter.count_cards(question.ruleset, question.typed, question.people)
        pack = {"pack": card_counter.pack_chips(question.ruleset, question.typed), "counted": counted}
        question = replace(question, typed=card_counter.form_with_card_count(question.typed, counted))
    answer, problems = _calculator_answer(question) if question.is_hand else (None, ())
    of_pot = [problem for problem in problems if problem.field == "state.pot"]
    of_hand = [problem for problem in problems if problem not in of_pot]
    context = {
        "question": question,
        "entry": form.HandForm(
            ruleset=question.ruleset,
            table=question.table,
            people=PERSONS,
            typed=_calculator_form_data(question),
            refused=of_hand,
            state=State(),
        ),
        "choices": _calculator_choices(question),
        "numbers": sample_hands.people_counts_of(question.ruleset),
        "bock": _calculator_bock_chips(question),
        "has_pot": question.ruleset.has_pot,
        "pot": question.typed.one("pot"),
        "line": line,
        "line_problems": line_problems,
        "pot_problems": [words.problem_text(one, language.current_language()) for one in of_pot],
        **pack,
        "is_pack_open": question.typed.has(card_counter.FIELD) or question.typed.has("count"),
        **(_calculator_context(question, answer) if answer else {}),
    }
    return render(request, "rule_book/calculator.html", context)


@csrf_exempt
@limit_requests(throttles.Scoring)
@require_POST
@access.public
def calculator_preview(request: HttpRequest) -> JsonResponse:
    """Score the hand for the page's script. CSRF exempt: the view writes nothing and knows no user."""
    question = _calculator_question(FormData.of(request.POST))
    answer, problems = _calculator_answer(question)
    if answer is None:
        return preview_problems_json(problems, PERSONS)
    html = render_to_string("rule_book/answer.html", _calculator_context(question, answer))
    return preview_score_json(answer.score, PERSONS, html=html, link=_calculator_link(question))


@limit_requests(throttles.Scoring)
@require_safe
@access.public
def calculator_card_count(request: HttpRequest) -> JsonResponse:
    question = _calculator_question(FormData.of(request.GET))
    if not isinstance(question.ruleset, DeclarerGame):
        return JsonResponse({})
    return JsonResponse(
        card_counter.card_count_json(card_counter.count_cards(question.ruleset, question.typed, question.people))
    )


def _calculator_question(typed: FormData) -> CalculatorQuestion:
    """Parse the form; an unknown game or preset means the first one, so that no link ends in an error."""
    game, _slash, preset = typed.one("rules").partition("/")
    game = game if game in rules.PRESETS else next(iter(rules.PRESETS))
    preset = preset if preset in rules.PRESETS[game] else next(iter(rules.PRESETS[game]))
    ruleset = rules.PRESETS[game][preset]
    people = typed.whole("people")
    if not isinstance(people, int) or people not in sample_hands.people_counts_of(ruleset):
        people = sample_hands.usual_sample_people(ruleset)
    return CalculatorQuestion(
        game=game, preset=preset, ruleset=ruleset, table=sample_hands.sample_table(people), typed=typed
    )


def _calculator_answer(question: CalculatorQuestion) -> tuple[ScoredSample | None, tuple[Problem, ...]]:
    hand = hand_form_codec.hand_from_form(question.typed, ruleset=question.ruleset, table=question.table)
    try:
        state = _calculator_state(question)
        report = rules.read_report(hand, ruleset=question.ruleset, table=question.table, state=state)
        return ScoredSample(report=report, score=rules.score(report, question.ruleset, state)), ()
    except rules.RulesError as error:
        return None, error.problems


def _calculator_state(question: CalculatorQuestion) -> State:
    bock, pot = question.typed.whole("bock"), question.typed.whole("pot")
    fields: dict[str, object] = {}
    if isinstance(bock, int) and bock > 0 and getattr(question.ruleset, "bock", False):
        fields["bock"] = [min(bock, MAX_BOCK)]
    if pot and question.ruleset.has_pot:
        fields["pot"] = pot
    return rules.read_state(fields)


def _calculator_context(question: CalculatorQuestion, answer: ScoredSample) -> dict[str, object]:
    book = reverse("web:rules_of_preset", args=[question.game, question.preset])
    return {"hand": explain_score(answer, NAMED), "book": book, "link": _calculator_link(question)}


def _calculator_link(question: CalculatorQuestion) -> str:
    """Return the shortest address that opens this hand again."""
    fields: list[tuple[str, str]] = [("rules", f"{question.game}/{question.preset}"), ("people", str(question.people))]
    for name in hand_form_codec.hand_form_field_names(question.table):
        fields += [(name, text) for text in question.typed.all(name) if text not in NOTHING]
    fields += [(name, question.typed.one(name)) for name in ("bock", "pot") if question.typed.one(name) not in NOTHING]
    return f"{reverse('web:calculator')}?{urlencode(fields)}"


def _calculator_form_data(question: CalculatorQuestion) -> FormData:
    """Return the typed form; without the contract if it is of another game."""
    is_known = question.ruleset.contract(question.typed.one("contract"), question.people) is not None
    return question.typed if is_known else question.typed.with_fields(contract=[])


def _calculator_choices(question: CalculatorQuestion) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Return the games with their presets: value, name, and whether it is chosen."""
    current, chosen = language.current_language(), (question.game, question.preset)
    found = []
    for game, presets in rules.PRESETS.items():
        names = {preset: words.preset_name(game, preset, current) for preset in presets}
        rows = [(f"{game}/{preset}", name, (game, preset) == chosen) for preset, name in names.items()]
        found.append((words.game_name(game, current), rows))
    return found


def _calculator_bock_chips(question: CalculatorQuestion) -> list[Chip]:
    if not getattr(question.ruleset, "bock", False):
        return []
    chosen = question.typed.one("bock") or "0"
    texts = {"0": "–"} | {str(times): f"× {2**times}" for times in range(1, MAX_BOCK + 1)}
    return [Chip(value=value, text=text, is_checked=value == chosen) for value, text in texts.items()]
