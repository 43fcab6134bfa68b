"""What a table does in an evening, on a phone of any engine; points are counted by hand beside each hand."""

from __future__ import annotations

from selenium.common.exceptions import TimeoutException

from tests.engines.phone import Phone
from tests.engines.server import Server
from tests.support.key_ring import COPIES

IS_THERE = (
    """return document.readyState === "complete" && document.querySelector(".kept[data-kept=server]") !== null;"""
)
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")
# What a story can say of a page that is not kept for the cellar.
STATE = """return JSON.stringify({
  page: document.readyState, worker: navigator.serviceWorker?.controller?.state ?? null,
  kept: document.querySelector(".kept")?.outerHTML ?? null, at: location.pathname,
})"""
# The button names what is missing.
FORM = """return JSON.stringify({
  button: document.querySelector(".record")?.textContent.trim() ?? null,
  seats: [...document.querySelectorAll("[data-seat][aria-pressed=true]")].map((seat) => seat.textContent.trim()),
  chips: [...document.querySelectorAll("#entry :checked")].map(({ name, value }) => `${name}=${value}`),
})"""


def start(phone: Phone, *, own_contract: str = "", price: str = "") -> None:
    phone.open("/")
    for place, name in enumerate(PEOPLE):
        phone.type(f"#names-{place}", name)
    if own_contract:
        phone.tap(".house > summary")
        phone.tap(".rule-group > summary", "Eigene Spiele")
        phone.type('.own-contract [name$="-name"]', own_contract)
        phone.type('.own-contract [name$="-price"]', price)
        phone.tap(".house > summary")
        phone.sees(".house-text", own_contract)
    phone.tap("button", "Abend anfangen")
    phone.sees("h1", "Spiel 1")
    try:
        phone.until(lambda: phone.run("return document.querySelector('[data-opens=offline]') !== null"))
    except TimeoutException as error:
        raise AssertionError(f"the page is not kept: {phone.run(STATE)}") from error


def at_hand(phone: Phone, no: int) -> None:
    """With a network the page may be replaced until the hand is on the server, and a tap before would be lost."""
    phone.sees("h1", f"Spiel {no}")
    if phone.is_online:
        phone.until(lambda: phone.run(IS_THERE))


def tell(phone: Phone, no: int, *people: str, thrown_in: bool = False, card_points: str = "", **chips: str) -> None:
    """Hand `no`, tapped and recorded; the page then asks for the next one."""
    at_hand(phone, no)
    if thrown_in:
        phone.tap("button.thrown")
    else:
        if "contract" in chips:
            phone.choose("contract", chips.pop("contract"))
        for name in people:
            phone.seat(name)
        if card_points:
            phone.type("#card_points", card_points)
        for chip, value in chips.items():
            phone.choose(chip, value)
        tap_record(phone)
    at_hand(phone, no + 1)


def tap_record(phone: Phone) -> None:
    """Raises: AssertionError with what the form holds, where the hand cannot be recorded."""
    try:
        phone.tap(".record:enabled")
    except TimeoutException as error:
        raise AssertionError(f"the hand is not complete: {phone.run(FORM)} {phone.run(STATE)}") from error


def first_evening(phone: Phone) -> None:
    start(phone)
    tell(phone, 1, "Anna", "Beppo")  # A +20 B +20 C -20 D -20
    tell(phone, 2, "Cilli", contract="solo", trump_suit="hearts", level="schneider", kontra="1")  # 60 x 2: C +360
    tell(phone, 3, thrown_in=True)
    tell(phone, 4, "Done", contract="wenz", top_trumps="2", won="no")  # 50 + 20: D -210
    assert not phone.slides_sideways()
    phone.sees_totals({"Anna": "−30", "Beppo": "−30", "Cilli": "+410", "Done": "−350"})
    phone.tap(".share > summary")
    watch = phone.run("return document.querySelector('.share a.address').href")
    phone.open(watch)
    phone.sees(".sheet", "Done: Wenz, verloren")
    phone.sees_totals({"Cilli": "+410"})
    assert not phone.slides_sideways()


def agreed_customs(phone: Phone) -> None:
    """A contract of the table's own, and the details beside a result; totals stand on the seats."""
    start(phone, own_contract="Blauer Wenz", price="30")
    tell(phone, 1, "Anna", contract="own:Blauer Wenz", level="schneider")  # 30 + 10: A +120
    phone.sees("[data-seat] .stands", "+120")
    phone.seat("Beppo")
    phone.seat("Cilli")
    phone.choose("laid", "1")
    phone.tap(".options > summary")
    phone.type('[name="note"]', "zu früh gelegt")
    tap_record(phone)  # 20 x 2: B +40 C +40
    at_hand(phone, 3)
    phone.sees("#last .text", "zu früh gelegt")
    phone.sees_totals({"Anna": "+80", "Beppo": "0", "Cilli": "0", "Done": "−80"})
    phone.tap("#entry label:has(.show-more)")
    phone.sees("#more-contracts", "Unsere eigenen")
    phone.tap(".share > summary")
    phone.until(lambda: phone.run("return document.querySelector('.qr img').naturalWidth > 0"))
    assert not phone.slides_sideways()


def correct_and_strike_out(phone: Phone) -> None:
    start(phone)
    tell(phone, 1, "Anna", "Beppo")
    tell(phone, 2, "Cilli", contract="wenz")  # 50: C +150
    open_hand(phone, 1)
    phone.choose("won", "no")
    tap_record(phone)
    at_hand(phone, 3)
    phone.sees("#hand-1", "geändert")
    phone.sees_totals({"Anna": "−70", "Beppo": "−70", "Cilli": "+170", "Done": "−30"})
    strike_out(phone, 2)
    phone.sees_totals({"Anna": "−20", "Beppo": "−20", "Cilli": "+20", "Done": "+20"})


def open_hand(phone: Phone, no: int) -> None:
    """On a page of its own, or in the form where the phone has drawn the sheet."""
    phone.tap(f"#hand-{no} summary")
    phone.tap(f"#hand-{no} :is(a.button, [data-correct])")
    phone.sees("h1", f"Spiel {no}")
    phone.sees(".record-points", "Anna")


def strike_out(phone: Phone, no: int) -> None:
    phone.tap(f"#hand-{no} summary")
    button = phone.find(f"#hand-{no} :is(a.button, [data-void])")
    is_link = button.tag_name == "a"
    phone.tap(f"#hand-{no} :is(a.button, [data-void])")
    if is_link:
        phone.tap("button", "Spiel durchstreichen")
    phone.sees(f"#hand-{no}", "durchgestrichen")


def close_and_pay(phone: Phone) -> None:
    start(phone)
    tell(phone, 1, "Anna", contract="solo", trump_suit="acorns", won="no")  # A -150
    phone.tap(".menu > summary")
    phone.tap(".bar h1")  # the menu is too long for what stands below it to be beside it
    phone.until(lambda: phone.run("return !document.querySelector('.menu').open"))
    phone.tap(".menu > summary")
    phone.tap(".menu a", "Abend abschließen")
    phone.sees("h1", "Abend abschließen")
    phone.tap("button", "Abend abschließen")
    phone.sees("#payments h2", "Wer zahlt wem")
    for left in (2, 1, 0):
        phone.tap(".payment button", "Als bezahlt abhaken")
        wait_for_payments(phone, left)
    phone.sees("main", "Alles bezahlt.")
    assert not phone.slides_sideways()


def wait_for_payments(phone: Phone, left: int) -> None:
    count = "return document.querySelectorAll('.payment:not(.is-paid)').length"
    phone.until(lambda: phone.run(count) == left)


def offline_for_ten_hands_then_home(phone: Phone, server: Server) -> None:
    start(phone)
    server.stop()
    phone.is_online = False
    phone.reload()
    tell(phone, 1, "Anna", "Beppo")  # A +20 B +20 C -20 D -20
    tell(phone, 2, "Cilli", "Done", won="no", level="schneider")  # A +30 B +30 C -30 D -30
    tell(phone, 3, "Beppo", contract="solo", trump_suit="leaves", level="schneider", kontra="1")  # 60 x 2: B +360
    tell(phone, 4, thrown_in=True)
    tell(phone, 5, "Done", contract="wenz", top_trumps="2")  # 50 + 20: D +210
    tell(phone, 6, "Cilli", "Anna", contract="ramsch")  # 20 x 2, Anna without a trick: C -120
    tell(phone, 7, "Anna", "Done", card_points="94")  # 20 + 10: A +30 D +30
    tell(phone, 8, "Anna", contract="geier", won="no")  # 50: A -150
    tell(phone, 9, "Beppo", "Cilli", laid="2")  # 20 x 4: B +80 C +80
    tell(phone, 10, "Cilli", "Anna", top_trumps="3")  # 20 + 30: C +50 A +50
    expected = {"Anna": "−250", "Beppo": "+430", "Cilli": "−210", "Done": "+30"}
    phone.sees(".kept", "10 zu senden")
    phone.sees_totals(expected)
    assert not phone.slides_sideways()
    phone.reload()
    phone.sees(".kept", "10 zu senden")
    phone.sees_totals(expected)
    server.start()
    phone.is_online = True
    phone.run("dispatchEvent(new Event('online'))")
    at_hand(phone, 11)
    phone.reload()
    at_hand(phone, 11)
    phone.sees_totals(expected)
    assert server.audit() == ""


CLUB = "01937f3a-0000-7000-8000-00000000000a"
KEEP_CLUB = """const [id, keeper, done] = arguments;
import(document.querySelector("script[src*='web/going.js']").src.replace("going.js", "keys.js"))
  .then(({ keep }) => keep(id, { name: "Grüner Baum", keeper })).then(done);"""
FORGET = """const [done] = arguments;
localStorage.clear();
indexedDB.deleteDatabase("scorebook").onsuccess = () => done();"""
LINES = "return [...document.querySelectorAll('#arrival li b')].map((one) => one.textContent);"


def copy_keys(phone: Phone) -> str:
    """Return the link with the keys of two clubs, one of them founded here, and of a running evening."""
    start(phone)
    phone.open("/")
    phone.driver.execute_async_script(KEEP_CLUB, CLUB, "K" * 22)
    phone.open("/")
    phone.run(COPIES)
    phone.tap("#ring > summary")
    phone.tap("#ring button", "Code zeigen")
    phone.find("#ring .qr svg")
    phone.tap("#ring button", "Link kopieren")
    phone.sees("#ring .pass-on [role=status]", "Der Link ist kopiert.")
    assert not phone.slides_sideways()
    return str(phone.until(lambda: phone.run("return window.copied")))


def take_keys_over(phone: Phone, link: str) -> None:
    """Open the link on a phone that has forgotten everything, and take its keys over."""
    phone.open("/rules/")
    phone.driver.execute_async_script(FORGET)
    phone.open(link)
    phone.find("#arrival button", "Übernehmen")
    assert len(phone.run(LINES)) == 3
    phone.tap("#arrival button", "Übernehmen")
    phone.sees("#clubs", "Grüner Baum")
    assert phone.driver.current_url.endswith("/")
    phone.tap("#go-on a")
    phone.sees("h1", "Spiel 1")
