"""The phone's own arithmetic beside the server's: settlement, amounts, why a hand is worth what it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import pytest
from django.templatetags.static import static
from django.utils import translation
from playwright.sync_api import Error, Page

import rules
from rules import PRESETS, Ruleset, State
from rules.state import SpecialRound
from rules.wording import words
from scorebook.ledger import settlement
from scorebook.web.core.money import amount_text
from scorebook.web.offline import reason_texts
from scorebook.web.templatetags.phone import currency_json
from scorebook.web.templatetags.scorebook import tone
from tests.rules.hand_generator import everything
from tests.rules.phone import Question
from tests.rules.readings import READINGS
from tests.rules.table import PEOPLE, agreed, seated
from tests.support.browser import OpenPage

pytestmark = pytest.mark.browser
PLAN = """async ([script, all]) => {
  const { plan } = await import(script);
  return all.map((balances) => plan(balances).map(({ payer, payee, amount }) => [payer, payee, amount]));
}"""
AMOUNTS = """async ([script, all]) => {
  const { amountText } = await import(script);
  return all.map(([minor, unit, currency, signed]) => amountText(minor, { unit, currency }, { signed, pts: "Pkt." }));
}"""

TONES = """async ([script, all]) => {
  const { tone } = await import(script);
  return all.map(tone);
}"""

REASONS = """async ([scripts, given]) => {
  const [{ evaluate }, { reasonLine, handLine }] = await Promise.all(scripts.map((script) => import(script)));
  const { table: text, questions } = JSON.parse(given), table = JSON.parse(text), nameOf = (player) => player;
  return questions.map(({ contract, ...question }) => {
    const score = evaluate(table, question);
    const line = table.lines[Object.assign({}, ...table.contracts)[question.hand.contract]];
    const at = { line, texts: table.texts, contract, hand: question.hand, nameOf };
    return score && [reasonLine(score, at), handLine(score, at)];
  });
}"""
STRIDE = 17
DIFFERENT = (
    "pub_10_20_50",
    "points_table",
    "short",
    "pub_everything",
    "palatinate",
    "asserufen",
    "sasku",
    "schafskopf24",
    "mucken",
)
PRESETS_BY_NAME = {name: ruleset for presets in PRESETS.values() for name, ruleset in presets.items()}
RULESETS = {name: PRESETS_BY_NAME[name] for name in DIFFERENT} | {
    name: READINGS[name]
    for name in (
        "strokes carried", "ties bring strokes", "roofs fined", "pot shared and capped", "reuegeld", "rounds follow",
        "only opponents double",
    )
}  # fmt: skip
SOLO = {"contract": "solo", "declarer": "Anna", "won": True}
RUFER = {"contract": "rufer", "declarer": "Anna", "partner": "Cilli"}
RARE = [
    Question(hand={**SOLO, "kontra": ["Cilli", "Dani"]}, table=seated(4)),
    Question(hand={**SOLO, "kontra": ["Cilli", "Anna"]}, table=seated(4)),
    Question(hand={"contract": "kreuzbock", "kontra": ["Beppo", "Dani"], "won": False}, table=seated(4)),
    Question(hand={**RUFER, "won": True}, table=seated(4), state=State(pot=41)),
    Question(hand={**RUFER, "won": False}, table=seated(4), state=State(pot=41)),
    *(
        Question(
            hand={**SOLO, "trump_suit": "bells"},
            table=seated(4),
            state=State(round=SpecialRound(kind="minas", left=1, results=dict.fromkeys(PEOPLE[1:3], paid))),
        )
        for paid in (150, -150)
    ),
]


def balances(random: Random) -> dict[str, int]:
    """Small amounts, so that groups that sum to 0 are frequent."""
    names = [f"p{number}" for number in range(random.randint(2, 7))]
    amounts = [random.randint(-5, 5) * 10 for _ in names[1:]]
    return dict(zip(names, [*amounts, -sum(amounts)], strict=True))


def test_the_phone_plans_the_same_payments(open_page: OpenPage) -> None:
    random = Random(20261121)
    all_balances = [balances(random) for _ in range(400)]
    page = open_page("/")
    found = page.evaluate(PLAN, [static("web/offline/settlement.js"), [list(one.items()) for one in all_balances]])
    assert found == [
        [[payment.payer, payment.payee, payment.amount_minor] for payment in settlement.fewest_payments(one).payments]
        for one in all_balances
    ]


@pytest.mark.parametrize(("wrong", "fault"), [(-10.5, TypeError), (-10, ValueError)])
def test_the_phone_refuses_the_balances_that_the_server_refuses(
    open_page: OpenPage, wrong: float, fault: type[Exception]
) -> None:
    """Half a cent, and balances that leave half a cent over."""
    balances = {"Anna": 10.5, "Beppo": wrong} if fault is TypeError else {"Anna": 11, "Beppo": wrong}
    with pytest.raises(fault):
        settlement.fewest_payments(balances)  # type: ignore[arg-type]
    named = {TypeError: "TypeError", ValueError: "RangeError"}[fault]
    with pytest.raises(Error, match=named):
        open_page("/").evaluate(PLAN, [static("web/offline/settlement.js"), [list(balances.items())]])


@pytest.mark.parametrize(("locale", "language"), [("de-DE", "de"), ("en-GB", "en")])
def test_the_phone_writes_amounts_as_the_pages_do(open_page: OpenPage, locale: str, language: str) -> None:
    amounts = [
        (minor, unit, currency_json(unit), signed)
        for minor in (0, 1, -1, 5, -5, 120, 1234, -123456789, 99, 100_000)
        for unit in ("EUR", "CHF", "USD", "JPY", "BHD", "UYW", "Bier", "litre/litres")
        for signed in (False, True)
    ]
    found = open_page("/", locale=locale).evaluate(AMOUNTS, [static("web/offline/money.js"), amounts])
    with translation.override(language):
        assert found == [amount_text(minor, unit, signed=signed) for minor, unit, _currency, signed in amounts]


def test_the_phone_colours_amounts_as_the_pages_do(open_page: OpenPage) -> None:
    numbers = [-5, -1, 0, 1, 5]
    found = open_page("/").evaluate(TONES, [static("web/offline/money.js"), numbers])
    assert found == [tone(number) for number in numbers] == ["loss", "loss", "", "gain", "gain"]


def server_lines(
    ruleset: Ruleset, language: str, questions: Iterable[Question]
) -> Iterator[tuple[Question, str, list[str]]]:
    """Each hand that can be, what its contract is called, and the server's lines for sum and hand."""
    for question in questions:
        hand = dict(question.hand)
        try:
            report = rules.read_report(hand, ruleset=ruleset, table=question.table, state=question.state)
            score = rules.score(report, ruleset, question.state)
            lines = [words.sum_text(score, language), words.hand_text(report, score, language)]
        except rules.ReportError:
            continue
        yield question, words.contract_name(report.contract, language), lines


def phone_lines(
    page: Page, ruleset: Ruleset, language: str, hands: Iterable[tuple[Question, str, list[str]]]
) -> list[list[str] | None]:
    questions = [{**question.to_json(), "contract": contract} for question, contract, _ in hands]
    with translation.override(language):
        texts_and_questions = json.dumps(
            {"table": reason_texts.offline_table_with_words(ruleset), "questions": questions}
        )
    scripts = [static("web/evaluate.js"), static("web/offline/words.js")]
    lines: list[list[str] | None] = page.evaluate(REASONS, [scripts, texts_and_questions])
    return lines


def test_the_phone_says_what_is_rare_in_the_words_of_the_server(open_page: OpenPage) -> None:
    """Two Stoss of one side, a pot that two share, Minas solos that were equally poor."""
    ruleset = agreed("bavarian", "pub_everything", pot_shared=True)
    hands = list(server_lines(ruleset, "de", RARE))
    assert len(hands) == len(RARE)
    assert phone_lines(open_page("/"), ruleset, "de", hands) == [lines for _, _, lines in hands]


@pytest.mark.parametrize(("name", "language"), [*((name, "de") for name in RULESETS), ("pub_everything", "en")])
def test_the_phone_says_hand_and_reasons_as_the_server(open_page: OpenPage, name: str, language: str) -> None:
    ruleset = RULESETS[name]
    # Where nobody pays into a pot, nothing ever lies in it, and the phone gets no words for it.
    some = (one for one in islice(everything(ruleset), 0, None, STRIDE) if ruleset.has_pot or not one.state.pot)
    hands = [one for one in server_lines(ruleset, language, some) if one[0].hand["contract"] != "thrown_in"]
    lines = phone_lines(open_page("/"), ruleset, language, hands)
    # What only the server can judge has no line; everything else has the same one.
    compared = [(found, line, question.hand) for found, (question, _, line) in zip(lines, hands, strict=True) if found]
    assert len(compared) > len(hands) * 3 // 4
    assert [one for one in compared if one[0] != one[1]] == []
