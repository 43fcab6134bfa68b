"""What follows from hands and entries is worked out anew, and put right where somebody wrote past Scorebook."""

import io
from datetime import date

import pytest
from django.core.management import call_command

from scorebook.ledger.models import Account, MonthMovement
from scorebook.operations.audit.full_audit import audit_club
from scorebook.play.models import MonthContract, MonthPair, MonthTotal, Seat
from tests.support.played_evening import PlayedEvening, new_evening, rufer, solo


@pytest.fixture
def evening(db: None) -> PlayedEvening:
    return new_evening("Anna", "Beppo", "Cilli", "Done")


def rebuilt(evening: PlayedEvening) -> str:
    out = io.StringIO()
    call_command("rebuild", "--club", str(evening.club.pk), stdout=out)
    return out.getvalue().strip()


def test_what_is_right_is_left_alone(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.record(solo("Cilli"))
    evening.correct(1, solo("Done", won=False))
    evening.void(2)
    assert (
        rebuilt(evening) == "clubs: 1; wrong before: 0 seats, 0 months, 0 contracts and pairs, 0 balances, "
        "0 results, 0 ratings and cups, 0 routes of links"
    )


def test_what_is_wrong_missing_or_too_much_is_put_right(evening: PlayedEvening) -> None:
    evening.record(rufer("Anna", "Beppo"))
    evening.close()
    points, balances = evening.points(), evening.balances()
    club, anna, beppo = evening.club, evening.players["Anna"], evening.players["Beppo"]
    Seat.objects.filter(club=club, player=anna).update(points=999)
    MonthTotal.objects.filter(club=club, player=anna).update(hands=7)
    MonthTotal.objects.filter(club=club, player=beppo).delete()
    MonthContract.objects.filter(club=club, player=anna).update(won=7)
    MonthContract.objects.filter(club=club, player=beppo).delete()
    MonthPair.objects.filter(club=club, player__in=(anna, beppo), other__in=(anna, beppo)).update(together_won=0)
    MonthMovement.objects.filter(club=club, account__player=anna).update(amount_minor=1)
    MonthMovement.objects.filter(club=club, account__player=beppo).delete()
    pair = MonthPair.objects.filter(club=club).values("player_id", "other_id", "game", "unit")[0]
    MonthPair.objects.create(club=club, month=date(1999, 1, 1), together=1, **pair)
    kitty = Account.objects.get(club=club, kind=Account.Kind.KITTY)
    month = MonthMovement.objects.filter(club=club).values_list("month", flat=True)[0]
    MonthMovement.objects.create(club=club, account=kitty, is_tab=True, month=month, amount_minor=5)
    assert audit_club(club) is not None
    assert (
        rebuilt(evening) == "clubs: 1; wrong before: 1 seats, 2 months, 4 contracts and pairs, 3 balances, "
        "0 results, 0 ratings and cups, 0 routes of links"
    )
    assert (evening.points(), evening.balances()) == (points, balances)
    evening.check()
