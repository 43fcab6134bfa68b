"""The smallest site that writes transactions with django-hordak; runs in the peers' environment.

    python hordak_site.py accounts 8     # migrates, makes four accounts for each client and prints their ids
    python hordak_site.py sixty 8        # seconds; prints transactions a second, in the order of `peers.WAYS`

As a module it is the application that granian serves: POST /transactions with the ids of four accounts.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from urllib.parse import parse_qs, urlsplit

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path

_url = urlsplit(os.environ["DATABASE_URL"])
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": _url.path[1:],
            "USER": _url.username,
            "HOST": parse_qs(_url.query)["host"][0],
            "CONN_MAX_AGE": 600,
        }
    },
    DEFAULT_CURRENCY="EUR",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "mptt", "djmoney", "hordak"],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],  # sets Content-Length
    ROOT_URLCONF=__name__,
    SECRET_KEY="measured",
    USE_TZ=True,
)
django.setup()

from hordak.models import Account, AccountType, Leg, Transaction  # noqa: E402
from moneyed import Money  # noqa: E402

SIXTY = 60
AMOUNT = 10


def write_transaction(request: HttpRequest) -> JsonResponse:
    accounts = json.loads(request.body)
    with transaction.atomic():
        written = Transaction.objects.create(description="hand")
        Leg.objects.bulk_create(_legs(written, accounts))
    return JsonResponse({"id": str(written.uuid)}, status=201)


urlpatterns = [path("transactions", write_transaction)]
application = get_wsgi_application()


def _legs(written: Transaction, accounts: Sequence[int]) -> list[Leg]:
    """Return the legs: two pay, two receive."""
    amount = Money(AMOUNT, "EUR")
    sides = ("credit", "debit", "credit", "debit")
    return [
        Leg(transaction=written, account_id=account, **{side: amount})
        for account, side in zip(accounts, sides, strict=True)
    ]


def make_accounts(clients: int) -> None:
    call_command("migrate", verbosity=0)
    clubs = [[_account(f"{client} {name}") for name in ("Anna", "Beppo", "Cilli", "Done")] for client in range(clients)]
    print(json.dumps(clubs))


def _account(name: str) -> int:
    account = Account.objects.create(name=name, type=AccountType.asset, currencies=["EUR"])
    return int(account.pk)


def write_sixties(seconds: float) -> None:
    accounts = list(Account.objects.order_by("pk").values_list("pk", flat=True)[:4])
    print(json.dumps([_rate(way, accounts, seconds) for way in (_legs_by_bulk_create, _all_by_bulk_create)]))


def _rate(way: Callable[[Sequence[int]], None], accounts: Sequence[int], seconds: float) -> float:
    way(accounts)  # warms the caches
    written, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        way(accounts)
        written += SIXTY
    return written / (time.perf_counter() - began)


def _legs_by_bulk_create(accounts: Sequence[int]) -> None:
    for _ in range(SIXTY):
        with transaction.atomic():
            Leg.objects.bulk_create(_legs(Transaction.objects.create(description="hand"), accounts))


def _all_by_bulk_create(accounts: Sequence[int]) -> None:
    with transaction.atomic():
        written = Transaction.objects.bulk_create([Transaction(description="hand") for _ in range(SIXTY)])
        Leg.objects.bulk_create([leg for one in written for leg in _legs(one, accounts)])


if __name__ == "__main__":
    if sys.argv[1] == "accounts":
        make_accounts(int(sys.argv[2]))
    else:
        write_sixties(float(sys.argv[2]))
