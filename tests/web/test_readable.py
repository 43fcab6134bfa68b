"""NUL and foreign character sets in any part of a request: an answer, and on PostgreSQL too."""

import pytest
from django.test import Client

from tests.fuzz.addresses import addresses
from tests.support.paged_evening import PagedEvening, start

TEXTS_IN_ADDRESSES = [one for one in addresses() if any(kind == "str" for kind, _ in one.places)]
ID = "8c6a1f0e-6a55-4c0b-9e4e-5d1a3c1f2b11"


@pytest.mark.django_db
@pytest.mark.parametrize("address", TEXTS_IN_ADDRESSES, ids=lambda one: one.name)
def test_no_address_has_a_nul(client: Client, address: object) -> None:
    filled = {"str": "a%00", "int": "1", "uuid": ID}
    path = address.filled(*(filled[kind] for kind, _ in address.places))  # type: ignore[attr-defined]
    assert client.get(path).status_code in (404, 405)


@pytest.mark.parametrize("part", ["unit=%00", "unit=%ED%A0%80", "from=%00&to=%00", "was=%00", "game=a%00"])
@pytest.mark.parametrize("page", ["", "tab", "players/{player}/", "players/{player}/tab"])
def test_a_nul_in_a_query_breaks_no_page(evening: PagedEvening, page: str, part: str) -> None:
    club = evening.stored.club
    path = page.format(player=club.players.first().pk)  # type: ignore[union-attr]
    assert evening.client.get(f"/c/{club.keeper_token}/{path}?{part}").status_code == 200


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain; charset=hex",
        "text/plain; charset=utf-8",
        'text/plain; Charset="UTF-8"; x=y',
        "text/plain; charset=unicode_escape",
        "text/plain; charset*=nope''a",
        "x; charset=none",
    ],
)
@pytest.mark.parametrize("query", ["", "?unit=a%41", "?" + "a=1&" * 1200])
@pytest.mark.django_db
def test_no_character_set_breaks_the_site(client: Client, content_type: str, query: str) -> None:
    assert client.generic("POST", f"/{query}", b"a", content_type=content_type).status_code in (400, 422)


@pytest.mark.django_db
def test_a_form_in_another_character_set_is_none(client: Client) -> None:
    body = b'--b\r\nContent-Disposition: form-data; name="names"\r\n\r\n\\ud800\r\n--b--\r\n'
    answer = client.post("/", body, content_type="multipart/form-data; boundary=b; charset=unicode_escape")
    assert answer.status_code == 422
    assert start(client, names=("Änna", "Beppo", "Cilli", "Done")).now().club.players.filter(name="Änna").exists()
