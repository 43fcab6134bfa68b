"""One client cannot fill the disk or keep the processor busy; a pub of 30 phones behind one address notices nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from scorebook.clubs.models import Club
from scorebook.core import throttles
from scorebook.core.budgets import BUDGETS
from scorebook.exchange.imports import limits
from scorebook.exchange.imports.import_duplicates import standing_imports
from scorebook.play.models import Evening
from tests.api.test_games import LINE
from tests.support.api_phone import ApiEvening, Phone, opening
from tests.support.page import markup
from tests.support.paged_evening import RUFER, PagedEvening, start, start_fields, text_of
from tests.web.test_transfer import open_payment

MOST = {scope: int(rate.partition("/")[0]) for scope, rate in BUDGETS.items()}
PERIOD_S = {"hour": 3_600, "minute": 60}
HAND = {"rules": "bavarian/pub_10_20_50", "people": "4", "declarer": "1", "partner": "2", **RUFER}
pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.sampled]  # they are counted in the cache


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """As if this client had used its budget: the budget is cut to nothing for the next requests."""

    def cut(scope: str) -> None:
        period = BUDGETS[scope].partition("/")[2]
        monkeypatch.setitem(throttles.Budget.THROTTLE_RATES, scope, f"1/{period}")

    return cut


def test_300_openings_in_a_row_over_the_api_are_stopped(phone: Phone) -> None:
    answers = [phone.post("evenings", opening()) for _ in range(300)]
    assert [answer.status for answer in answers] == [201] * MOST["opening"] + [429] * (300 - MOST["opening"])
    assert Club.objects.count() == MOST["opening"]
    last = answers[-1]
    assert last.problems == [("throttled", "request")]
    assert 0 < int(last.headers["Retry-After"]) <= PERIOD_S["hour"]


def test_the_page_that_opens_no_more_keeps_what_was_typed(client: Client, spent: Callable[[str], None]) -> None:
    spent("opening")
    client.post("/", start_fields())
    answer = client.post("/", start_fields("Emil", "Fanny", "Gustl", "Hans"))
    assert (answer.status_code, Club.objects.count()) == (429, 1)
    assert 0 < int(answer["Retry-After"]) <= PERIOD_S["hour"]
    html = markup(answer)
    assert all(f'value="{name}"' in html for name in ("Emil", "Fanny", "Gustl", "Hans"))
    assert re.search(r"in \d+ min", text_of(answer), re.IGNORECASE)


def test_pages_and_api_spend_one_budget(client: Client, phone: Phone, spent: Callable[[str], None]) -> None:
    spent("opening")
    assert client.post("/", start_fields()).status_code == 302
    assert phone.post("evenings", opening()).status == 429


def test_the_form_that_was_stopped_opens_one_evening_later(
    client: Client, spent: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    spent("opening")
    client.post("/", start_fields())
    form = start_fields()
    assert client.post("/", form).status_code == 429
    monkeypatch.undo()
    assert client.post("/", form)["Location"] == client.post("/", form)["Location"]
    assert Club.objects.count() == 2


def test_a_clubs_own_evenings_have_a_budget_of_their_own(
    evening: PagedEvening, client: Client, spent: Callable[[str], None]
) -> None:
    spent("opening")
    for _ in range(3):
        assert client.post(f"/c/{evening.club_token}/start", start_fields()).status_code == 302
    spent("opening_in_club")
    assert client.post(f"/c/{evening.club_token}/start", start_fields()).status_code == 429
    answer = Phone().post("evenings", opening(club_token=evening.club_token))
    assert (answer.status, answer.problems) == (429, [("throttled", "request")])


def test_wrong_links_in_a_body_cost_nothing_of_what_a_right_one_opens(
    evening: PagedEvening, phone: Phone, spent: Callable[[str], None]
) -> None:
    spent("opening_in_club")
    assert [phone.post("evenings", opening(club_token="guessed")).status for _ in range(3)] == [400] * 3
    assert phone.post("evenings", opening(club_token=evening.club_token)).status == 201


@pytest.mark.parametrize("path", ["evenings", "clubs"])
def test_what_is_refused_opens_nothing_and_costs_nothing(phone: Phone, spent: Callable[[str], None], path: str) -> None:
    spent("opening")
    whole = opening() if path == "evenings" else {"id": str(uuid4()), "name": "Linde"}
    for body in (b"{", b"[]", {}, whole | {"id": "today"}):
        assert phone.post(path, body).status == 400
    assert phone.post(path, b"a=1", content_type="application/x-www-form-urlencoded").status == 415
    assert [phone.post(path, whole).status for _ in range(2)] == [201, 429]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/calculator/", None), ("/calculator/preview", HAND), ("/calculator/count", None), ("/house-rules", HAND),
        ("/api/v1/hands/score", LINE),
    ],
)  # fmt: skip
def test_what_is_scored_without_a_link_has_a_budget(
    phone: Phone, client: Client, spent: Callable[[str], None], path: str, body: dict[str, object] | None
) -> None:
    spent("scoring")
    if path.startswith("/api/"):
        assert [phone.post(path, body).status for _ in range(2)] == [200, 429]
        return
    answers = [client.get(path) if body is None else client.post(path, body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert 0 < int(answers[1]["Retry-After"]) <= PERIOD_S["minute"]


def test_wrong_links_have_a_budget_and_right_ones_none(
    evening: PagedEvening, client: Client, phone: Phone, spent: Callable[[str], None]
) -> None:
    spent("wrong_link")
    assert client.get("/t/guessed/").status_code == 404
    for path in ("/t/guessed/", "/w/guessed/sheet", "/c/guessed/", "/c/guessed/links", "/nowhere"):
        answer = client.get(path)
        assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
    for path in ("evenings/guessed", "clubs/guessed", "nowhere"):
        answer_json = phone.get(path)
        assert (answer_json.status, answer_json.problems) == (429, [("throttled", "request")])
        assert int(answer_json.headers["Retry-After"]) > 0
    assert phone.post("clubs/guessed/links", {"id": str(uuid4())}).status == 429
    assert evening.get("table").status_code == client.get(f"/w/{evening.stored.watch_token}/sheet").status_code == 200
    assert evening.record().status_code == 302


def test_the_page_that_makes_girocodes_keeps_what_was_typed(
    evening: PagedEvening, spent: Callable[[str], None]
) -> None:
    spent("girocode")
    evening.record()
    evening.post("close")
    payment = open_payment(evening)
    fields = {"name": "Anna Huber", "iban": "DE89370400440532013000", "text": "Schafkopf"}
    assert evening.post("transfer", payment, **fields).status_code == 200
    answer = evening.post("transfer", payment, **fields)
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert all(f'value="{text}"' in markup(answer) for text in fields.values())
    assert evening.get("transfer", payment).status_code == 200


def test_thirty_phones_of_a_pub_are_never_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the busiest minutes: eight tables write, all look on and ask the calculator, some mistype a link."""
    clock = [1_795_000_000.0]
    monkeypatch.setattr(throttles.Budget, "timer", lambda _: clock[0])
    phones = [Client() for _ in range(30)]
    tables = [start(phone) for phone in phones[:8]]
    statuses: set[int] = set()
    for minute in range(2):
        clock[0] += 60
        for seat, phone in enumerate(phones):
            table = tables[seat % 8]
            watched = f"/w/{table.stored.watch_token}/sheet"
            answers = [phone.post("/calculator/preview", HAND) for _ in range(12)]
            answers += [phone.get("/calculator/")] if seat % 2 == minute else []
            answers += [phone.get(watched), phone.get(watched, headers={"if-none-match": phone.get(watched)["ETag"]})]
            statuses |= {answer.status_code for answer in answers}
            if seat % 3 == minute:
                assert phone.get("/t/mistyped/").status_code == 404
        for table in tables:
            hand = table.by_id({"declarer": "Anna", "partner": "Beppo", **RUFER})
            statuses |= {table.post("preview", **hand).status_code, table.record().status_code}
    assert statuses == {200, 304, 302}


def test_another_address_has_a_budget_of_its_own(client: Client, spent: Callable[[str], None]) -> None:
    spent("opening")
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:100::1", ""):
        assert client.post("/", start_fields(), REMOTE_ADDR=address).status_code == 302
    for address in ("192.0.2.1", "::ffff:192.0.2.2", "2001:db8::ffff", "2001:db8:0:1ff:2::3", "nonsense"):
        assert client.post("/", start_fields(), REMOTE_ADDR=address).status_code == 429


@pytest.mark.parametrize(
    ("bits", "passed"),
    [(128, 1), (64, 1), (56, 1), (48, 4)],
    ids=["one address", "the subnet", "the household's /56", "the company's /48"],
)
def test_many_addresses_of_one_network_share_its_budgets(
    client: Client, spent: Callable[[str], None], bits: int, passed: int
) -> None:
    """130 addresses, spread over all the subnets that the network has."""
    spent("opening")
    first, room = IPv6Address("2001:db8:7:4200::"), 1 << (128 - bits)
    base = int(first) >> (128 - bits) << (128 - bits)
    used = [str(IPv6Address(base + n * room // 130)) for n in range(130)]
    statuses = [client.post("/", start_fields(), REMOTE_ADDR=address).status_code for address in used]
    assert (statuses.count(302), statuses.count(429)) == (passed, 130 - passed)


def test_a_household_takes_nothing_from_its_neighbours(client: Client, spent: Callable[[str], None]) -> None:
    spent("opening")
    statuses = [client.post("/", start_fields(), REMOTE_ADDR="2001:db8:7::1").status_code for _ in range(9)]
    assert statuses == [302] + [429] * 8
    neighbours = [f"2001:db8:7:{n}00::1" for n in (1, 2, 3)]
    assert [client.post("/", start_fields(), REMOTE_ADDR=one).status_code for one in neighbours] == [302] * 3


@pytest.mark.parametrize(
    ("written", "others"),
    [
        ("192.0.2.1:51000", ("192.0.2.1", "192.0.2.1:52000")),
        ("[2001:db8::1]:51000", ("2001:db8::1", "[2001:db8::1]", "2001:db8:0:0:0:0:0:1:52000", "2001:db8::1%eth0")),
    ],
)
def test_a_proxy_that_writes_the_port_names_the_client_all_the_same(
    client: Client, settings: Settings, spent: Callable[[str], None], written: str, others: tuple[str, ...]
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    spent("opening")
    stranger = ["198.51.100.7:51000", "[2001:db8:f::7]:51000"]
    hops = [written, *stranger, *others]
    statuses = [client.post("/", start_fields(), headers={"x-forwarded-for": hop}).status_code for hop in hops]
    assert statuses == [302, 302, 302, *[429] * len(others)]


def test_without_a_proxy_nobody_gives_himself_another_address(client: Client, spent: Callable[[str], None]) -> None:
    spent("opening")
    answers = [client.post("/", start_fields(), headers={"x-forwarded-for": f"192.0.2.{n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [302, 429, 429]


def test_behind_the_proxy_its_own_word_counts_and_not_the_clients(
    client: Client, settings: Settings, spent: Callable[[str], None]
) -> None:
    """The proxy adds whom it saw at the end; what stands before came from the client."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    spent("opening")
    hops = ["192.0.2.1", "192.0.2.2", "198.51.100.7, 192.0.2.1", "198.51.100.8, 192.0.2.1"]
    answers = [client.post("/", start_fields(), headers={"x-forwarded-for": hop}) for hop in hops]
    assert [answer.status_code for answer in answers] == [302, 302, 429, 429]


def test_the_evening_that_was_opened_costs_nothing_more(phone: Phone, spent: Callable[[str], None]) -> None:
    evening = ApiEvening(phone=phone, opened=phone.post("evenings", opening()).json)
    for scope in BUDGETS:
        spent(scope)
    for known in range(5):
        assert evening.record({"contract": "thrown_in"}, known=known).status == 201
        assert phone.post(f"{evening.scribe}/hands/preview", {"hand": {"kind": "bavarian.thrown_in"}}).status == 200
        assert phone.get(evening.watch).status == phone.get(evening.club).status == 200


# -- an import: on the page and over the API -----------------------------------------------------------------------

ROWS = "date;Anna;Beppo;Cilli;Done\n" + "\n".join(f"2024-05-{day:02};1,20;-0,40;-0,40;-0,40" for day in range(1, 6))
TERMS = {"game": "bavarian", "preset": "pub_10_20_50", "unit": "EUR", "stake_minor": 1}


@dataclass(frozen=True, kw_only=True)
class ImportRoute:
    """One way to send an import of the club, request by request; each answers the status."""

    evening: PagedEvening
    is_page: bool
    key: str = field(default_factory=lambda: str(uuid4()))

    def look(self) -> int:
        return self._page(text=ROWS, look="1") if self.is_page else self._api("imports", text=ROWS, dry_run=True)

    def write(self) -> int:
        return self._page(text=ROWS, write="1") if self.is_page else self._api("imports", text=ROWS)

    def undo(self, id: str) -> int:
        return self._page(undo=id) if self.is_page else self._api(f"imports/{id}/undo")

    def _page(self, **fields: str) -> int:
        return self.evening.client.post(f"/c/{self.evening.club_token}/import", {"key": self.key, **fields}).status_code

    def _api(self, rest: str, **fields: object) -> int:
        terms = TERMS if fields else {}
        return Phone().post(f"clubs/{self.evening.club_token}/{rest}", {"id": self.key, **terms, **fields}).status


both_routes = pytest.mark.parametrize("is_page", [True, False], ids=["page", "API"])


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening of one hand is a part, and is taken back in a transaction of its own."""
    monkeypatch.setattr(limits, "PART_WEIGHT", limits.EVENING_WEIGHT + 1)
    monkeypatch.setattr(limits, "UNDONE_WEIGHT", limits.UNDONE_EVENING_WEIGHT + 1)


def import_id(evening: PagedEvening) -> str:
    [found] = standing_imports(evening.stored.club)
    return str(found.pk)


def test_an_import_spends_its_budget_once_however_many_parts_it_has(
    evening: PagedEvening, spent: Callable[[str], None], small_parts: None
) -> None:
    spent("opening_in_club")
    route = ImportRoute(evening=evening, is_page=True)
    assert [route.write() for _ in range(5)] == [200, 200, 200, 200, 302]
    assert Evening.objects.filter(club=evening.stored.club_id).count() == 6
    assert ImportRoute(evening=evening, is_page=True).write() == 429


@pytest.mark.parametrize("parts", [1, 5])
def test_so_does_its_undoing(
    evening: PagedEvening, spent: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    """Whether a transaction takes back a part of the import or less."""
    monkeypatch.setattr(limits, "UNDONE_WEIGHT", limits.UNDONE_EVENING_WEIGHT + 1)
    monkeypatch.setattr(limits, "PART_WEIGHT", 5 * (limits.EVENING_WEIGHT + 1) // parts)
    route = ImportRoute(evening=evening, is_page=True)
    while route.write() != 302:
        pass
    id = import_id(evening)
    cache.clear()
    spent("opening_in_club")
    undoing = ImportRoute(evening=evening, is_page=True)
    assert [undoing.undo(id) for _ in range(5)] == [200, 200, 200, 200, 302]
    assert ImportRoute(evening=evening, is_page=True).write() == 429


@both_routes
def test_looking_writing_and_undoing_spend_the_same_at_page_and_api(
    evening: PagedEvening, spent: Callable[[str], None], is_page: bool
) -> None:
    """Each spends one; what is sent again under the same key, none."""
    spent("opening_in_club")
    first, undoing, others = (ImportRoute(evening=evening, is_page=is_page) for _ in range(3))
    assert [first.look() // 100, others.look()] == [2, 429]
    cache.clear()
    assert [first.write() < 400, first.write() < 400, others.look(), others.write()] == [True, True, 429, 429]
    cache.clear()
    id = import_id(evening)
    assert [others.look() // 100, others.undo(id), others.undo(id)] == [2, 429, 429]
    cache.clear()
    assert [undoing.undo(id) < 400, undoing.undo(id) < 400, others.look()] == [True, True, 429]


@both_routes
def test_an_import_that_was_interrupted_goes_on_within_its_budget(
    evening: PagedEvening, spent: Callable[[str], None], small_parts: None, is_page: bool
) -> None:
    page = ImportRoute(evening=evening, is_page=True)
    assert [page.write(), page.write()] == [200, 200]
    spent("opening_in_club")
    ImportRoute(evening=evening, is_page=True).look()
    rest = ImportRoute(evening=evening, is_page=is_page, key=page.key)
    assert rest.write() in (200, 201)
