"""Mail by one setting, to real SMTP servers with and without TLS. Without it nothing is sent and nothing breaks."""

from pathlib import Path
from urllib.parse import quote

import pytest

from scorebook.core import environment
from tests.support.other_servers import PASSWORD, USER, MailServer, mail_server
from tests.support.process import free_port, manage

pytestmark = [pytest.mark.once, pytest.mark.sampled]

ANNA = "anna@club.example"
LOGIN = f"{USER}:{quote(PASSWORD)}"
SCHEMES = {"plain": "smtp", "tls": "smtps", "starttls": "smtp+tls"}


def url_of(server: MailServer, speaks: str, *, more: str = "") -> str:
    return f"{SCHEMES[speaks]}://{LOGIN}@localhost:{server.port}{more}"


@pytest.mark.parametrize("speaks", SCHEMES)
def test_a_mail_arrives(tmp_path: Path, speaks: str) -> None:
    with mail_server(tmp_path, speaks=speaks) as server:
        done = manage(
            "sendtestemail",
            "--admins",
            SCOREBOOK_DATA=str(tmp_path),
            EMAIL_URL=url_of(server, speaks, more="/?from=scorebook@club.example"),
            SCOREBOOK_OPERATOR_EMAIL=ANNA,
            SSL_CERT_FILE=str(server.authority),
        )
    assert (done.returncode, done.stderr) == (0, "")
    (mail,) = server.mails
    assert (mail["To"], mail["From"]) == (ANNA, "scorebook@club.example")
    assert server.logins == [(USER, PASSWORD)]


def test_the_operator_writes_to_themselves_where_no_sender_is_named(tmp_path: Path) -> None:
    with mail_server(tmp_path, speaks="plain") as server:
        done = manage(
            "sendtestemail",
            "beppo@club.example",
            SCOREBOOK_DATA=str(tmp_path),
            EMAIL_URL=f"smtp://localhost:{server.port}",
            SCOREBOOK_OPERATOR_EMAIL=ANNA,
        )
    assert done.returncode == 0
    assert [(mail["To"], mail["From"]) for mail in server.mails] == [("beppo@club.example", ANNA)]


def test_without_a_server_nothing_is_sent_and_nothing_breaks(tmp_path: Path) -> None:
    done = manage("sendtestemail", ANNA, "beppo@club.example", SCOREBOOK_DATA=str(tmp_path))
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert done.stderr.count("No mail is sent: EMAIL_URL names no server") == 1


def failed_backup(data: Path, **variables: str) -> str:
    """The output where nobody has made the tables yet."""
    done = manage("backup", "--keep", "7", SCOREBOOK_DATA=str(data), SCOREBOOK_OPERATOR_EMAIL=ANNA, **variables)
    assert done.returncode == 1 and "run manage.py migrate first" in done.stderr and "Traceback" not in done.stderr
    assert PASSWORD not in done.stderr and quote(PASSWORD) not in done.stderr
    return done.stderr


def test_a_backup_that_failed_is_mailed_once(tmp_path: Path) -> None:
    with mail_server(tmp_path, speaks="starttls") as server:
        failed_backup(tmp_path, EMAIL_URL=url_of(server, "starttls"), SSL_CERT_FILE=str(server.authority))
    (mail,) = server.mails
    assert (mail["To"], mail["From"]) == (ANNA, ANNA)
    assert mail["Subject"].startswith("[Scorebook] The backup on ")
    text = mail.get_payload(decode=True)
    assert isinstance(text, bytes)
    assert b"run manage.py migrate first" in text and b"Nothing older was removed" in text


@pytest.mark.parametrize("speaks", ["tls", "starttls"])
def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path, speaks: str) -> None:
    with mail_server(tmp_path, speaks=speaks) as server:
        printed = failed_backup(tmp_path, EMAIL_URL=url_of(server, speaks))
    assert "Warning: the mail about it was not sent: " in printed and "CERTIFICATE_VERIFY_FAILED" in printed
    assert (server.mails, server.logins) == ([], [])


def test_a_server_that_refuses_or_is_away_is_a_warning(tmp_path: Path) -> None:
    with mail_server(tmp_path, speaks="plain") as server:
        printed = failed_backup(tmp_path, EMAIL_URL=f"smtp://{USER}:falsch@localhost:{server.port}")
        assert "was not sent: the server answers 535" in printed and "falsch" not in printed
    printed = failed_backup(tmp_path, EMAIL_URL=f"smtp://{LOGIN}@localhost:{free_port()}")
    assert "was not sent: " in printed and "refused" in printed


@pytest.mark.parametrize(
    ("text", "port", "is_tls", "is_starttls"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtps://mail.example", 465, True, False),
        ("smtps://mail.example:2465", 2465, True, False),
        ("smtps://mail.example:587", 587, False, True),
        ("smtps://mail.example:25", 25, False, True),
        ("smtp+ssl://mail.example", 465, True, False),
        ("smtp+tls://mail.example", 587, False, True),
        ("smtp+tls://mail.example:25/", 25, False, True),
    ],
)
def test_what_a_scheme_means(text: str, port: int, is_tls: bool, is_starttls: bool) -> None:
    found = environment.mail_setting(text)
    assert (found.host, found.port) == ("mail.example", port)
    assert (found.is_tls, found.is_starttls) == (is_tls, is_starttls)


def test_name_and_password_may_hold_any_sign() -> None:
    found = environment.mail_setting(
        "smtps://anna%40club.example:a%2Fb%3F%23%40%3A@mail.example?from=anna@club.example"
    )
    assert (found.user, found.password, found.sender) == ("anna@club.example", "a/b?#@:", ANNA)
    assert "a/b" not in repr(found)


@pytest.mark.parametrize(
    "text",
    [
        "geheim",
        "smtp://",
        "imap://anna:geheim@mail.example",
        "dummymail://",
        "smtp://anna:geheim@mail.example:0",
        "smtp://anna:geheim@mail.example:port",
        "smtp://anna:geheim@mail.example:65536",
        "smtp://anna:geheim@mail.example/folder",
        "smtp://anna:geheim@mail.example?sender=anna@club.example",
        "smtp://anna:geheim@mail.example?from=",
        "smtp://anna:geheim@mail.example?from=anna",
        "smtp://anna:geheim@mail.example?from",
    ],
)
def test_what_is_no_server_is_refused_without_the_password(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        environment.mail_setting(text)
    assert "geheim" not in str(refused.value)
