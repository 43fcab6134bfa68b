"""A whole evening of each game on a phone, from the start page to the last payment, against a calculation by hand.

The figures of `evenings/` come from the sources and were added up by hand. Here a thumb records the hands, part of them
in a cellar, and everything is read off the page as a person reads it.
"""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import OpenPage
from tests.support.extent import in_ci
from tests.support.offline_network import Cellar
from tests.support.touch import Thumb, opens_offline
from tests.web.evenings import asserufen, bavarian, bavarian_rounds, bierkopf, palatinate, sasku, schafskopf24
from tests.web.evenings.steps import EVEN, PEOPLE, Correction, Hand, Network, Row, StruckOut, Taps, WholeEvening

pytestmark = pytest.mark.browser
MODULES = (
    bavarian, bavarian_rounds, palatinate, asserufen, sasku, schafskopf24, bierkopf,
)  # fmt: skip
EVENINGS = {module.__name__.rpartition(".")[2]: module.EVENING for module in MODULES[:: in_ci(1, otherwise=4)]}
SYNC_TIMEOUT_MS = 60_000


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS.keys())
def test_a_whole_evening_equals_a_calculation_by_hand(evening: WholeEvening, open_page: OpenPage, net: Cellar) -> None:
    page = open_page("/", at=net.url, expected_errors="Failed to load resource")
    start(page, evening)
    scribe = Scribe(page, net)
    for step in evening.events:
        scribe.tell(step)
    scribe.reads_every_line()
    settle(page, evening)


def start(page: Page, evening: WholeEvening) -> None:
    tap_inside(page.locator(f'label.game:has([value="{evening.game}"])'), page.locator(".more-games > summary"))
    for place, name in enumerate(PEOPLE):
        page.locator('[name="names"]').nth(place).fill(name)
    stakes = page.locator(f".stakes.of-{evening.game}")
    tap_inside(stakes.locator(f'label:has([value="{evening.stake}"])'), stakes.locator(".more-offers > summary"))
    for field, word in zip(("unit_one", "unit_many"), evening.unit_words or (), strict=False):
        page.locator(f'[name="{field}_{evening.game}"]').fill(word)
    page.locator(".house > summary").tap()
    for rule, answer in evening.agreed.items():
        agree(page.locator(f"#rule-{rule}"), answer)
    with page.expect_navigation():
        page.get_by_role("button", name="Abend anfangen").tap()


def tap_inside(target: Locator, summary: Locator) -> None:
    """Opens what it lies in first, where that is shut."""
    if not target.is_visible():
        summary.tap()
    target.tap()


def agree(rule: Locator, answer: str | tuple[str, ...]) -> None:
    rule.wait_for(state="attached")
    if not rule.is_visible():
        rule.locator("xpath=..").locator("> summary").tap()
    typed = rule.locator("input.field")
    if typed.count():
        typed.fill(str(answer))
        return
    for value in (answer,) if isinstance(answer, str) else answer:
        rule.locator(f'label:has([value="{value}"])').tap()


class Scribe:
    """Records an evening step by step, and compares the sheet after each with the sum of the hands so far."""

    def __init__(self, page: Page, net: Cellar) -> None:
        self.page = page
        self.net = net
        self.thumb = Thumb(page, javascript=True)
        self.table = page.url
        self.won: dict[int, Row] = {}
        self.tally: dict[int, Row] = {}
        self.struck: dict[int, Row] = {}  # what they would count, which stays readable

    def tell(self, step: Hand | Correction | StruckOut | Network) -> None:
        if isinstance(step, Network):
            self.network(step)
            return
        if isinstance(step, Hand):
            self.record(step)
        elif isinstance(step, Correction):
            self.correct(step)
        else:
            self.strike_out(step)
        self.compare(f"{step.text}: {step.value}")
        for selector, text in step.shows.items():
            expect(self.page.locator(selector).first).to_have_text(text, use_inner_text=True)

    def network(self, step: Network) -> None:
        if step is Network.GOES:
            opens_offline(self.page)
            self.net.is_cut = True
            return
        self.net.is_cut = False
        self.page.evaluate("dispatchEvent(new Event('online'))")
        self.is_on_the_server()
        self.page.reload()
        self.compare("as the server has it")
        self.reads_every_line()

    def is_on_the_server(self) -> None:
        """Until then the page may be replaced, and what is tapped would be lost."""
        expect(self.page.locator('.kept[data-kept="server"]')).to_be_visible(timeout=SYNC_TIMEOUT_MS)

    def record(self, hand: Hand) -> None:
        no = len(self.won) + 1
        self.won[no] = hand.won
        if hand.tally:
            self.tally[no] = hand.tally
        if hand.taps is None:
            self.page.locator("button.thrown").tap()
        else:
            self.write(hand.taps)
            self.press_record()
        self.waits_for(f"Spiel {no + 1}")

    def press_record(self) -> None:
        expect(self.page.locator(".record")).to_be_enabled()
        self.page.locator(".record").tap()

    def waits_for(self, heading: str) -> None:
        expect(self.page.locator("h1")).to_have_text(heading)
        self.page.wait_for_load_state()

    def write(self, taps: Taps) -> None:
        chips = dict(taps.chips)
        if "contract" in chips:
            self.thumb.choose("contract", chips.pop("contract"))
        for role, name in taps.who.items():
            self.thumb.name(role, name)
        if "team" in chips:
            self.page.locator(".row-team label", has_text=chips.pop("team")).tap()
        if taps.card_points is not None:
            self.page.locator("#card_points").fill(str(taps.card_points))
        for name, value in chips.items():
            self.thumb.choose(name, value)
        if taps.details or taps.counts:
            self.say_more(taps)
        for name, points in zip(PEOPLE, taps.agreed or (), strict=False):
            self.page.locator(".agreed label", has_text=name).locator("input").fill(str(points))
        if taps.agreed:
            self.page.locator('[name="why"]').fill("so ausgemacht")

    def say_more(self, taps: Taps) -> None:
        self.page.locator("h1").tap()  # shuts the choices of a call, which lie over the fold
        self.page.locator(".options > summary").tap()
        for name, answers in taps.details.items():
            for place, answer in enumerate(answers):
                fill_in(self.page.locator(f'.options [name="{name}"]').nth(place), answer)
        for name, counts in taps.counts.items():
            fields = self.page.locator("[data-counts]", has_text=name).locator("input").all()
            for field, count in zip(fields, counts, strict=False):
                field.fill(str(count))

    def reads_every_line(self) -> None:
        """The sheet itself, not only its sums."""
        lines = (self.tally or self.won) | self.struck
        shown = {no: self.page.locator(f"#hand-{no} td > b").all_inner_texts() for no in lines}
        assert shown == {no: [str(one) if self.tally else signed(one) for one in row] for no, row in lines.items()}

    def open_hand(self, no: int) -> Locator:
        if not self.net.is_cut:
            self.page.goto(self.table)
        line = self.page.locator(f"#hand-{no}")
        line.locator("summary").tap()
        return line

    def correct(self, step: Correction) -> None:
        line = self.open_hand(step.no)
        if self.net.is_cut:
            line.get_by_role("button", name="ändern").tap()
        else:
            line.get_by_role("link").tap()
        self.waits_for(f"Spiel {step.no}")
        self.write(step.taps)
        self.press_record()
        self.waits_for(f"Spiel {len(self.won) + 1}")
        expect(line.locator(".tag").first).to_have_text("geändert")
        self.won |= step.won
        for no in step.won:
            self.struck.pop(no, None)
        self.tally |= step.tally

    def strike_out(self, step: StruckOut) -> None:
        self.open_hand(step.no).get_by_role("link").tap()
        self.waits_for(f"Spiel {step.no}")
        self.page.get_by_role("button", name="Spiel durchstreichen").tap()
        expect(self.page.locator(f"#hand-{step.no}")).to_have_class(re.compile("is-void"))
        self.struck[step.no] = (self.tally or self.won)[step.no]
        self.won[step.no] = EVEN
        if self.tally:
            self.tally[step.no] = EVEN

    def compare(self, message: str) -> None:
        if not self.net.is_cut:
            self.is_on_the_server()
        won, tally = added(self.won), added(self.tally)
        for name in PEOPLE:
            line = self.page.locator(".total", has_text=name)
            points = line.locator(".figure.points")
            if self.tally:
                expect(line.locator(".tally"), message).to_have_text(str(tally[name]), use_inner_text=True)
                expect(points, message).to_have_count(1 if won[name] else 0)
            if won[name] or not self.tally:
                expect(points, message).to_have_text(signed(won[name]), use_inner_text=True)


def fill_in(field: Locator, answer: str) -> None:
    if field.get_attribute("type") == "checkbox":
        field.locator("xpath=..").tap()
    elif field.evaluate("(field) => field.localName") == "select":
        field.select_option(label=answer)
    else:
        field.fill(answer)


def added(lines: dict[int, Row]) -> dict[str, int]:
    return {name: sum(row[place] for row in lines.values()) for place, name in enumerate(PEOPLE)}


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def settle(page: Page, evening: WholeEvening) -> None:
    page.locator(".menu > summary").tap()
    page.get_by_role("link", name="Abend abschließen").tap()
    page.get_by_role("button", name="Abend abschließen").tap()
    expect(page.locator("#payments h2")).to_have_text("Wer zahlt wem")
    for name, amount in zip(PEOPLE, evening.owed, strict=True):
        is_best = amount == max(evening.owed)
        expect(page.locator("h1", has_text=name)).to_have_count(int(is_best))
        expect(page.locator(".is-winner", has_text=name)).to_have_count(int(is_best))
    owed = {name: count(page.locator(".place", has_text=name).locator(".owed")) for name in PEOPLE}
    assert owed == dict(zip(PEOPLE, evening.owed, strict=True))
    payments = page.locator(".payment")
    expect(payments).to_have_count(evening.payments)
    moved: dict[str, int] = defaultdict(int)
    for payment in payments.all():
        payer, payee = re.findall("|".join(PEOPLE), payment.locator(".grow").inner_text())
        amount = count(payment.locator("> .figure"))
        moved[payer] -= amount
        moved[payee] += amount
    assert moved == {name: amount for name, amount in owed.items() if amount}
    for _ in range(evening.payments):
        with page.expect_navigation():
            page.get_by_role("button", name="Als bezahlt abhaken", exact=True).first.tap()
        expect(page.locator("#payments h2")).to_be_in_viewport()
    expect(page.get_by_text("Alles bezahlt.")).to_be_visible()


def count(figure: Locator) -> int:
    """Of the smallest unit: "−2,70 €" is -270."""
    text = figure.inner_text()
    return int(re.sub(r"\D", "", text)) * (-1 if "−" in text else 1)
