import argparse
from typing import Any

from django.core.management.base import CommandError
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scorebook.core.command import ScorebookCommand
from scorebook.operations import demo
from scorebook.operations.management.progress import Progress
from scorebook.play.models import Evening
from scorebook.texts import language

SHOWN = 3  # evenings, of which the last is open


class Command(ScorebookCommand):
    help = (
        "Fills in a demo club of three years, once, and prints the links of its last evenings. With --years or --hands "
        "it makes another club of that size, to see how the site does under load."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--years", type=int, help="over how many years its evenings are spread (default: 3)")
        parser.add_argument("--hands", type=int, help="how many hands are played in all of them")

    def handle(self, *args: Any, years: int | None, hands: int | None, **options: Any) -> None:
        with translation.override(language.language_of_terminal()):
            self._fill_demo_club(demo.ClubSize.from_options(years=years, hands=hands))

    def _fill_demo_club(self, size: demo.ClubSize) -> None:
        if problems := size.size_problems():
            raise CommandError("\n".join(problems))
        with Progress() as progress:
            club = demo.fill_demo_club(size=size, now=timezone.now(), on_progress=progress.show)
        self.stdout.write(f"{club.name}: {reverse('web:club', args=[club.keeper_token])}")
        club.link = club.keeper_token
        for evening in reversed(Evening.objects.filter(club=club).order_by("-number")[:SHOWN]):
            said = _("evening %(no)s (closed)") if evening.is_closed else _("evening %(no)s (open)")
            link = reverse("web:table", args=[evening.link_from(club)])
            self.stdout.write(f"{said % {'no': evening.number}}: {link}")
