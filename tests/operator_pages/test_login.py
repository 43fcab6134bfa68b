"""Who comes to the operator's pages, by which way and with which password; and that nobody else pays for them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.shortcuts import resolve_url
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from scorebook.accounts.models import User
from scorebook.core.budgets import BUDGETS
from tests.operator_pages.conftest import HERE, NAME, PASSWORD
from tests.support.paged_evening import start, text_of
from tests.support.process import manage

pytestmark = pytest.mark.sampled

LOGIN = "/admin/login/"


@pytest.mark.parametrize(
    ("address", "host", "headers", "status"),
    [
        ("127.0.0.1", "localhost:8000", {}, 200),
        ("127.0.0.1", "127.0.0.1", {}, 200),
        ("::1", "[::1]:8000", {}, 200),
        ("::ffff:127.0.0.1", "localhost", {}, 200),
        ("192.168.1.7", "localhost", {}, 404),
        ("192.168.1.7", "testserver", {}, 404),
        ("127.0.0.1", "testserver", {}, 404),
        ("", "localhost", {}, 404),
        ("127.0.0.1", "localhost", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("127.0.0.1", "localhost", {"x-forwarded-proto": "https"}, 404),
        ("127.0.0.1", "localhost", {"forwarded": "for=127.0.0.1"}, 404),
        ("127.0.0.1", "localhost", {"via": "1.1 proxy"}, 404),
        ("192.168.1.7", "testserver", {"x-forwarded-proto": "https"}, 404),
    ],
)
@pytest.mark.django_db
def test_plain_http_from_another_machine_finds_nothing(
    client: Client, address: str, host: str, headers: dict[str, str], status: int
) -> None:
    sent_headers = {"host": host, **headers}
    for path in (LOGIN, "/admin", "/admin/", "/admin/clubs/club/", "/admin/nothing"):
        answer = client.get(path, headers=sent_headers, REMOTE_ADDR=address)
        expected = status if status == 404 or path == LOGIN else 302
        assert answer.status_code == (301 if path == "/admin" and expected == 302 else expected), path
    answer = client.post(LOGIN, {"username": NAME, "password": PASSWORD}, headers=sent_headers, REMOTE_ADDR=address)
    assert answer.status_code == status


@pytest.mark.django_db
def test_over_https_it_is_there_for_everybody_who_has_a_password(client: Client, operator: User) -> None:
    assert client.get(LOGIN, secure=True, REMOTE_ADDR="203.0.113.9").status_code == 200
    fields = {"username": NAME, "password": PASSWORD, "next": "/admin/"}
    answer = client.post(LOGIN, fields, secure=True, REMOTE_ADDR="203.0.113.9")
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def test_the_proxys_word_counts_where_there_is_one(client: Client, settings: Settings, operator: User) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert client.get(LOGIN, headers={"x-forwarded-proto": "https"}, REMOTE_ADDR="127.0.0.1").status_code == 200
    assert client.get(LOGIN, headers={"x-forwarded-proto": "http"}, REMOTE_ADDR="127.0.0.1").status_code == 404


def test_logging_in_and_out(anybody: Client, operator: User) -> None:
    assert anybody.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    Session.objects.create(session_key="old", session_data="x", expire_date=timezone.now() - timedelta(days=1))
    answer = anybody.post(LOGIN, {"username": NAME, "password": PASSWORD, "next": "/admin/clubs/club/"})
    assert answer["Location"] == "/admin/clubs/club/"
    cookie = answer.cookies["sessionid"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["max-age"]) == ("/admin/", True, "Lax", "")
    assert not Session.objects.filter(session_key="old").exists()
    assert anybody.get("/admin/").status_code == 200
    kept = anybody.cookies["sessionid"].value
    assert anybody.get("/admin/logout/").status_code == 405
    assert anybody.post("/admin/logout/").status_code == 200
    assert anybody.get("/admin/").status_code == 302
    anybody.cookies["sessionid"] = kept
    assert anybody.get("/admin/").status_code == 302
    assert not Session.objects.exists()


@pytest.mark.parametrize("field", [{}, {"next": ""}, {"next": "https://elsewhere.example/"}, {"next": "//x.example"}])
def test_whoever_logs_in_comes_to_a_page_of_this_site(anybody: Client, operator: User, field: dict[str, str]) -> None:
    """Django's own default is /accounts/profile/, which is not there."""
    answer = anybody.post(LOGIN, {"username": NAME, "password": PASSWORD, **field})
    assert answer["Location"] == "/admin/"
    assert anybody.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("name", ["LOGIN_URL", "LOGIN_REDIRECT_URL"])
def test_every_page_that_settings_name_is_there(anybody: Client, settings: Settings, name: str) -> None:
    assert anybody.get(resolve_url(getattr(settings, name)), follow=True).status_code == 200


@pytest.mark.parametrize(
    ("username", "password"),
    [(NAME, "wrong"), ("nobody", PASSWORD), ("", ""), (NAME + "\x00", PASSWORD), ("é" * 300, "x")],
)
def test_a_wrong_password_opens_nothing(anybody: Client, operator: User, username: str, password: str) -> None:
    answer = anybody.post(LOGIN, {"username": username, "password": password})
    assert answer.status_code == 200 and "sessionid" not in answer.cookies
    assert password not in answer.content.decode() or not password or password == "x"


@pytest.mark.parametrize("change", [{"is_staff": False}, {"is_active": False}])
def test_whoever_is_no_operator_any_more_is_out_at_once(desk: Client, operator: User, change: dict[str, bool]) -> None:
    assert desk.get("/admin/").status_code == 200
    User.objects.update(**change)
    assert desk.get("/admin/").status_code == 302
    assert desk.post(LOGIN, {"username": NAME, "password": PASSWORD}).status_code == 200
    assert desk.get("/admin/").status_code == 302


def test_a_new_password_ends_what_the_old_one_opened(desk: Client, operator: User) -> None:
    operator.set_password("another-old-sow")
    operator.save()
    assert desk.get("/admin/").status_code == 302


def test_who_tries_too_often_is_shown_how_long_to_wait(anybody: Client, operator: User) -> None:
    most = int(BUDGETS["operator_login"].partition("/")[0])
    wrong = {"username": NAME, "password": "wrong"}
    assert [anybody.post(LOGIN, wrong).status_code for _ in range(most)] == [200] * most
    answer = anybody.post(LOGIN, {"username": NAME, "password": PASSWORD})
    assert answer.status_code == 429 and 0 < int(answer["Retry-After"]) <= 60
    assert f"in {answer['Retry-After']} s" in text_of(answer) and f'value="{NAME}"' in answer.content.decode()
    assert "sessionid" not in answer.cookies
    another_address = anybody.post(
        LOGIN, {"username": NAME, "password": PASSWORD}, secure=True, REMOTE_ADDR="203.0.113.9"
    )
    assert another_address.status_code == 302


def test_no_other_page_knows_of_sessions(desk: Client) -> None:
    evening = start(desk)
    pages = ("/", "/calculator/", f"/t/{evening.stored.scribe_token}/", f"/c/{evening.club_token}/", "/api/v1/games")
    counts = []
    for path in pages:
        for browser in (desk, Client(headers={"host": HERE})):
            browser.get(path)
            with CaptureQueriesContext(connection) as queries:
                answer = browser.get(path)
            counts.append(len(queries))
            assert answer.status_code == 200 and "sessionid" not in answer.cookies
            assert not any("accounts_user" in one["sql"] or "django_session" in one["sql"] for one in queries)
    assert counts[0::2] == counts[1::2]
    for path in pages:
        # Forms vary with the cookie of their CSRF token, as ever.
        assert desk.get(path).get("Vary") == Client(headers={"host": HERE}).get(path).get("Vary")
    assert "Cookie" in desk.get("/admin/")["Vary"]


@pytest.mark.parametrize("password", ["short", "1234567890", "qwertyuiop"])
def test_an_easy_password_is_refused(db: None, password: str) -> None:
    with pytest.raises(ValidationError):
        User.objects.create_superuser(NAME, password)


def test_names_have_bounds(db: None) -> None:
    User(username="x" * 60, password="x").full_clean()
    for name in ("x" * 61, "a b", "", "a\x00"):
        with pytest.raises(ValidationError):
            User(username=name, password="x").full_clean()
    assert get_user_model() is User


@pytest.mark.once
def test_the_commands_make_an_operator(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert manage("migrate", "--data", str(tmp_path)).returncode == 0
    make = ("createsuperuser", "--noinput", "--username", NAME)
    assert manage(*make, "--data", str(tmp_path), DJANGO_SUPERUSER_PASSWORD=PASSWORD).returncode == 0
    again = manage(*make, "--data", str(tmp_path), DJANGO_SUPERUSER_PASSWORD=PASSWORD)
    assert again.returncode == 1 and again.stderr.startswith("CommandError: ")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "1234")
    with pytest.raises(CommandError):
        call_command(*make)
